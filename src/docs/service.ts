import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Config } from '../config.ts'
import type { HttpEnv } from '../http/route.ts'
import { NAME } from '../shared/version.ts'
import { pageOf, VIEWERS } from './viewers.ts'

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

/** The HTML of a viewer; its assets stand below `docs/assets`, beside the page. */
export async function readPage(viewer: keyof typeof VIEWERS): Promise<string> {
  const { findAsset } = await import('./assets.ts')
  const { styles, scripts } = VIEWERS[viewer]
  const urls = new Map<string, string>()
  for (const name of [...styles, ...scripts]) urls.set(name, `docs/assets/${(await findAsset(name)).version}/${name}`)
  return pageOf(VIEWERS[viewer], NAME, (name) => urls.get(name) ?? name)
}
