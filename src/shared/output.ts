import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LentFile } from './lent-file.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** A finished answer: in memory, or where it is long a file, which whoever sends it removes. */
export type Output = { readonly bytes: Bytes } | { readonly path: string; readonly size: number }

/** A finished answer that several may send at once. Who gets one with a file has it, and releases it. */
export type SharedOutput = { readonly bytes: Bytes } | { readonly file: LentFile }

/** Answers of more than this are written to a file: a slow reader holds a descriptor then, and no memory. */
const MOST_IN_MEMORY = 1_000_000

/** Writes texts one after the other, in UTF-8; as a new file in `folder` once they are more than `most` bytes. */
export function writeOutput(texts: Iterable<string>, folder: string, most = MOST_IN_MEMORY): Output {
  const encoder = new TextEncoder()
  let parts: Bytes[] = []
  let [size, waiting] = [0, 0]
  let file: { readonly path: string; readonly descriptor: number } | undefined
  const flush = () => {
    file ??= create(folder)
    for (const part of parts) writeWhole(file.descriptor, part)
    parts = []
    waiting = 0
  }
  try {
    for (const text of texts) {
      const part = encoder.encode(text)
      parts.push(part)
      size += part.byteLength
      waiting += part.byteLength
      if (waiting > most) flush()
    }
    if (file === undefined) return { bytes: Bun.concatArrayBuffers(parts, Number.POSITIVE_INFINITY, true) as Bytes }
    flush()
    return { path: file.path, size }
  } finally {
    if (file !== undefined) closeSync(file.descriptor)
  }
}

function create(folder: string): { path: string; descriptor: number } {
  const path = join(folder, `answer-${crypto.randomUUID()}`)
  return { path, descriptor: openSync(path, 'wx', 0o600) }
}

function writeWhole(descriptor: number, bytes: Bytes): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(descriptor, bytes, at)
}
