import type { Allowance } from '../../access/service.ts'
import { assetOfUnit } from '../../transactions/service.ts'
import type { PositionsChoice } from './positions.ts'
import type { ShortChoice } from './shortages.ts'

/** What becomes of history that a report does not have: rows that take out what is not there, where the broker forbids that. */
export type OpeningChoice = 'refuse' | 'leave-out' | 'book'

/** What the caller says of it; `opening` counts where both say something of the same. */
export type Choices = {
  readonly opening?: OpeningChoice | undefined
  readonly short?: ShortChoice | undefined
  readonly positions?: PositionsChoice | undefined
}

export type Policy = {
  /** For what no opening covers. */
  readonly short: ShortChoice
  /** Whether a unit gets an opening; `hasOpening`: it has one already. */
  readonly covers: (unit: string, hasOpening: boolean) => boolean
}

/**
 * `book` gives openings to assets and cash; without a word they are given to the assets of a broker that has no transactions yet, and those that are
 * there go along with their ledger; what they do not cover is left out.
 */
export function policyOf({ opening, short }: Choices, allowance: Allowance, isEmpty: boolean): Policy {
  const isAsset = (unit: string) => assetOfUnit(unit) !== undefined
  const isGuarded = (unit: string) => !(isAsset(unit) ? allowance.allowAssetShorting : allowance.allowCashOverdraft)
  if (opening === 'book') return { short: short ?? 'refuse', covers: isGuarded }
  const said = opening ?? short
  if (said !== undefined) return { short: said, covers: () => false }
  return { short: 'leave-out', covers: (unit, hasOpening) => isGuarded(unit) && (hasOpening || (isEmpty && isAsset(unit))) }
}
