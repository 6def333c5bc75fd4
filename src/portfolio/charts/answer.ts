import { readPreferences } from '../../auth/preferences.service.ts'
import type { Ctx } from '../../context.ts'
import { notModified } from '../../http/etag.ts'
import type { HttpContext } from '../../http/route.ts'
import { findLanguage } from '../../shared/language.ts'
import type { CommonKeys } from '../answer.ts'
import { keptText } from '../kept.ts'
import { type Asked, resolveQuery } from '../request.ts'
import { createLocale, type Locale } from './locale.ts'
import { type Look, SIZE } from './look.ts'

/** Query keys that every picture takes, in wire names. */
type ChartKeys = Omit<CommonKeys, 'format'> & { readonly [K in keyof Look]?: Look[K] | undefined }

type Order = { readonly ctx: Ctx; readonly asked: Asked; readonly look: Look; readonly locale: Locale }

/** What draws a chart, loaded with the first picture of its kind. */
export type LoadChart = () => Promise<(order: Order) => string>

/** No script, no frame, no request; the style of the picture itself. */
const SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** Answers a picture as SVG, from what is kept where nothing has changed since. `extra` = whatever else it depends on. */
export async function answerSvg(
  c: HttpContext,
  name: string,
  query: ChartKeys,
  extra: unknown,
  load: LoadChart,
): Promise<Response> {
  const svg = await drawn(c.var.ctx, name, { query, extra, load }, (look) => look)
  c.header('Content-Security-Policy', SVG_POLICY)
  return tagged(c, svg) ? c.body(null, 304) : c.body(svg, 200, { 'Content-Type': 'image/svg+xml' })
}

/** The same as PNG, drawn with the fonts of the executable. */
export async function answerPng(
  c: HttpContext,
  name: string,
  query: ChartKeys,
  extra: unknown,
  load: LoadChart,
): Promise<Response> {
  const svg = await drawn(c.var.ctx, name, { query, extra, load }, forPng)
  if (tagged(c, svg)) return c.body(null, 304)
  const { keptPng } = await import('./kept-png.ts')
  return c.body(await keptPng(svg), 200, { 'Content-Type': 'image/png' })
}

async function drawn(
  ctx: Ctx,
  name: string,
  { query, extra, load }: { query: ChartKeys; extra: unknown; load: LoadChart },
  adapt: (look: Look) => Look,
): Promise<string> {
  const asked = resolveQuery(ctx, {
    brokerIds: query.broker_ids,
    currency: query.currency,
    method: query.method,
    scope: query.scope,
    owned: query.owned,
    from: query.from,
    to: query.to ?? query.as_of,
  })
  const look = adapt(lookOf(ctx, query))
  const draw = await load()
  const key = JSON.stringify([`charts/${name}`, ctx.user.id, asked, extra, look])
  return keptText(ctx, key, () => draw({ ctx, asked, look, locale: createLocale(look.language, asked.currency) }))
}

function lookOf(ctx: Ctx, query: ChartKeys): Look {
  const preferences = readPreferences(ctx.reader, ctx.user.id)
  return {
    width: query.width ?? SIZE.width.default,
    height: query.height ?? SIZE.height.default,
    theme: query.theme ?? preferences.theme,
    language: findLanguage(query.language ?? preferences.language) ?? 'en',
  }
}

/** Scripts that the fonts in the executable have letters of. */
const SCRIPTS = new Set(['Latn', 'Cyrl', 'Grek', 'Armn', 'Geor', 'Hebr', 'Arab'])

/** Nobody's system says whether a PNG is to be dark, and nobody's fonts fill in for the embedded ones. */
function forPng(look: Look): Look {
  const { script = 'Latn' } = new Intl.Locale(look.language).maximize()
  return { ...look, theme: look.theme === 'dark' ? 'dark' : 'light', language: SCRIPTS.has(script) ? look.language : 'en' }
}

/** Tags the answer by what the picture is made of; whether the caller has it already. */
function tagged(c: HttpContext, svg: string): boolean {
  const tag = `"${new Bun.CryptoHasher('sha256').update(c.req.path).update(svg).digest('hex')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  return notModified(c, tag)
}
