import { NO_COST } from '#src/lots/cost.ts'
import { type Disposal, kindOf, type LotEntry } from '#src/lots/entry.ts'
import type { NamedLot } from '#src/lots/lot.ts'
import { costOf, type Lot as EngineLot } from '#src/lots/lot.ts'
import { matchEntries, positionOf } from '#src/lots/match.ts'
import type { TakingOrder } from '#src/lots/position.ts'
import { type Decimal, negate, ZERO } from '#src/shared/decimal.ts'

export type CostBasisMethod = TakingOrder

/** What the lots need of a ledger line that moves an asset. */
export type Movement = {
  readonly id: number
  readonly brokerId: number
  readonly assetId: number
  readonly type: string
  readonly date: string
  readonly time?: string | null
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly currency: string | null
  readonly costBasis: Decimal | null
  readonly costShare: Decimal | null
  readonly groupId: string | null
  readonly lots?: readonly NamedLot[] | null
}

/** A lot at what it cost in the currency that was paid. `quantity` < 0: sold short; `cost` has the sign of the quantity. */
export type Lot = {
  readonly transactionId: number
  readonly acquiredOn: string
  readonly quantity: Decimal
  readonly cost: Decimal
  readonly currency: string | null
  /** False when it came in without purchase and nobody said what it cost. */
  readonly costKnown: boolean
}

/**
 * Called for lots that a movement closes, with its own side of it: what the closed part of it cost (negative: brought). The gain is
 * -counter - the lots' cost, for long and for short lots.
 */
export type OnClose = (movement: Movement, closed: readonly Lot[], counter: Decimal) => void

/** The key of a holding in the result of `openLots`. */
export function positionKey(brokerId: number, assetId: number): string {
  return positionOf({ brokerId, assetId }, false)
}

/**
 * The open lots after `movements`, which must be in ledger order (day, time, id), per broker and asset, each at its cost in the currency that
 * was paid. Cost includes buying fees and taxes. AVERAGE keeps one lot a currency.
 */
export function openLots(movements: readonly Movement[], method: CostBasisMethod, onClose?: OnClose): Map<string, Lot[]> {
  const { open, disposals } = matchEntries(movements.map(entryOf), {
    order: method,
    pooled: false,
    rule: null,
    relocate: (cost) => cost,
  })
  if (onClose !== undefined) tellClosings(movements, disposals, onClose)
  return new Map([...open].map(([key, lots]) => [key, lots.map(toLot)]))
}

function tellClosings(movements: readonly Movement[], disposals: readonly Disposal[], onClose: OnClose): void {
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  const closings = new Map<number, Disposal[]>()
  for (const disposal of disposals) {
    const known = closings.get(disposal.transactionId)
    if (known) known.push(disposal)
    else closings.set(disposal.transactionId, [disposal])
  }
  for (const [id, parts] of closings) {
    const movement = byId.get(id)
    const counter = costOf(parts.map(({ closing }) => ({ cost: closing }))).inReport
    if (movement)
      onClose(
        movement,
        parts.map(({ lot }) => toLot(lot)),
        counter,
      )
  }
}

function toLot({ transactionId, acquiredOn, quantity, cost, currency, known }: EngineLot): Lot {
  return { transactionId, acquiredOn, quantity, cost: cost.inReport, currency, costKnown: known }
}

function entryOf(movement: Movement): LotEntry {
  const { id, type, groupId, amount, costBasis } = movement
  const traded = type === 'BUY' || type === 'SELL'
  const cost = traded ? negate(amount) : (costBasis ?? ZERO)
  return {
    kind: kindOf(type, groupId),
    transactionId: id,
    brokerId: movement.brokerId,
    assetId: movement.assetId,
    date: movement.date,
    timed: movement.time != null,
    quantity: movement.quantity,
    worth: cost === ZERO ? NO_COST : { inReport: cost, inAsset: cost, paid: cost },
    known: traded || costBasis !== null,
    realises: true,
    groupId,
    costShare: movement.costShare,
    currency: movement.currency,
    specificLots: movement.lots ?? null,
  }
}
