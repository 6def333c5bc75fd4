import { type CachePolicy, cached } from '../../cache.ts'
import { add, type Decimal, sum, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { type Balances, noBalances, totalOf, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { type Tally, tallyOf } from './tally.ts'

/** A day for the end of a report, and one for each cause that has a day of its own. */
const tallies: CachePolicy<Tally> = { name: 'what warnings touch', most: 12, sizeOf: () => 1 }

/** What the requested brokers have at the end of a day; after a write only the lines that changed are read. */
export function ledgerOf(inputs: ReportInputs, day: string): Tally {
  return cached(inputs.caches, tallies, `${inputs.brokerIds.join(' ')} ${day}`, [inputs.lines], (previous) =>
    tallyOf(inputs.lines, day, previous),
  )
}

/** What the parts of a report are worth on its last day, as far as that is known. */
export type Worth = {
  /** Of everything that counts. */
  readonly whole: Decimal
  readonly ofAssets: (assetIds: readonly number[]) => Decimal | null
  /** Of cash and holdings in some currencies. */
  readonly ofCurrencies: (currencies: readonly string[]) => Decimal | null
  /** Of the cash of brokers, where it is below zero; `null` also where none is. */
  readonly debtOf: (brokerIds: readonly number[]) => Decimal | null
}

/** Values everything on the last day, without a word about what is missing: that has been warned of where it mattered. */
export function worthOf(inputs: ReportInputs, { to, scope }: ReportRequest, { balances }: Tally): Worth {
  const held = together(balances.values())
  const { value: valued } = inputs.warnings.collect(() => valueBalances(inputs, held, to))
  const cash = scope === 'total' ? valued.cash : new Map<string, Decimal | null>()
  const quotedIn = (id: number) =>
    inputs.warnings.collect(() => inputs.prices.on(id, to)).value?.currency ?? inputs.assetCurrencyOf(id)
  return {
    whole: add(totalOf(valued.assets.values()), totalOf(cash.values())),
    ofAssets: (ids) => known(ids.flatMap((id) => (valued.assets.has(id) ? [valued.assets.get(id) ?? null] : []))),
    ofCurrencies: (currencies) => {
      const wanted = new Set(currencies)
      const assets = [...valued.assets].flatMap(([id, value]) => (wanted.has(quotedIn(id)) ? [value] : []))
      return known([...assets, ...currencies.flatMap((currency) => (cash.has(currency) ? [cash.get(currency) ?? null] : []))])
    },
    debtOf: (brokerIds) => known(brokerIds.map((id) => debtOf(inputs, balances.get(id), to))),
  }
}

function debtOf(inputs: ReportInputs, own: Balances | undefined, day: string): Decimal | null {
  if (own === undefined) return null
  const { value } = inputs.warnings.collect(() => valueBalances(inputs, { assets: new Map(), cash: own.cash }, day))
  const total = totalOf(value.cash.values())
  return total < ZERO ? total : null
}

/** Whether the cash of a broker is below zero altogether; without rates, whether nothing of it is above. */
export function owes({ exchange, warnings }: ReportInputs, { cash }: Balances, day: string): boolean {
  const amounts = [...cash]
  if (amounts.every(([, amount]) => amount >= ZERO)) return false
  if (amounts.every(([, amount]) => amount <= ZERO)) return true
  const { value: values } = warnings.collect(() => amounts.map(([currency, amount]) => exchange.convert(amount, currency, day)))
  return !values.includes(null) && totalOf(values) < ZERO
}

function together(all: Iterable<Balances>): Balances {
  const sums = noBalances()
  for (const { assets, cash } of all) {
    for (const [id, quantity] of assets) sums.assets.set(id, add(sums.assets.get(id) ?? ZERO, quantity))
    for (const [currency, amount] of cash) sums.cash.set(currency, add(sums.cash.get(currency) ?? ZERO, amount))
  }
  return sums
}

/** The sum of what is known; `null` where nothing is. */
function known(values: readonly (Decimal | null)[]): Decimal | null {
  const some = values.filter((value) => value !== null)
  return some.length === 0 ? null : sum(some)
}
