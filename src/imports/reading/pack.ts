import type { DataFolders } from '../../context.ts'
import { type ReceivedFile, receiveFile } from '../../uploads/file-store.service.ts'

/** A received file under the name that it has in the archive. */
export type PackedFile = { readonly name: string; readonly file: Pick<ReceivedFile, 'path'> }

/** The first day that an archive can name: the same files give the same bytes. */
const DAY = new Date(1980, 0, 1)

/** The files as one ZIP archive, as they are (stored), written as they are read: memory does not grow with them. */
export function packFiles(folders: Pick<DataFolders, 'temporary'>, files: readonly PackedFile[]): Promise<ReceivedFile> {
  return receiveFile(folders, chunksOf(files))
}

async function* chunksOf(files: readonly PackedFile[]): AsyncGenerator<Uint8Array, void> {
  let fail: (error: unknown) => void = () => {}
  const archive = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => {
      fail = (error) => controller.error(error)
    },
  })
  const written = write(files, archive.writable).catch((error: unknown) => fail(error))
  yield* archive.readable
  await written
}

async function write(files: readonly PackedFile[], archive: WritableStream<Uint8Array>): Promise<void> {
  const { BlobReader, ZipWriter } = await import('@zip.js/zip.js')
  const writer = new ZipWriter(archive, { level: 0, lastModDate: DAY, extendedTimestamp: false, useWebWorkers: false })
  for (const { name, file } of files) await writer.add(name, new BlobReader(Bun.file(file.path)))
  await writer.close()
}
