import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { compressed } from '#src/backup/compression.ts'
import { sealed } from '#src/backup/seal.ts'
import { afterwards } from '#test/support/afterwards.ts'

/** What an archive holds, by name, as `tar` says it: a text, bytes, or a header that is no honest file. */
export type Entry = { readonly header: Parameters<typeof packTar>[0][number]['header']; readonly data?: string | Uint8Array }

export function fileEntry(name: string, data: string | Uint8Array): Entry {
  return { header: { name, size: Buffer.from(data).byteLength }, data }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

async function together(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Bytes as an archive of ours: compressed, with a seal that fits. */
export function asArchive(tar: Uint8Array): Promise<Buffer> {
  return together(sealed(compressed(once(tar))))
}

/** The tar of an archive that is not encrypted. */
export function tarOf(archive: Uint8Array): Buffer {
  return Buffer.from(Bun.zstdDecompressSync(new Uint8Array(archive)))
}

/** A tar of these entries. */
export async function tarOfEntries(entries: readonly Entry[]): Promise<Uint8Array> {
  return await packTar(entries.map((entry) => ({ ...entry })))
}

/** An empty folder that goes after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-archive-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
