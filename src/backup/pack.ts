import { closeSync, fsync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createTarPacker } from 'modern-tar'
import { createYielder } from '../shared/event-loop.ts'
import { compressed } from './compression.ts'
import { contentOf, SMALL_BYTES } from './disk.ts'
import { encrypted } from './encryption.ts'
import { MANIFEST_FILE, type Manifest, type ManifestFile, writeManifest } from './manifest.ts'
import { padded } from './ratio.ts'
import { sealed } from './seal.ts'

/** A file to put in: its name in the archive, where it is, its size in bytes. */
export type Packed = { readonly name: string; readonly path: string; readonly size: number }

type Packing = {
  readonly files: readonly Packed[]
  /** What the manifest says beside the files. */
  readonly about: Omit<Manifest, 'format' | 'files'>
  readonly passphrase: string | null
  readonly progress: (bytes: number) => void
}

/**
 * Writes an archive as a stream: tar, Zstandard, seal, and age where there is a passphrase. The manifest is its last file. It is on the disk
 * when this returns. Throws what the file system says, and RangeError when a file has not its size.
 */
export async function packArchive(path: string, packing: Packing): Promise<Manifest['files']> {
  const { readable, controller } = createTarPacker()
  const filled = { bytes: 0 }
  const filling = fill(controller, packing, filled)
  filling.catch((error: unknown) => controller.error(error instanceof Error ? error : new Error(String(error))))
  const whole = sealed(padded(compressed(readable), () => filled.bytes))
  await writeOut(path, packing.passphrase === null ? whole : encrypted(whole, packing.passphrase))
  return await filling
}

type Controller = ReturnType<typeof createTarPacker>['controller']

/** `filled` says at the end how many bytes of files there are. */
async function fill(
  controller: Controller,
  { files, about, progress }: Packing,
  filled: { bytes: number },
): Promise<ManifestFile[]> {
  const mtime = new Date(about.created_at)
  const add = (name: string, size: number) => controller.add({ name, size, mode: 0o600, mtime, type: 'file' }).getWriter()
  const listed: ManifestFile[] = []
  const yieldWhenDue = createYielder()
  let done = 0
  for (const { name, path, size } of files) {
    await yieldWhenDue()
    const hasher = new Bun.CryptoHasher('sha256')
    const sink = add(name, size)
    for await (const chunk of contentOf(path, size)) {
      hasher.update(chunk)
      await sink.write(chunk)
      done += chunk.byteLength
      progress(done)
    }
    await sink.close()
    listed.push({ name, size, sha256: hasher.digest('hex') })
  }
  const manifest = writeManifest({ ...about, files: listed })
  filled.bytes = done + manifest.byteLength
  const sink = add(MANIFEST_FILE, manifest.byteLength)
  await sink.write(manifest)
  await sink.close()
  controller.finalize()
  return listed
}

async function writeOut(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = openSync(path, 'wx', 0o600)
  let written = 0
  try {
    for await (const chunk of chunks) {
      writeFileSync(file, chunk)
      written += chunk.byteLength
    }
    if (written <= SMALL_BYTES) fsyncSync(file)
    else await promisify(fsync)(file)
  } finally {
    closeSync(file)
  }
}
