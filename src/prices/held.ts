import { heldAssetIds, listAssetLabels } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { dayOf } from '../shared/date.ts'
import { dayText } from '../shared/day-number.ts'
import { createYielder } from '../shared/event-loop.ts'
import { gapsOf, type PriceGap, readDays } from './gaps.ts'
import { countSuspectsOf, listSuspectsOf, readPriceDays } from './held.repository.ts'
import type { PriceRange } from './prices.ts'
import type { Suspect } from './suspect.repository.ts'

type Named = { readonly asset: { readonly id: number; readonly name: string } }
type Wanted = { readonly assetIds?: readonly number[] | undefined }
type PageOf<T, After> = {
  readonly rows: readonly (T & Named)[]
  readonly next: After | null
  readonly total: number | null
}
type Request<After> = { readonly limit: number; readonly after: After | undefined; readonly count: boolean }

/** Where a page of gaps ended: the asset, and the first day of the gap. */
export type GapKey = readonly [number, string]
/** Where a page of prices that were held back ended: the day, and the asset. */
export type SuspectKey = readonly [string, number]

/** So many assets with thirty years of closes are read in a few milliseconds. */
const ASSETS_A_STEP = 8
const FIRST_DAY = '0001-01-01'

/**
 * The gaps of every asset that brokers hold which the caller has included, by asset, oldest first: for each the same as `listPriceGaps` has. An asset
 * without any price has none, unless `from` says where its prices should begin.
 */
export async function listHeldPriceGaps(
  ctx: Ctx,
  input: PriceRange & Wanted & { readonly days: number },
  { limit, after, count }: Request<GapKey>,
): Promise<PageOf<PriceGap, GapKey>> {
  const ids = (await heldAmong(ctx, input)).sort((a, b) => a - b)
  const [lastId, lastDay] = after ?? [0, '']
  const found: (PriceGap & { readonly id: number })[] = []
  let total = 0
  const start = count ? 0 : ids.findIndex((id) => id >= lastId)
  for await (const { id, gaps } of gapsByAsset(ctx, start < 0 ? [] : ids.slice(start), input)) {
    total += gaps.length
    const rest = id > lastId ? gaps : id < lastId ? [] : gaps.filter(({ from }) => from > lastDay)
    for (const gap of rest.slice(0, limit + 1 - found.length)) found.push({ id, ...gap })
    if (!count && found.length > limit) break
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const rows = await named(ctx, page, ({ id, ...gap }) => [id, gap])
  return { rows, next: last === undefined ? null : [last.id, last.from], total: count ? total : null }
}

/** What refreshes held back of the prices of every asset that brokers hold which the caller has included, newest day first, then by asset. */
export async function listHeldSuspectPrices(
  ctx: Ctx,
  input: Wanted,
  { limit, after, count }: Request<SuspectKey>,
): Promise<PageOf<Suspect, SuspectKey>> {
  const ids = await heldAmong(ctx, input)
  const found = await listSuspectsOf(ctx.reader, ids, { limit: limit + 1, after })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: await named(ctx, page, ({ assetId, ...suspect }) => [assetId, suspect]),
    next: last === undefined ? null : [last.date, last.assetId],
    total: count ? await countSuspectsOf(ctx.reader, ids) : null,
  }
}

async function heldAmong(ctx: Ctx, { assetIds }: Wanted): Promise<number[]> {
  const held = await heldAssetIds(ctx)
  return assetIds === undefined ? held : held.filter((id) => assetIds.includes(id))
}

async function* gapsByAsset(ctx: Ctx, ids: readonly number[], { from, to, days }: PriceRange & { readonly days: number }) {
  const last = to ?? dayOf(ctx.clock())
  const yieldWhenDue = createYielder()
  for (let start = 0; start < ids.length; start += ASSETS_A_STEP) {
    const step = ids.slice(start, start + ASSETS_A_STEP)
    const texts = await readPriceDays(ctx.reader, step, { from: from ?? FIRST_DAY, to: last })
    for (const id of step) {
      const present = readDays(texts.get(id) ?? '')
      const first = from ?? (present[0] === undefined ? undefined : dayText(present[0]))
      yield { id, gaps: first === undefined || first > last ? [] : gapsOf(present, { from: first, to: last }, days) }
      await yieldWhenDue()
    }
  }
}

async function named<Row, T>(ctx: Ctx, rows: readonly Row[], part: (row: Row) => readonly [number, T]): Promise<(T & Named)[]> {
  const parts = rows.map(part)
  const labels = await listAssetLabels(
    ctx,
    parts.map(([id]) => id),
  )
  return parts.map(([id, rest]) => ({ asset: { id, name: labels.get(id)?.name ?? '' }, ...rest }))
}
