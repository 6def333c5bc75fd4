import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Ctx } from '../context.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { MANUAL, pairOf } from './catalogue.ts'
import { normaliseRate } from './convert.ts'
import {
  countForeignManualRates,
  deleteOwnRates,
  deleteSharedRates,
  findManualRate,
  listManualRates,
  type ManualRow,
  writeOwnRates,
} from './manual.repository.ts'
import { EVERYBODY, listPairRates, type StoredRate, writeRates } from './rate.repository.ts'
import { isForEverybody, writesForAll } from './rights.ts'
import { listPairProviders } from './sync.repository.ts'

export type RateFilter = {
  readonly pair?: { readonly base: string; readonly quote: string } | undefined
  readonly provider?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export type RateList = { readonly rates: readonly StoredRate[]; readonly next: StoredRate | null }

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

/** Stored rates of a pair, newest first, then by provider; without a pair those entered by hand, by pair. Of those by hand the ones that count for the caller. */
export async function listRates(
  ctx: Ctx,
  filter: RateFilter,
  page: { limit: number; after?: readonly [base: string, quote: string, date: string, provider: string] | undefined },
): Promise<RateList> {
  const { pair, provider, from = FIRST_DAY, to = LAST_DAY } = filter
  const [base = '', quote = '', date = '', last = ''] = page.after ?? []
  const [limit, viewer] = [page.limit + 1, ctx.user.id]
  const found = pair
    ? await listPairRates(
        ctx.reader,
        { ...pair, from, to, providers: await providersOf(ctx, pair, provider), viewer },
        { limit, after: page.after && [date, last] },
      )
    : await listManualRates(ctx.reader, { from, to, viewer }, { limit, after: page.after && [base, quote, date] })
  const rates = found.slice(0, page.limit)
  return { rates, next: found.length > rates.length ? (rates.at(-1) ?? null) : null }
}

async function providersOf(ctx: Ctx, pair: { base: string; quote: string }, provider: string | undefined): Promise<string[]> {
  const all = [...(await listPairProviders(ctx.reader, pair)), MANUAL]
  return provider === undefined ? all : all.filter((code) => code === provider)
}

export type ManualRate = { readonly base: string; readonly quote: string; readonly date: string; readonly rate: string }

export type PutResult = { readonly added: number; readonly updated: number; readonly unchanged: number }

/**
 * Stores rates entered by hand, all or none, in either direction of a pair, for all or for the caller alone (`writesForAll`); the rates of
 * providers are never touched. Throws `fx/rate-repeated` for a day that comes twice, `fx/rate-early` for days after tomorrow, `fx/not-yours`
 * for a rate for all that another user added, `fx/adding-restricted`.
 */
export async function putManualRates(ctx: Ctx, rates: readonly ManualRate[]): Promise<PutResult> {
  const userId = (await writesForAll(ctx)) ? EVERYBODY : ctx.user.id
  const rows = rates.map(toRow)
  requireKnowable(rows, addDays(dayOf(ctx.clock()), 1))
  requireOnce(rows)
  return inTransaction(ctx, async (ctx) => {
    const before = await Promise.all(rows.map(async (row) => await findManualRate(ctx.db, row, row.date, userId)))
    const changed = rows.filter((row, index) => before[index]?.rate !== row.rate)
    if (userId === EVERYBODY) {
      requireOwn(ctx, rows, before)
      await writeForAll(ctx, rows, changed)
    } else await writeOwnRates(ctx.db, userId, changed)
    const added = before.filter((one) => one === undefined).length
    return { added, updated: changed.length - added, unchanged: rows.length - changed.length }
  })
}

/** What the caller had for themselves on these days would hide what they enter for all. */
async function writeForAll(
  ctx: Ctx & { readonly db: Tx },
  rows: readonly ManualRow[],
  changed: readonly ManualRow[],
): Promise<void> {
  for (const { base, quote, date } of rows) await deleteOwnRates(ctx.db, ctx.user.id, { base, quote, from: date, to: date })
  await writeRates(
    ctx.db,
    changed.map((row) => ({ ...row, provider: MANUAL, createdBy: ctx.user.id })),
  )
}

/**
 * Removes rates entered by hand of a pair and some days: one's own; with those for all where the caller may write these. Throws `fx/not-yours`
 * when others added some of them: then none goes.
 */
export async function deleteManualRates(
  ctx: Ctx,
  input: { base: string; quote: string; from?: string | undefined; to?: string | undefined },
): Promise<void> {
  const { base, quote, from = FIRST_DAY, to = LAST_DAY } = input
  const range = { base, quote, from, to }
  await inTransaction(ctx, async (ctx) => {
    await deleteOwnRates(ctx.db, ctx.user.id, range)
    if (!ctx.user.isSuperuser && !(await isForEverybody(ctx))) return
    const others = ctx.user.isSuperuser ? 0 : await countForeignManualRates(ctx.db, range, ctx.user.id)
    if (others > 0) throw notYours(`${others} of these rates were added by others; nothing was removed.`)
    await deleteSharedRates(ctx.db, range)
  })
}

function toRow({ date, ...published }: ManualRate): ManualRow {
  const { base, quote, rate } = normaliseRate(published)
  return { base, quote, date, rate }
}

/** Tomorrow is today somewhere. */
function requireKnowable(rows: readonly { date: string }[], tomorrow: string): void {
  const errors = rows.flatMap(({ date }, index) =>
    date > tomorrow ? [{ pointer: `/${index}/date`, detail: `Must be ${tomorrow} or earlier.` }] : [],
  )
  if (errors.length > 0)
    throw new AppError('invalid', 'fx/rate-early', 'Nobody knows the rates of days to come; nothing was stored.', { errors })
}

function requireOnce(rows: readonly ManualRow[]): void {
  const first = new Map<string, number>()
  const errors: Fault[] = []
  rows.forEach((row, index) => {
    const key = `${pairOf(row)} on ${row.date}`
    const before = first.get(key)
    if (before === undefined) first.set(key, index)
    else errors.push({ pointer: `/${index}`, detail: `${key} is item ${before} already.` })
  })
  if (errors.length > 0)
    throw new AppError('invalid', 'fx/rate-repeated', 'A pair has one rate a day; nothing was stored.', { errors })
}

function requireOwn(ctx: Ctx, rows: readonly ManualRow[], before: readonly Awaited<ReturnType<typeof findManualRate>>[]): void {
  if (ctx.user.isSuperuser) return
  const errors = rows.flatMap((row, index) => {
    const one = before[index]
    if (one === undefined || one.createdBy === ctx.user.id || one.rate === row.rate) return []
    return [{ pointer: `/${index}`, detail: `Another user entered ${pairOf(row)} on ${row.date}.` }]
  })
  if (errors.length > 0) throw notYours('Some of these rates were entered by others; nothing was stored.', errors)
}

function notYours(detail: string, errors: readonly Fault[] = []): AppError {
  return new AppError('forbidden', 'fx/not-yours', detail, errors.length === 0 ? {} : { errors })
}
