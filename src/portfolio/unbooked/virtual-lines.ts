import { ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { UnbookedSplit } from './unbooked.ts'

/** After every line of their day that has no time, as what is booked last. */
const FIRST_ID = 2 ** 52

/** The lines that the splits would be, in the order of their days. `isUntracked` = whether a broker's cash is not tracked. */
export function virtualLines(unbooked: readonly UnbookedSplit[], isUntracked: (brokerId: number) => boolean): Line[] {
  const counted = unbooked.filter(({ state }) => state !== 'unclear')
  const inOrder = counted.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.brokerId - b.brokerId))
  return inOrder.map((split, place) => {
    const line = lineOf(split, FIRST_ID + place)
    return isUntracked(split.brokerId) ? { ...line, isUntracked: true } : line
  })
}

function lineOf({ brokerId, assetId, date, change, ratio }: UnbookedSplit, id: number): Line {
  return {
    ...{ id, brokerId, type: 'SPLIT', date, time: null, assetId, quantity: change, ratio, isUnbooked: true },
    ...{ amount: ZERO, currency: null, fees: ZERO, taxes: ZERO, costBasis: null, costShare: null, groupId: null },
    ...{ price: null, priceCurrency: null, fxRate: null, lots: null, tag: null },
  }
}
