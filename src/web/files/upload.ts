import { typed } from '../form.ts'
import { readUpload } from '../upload.ts'
import type { Receiver } from '../visit.ts'

/** Passes a file on as it arrives, and leads to it. */
export const uploadFile: Receiver = async ({ ask, request }) => {
  const { form, stream } = await readUpload(request)
  const tried = await ask.try('POST /uploads', { stream })
  return tried.ok ? { to: `/files/${tried.body.id}` } : { again: typed(form, { problem: tried.problem }) }
}
