import type { CalendarSpan } from '#db/days.ts'
import { inTransaction } from '#db/transaction.ts'
import { getAsset, noteChange, requireWritable } from '../assets/service.ts'
import { type Ctx, now } from '../context.ts'
import { dayOf } from '../shared/date.ts'
import { dayNumber } from '../shared/day-number.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { gapsOf, type PriceGap } from './gaps.ts'
import { closeText, foreignFaults, rangeOf, sameAs } from './own-prices.ts'
import {
  countForeignPrices,
  deletePrices as deleteRows,
  describePrices,
  findFirstDay,
  listPriceDays,
  listPricePage,
  type PriceRow,
  readPrices,
  writePrices,
} from './repository.ts'
import { type PriceInput, pointerOf, toRows } from './rows.ts'
import { deleteSuspects, listSuspects, rejectSuspects, type Suspect } from './suspect.repository.ts'
import { countThinned, listThinned } from './thinned.repository.ts'

export type PricesWritten = { readonly added: number; readonly updated: number; readonly unchanged: number }

const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const ROWS_A_STEP = 500
const ROWS_A_PAGE = 5000

/** Both days included. */
export type PriceRange = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Prices of an asset: all of a range, or the last one of each week or month. */
export type Wish = PriceRange & { readonly id: number; readonly every?: CalendarSpan | undefined }

/** Prices of an asset, newest first; `next` is the day before which the next page begins. Throws `asset/not-found`. */
export async function listPrices(
  ctx: Ctx,
  wish: Wish,
  page: { limit: number; before?: string | undefined },
  count: boolean,
): Promise<Page & { total: number | null }> {
  await getAsset(ctx, wish.id)
  return { ...(await readPage(ctx, wish, page)), total: count ? await countPrices(ctx, wish) : null }
}

/** The same in pages, to the last one; no read stays open between them. Throws `asset/not-found` at once. */
export async function streamPrices(ctx: Ctx, wish: Wish) {
  await getAsset(ctx, wish.id)
  return pagesOf(ctx, wish)
}

async function* pagesOf(ctx: Ctx, wish: Wish): AsyncGenerator<readonly PriceRow[]> {
  for (let before: string | undefined; ; ) {
    const { prices, next } = await readPage(ctx, wish, { limit: ROWS_A_PAGE, before })
    if (prices.length > 0) yield prices
    if (next === null) return
    before = next
  }
}

type Page = { readonly prices: readonly PriceRow[]; readonly next: string | null }

async function readPage(ctx: Ctx, wish: Wish, page: { limit: number; before?: string | undefined }): Promise<Page> {
  const { id, every, from = FIRST_DAY, to = LAST_DAY } = wish
  const limit = page.limit + 1
  if (every === undefined) {
    const found = await listPricePage(ctx.reader, id, { from, to }, { ...page, limit })
    const prices = found.slice(0, page.limit)
    return { prices, next: found.length > prices.length ? (prices.at(-1)?.date ?? null) : null }
  }
  const found = await listThinned(ctx.reader, every, { assetId: id, from, to, limit, before: page.before })
  const shown = found.slice(0, page.limit)
  const prices = shown.map(({ since: _, ...price }) => price)
  return { prices, next: found.length > shown.length ? (shown.at(-1)?.since ?? null) : null }
}

async function countPrices(ctx: Ctx, { id, every, from = FIRST_DAY, to = LAST_DAY }: Wish): Promise<number> {
  if (every !== undefined) return await countThinned(ctx.reader, every, { assetId: id, from, to })
  return (await describePrices(ctx.reader, id, { from, to })).count
}

/** What a refresh held back and waits for somebody, or with `isRejected` what was rejected of it, newest first. Throws `asset/not-found`. */
export async function listSuspectPrices(ctx: Ctx, id: number, isRejected: boolean): Promise<Suspect[]> {
  await getAsset(ctx, id)
  return await listSuspects(ctx.reader, id, isRejected)
}

/**
 * Rejects what was held back on some days, or all of it: the same closes of the same source are neither noted nor stored again. Throws what `requireWritable`
 * throws, and, where `shared_data` is `everyone`, `price/not-yours` (403) where others added the asset, as for closes of providers.
 */
