import { assetTitle, someOf } from '../../shared/titles.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { ReportWarning } from '../valuation/warnings.ts'
import type { PairDays } from './causes.ts'

/** What a missing rate does to the order of lots. */
export const TAKEN_LAST = 'HIFO cannot compare lots that were paid in it, and takes them last.'

/** So many pairs are named with their days. */
const MOST_PAIRS = 12

type Together = {
  readonly some: readonly ReportWarning[]
  /** The worst. */
  readonly first: ReportWarning
  readonly assetIds: readonly number[]
  readonly pairs: readonly PairDays[]
}

/** What is said of warnings that have one cause: the sentence of a single one, else one for all of them. */
export function sentenceOf(inputs: ReportInputs, together: Together): string {
  const { some, first, pairs } = together
  if (some.length === 1) return first.detail
  return pairs.length > 1 && first.code !== 'lot-order-unknown' ? ofPairs(inputs, together) : ofAssets(inputs, together)
}

function ofPairs({ currency }: ReportInputs, { some, first: { code }, pairs }: Together): string {
  const named = someOf(pairs.map(pairWithDays), MOST_PAIRS)
  switch (code) {
    case 'rate-stale':
      return `The last exchange rates to ${currency} are too old on these days: ${named}.`
    case 'currency-gain-unknown':
      return `There are no exchange rates to ${currency} for these days: ${named}; what prices and what currencies did to assets in these currencies cannot be separated. Values, costs and gains are complete.`
    default: {
      const isOrdered = some.some(({ detail }) => detail.endsWith(TAKEN_LAST))
      const order = isOrdered ? ' HIFO cannot compare lots that were paid in some of them, and takes them last.' : ''
      return `There are no exchange rates to ${currency} for these days: ${named}; amounts in these currencies are left out of the totals.${order}`
    }
  }
}

function pairWithDays({ pair, from, to }: PairDays): string {
  return `${pair.split('/')[0]} (${from === to ? from : `${from} – ${to}`})`
}

function ofAssets(inputs: ReportInputs, { some, first: { code }, assetIds }: Together): string {
  const titles = assetIds.map((id) => assetTitle(inputs.assetOf(id)))
  const [names, count] = [someOf(titles), titles.length]
  switch (code) {
    case 'price-missing':
      return ofPrices(inputs, some, titles)
    case 'price-of-trade':
      return `There is no close for ${count} assets: ${names}; their last trades are used.`
    case 'price-stale':
      return `The last closes of ${count} assets are more than a week old: ${names}.`
    case 'cost-unknown':
      return `What ${count} assets cost is not known: ${names}. A part of them came in without a purchase: give the incoming transactions a cost_basis.`
    case 'contract-expired':
      return `${count} contracts are held that have expired: ${names}. For each that expired worthless, book what closes it at price 0 on its last day; else what was exercised or assigned.`
    case 'lot-unknown':
      return `Sales of ${count} assets name lots that are not there: ${names}; others are taken by the method.`
    case 'lot-order-unknown':
      return `Lots of ${count} assets that were paid in a currency without an exchange rate are taken last: ${names}. What they cost in ${inputs.currency} is not known, so HIFO cannot compare them with the others.`
    default:
      return `This is so for ${count} assets: ${names}.`
  }
}

/** Of assets that trades say a price of, all or some, on some days. */
function ofPrices(inputs: ReportInputs, some: readonly ReportWarning[], titles: readonly string[]): string {
  const [names, count] = [someOf(titles), titles.length]
  if (some.every(({ code }) => code === 'price-missing'))
    return `There is no price for ${count} assets: ${names}; on these days they are left out of the totals.`
  if (count === 1)
    return `There is no close for ${names}; its last trade is used, and on days without one it is left out of the totals.`
  const left = some.flatMap(({ code, assetId }) => (code === 'price-missing' && assetId !== null ? [assetId] : []))
  const without = someOf(left.map((id) => assetTitle(inputs.assetOf(id))))
  return `There is no close for ${count} assets: ${names}; their last trades are used, and on days without one these are left out of the totals: ${without}.`
}
