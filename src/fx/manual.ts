import { inTransaction } from '#db/transaction.ts'
import type { Ctx } from '../context.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { type Leg, MANUAL, pairOf } from './catalogue.ts'
import { normaliseRate } from './convert.ts'
import {
  countForeignManualRates,
  deleteManualRates as deleteRows,
  findManualRate,
  listManualRates,
  listPairRates,
  type StoredRate,
  writeRates,
} from './rate.repository.ts'
import { requireMayAdd } from './rights.ts'
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

/** Stored rates of a pair, newest first, then by provider; without a pair those entered by hand, by pair. */
export function listRates(
  ctx: Ctx,
  filter: RateFilter,
  page: { limit: number; after?: readonly [base: string, quote: string, date: string, provider: string] | undefined },
): RateList {
  const { pair, provider, from = FIRST_DAY, to = LAST_DAY } = filter
  const [base = '', quote = '', date = '', last = ''] = page.after ?? []
  const limit = page.limit + 1
  const found = pair
    ? listPairRates(
        ctx.reader,
        { ...pair, from, to, providers: providersOf(ctx, pair, provider) },
        { limit, after: page.after && [date, last] },
      )
    : listManualRates(ctx.reader, { from, to }, { limit, after: page.after && [base, quote, date] })
  const rates = found.slice(0, page.limit)
  return { rates, next: found.length > rates.length ? (rates.at(-1) ?? null) : null }
}

function providersOf(ctx: Ctx, pair: { base: string; quote: string }, provider: string | undefined): string[] {
  const all = [...listPairProviders(ctx.reader, pair), MANUAL]
  return provider === undefined ? all : all.filter((code) => code === provider)
}

export type ManualRate = { readonly base: string; readonly quote: string; readonly date: string; readonly rate: string }

export type PutResult = { readonly added: number; readonly updated: number; readonly unchanged: number }

/**
 * Stores rates entered by hand, all or none, in either direction of a pair; the rates of providers are never touched. Throws
 * `fx/rate-repeated` for a day that comes twice, `fx/rate-early` for days after tomorrow, `fx/not-yours` for a rate that another user added, `fx/adding-restricted`.
 */
export async function putManualRates(ctx: Ctx, rates: readonly ManualRate[]): Promise<PutResult> {
  requireMayAdd(ctx)
  const rows = rates.map((one) => toRow(one, ctx.user.id))
  requireKnowable(rows, addDays(dayOf(ctx.clock()), 1))
  requireOnce(rows)
  return inTransaction(ctx, async (ctx) => {
    const before = rows.map((row) => findManualRate(ctx.db, row, row.date))
    const changed = rows.filter((row, index) => before[index]?.rate !== row.rate)
    requireOwn(ctx, rows, before)
    writeRates(ctx.db, changed)
    const added = before.filter((one) => one === undefined).length
    return { added, updated: changed.length - added, unchanged: rows.length - changed.length }
  })
}

/** Removes rates entered by hand of a pair and some days. Throws `fx/not-yours` when others added some of them: then none goes. */
export async function deleteManualRates(
  ctx: Ctx,
  input: { base: string; quote: string; from?: string | undefined; to?: string | undefined },
): Promise<void> {
  const { base, quote, from = FIRST_DAY, to = LAST_DAY } = input
  await inTransaction(ctx, async (ctx) => {
    const others = ctx.user.isSuperuser ? 0 : countForeignManualRates(ctx.db, { base, quote, from, to }, ctx.user.id)
    if (others > 0) throw notYours(`${others} of these rates were added by others; nothing was removed.`)
    deleteRows(ctx.db, { base, quote, from, to })
  })
}

function toRow({ date, ...published }: ManualRate, userId: number): StoredRate {
  const { base, quote, rate } = normaliseRate(published)
  return { base, quote, provider: MANUAL, date, rate, createdBy: userId }
}

/** Tomorrow is today somewhere. */
function requireKnowable(rows: readonly { date: string }[], tomorrow: string): void {
  const errors = rows.flatMap(({ date }, index) =>
    date > tomorrow ? [{ pointer: `/${index}/date`, detail: `Must be ${tomorrow} or earlier.` }] : [],
  )
  if (errors.length > 0)
    throw new AppError('invalid', 'fx/rate-early', 'Nobody knows the rates of days to come; nothing was stored.', { errors })
}

function requireOnce(rows: readonly (Leg & { date: string })[]): void {
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

function requireOwn(ctx: Ctx, rows: readonly StoredRate[], before: readonly (StoredRate | undefined)[]): void {
  if (ctx.user.isSuperuser) return
  const errors = before.flatMap((one, index) =>
    one === undefined || one.createdBy === ctx.user.id || one.rate === rows[index]?.rate
      ? []
      : [{ pointer: `/${index}`, detail: `Another user entered ${pairOf(one)} on ${one.date}.` }],
  )
  if (errors.length > 0) throw notYours('Some of these rates were entered by others; nothing was stored.', errors)
}

function notYours(detail: string, errors: readonly Fault[] = []): AppError {
  return new AppError('forbidden', 'fx/not-yours', detail, errors.length === 0 ? {} : { errors })
}