export async function rejectSuspectPrices(
  ctx: Ctx,
  { id, from = FIRST_DAY, to = LAST_DAY }: PriceRange & { id: number },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { asset, right } = await requireWritable(ctx, id)
    if (right === 'own' && asset.createdBy !== ctx.user.id) throw notYours('What was held back is not yours to reject.')
    const rejected = await rejectSuspects(ctx.db, id, { from, to }, { at: now(ctx), userId: ctx.user.id })
    const [only] = rejected
    if (only === undefined) return
    const count = rejected.length
    const days = { firstDay: only.date, lastDay: rejected.at(-1)?.date }
    await noteChange(ctx, id, { action: 'prices-rejected', count, ...days, old: count > 1 ? null : closeText(only) })
    ctx.log.info('prices rejected', { asset_id: id, user_id: ctx.user.id, count })
  })
}

/** Runs of at least `days` days without a price, from `from` (else the first price) to `to` (else today). Throws `asset/not-found`. */
export async function listPriceGaps(ctx: Ctx, input: PriceRange & { id: number; days: number }): Promise<PriceGap[]> {
  await getAsset(ctx, input.id)
  const from = input.from ?? (await findFirstDay(ctx.reader, input.id))
  const to = input.to ?? dayOf(ctx.clock())
  if (from === undefined || from > to) return []
  const dates = await listPriceDays(ctx.reader, input.id, { from, to })
  return gapsOf(
    dates.map((date) => dayNumber(date)),
    { from, to },
    input.days,
  )
}

/**
 * Stores prices entered by hand, all or none; they settle what was held back on these days. Throws what `requireWritable` throws, `price/repeated` and
 * `price/invalid` (422, see `toRows`), and, where `shared_data` is `everyone`, `price/not-yours` (403) for prices that are not the caller's to change.
 */
export async function putPrices(ctx: Ctx, id: number, prices: readonly PriceInput[]): Promise<PricesWritten> {
  const { asset } = await requireWritable(ctx, id)
  const rows = await toRows(prices, { currency: asset.currency, today: dayOf(ctx.clock()), createdBy: ctx.user.id })
  const days = prices.map((one) => one.date).sort()
  const range = { from: days[0] ?? LAST_DAY, to: days.at(-1) ?? FIRST_DAY }
  return inTransaction(ctx, async (ctx) => {
    const before = new Map((await readPrices(ctx.db, id, range)).map((one) => [one.date, one]))
    const changed = rows.filter((row) => !sameAs(row, before.get(row.date)))
    if ((await requireWritable(ctx, id)).right === 'own') {
      const errors = foreignFaults(ctx, asset, rows, (index) => pointerOf(prices[index]?.line, index), before)
      if (errors.length > 0) throw notYours('Some of these prices are not yours to change; nothing was stored.', errors)
    }
    const yieldWhenDue = createYielder()
    for (let start = 0; start < changed.length; start += ROWS_A_STEP) {
      await writePrices(ctx.db, id, changed.slice(start, start + ROWS_A_STEP))
      await yieldWhenDue()
    }
    await deleteSuspects(
      ctx.db,
      id,
      rows.map((row) => row.date),
    )
    if (changed.length > 0) await noteChange(ctx, id, { action: 'prices-entered', ...rangeOf(changed, before) })
    const updated = changed.filter((row) => before.has(row.date)).length
    ctx.log.info('prices entered', { asset_id: id, user_id: ctx.user.id, count: changed.length })
    return { added: changed.length - updated, updated, unchanged: rows.length - changed.length }
  })
}

/** Removes prices of some days, or all. Throws what `requireWritable` throws, and, where `shared_data` is `everyone`, `price/not-yours` when some are not the caller's: then none goes. */
export async function deletePrices(
  ctx: Ctx,
  { id, from = FIRST_DAY, to = LAST_DAY }: PriceRange & { id: number },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { asset, right } = await requireWritable(ctx, id)
    const othersAsset = asset.createdBy !== ctx.user.id
    const others = right === 'all' ? 0 : await countForeignPrices(ctx.db, id, { from, to }, ctx.user.id, othersAsset)
    if (others > 0) throw notYours(`${others} of these prices are not yours to remove; nothing was removed.`)
    const removed = await describePrices(ctx.db, id, { from, to })
    if (removed.count > 0) await noteChange(ctx, id, { action: 'prices-removed', ...removed })
    await deleteRows(ctx.db, id, { from, to })
  })
}

function notYours(detail: string, errors: readonly Fault[] = []): AppError {
  const rule =
    'Prices entered by hand belong to who entered them, those of providers to who added the asset; superusers may change all.'
  return new AppError('forbidden', 'price/not-yours', `${detail} ${rule}`, errors.length === 0 ? {} : { errors })
}
