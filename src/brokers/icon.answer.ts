import { notModified } from '../http/etag.ts'
import type { HttpContext } from '../http/route.ts'
import { FILE_POLICY, sendStored } from '../http/stored-file.ts'
import { AppError } from '../shared/errors.ts'
import { openUpload } from '../uploads/service.ts'
import { iconOf } from './icon.ts'
import { getBroker } from './service.ts'

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
