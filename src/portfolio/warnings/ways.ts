import type { RateSource } from '../../fx/service.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { kindOf } from '../valuation/warning-codes.ts'
import type { ReportWarning } from '../valuation/warnings.ts'
import { areTradesKnown, ratesOfPairByHand } from './by-hand.ts'

/** What is warned of alike and mended by one request has the same text. */
export function wayOf(inputs: ReportInputs, warning: ReportWarning): string {
  const { code, pair, assetId } = warning
  const { cure } = kindOf(code)
  if (cure === 'prices' && assetId !== null) return priceWay(inputs, code, assetId)
  if (cure === 'rates' && pair !== null) return `${code}|${rateWay(inputs, { ...warning, pair })}`
  return `${code}|${pair ?? ''}`
}

/** What is not there at all is one cause, whether a trade stands in for it or not. */
function priceWay(inputs: ReportInputs, code: ReportWarning['code'], assetId: number): string {
  const isSourced = inputs.facts.sourced.has(assetId)
  const isOld = code === 'price-stale'
  const kind = isOld ? code : 'price-missing'
  if (arePricesFetched(inputs, isSourced)) return `${kind}|${isSourced}`
  return `${kind}|${!isOld && areTradesKnown(inputs, assetId) ? 'proposed' : 'missing'}`
}

/** Whether a request brings closes, or looks for who has them. */
export function arePricesFetched({ facts }: ReportInputs, isSourced: boolean): boolean {
  return facts.isOnline && (isSourced || facts.hasPriceSearch)
}

type Lacking = Pick<ReportWarning, 'code' | 'from' | 'to'> & { readonly pair: string }

function rateWay(inputs: ReportInputs, lacking: Lacking): string {
  const source = rateSourceOf(inputs, lacking)
  if (source !== null) return source.providers?.join(' ') ?? 'routes'
  return ratesOfPairByHand(inputs, lacking).figures
}

/** Where the rates of a pair are fetched; `null` where nobody has them. */
export function rateSourceOf({ facts }: ReportInputs, { pair, from }: Pick<Lacking, 'pair' | 'from'>): RateSource | null {
  const [base = '', quote = ''] = pair.split('/')
  return facts.isOnline ? facts.rateSources(base, quote, from) : null
}
