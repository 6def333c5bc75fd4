import type { DataFolders } from '../context.ts'
import { type ReceivedFile, receiveFile } from '../uploads/file-store.service.ts'

/** A received file under the name that it has in the archive. */
export type PackedFile = { readonly name: string; readonly file: Pick<ReceivedFile, 'path' | 'size'> }

type Entry = { readonly name: Uint8Array; readonly crc: number; readonly size: number; readonly at: number }

const VERSION = 20
const UTF8_NAMES = 0x0800
/** 1980-01-01, the first day that an archive can name: the same files give the same bytes. */
const DAY = 0x21

/** The files as one ZIP archive, as they are (stored), written as they are read: memory does not grow with them. At most 4 GiB. */
export function packFiles(folders: Pick<DataFolders, 'temporary'>, files: readonly PackedFile[]): Promise<ReceivedFile> {
  return receiveFile(folders, chunksOf(files))
}

async function* chunksOf(files: readonly PackedFile[]): AsyncGenerator<Uint8Array, void> {
  const directory: Uint8Array[] = []
  let at = 0
  for (const { name, file } of files) {
    const entry = { name: new TextEncoder().encode(name), crc: await checksumOf(file.path), size: file.size, at }
    const head = localHeader(entry)
    yield head
    yield* Bun.file(file.path).stream()
    directory.push(directoryHeader(entry))
    at += head.length + file.size
  }
  yield* directory
  yield endOf(directory, at)
}

async function checksumOf(path: string): Promise<number> {
  let crc = 0
  for await (const chunk of Bun.file(path).stream()) crc = Bun.hash.crc32(chunk, crc)
  return crc
}

function localHeader(entry: Entry): Uint8Array {
  return record(0x04034b50, [...shorts(VERSION, ...commonOf(entry)), ...shorts(entry.name.length, 0)], entry.name)
}

function directoryHeader(entry: Entry): Uint8Array {
  const facts = [
    ...shorts(VERSION, VERSION, ...commonOf(entry)),
    ...shorts(entry.name.length, 0, 0, 0, 0),
    ...long(0),
    ...long(entry.at),
  ]
  return record(0x02014b50, facts, entry.name)
}

/** Flags, method, time, day, checksum, both sizes: as 16-bit numbers. */
function commonOf({ crc, size }: Entry): number[] {
  const halves = (value: number) => [value & 0xffff, value >>> 16]
  return [UTF8_NAMES, 0, 0, DAY, ...halves(crc), ...halves(size), ...halves(size)]
}

function endOf(directory: readonly Uint8Array[], at: number): Uint8Array {
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return record(0x06054b50, [...shorts(0, 0, directory.length, directory.length), ...long(size), ...long(at), ...shorts(0)])
}

function record(signature: number, facts: readonly number[], name: Uint8Array = new Uint8Array()): Uint8Array {
  return new Uint8Array([...long(signature), ...facts, ...name])
}

function shorts(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value & 0xff, value >>> 8])
}

function long(value: number): number[] {
  return shorts(value & 0xffff, value >>> 16)
}
