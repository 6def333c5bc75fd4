/** Archives and workbooks for tests, honest and hostile. */
import { BlobReader, BlobWriter, TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'

type Cells = readonly (readonly (string | number | boolean | Date | null)[])[]

/** A ZIP archive of these files, in this order; a name may occur in several entries of the list. */
export async function zip(
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
  options: { password?: string } = {},
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options })
  for (const [name, content] of files)
    await writer.add(
      name,
      typeof content === 'string' ? new TextReader(content) : new BlobReader(new Blob([content as Uint8Array<ArrayBuffer>])),
    )
  return writer.close()
}

/** The same archive with one file changed. */
export async function rezip(bytes: Uint8Array, name: string, change: (text: string) => string): Promise<Uint8Array> {
  const files: [string, Uint8Array][] = []
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false }).getEntries()) {
    if (entry.directory) continue
    const content = new Uint8Array(await (await entry.getData(new BlobWriter())).arrayBuffer())
    const text = entry.filename === name ? change(new TextDecoder().decode(content)) : undefined
    files.push([entry.filename, text === undefined ? content : new TextEncoder().encode(text)])
  }
  return zip(files)
}

/** Replaces every occurrence of an ASCII text by another of the same length: names in headers. */
export function patchText(bytes: Uint8Array, from: string, to: string): Uint8Array {
  if (from.length !== to.length) throw new Error('lengths differ')
  const patched = Buffer.from(bytes)
  for (let at = patched.indexOf(from); at >= 0; at = patched.indexOf(from, at + 1)) patched.write(to, at, 'latin1')
  return new Uint8Array(patched)
}

/** Makes the directory and the headers of the first entry claim another unpacked size, all alike. */
export function claimSize(bytes: Uint8Array, size: number): Uint8Array {
  const patched = Buffer.from(bytes)
  const directory = patched.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  patched.writeUInt32LE(size, directory + 24)
  const local = patched.indexOf(Buffer.from([0x50, 0x4b, 3, 4]))
  if (patched.readUInt32LE(local + 22) > 0) patched.writeUInt32LE(size, local + 22)
  const descriptor = patched.indexOf(Buffer.from([0x50, 0x4b, 7, 8]))
  if (descriptor > 0) patched.writeUInt32LE(size, descriptor + 12)
  return new Uint8Array(patched)
}

export async function xlsx(...sheets: readonly { name: string; rows: Cells; hidden?: boolean }[]): Promise<Uint8Array> {
  return writeXlsx({ sheets: sheets.map(({ rows, ...sheet }) => ({ ...sheet, rows: rows.map((row) => [...row]) })) })
}

export async function ods(...sheets: readonly { name: string; rows: Cells }[]): Promise<Uint8Array> {
  return writeOds({ sheets: sheets.map(({ rows, ...sheet }) => ({ ...sheet, rows: rows.map((row) => [...row]) })) })
}
