/** The one file in a ZIP archive of a publisher. */
import { sourceError } from './http.ts'

/** The first file whose name ends so, unpacked; at most `maxBytes`. Throws AppError `source/format` or `source/too-large`. */
export async function unzipFile(archive: Uint8Array, ending: string, maxBytes: number, source: string): Promise<Uint8Array> {
  const { configure, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const reader = new ZipReader(new Uint8ArrayReader(archive), { checkSignature: true })
  const parts: Uint8Array[] = []
  let size = 0
  let tooLarge = false
  try {
    const entry = (await reader.getEntries()).find((one) => !one.directory && one.filename.endsWith(ending))
    if (!entry || entry.directory) throw new Error(`no ${ending} inside`)
    await entry.getData(
      new WritableStream<Uint8Array>({
        write(chunk) {
          size += chunk.byteLength
          tooLarge = size > maxBytes
          if (tooLarge) throw new Error('too large')
          parts.push(chunk)
        },
      }),
    )
  } catch (cause) {
    if (tooLarge) throw sourceError('too-large', `${source} sent an archive of more than ${maxBytes} bytes; stopped.`)
    throw sourceError('format', `${source} sent an archive that cannot be opened: it may be cut off.`, { cause })
  } finally {
    await reader.close()
  }
  return Buffer.concat(parts, size)
}
