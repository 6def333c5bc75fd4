import type { Decimal } from '../shared/decimal.ts'
import type { Cost } from './cost.ts'
import type { Lot, NamedLot } from './lot.ts'
import type { Position, TakingOrder } from './position.ts'

/**
 * A change of a holding. `worth` has the sign of `quantity`: what was paid for what came in, minus what was got for what went out.
 * `cost`: changes what is held by `worth`, without units. `split`: scales what is held. `transfer`, `exchange` with a group: one leg that takes cost and dates along.
 */
export type LotEntry = {
  readonly kind: 'trade' | 'split' | 'cost' | 'transfer' | 'exchange'
  readonly transactionId: number
  readonly brokerId: number
  readonly assetId: number
  readonly date: string
  /** Its place within the day is known: a sale does not wait for purchases of the same day. */
  readonly timed: boolean
  readonly quantity: Decimal
  readonly worth: Cost
  readonly known: boolean
  /** False for what leaves without being sold: gifts and transfers to outside. What comes in closes a short position, however it came. */
  readonly realises: boolean
  /** Of a split where nothing is held: so many units after it for those before. */
  readonly ratio?: { readonly before: Decimal; readonly after: Decimal }
  readonly groupId: string | null
  readonly costShare: Decimal | null
  readonly currency: string | null
  /** The lots that what goes out is taken from before any other, whatever the method. */
  readonly specificLots: readonly NamedLot[] | null
}

/** A lot that was closed. For a short one the lot's cost is what the sale had brought, and `closing` what buying back cost. */
export type Disposal = {
  readonly transactionId: number
  readonly date: string
  readonly lot: Lot
  /** Signed like the entry's worth: negative = got. */
  readonly closing: Cost
  readonly known: boolean
  /** What came in with a leg of a transfer or an exchange and closed it. */
  readonly closedBy: Lot | null
  readonly rule: 'same-day' | '30-days' | 'pool' | null
}

export type MatchOptions = {
  readonly order: TakingOrder
  /** One pool an asset, whatever the broker. */
  readonly pooled: boolean
  readonly rule: Disposal['rule']
  /** Expresses a cost in the currency of another asset, when an exchange carries it there. */
  readonly relocate: (cost: Cost, assetId: number, day: string) => Cost
  /** Called for a specific lot that is not there, or not enough of it; the rest is taken by the method. */
  readonly lotMissing?: (entry: LotEntry, missing: NamedLot) => void
}

/** The outgoing legs of a group, and how much of them has come in. */
export type PendingTransfer = {
  readonly sign: boolean
  readonly lots: Lot[]
  readonly assetIds: Set<number>
  moved: Decimal
  arrived: Decimal
  share: Decimal
}

/** What is known while entries are walked. */
export type MatchState = MatchOptions & {
  readonly positions: Map<string, Position>
  readonly keepLotsSeparate: boolean
  readonly pendingTransfers: Map<string, PendingTransfer>
  readonly disposals: Disposal[]
}

/** Whether an entry is a leg that takes dates and costs along. */
export function isTransferLeg({ kind, groupId }: LotEntry): boolean {
  return groupId !== null && (kind === 'transfer' || kind === 'exchange')
}

/** A side of a group: what comes in, or what goes out. */
export function sideOf({ groupId, quantity }: LotEntry, opposite = false): string {
  return `${quantity > 0n !== opposite ? '+' : '-'}${groupId}`
}

/** What a line does to lots; legs of TRANSFER and EXCHANGE groups carry them. */
export function kindOf(type: string, groupId: string | null): LotEntry['kind'] {
  if (type === 'SPLIT') return 'split'
  if (groupId === null) return 'trade'
  return type === 'TRANSFER' ? 'transfer' : type === 'EXCHANGE' ? 'exchange' : 'trade'
}
