import { type Discardable, readMultipart } from '../http/multipart.ts'
import { clientOf } from '../http/proxy.ts'
import type { HttpContext } from '../http/route.ts'
import { invalid } from '../shared/errors.ts'
import { receiveFile } from '../uploads/file-store.service.ts'
import { getArchive, receivingRoom } from './archives.service.ts'
import { noRoom } from './refusals.ts'
import { type RestoreSource, requireRestorer } from './service.ts'

/**
 * What a request wants to be restored, a form with the file or JSON with the id of a backup, once the password proved right. Throws
 * `backup/not-found`, `auth/wrong-password`, and what forms are refused with.
 */
export async function restoreSource(
  c: HttpContext,
  body: { id?: string | undefined; password?: string | undefined },
): Promise<RestoreSource> {
  const { address } = clientOf(c)
  if (body.id !== undefined && body.password !== undefined) {
    await requireRestorer(c.var.ctx, { password: body.password, address })
    return await getArchive(c.var.ctx, body.id)
  }
  const form = await readForm(c)
  const discard = () => form.file.discard()
  try {
    await requireRestorer(c.var.ctx, { password: requirePassword(form.fields['password']), address })
    return { path: form.file.path, filename: form.filename.slice(0, MOST_CHARACTERS), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

const MOST_CHARACTERS = 200

async function readForm(c: HttpContext) {
  const { ctx } = c.var
  const rules = { maxFileBytes: await receivingRoom(ctx), tooLarge: noRoom, fields: { password: { maxLength: 256 } } }
  return await readMultipart(c, rules, (chunks): Promise<Discardable & { path: string }> => receiveFile(ctx.folders, chunks))
}

function requirePassword(password: string | undefined): string {
  if (password !== undefined && password !== '') return password
  throw invalid('request/invalid', '/form/password', 'Is missing: your own password.')
}
