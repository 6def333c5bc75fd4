import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Config } from '../config.ts'
import type { HttpContext, HttpEnv } from '../http/route.ts'
import { publishDocument } from './publish.ts'
import { assetUrl, VIEWERS, viewerPolicy } from './viewers.ts'

export type DescribedApi = { readonly json: string; readonly tag: string }

/** The document as text with its ETag; `rooms` gives the router with every room. */
export async function readApi(
  rooms: () => Promise<OpenAPIHono<HttpEnv>>,
  config: Pick<Config, 'basePath' | 'publicUrl'>,
): Promise<DescribedApi> {
  const json = await publishDocument(rooms, config)
  return { json, tag: `W/"${Bun.hash(json).toString(36)}"` }
}

/** The page of a viewer and its policy; its files stand below `docs/assets`, beside the page. */
export async function readPage(c: HttpContext, viewer: keyof typeof VIEWERS): Promise<{ html: string; policy: string }> {
  const { findAsset } = await import('./assets.ts')
  const { html, scripts } = await VIEWERS[viewer](c, async (name) =>
    assetUrl((await findAsset(c.var.deps.memory, name)).version, name),
  )
  return { html, policy: viewerPolicy(scripts) }
}
