import { requireRole } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { readInPieces } from '../shared/pieces.ts'
import type { Creation, TxCtx } from './plan.ts'
import { listGroupLegs, listTransactionsById } from './repository.ts'
import type { Transaction } from './transaction.ts'

/** The lines of these ids, in that order. Needs EDITOR at their brokers; a line that is not there or not visible is `transaction/not-found`. */
export async function requireLines(ctx: TxCtx, wanted: readonly { id: number; pointer: string }[]): Promise<Transaction[]> {
  const ids = wanted.map((item) => item.id)
  const lines = await readInPieces(ids, async (piece) => await listTransactionsById(ctx.db, piece))
  const found = new Map(lines.map((line) => [line.id, line]))
  const checked = new Set<number>()
  const sorted: Transaction[] = []
  for (const { id, pointer } of wanted) {
    const line = found.get(id)
    if (!line) throw notFound(pointer)
    if (!checked.has(line.brokerId)) await requireVisible(ctx, line, 'EDITOR', pointer)
    checked.add(line.brokerId)
    sorted.push(line)
  }
  return sorted
}

/** The lines with every leg of their groups. Needs EDITOR at every broker of the groups. */
export async function withGroups(ctx: TxCtx, lines: readonly Transaction[]): Promise<Transaction[]> {
  const groups = new Set(lines.flatMap((line) => line.groupId ?? []))
  const legs = await readInPieces([...groups], async (piece) => await listGroupLegs(ctx.db, piece))
  for (const brokerId of new Set(legs.map((leg) => leg.brokerId))) await requireLegs(ctx, brokerId)
  return [...new Map([...lines, ...legs].map((line) => [line.id, line])).values()]
}

async function requireLegs(ctx: Ctx, brokerId: number): Promise<void> {
  try {
    await requireRole(ctx, brokerId, 'EDITOR')
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
    const detail = 'Another leg of its group is at a broker that you have no access to; only an EDITOR of both can remove them.'
    throw new AppError('forbidden', 'transaction/group-elsewhere', detail)
  }
}

/** Needs EDITOR at the broker of every new line; the refusal names the line. */
export async function requireEditor(ctx: Ctx, items: readonly Creation[]): Promise<void> {
  const checked = new Set<number>()
  for (const { pointer, input } of items) {
    if (checked.has(input.brokerId)) continue
    checked.add(input.brokerId)
    try {
      await requireRole(ctx, input.brokerId, 'EDITOR')
    } catch (error) {
      throw error instanceof AppError ? located(error, `${pointer}/broker_id`) : error
    }
  }
}

/** Throws `transaction/not-found` when the line is at a broker of strangers, and `broker/role-too-small`. */
export async function requireVisible(ctx: Ctx, line: Transaction, role: 'VIEWER' | 'EDITOR', pointer = ''): Promise<void> {
  try {
    await requireRole(ctx, line.brokerId, role)
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
