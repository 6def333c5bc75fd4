import { sightOf } from '#db/sight.ts'
import { notModified } from '../../http/etag.ts'
import type { HttpContext } from '../../http/route.ts'
import type { Bytes } from '../../shared/output.ts'
import { runTask } from '../../task.ts'
import { type CommonKeys, queryOf } from '../answer.ts'
import { cachedOutput } from '../cached-output.ts'
import { resolveQuery } from '../ledger/request.ts'
import { type ChartOrder, chartTask } from './chart.task.ts'
import { forPng, type GivenLook, lookOf } from './look.ts'
import type { ChartOptions } from './options.ts'

/** Query keys that every picture takes, in wire names. */
type ChartKeys = Omit<CommonKeys, 'format'> & GivenLook

/** No script, no frame, no request; the style of the picture itself. */
const SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** Answers a picture as SVG, from the cache where nothing has changed since. */
export async function answerSvg(c: HttpContext, order: ChartOrder, query: ChartKeys): Promise<Response> {
  const svg = await drawn(c, order, query, (options) => options)
  c.header('Content-Security-Policy', SVG_POLICY)
  return tagged(c, svg) ? c.body(null, 304) : c.body(svg, 200, { 'Content-Type': 'image/svg+xml' })
}

/** The same as PNG, drawn with the fonts of the executable. */
export async function answerPng(c: HttpContext, order: ChartOrder, query: ChartKeys): Promise<Response> {
  const svg = await drawn(c, order, query, forPng)
  if (tagged(c, svg)) return c.body(null, 304)
  const { cachedPng } = await import('./png-cache.ts')
  return c.body(await cachedPng(c.var.deps, new TextDecoder().decode(svg)), 200, { 'Content-Type': 'image/png' })
}

async function drawn(
  c: HttpContext,
  order: ChartOrder,
  query: ChartKeys,
  adapt: (options: ChartOptions) => ChartOptions,
): Promise<Bytes> {
  const { ctx } = c.var
  const request = await resolveQuery(ctx, { ...queryOf(query), to: query.to ?? query.as_of, asOf: undefined })
  const options = adapt(await lookOf(ctx, query))
  const key = JSON.stringify(['chart', sightOf(ctx.user), request, order, options])
  const { signal } = c.req.raw
  const output = await cachedOutput(ctx, key, (signal) => runTask(ctx, chartTask, { order, request, options }, signal), signal)
  if ('bytes' in output) return output.bytes
  throw new Error('a picture is in memory')
}

/** Tags the answer by what the picture is made of; whether the caller has it already. */
function tagged(c: HttpContext, svg: Bytes): boolean {
  const tag = `"${new Bun.CryptoHasher('sha256').update(c.req.path).update(svg).digest('hex')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  return notModified(c, tag)
}
