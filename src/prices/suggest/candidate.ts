import type { AssetType } from '../../shared/asset-type.ts'
import type { Decimal } from '../../shared/decimal.ts'

/**
 * `certain`: of the same ISIN, in the same currency, with closes of these days, one of which is within 20 % of a trade of the caller's of the same days.
 * `likely`: all that can be known fits. `possible`: something does not.
 */
export const CERTAINTIES = ['certain', 'likely', 'possible'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** A price source that an asset could have; figures as decimal text. */
export type Candidate = {
  readonly provider: string
  readonly identifier: string
  readonly options: Readonly<Record<string, string>>
  readonly symbol: string
  readonly name: string
  readonly type: AssetType | null
  /** What it says of type and name is said of the ISIN of the asset. */
  readonly isSameIsin: boolean
  /** A code of GET /utilities/sectors. */
  readonly sector: string | null
  readonly exchange: string | null
  /** What the source quotes it in, as far as it says so. */
  readonly currency: string | null
  /** Its last close, of the last two weeks. */
  readonly price: string | null
  readonly date: string | null
  /** How far its close is from the caller's last trade, as a part of that; and the day of the trade. */
  readonly difference: string | null
  readonly tradeDate: string | null
  readonly certainty: Certainty
  readonly reason: string
}

/** The caller's last purchase or sale of an asset, for its price quantity. */
export type Trade = { readonly date: string; readonly price: Decimal; readonly currency: string; readonly brokerId: number }
