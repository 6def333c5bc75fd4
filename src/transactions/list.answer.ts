import type { z } from '@hono/zod-openapi'
import { readDataVersion } from '#db/data-version.ts'
import { type AssetLabel, listAssetLabels } from '../assets/service.ts'
import { type CachePolicy, cachedLoad, cachesOf } from '../cache.ts'
import type { Ctx } from '../context.ts'
import { revisionTag } from '../http/etag.ts'
import { wantsCsv } from '../http/finish.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import type { HttpContext } from '../http/route.ts'
import { isDay } from '../shared/date.ts'
import { yieldToEventLoop } from '../shared/event-loop.ts'
import { exportHeader, exportRows } from './csv.ts'
import type { TransactionQuery } from './list.schema.ts'
import {
  type ListInput,
  listTransactions,
  listWithBalances,
  type PageRequest,
  streamTransactions,
  type TransactionFilter,
  type TransactionText,
  visibleTo,
} from './list.ts'
import { getTransaction, getWithBalance } from './service.ts'
import { type ExpandedAsset, toWire } from './wire.ts'

type Query = z.infer<typeof TransactionQuery>
type Expand = Query['expand']
/** What a list is narrowed to, as it comes in. */
export type FilterQuery = Omit<Query, 'expand' | 'order' | 'format' | 'limit' | 'cursor' | 'count'>

/** A line with what is shown beside it, which is written on it: to copy its columns takes as long as everything else here. */
type Shown = TransactionText & { asset?: ExpandedAsset | null; balance_after?: string | null }

/** The list as JSON page or CSV stream. */
export async function answerList(c: HttpContext, query: Query): Promise<Response> {
  const order = query.order ?? 'date_desc'
  const filter = filterOf(query)
  if (wantsCsv(c, query.format)) {
    c.header('Content-Disposition', 'attachment; filename="transactions.csv"')
    return c.body(csvStream(c.var.ctx, filter, order), 200, { 'Content-Type': 'text/csv; charset=utf-8' })
  }
  const after = query.cursor === undefined ? undefined : decodePlace(query.cursor, order)
  const wanted = { order, limit: query.limit ?? DEFAULT_LIMIT, after, count: query.count ?? false, expand: query.expand }
  const page = await rememberedPage(c.var.ctx, await visibleTo(c.var.ctx, filter), wanted)
  setPageHeaders(c, page)
  return c.body(page.body, 200, { 'Content-Type': 'application/json' })
}

type Wanted = PageRequest & { readonly count: boolean; readonly expand: Expand }
/** A page as it leaves. */
type Page = { readonly body: string; readonly nextCursor: string | null; readonly total: number | null }

const MOST_CHARACTERS = 4_000_000
/** A search that finds nothing has an empty page, and takes memory by what it asks for. */
const MOST_PAGES = 1_000
/** Most people look at the same page again, and front ends ask for it every minute. */
const pages: CachePolicy<Page> = {
  name: 'pages of transactions',
  most: MOST_CHARACTERS,
  sizeOf: ({ body }) => Math.max(body.length, MOST_CHARACTERS / MOST_PAGES),
}

/** A page of lines that the caller may see, read again after any commit, by whatever process. */
async function rememberedPage(ctx: Ctx, visible: TransactionFilter, wanted: Wanted): Promise<Page> {
  const inputs = [ctx.reader, await readDataVersion(ctx.reader)]
  return await cachedLoad(cachesOf(ctx), pages, JSON.stringify([visible, wanted]), inputs, () => readPage(ctx, visible, wanted))
}

async function readPage(ctx: Ctx, visible: TransactionFilter, { count, expand, ...place }: Wanted): Promise<Page> {
  const page = wantsBalance(expand)
    ? await listWithBalances(ctx, visible, place, count)
    : { ...(await listTransactions(ctx, visible, place, count)), balanceAfter: () => null }
  const assetOf = await expandedAssets(ctx, page.lines, expand)
  const lines: readonly Shown[] = page.lines
  for (const line of lines) {
    line.asset = assetOf(line.asset_id)
    line.balance_after = page.balanceAfter(line.id)
  }
  const nextCursor = page.next && encodeCursor([place.order, ...page.next])
  return { body: JSON.stringify(lines), nextCursor, total: page.total }
}

/** One line, with what is expanded. */
export async function answerLine(c: HttpContext, id: number, expand: Expand) {
  const { ctx } = c.var
  const { line, balanceAfter } = wantsBalance(expand)
    ? await getWithBalance(ctx, id)
    : { line: await getTransaction(ctx, id), balanceAfter: null }
  const assetOf = await expandedAssets(ctx, [{ asset_id: line.assetId }], expand)
  c.header('ETag', revisionTag(line.revision))
  return c.json(toWire(line, { asset: assetOf(line.assetId), balanceAfter }), 200)
}

function wantsBalance(expand: Expand): boolean {
  return expand?.includes('balance') === true
}

/** The assets of these lines in one statement, where they are to be shown. */
async function expandedAssets(
  ctx: Ctx,
  lines: readonly { readonly asset_id: number | null }[],
  expand: Expand,
): Promise<(assetId: number | null) => ExpandedAsset | null> {
  if (expand?.includes('asset') !== true) return () => null
  const labels = await listAssetLabels(
    ctx,
    lines.flatMap((line) => line.asset_id ?? []),
  )
  return (id) => {
    const label = id === null ? undefined : labels.get(id)
    return id === null || label === undefined ? null : { id, ...label }
  }
}

function decodePlace(cursor: string, order: string): readonly [string, number] {
  const shape = ['string', 'string', 'number'] as const
  const [, date, id] = decodeCursor(cursor, shape, ([of, day, last]) => of === order && isDay(day) && Number.isSafeInteger(last))
  return [date, id]
}

/** The names of the domain. */
export function filterOf(query: FilterQuery): ListInput {
  return {
    brokerIds: query.broker_ids,
    assetIds: query.asset_ids,
    types: query.types,
    currencies: query.currencies,
    from: query.from,
    to: query.to,
    tags: query.tags,
    account: query.account,
    q: query.q,
    reportId: query.report_id,
    groupId: query.group_id,
  }
}

function csvStream(ctx: Ctx, filter: ListInput, order: 'date_desc' | 'date_asc'): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const chunks = streamTransactions(ctx, filter, order)
  const labels = new Map<number, AssetLabel>()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(exportHeader())),
    async pull(controller) {
      await yieldToEventLoop()
      const { value, done } = await chunks.next()
      if (done) return controller.close()
      const missing = value.flatMap((line) =>
        typeof line.asset_id === 'number' && !labels.has(line.asset_id) ? line.asset_id : [],
      )
      for (const [id, label] of await listAssetLabels(ctx, missing)) labels.set(id, label)
      controller.enqueue(encoder.encode(exportRows(value, (id) => labels.get(id))))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
