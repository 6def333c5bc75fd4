import type { Ctx } from '../context.ts'
import { notModified } from '../http/etag.ts'
import type { HttpContext } from '../http/route.ts'
import { FILE_POLICY, sendStored } from '../http/stored-file.ts'
import { AppError } from '../shared/errors.ts'
import { openUpload } from '../uploads/service.ts'
import { type Broker, getBroker } from './service.ts'

/** Where a broker's icon comes from: an uploaded image, else its plugin's; `null` when it has neither. */
export function iconOf(
  ctx: Pick<Ctx, 'plugins'>,
  broker: Pick<Broker, 'icon' | 'importPlugin'>,
): { uploadId: string } | { svg: string } | null {
  if (broker.icon !== null) return { uploadId: broker.icon }
  const svg = ctx.plugins.brim.find((plugin) => plugin.code === broker.importPlugin)?.assets['icon.svg']
  return svg === undefined ? null : { svg }
}

/** Sends a broker's icon. Needs VIEWER; `broker/no-icon` when there is none. */
export async function answerBrokerIcon(c: HttpContext, id: number): Promise<Response> {
  const icon = iconOf(c.var.ctx, await getBroker(c.var.ctx, id))
  if (icon === null) throw new AppError('not-found', 'broker/no-icon', 'This broker has no icon.')
  if ('uploadId' in icon) return sendStored(c, await openUpload(c.var.ctx, icon.uploadId))
  const tag = `"${new Bun.CryptoHasher('sha256').update(icon.svg).digest('hex')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  c.header('Content-Security-Policy', FILE_POLICY)
  return notModified(c, tag) ? c.body(null, 304) : c.body(icon.svg, 200, { 'Content-Type': 'image/svg+xml' })
}
