import { countLines } from '../access/service.ts'
import { decimal, formatDecimal, subtract } from '../shared/decimal.ts'
import { eachPiece } from '../shared/pieces.ts'
import { type Changes, collectChanges } from './balances.ts'
import { insertOpeningChange, insertRow, listRows, type Opening, type RatioSplit } from './openings.repository.ts'
import type { TxCtx } from './plan.ts'
import { deleteTransactions, type TransactionRow } from './repository.ts'

/** A line of an opening position as it shall stand; without `id` one that is new. */
export type OpeningRow = Omit<TransactionRow, 'id'> & { readonly id?: number | undefined }

/** A split by ratio that gets another quantity because what it multiplies has changed. */
export type ResizedSplit = Pick<RatioSplit, 'id' | 'date' | 'quantity'> & { readonly quantityBefore: RatioSplit['quantity'] }

/** What becomes of the openings of a unit, and of splits by ratio after them. */
export type OpeningWrite = {
  readonly unit: string
  readonly before: readonly Opening[]
  /** Those that stay as they are have the id of one in `before`; those that come back have their old one. */
  readonly after: readonly OpeningRow[]
  /** The one in `before` that was no more than its ledger needed. */
  readonly least: Opening | undefined
  readonly resized: readonly ResizedSplit[]
}

/**
 * Writes openings, adds what they move to `changes` (the caller books those), and notes it for the report whose import it belongs to, unless `reportId` is
 * `null`. Lines that change become new ones, so that whoever has read the old one sees that it is gone.
 */
export async function writeOpenings(
  ctx: TxCtx,
  { brokerId, reportId }: { readonly brokerId: number; readonly reportId: string | null },
  writes: readonly OpeningWrite[],
  changes: Changes,
): Promise<void> {
  let count = 0
  for (const { unit, before, after, least, resized } of writes) {
    const [old, stay] = [new Set(before.map(({ row }) => row.id)), new Set(after.flatMap(({ id }) => id ?? []))]
    const gone = before.filter(({ row }) => !stay.has(row.id)).map(({ row }) => row)
    const fresh = after.filter(({ id }) => id === undefined || !old.has(id))
    await remove(ctx, gone, changes)
    const staying = after.flatMap(({ id, revision }) => (id !== undefined && old.has(id) ? [[id, revision] as const] : []))
    const made = await insert(ctx, fresh, changes)
    await resize(ctx, resized, changes)
    count += fresh.length - gone.length
    if (reportId === null || gone.length + fresh.length === 0) continue
    const stood = { before: before.map(({ row }) => row), after: [...staying, ...made], least: least?.row.id ?? null }
    await insertOpeningChange(ctx.db, { reportId, brokerId, unit, ...stood })
  }
  if (count !== 0) await countLines(ctx, brokerId, count)
}

async function remove(ctx: TxCtx, rows: readonly TransactionRow[], changes: Changes): Promise<void> {
  await eachPiece(rows, async (piece) => {
    await deleteTransactions(
      ctx.db,
      piece.map(({ id }) => id),
    )
    for (const row of piece) collectChanges(changes, moveOf(row), -1)
  })
}

async function insert(ctx: TxCtx, rows: readonly OpeningRow[], changes: Changes): Promise<(readonly [number, number])[]> {
  const made: (readonly [number, number])[] = []
  await eachPiece(rows, async (piece) => {
    for (const row of piece) {
      made.push([await insertRow(ctx.db, row), row.revision])
      collectChanges(changes, moveOf(row))
    }
  })
  return made
}

/** Gives splits other quantities: what they multiply has changed. */
async function resize(ctx: TxCtx, resized: OpeningWrite['resized'], changes: Changes): Promise<void> {
  const sizes = new Map(resized.map(({ id, quantity }) => [id, quantity]))
  for (const { id, ...row } of await listRows(ctx.db, [...sizes.keys()])) {
    const quantity = sizes.get(id) ?? decimal(row.quantity)
    const moved = subtract(quantity, decimal(row.quantity))
    await deleteTransactions(ctx.db, [id])
    await insertRow(ctx.db, { ...row, quantity: formatDecimal(quantity) })
    collectChanges(changes, { ...moveOf(row), quantity: moved }, 1)
  }
}

function moveOf({ broker_id, date, asset_id, quantity, amount, currency }: OpeningRow) {
  return { brokerId: broker_id, date, assetId: asset_id, quantity: decimal(quantity), amount: decimal(amount), currency }
}
