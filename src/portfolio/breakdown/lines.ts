import { ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'

/** Cash by itself: what was paid for assets and got from them comes and goes like the owner's money. */
export function linesOfCash(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    if (line.assetId === null) return [line]
    const plain = { assetId: null, quantity: ZERO, fees: ZERO, taxes: ZERO, costBasis: null, groupId: null } as const
    return line.amount === ZERO || line.isUntracked ? [] : [{ ...line, ...plain, type: 'DEPOSIT' }]
  })
}
