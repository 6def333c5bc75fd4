import type { Tx } from '#db/connection.ts'
import type { NamedLot } from '../lots/lot.ts'
import { absolute, add, type Decimal, formatDecimal, multiplyDivide, subtract, sum, ZERO } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { isCarriedLot, listPosition, type PositionLine } from './named-lots.repository.ts'
import type { TransactionFields, TransactionInput } from './transaction.ts'
import type { Report } from './units.ts'

/** Checks what a line says about its lots, without looking at them. */
export function checkNamedLots(input: TransactionInput, fault: Report): void {
  const { lots, quantity } = input
  if (lots == null) return
  const outgoing = (input.type === 'SELL' || input.type === 'TRANSFER') && quantity != null && quantity < ZERO
  if (!outgoing) fault('lots', 'Only a SELL or an outgoing TRANSFER says which lots it takes.')
  else if (new Set(lots.map((lot) => lot.lotId)).size < lots.length) fault('lots', 'Names a lot twice.')
  else if (lots.some((lot) => lot.quantity <= ZERO)) fault('lots', 'Quantities of lots must be greater than 0.')
  else if (sum(lots.map((lot) => lot.quantity)) !== absolute(quantity))
    fault('lots', `The lots must add up to the quantity, ${formatDecimal(absolute(quantity))}.`)
}

/** A written line that names lots, and where it stands in the request. */
export type Naming = {
  readonly id: number
  readonly pointer: string
  readonly fields: Pick<TransactionFields, 'brokerId' | 'assetId' | 'lots'>
}

/**
 * Requires that the named lots are there when the lines take them: opened at the same broker and asset by then, or carried there, and not taken by
 * other lines that name them. What lines without names take depends on the method of a report, so it does not count here. Throws
 * `transaction/lot-unknown` (422) or `transaction/lot-too-small` (409).
 */
export async function requireNamedLots(db: Tx, namings: readonly Naming[]): Promise<void> {
  const positions = Map.groupBy(namings, ({ fields }) => `${fields.brokerId}:${fields.assetId}`)
  for (const group of positions.values()) {
    const [first] = group
    if (first === undefined || first.fields.assetId === null) continue
    await checkPosition(db, { brokerId: first.fields.brokerId, assetId: first.fields.assetId }, group)
  }
}

type Position = { readonly brokerId: number; readonly assetId: number }
type Walk = { readonly left: Map<number, Decimal>; held: Decimal }

async function checkPosition(db: Tx, position: Position, namings: readonly Naming[]): Promise<void> {
  const walk: Walk = { left: new Map(), held: ZERO }
  const checked = new Map(namings.map((naming) => [naming.id, naming]))
  const wanted = new Set(namings.flatMap(({ fields }) => fields.lots?.map((lot) => lot.lotId) ?? []))
  for (const day of Map.groupBy(await listPosition(db, position), (line) => line.date).values()) {
    for (const line of day) if (line.type === 'SPLIT') split(walk, line)
    for (const line of day) if (line.type !== 'SPLIT' && line.time === null) open(walk, line)
    for (const line of day) {
      if (line.type === 'SPLIT') continue
      if (line.time !== null) open(walk, line)
      walk.held = add(walk.held, line.quantity)
      for (const lot of line.lots ?? []) {
        const fault =
          take(walk, lot) ??
          (walk.left.has(lot.lotId) || (await isCarriedLot(db, position, lot.lotId)) ? undefined : unknown(lot))
        const blamed = checked.get(line.id) ?? (wanted.has(lot.lotId) ? namings.find((naming) => names(naming, lot)) : undefined)
        if (fault !== undefined && blamed !== undefined) throw refusal(fault, blamed, lot)
      }
    }
  }
}

function names({ fields }: Naming, lot: NamedLot): boolean {
  return fields.lots?.some((one) => one.lotId === lot.lotId) === true
}

/** Legs of transfers and exchanges bring lots that were opened elsewhere. */
function open({ left }: Walk, { id, quantity, type, groupId }: PositionLine): void {
  const isLeg = groupId !== null && (type === 'TRANSFER' || type === 'EXCHANGE')
  if (quantity > ZERO && !isLeg) left.set(id, quantity)
}

function split(walk: Walk, { quantity }: PositionLine): void {
  const after = add(walk.held, quantity)
  if (walk.held !== ZERO) for (const [id, units] of walk.left) walk.left.set(id, multiplyDivide(units, after, walk.held))
  walk.held = after
}

type Refused = { readonly code: 'lot-unknown' | 'lot-too-small'; readonly detail: string }

function take({ left }: Walk, { lotId, quantity }: NamedLot): Refused | undefined {
  const units = left.get(lotId)
  if (units === undefined) return undefined
  if (units >= quantity) {
    left.set(lotId, subtract(units, quantity))
    return undefined
  }
  const detail = `Lot ${lotId} has ${formatDecimal(units)} units that no other transaction names, fewer than the ${formatDecimal(quantity)} named here.`
  return { code: 'lot-too-small', detail }
}

function unknown({ lotId }: NamedLot): Refused {
  const detail = `There is no lot ${lotId} of this asset at this broker by then. A lot has the id of the transaction that opened it; GET /portfolio/holdings?lots=true lists them.`
  return { code: 'lot-unknown', detail }
}

function refusal({ code, detail }: Refused, { pointer, fields }: Naming, lot: NamedLot): AppError {
  const index = fields.lots?.findIndex((one) => one.lotId === lot.lotId) ?? 0
  const errors: Fault[] = [{ pointer: `${pointer}/lots/${index}`, detail }]
  return new AppError(code === 'lot-unknown' ? 'invalid' : 'conflict', `transaction/${code}`, detail, { errors })
}
