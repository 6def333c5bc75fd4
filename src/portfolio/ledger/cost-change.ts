import { type Decimal, negate, ZERO } from '../../shared/decimal.ts'
import type { Line } from './lines.repository.ts'

/**
 * By how much a line without units changes what is held of its asset costs, in its currency: a return of capital by what it brought, net, another by
 * the cost that it states. `null` for lines that change none.
 */
export function costChangeOf({ assetId, quantity, type, amount, costBasis }: Line): Decimal | null {
  if (assetId === null || quantity !== ZERO) return null
  return type === 'RETURN_OF_CAPITAL' ? negate(amount) : costBasis
}

/** Whether lots are opened, closed, or cost something else after a line, or are matched across it. */
export function changesLots(line: Line): boolean {
  return line.assetId !== null && (line.quantity !== ZERO || costChangeOf(line) !== null || isSplitOfNothing(line))
}

/** A split where nothing is held. */
export function isSplitOfNothing({ type, quantity, ratio }: Line): boolean {
  return type === 'SPLIT' && quantity === ZERO && ratio != null
}
