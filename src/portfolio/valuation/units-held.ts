import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { assetLinesOf } from './asset-lines.ts'

/** What a broker holds of an asset after all of its lines. */
export type HeldUnits = {
  readonly quantity: Decimal
  /** Of the last line that has one. */
  readonly currency: string | null
  /** The last line that moved it. */
  readonly lineId: number
}

/** By broker, for one asset: in units of the ledger, after every line, also those after the last day of a report. */
export type UnitsHeld = (assetId: number) => ReadonlyMap<number, HeldUnits>

export const NONE_HELD: UnitsHeld = () => new Map()

/** Reads the lines when it is called first, and once. */
export function unitsHeldIn(lines: readonly Line[]): UnitsHeld {
  return (assetId) => {
    const found = new Map<number, HeldUnits>()
    for (const { id, brokerId, quantity, currency } of assetLinesOf(lines).get(assetId) ?? []) {
      if (quantity === ZERO) continue
      const before = found.get(brokerId)
      found.set(brokerId, {
        quantity: add(before?.quantity ?? ZERO, quantity),
        currency: currency ?? before?.currency ?? null,
        lineId: id,
      })
    }
    return found
  }
}
