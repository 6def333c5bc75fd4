import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Config } from '../config.ts'
import type { HttpContext, HttpEnv } from '../http/route.ts'
import { assetUrl, VIEWERS, viewerPolicy } from './viewers.ts'

export type DescribedApi = { readonly json: string; readonly tag: string }

/** The document as text with its ETag. Takes a while: make it once. */
export async function readApi(
  rooms: OpenAPIHono<HttpEnv>,
  config: Pick<Config, 'basePath' | 'publicUrl'>,
): Promise<DescribedApi> {
  const [{ describeApi }, { shareParts }] = await Promise.all([import('./document.ts'), import('./share.ts')])
  const json = JSON.stringify(shareParts(describeApi(rooms, config)))
  return { json, tag: `W/"${Bun.hash(json).toString(36)}"` }
}

/** The page of a viewer and its policy; its files stand below `docs/assets`, beside the page. */
export async function readPage(c: HttpContext, viewer: keyof typeof VIEWERS): Promise<{ html: string; policy: string }> {
  const { findAsset } = await import('./assets.ts')
  const { html, scripts } = await VIEWERS[viewer](c, async (name) => assetUrl((await findAsset(name)).version, name))
  return { html, policy: viewerPolicy(scripts) }
}
