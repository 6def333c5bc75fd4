/** How certain it is that a source has the prices of an asset, and why. Pure. */
import {
  absolute,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  ONE,
  round,
  subtract,
  whole,
} from '../../shared/decimal.ts'
import { type Candidate, CERTAINTIES, type Certainty } from './candidate.ts'

/** How a source was found: it names the ISIN itself; a search for the ISIN gave it; it has the symbol. */
type Basis = 'isin' | 'search' | 'symbol'

export type Evidence = {
  readonly basis: Basis
  /** What the asset is quoted in, and what the source says that it quotes. */
  readonly currency: string
  readonly stated: string | undefined
  readonly isSameExchange: boolean
  readonly hasRecentClose: boolean
  readonly comparison: Comparison | undefined
}

/** A close beside a trade of the same days. */
export type Comparison = { readonly difference: Decimal; readonly tradeDate: string; readonly isConverted: boolean }

const NEAR = decimal('0.2')
const BASES: Readonly<Record<Basis, string>> = { isin: 'same ISIN', search: 'found by its ISIN', symbol: 'same symbol' }

/** How far a close is from a trade's price in the same currency, as a part of the price. Both above 0. */
export function differenceOf(close: Decimal, price: Decimal): Decimal {
  return absolute(subtract(divide(close, price), ONE))
}

export function judge(evidence: Evidence): { readonly certainty: Certainty; readonly reason: string } {
  return { certainty: certaintyOf(evidence), reason: reasonOf(evidence) }
}

function certaintyOf({ basis, currency, stated, hasRecentClose, comparison }: Evidence): Certainty {
  const isNear = comparison !== undefined && comparison.difference <= NEAR
  if (!hasRecentClose || (comparison !== undefined && !isNear)) return 'possible'
  if (basis === 'isin' && stated === currency && isNear) return 'certain'
  const fits = stated === undefined || stated === currency || isNear
  if (basis === 'isin') return fits ? 'likely' : 'possible'
  return isNear && (stated === undefined || stated === currency) ? 'likely' : 'possible'
}

function reasonOf({ basis, currency, stated, isSameExchange, hasRecentClose, comparison }: Evidence): string {
  const inCurrency =
    stated === undefined
      ? 'it does not say its currency'
      : stated === currency
        ? 'same currency'
        : `in ${stated}, not ${currency}`
  const parts = [BASES[basis], ...(isSameExchange ? ['same exchange'] : []), inCurrency]
  if (!hasRecentClose) parts.push('no close of the last two weeks')
  if (comparison !== undefined) parts.push(distanceOf(comparison))
  else if (hasRecentClose) parts.push('no trade of yours to compare with')
  return parts.join(', ')
}

function distanceOf({ difference, tradeDate, isConverted }: Comparison): string {
  const percent = formatDecimal(round(multiply(difference, whole(100)), 1))
  return `${percent} % from your trade of ${tradeDate}${isConverted ? ', converted' : ''}`
}

/** The better one first: the more certain, at the asset's exchange, with a comparison; then in the order of the providers. */
export function byMerit(a: Candidate & { readonly rank: number }, b: Candidate & { readonly rank: number }): number {
  return CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty) || a.rank - b.rank
}
