/** The one file in a ZIP archive of a publisher. */
import { AppError } from '#src/shared/errors.ts'
import { sourceError } from './http.ts'
import { ReportRefusal } from './refusal.ts'
import { listZip } from './zip.ts'

/** The first file whose name ends so, unpacked; at most `maxBytes`. Throws AppError `source/format` or `source/too-large`. */
export async function unzipFile(archive: Uint8Array, ending: string, maxBytes: number, source: string): Promise<Uint8Array> {
  const tooLarge = () => sourceError('too-large', `${source} sent an archive of more than ${maxBytes} bytes; stopped.`)
  try {
    const file = (await listZip(archive)).find((one) => one.name.endsWith(ending))
    if (file === undefined) throw sourceError('format', `${source} sent an archive without a file ${ending}.`)
    if (file.size > maxBytes) throw tooLarge()
    return await file.read()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (cause instanceof ReportRefusal && cause.code === 'zip-bomb') throw tooLarge()
    throw sourceError('format', `${source} sent an archive that cannot be opened: it may be cut off.`, { cause })
  }
}
