import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inSnapshot } from '#db/snapshot.ts'
import { visibleBrokerIds } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { streamTransactions, type TransactionText } from '../../transactions/carried.service.ts'

/** A ledger as it was at one moment, in a file of lines of JSON; `close` removes it. */
export type Spool = {
  readonly brokerIds: readonly number[]
  readonly assetIds: ReadonlySet<number>
  readonly count: number
  readonly lines: () => AsyncGenerator<readonly TransactionText[]>
  readonly close: () => Promise<void>
}

const LINES_A_PIECE = 500

/** Every transaction that the caller may read, by day and id, of one state of the database: what is committed meanwhile is not half there. */
export async function spoolLedger(ctx: Ctx): Promise<Spool> {
  const path = join(ctx.folders.temporary, crypto.randomUUID())
  const close = () => rm(path, { force: true })
  const assetIds = new Set<number>()
  try {
    const { brokerIds, count } = await inSnapshot(ctx.reader, (reader) => write({ ...ctx, reader }, path, assetIds))
    return { brokerIds, assetIds, count, close, lines: () => readLines(path) }
  } catch (error) {
    await close()
    throw error
  }
}

async function write(ctx: Ctx, path: string, assetIds: Set<number>): Promise<{ brokerIds: number[]; count: number }> {
  const brokerIds = await visibleBrokerIds(ctx)
  const writer = Bun.file(path).writer()
  const yieldWhenDue = createYielder()
  let count = 0
  try {
    for await (const lines of streamTransactions(ctx, { brokerIds }, 'date_asc')) {
      for (const line of lines) {
        if (line.asset_id !== null) assetIds.add(line.asset_id)
        writer.write(`${JSON.stringify(line)}\n`)
      }
      count += lines.length
      await writer.flush()
      await yieldWhenDue()
    }
  } finally {
    await writer.end()
  }
  return { brokerIds, count }
}

async function* readLines(path: string): AsyncGenerator<readonly TransactionText[]> {
  let piece: TransactionText[] = []
  for await (const line of linesOf(Bun.file(path).stream())) {
    piece.push(JSON.parse(line))
    if (piece.length < LINES_A_PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** The lines of a text, without their ends; a line that is longer than `maxLength` throws RangeError. */
export async function* linesOf(stream: ReadableStream<Uint8Array>, maxLength = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLength) throw new RangeError('a line is too long')
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
