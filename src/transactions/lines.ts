import { type Allowance, countLines, requireRole } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { readInPieces } from '../shared/pieces.ts'
import type { Creation, TxCtx, WriteCtx } from './plan.ts'
import { listGroupLegs, listTransactionsById } from './repository.ts'
import type { Transaction } from './transaction.ts'

/** The lines of these ids, in that order. Needs EDITOR at their brokers; a line that is not there or not visible is `transaction/not-found`. */
export async function requireLines(ctx: WriteCtx, wanted: readonly { id: number; pointer: string }[]): Promise<Transaction[]> {
  const ids = wanted.map((item) => item.id)
  const lines = await readInPieces(ids, async (piece) => await listTransactionsById(ctx.db, piece))
  const found = new Map(lines.map((line) => [line.id, line]))
  const sorted: Transaction[] = []
  for (const { id, pointer } of wanted) {
    const line = found.get(id)
    if (!line) throw notFound(pointer)
    await orNotFound(requireEditorAt(ctx, line.brokerId), pointer)
    sorted.push(line)
  }
  return sorted
}

/** The lines with every leg of their groups. Needs EDITOR at every broker of the groups. */
export async function withGroups(ctx: WriteCtx, lines: readonly Transaction[]): Promise<Transaction[]> {
  const groups = new Set(lines.flatMap((line) => line.groupId ?? []))
  const legs = await readInPieces([...groups], async (piece) => await listGroupLegs(ctx.db, piece))
  for (const brokerId of new Set(legs.map((leg) => leg.brokerId))) await requireLegs(ctx, brokerId)
  return [...new Map([...lines, ...legs].map((line) => [line.id, line])).values()]
}

async function requireLegs(ctx: WriteCtx, brokerId: number): Promise<void> {
  try {
    await requireEditorAt(ctx, brokerId)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
    const detail = 'Another leg of its group is at a broker that you have no access to; only an EDITOR of both can remove them.'
    throw new AppError('forbidden', 'transaction/group-elsewhere', detail)
  }
}

async function requireEditorAt(ctx: WriteCtx, brokerId: number): Promise<void> {
  if (!ctx.editable.has(brokerId)) ctx.editable.set(brokerId, await requireRole(ctx, brokerId, 'EDITOR'))
}

/** Counts the new lines of a request at their brokers, before they are checked. Needs EDITOR at each; the refusal names the first line there. */
export async function countCreations(ctx: WriteCtx, items: readonly Creation[]): Promise<void> {
  for (const [brokerId, [first, ...others]] of Map.groupBy(items, ({ input }) => input.brokerId)) {
    try {
      ctx.editable.set(brokerId, await countLines(ctx, brokerId, 1 + others.length))
    } catch (error) {
      throw error instanceof AppError ? located(error, `${first?.pointer ?? ''}/broker_id`) : error
    }
  }
}

/** Counts lines that go at their brokers. Needs EDITOR at each. */
export async function countDeletions(ctx: TxCtx, lines: readonly Transaction[]): Promise<Map<number, Allowance>> {
  const allowances = new Map<number, Allowance>()
  for (const [brokerId, { length }] of Map.groupBy(lines, (line) => line.brokerId))
    allowances.set(brokerId, await countLines(ctx, brokerId, -length))
  return allowances
}

/** Throws `transaction/not-found` when the line is at a broker of strangers. */
export async function requireVisible(ctx: Ctx, line: Transaction): Promise<void> {
  await orNotFound(requireRole(ctx, line.brokerId, 'VIEWER'), '')
}

/** A refusal that names the place of a line; the broker of strangers is a line that is not there. */
async function orNotFound(role: Promise<unknown>, pointer: string): Promise<void> {
  try {
    await role
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw error.kind === 'not-found' ? notFound(pointer) : located(error, pointer)
  }
}

function located(error: AppError, pointer: string): AppError {
  const errors = pointer === '' ? {} : { errors: [{ pointer, detail: error.detail }] }
  return new AppError(error.kind, error.code, error.detail, { ...error.extras, ...errors })
}

/** The refusal of a line that is not there or not visible. */
export function notFound(pointer = ''): AppError {
  const detail = 'There is no such transaction, or you have no access to it.'
  return located(new AppError('not-found', 'transaction/not-found', detail), pointer)
}
