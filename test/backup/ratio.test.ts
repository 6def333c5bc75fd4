/** Files that compress to next to nothing stop no backup: an archive is never so small that it is taken for a bomb. */
import { expect, test } from 'bun:test'
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { mostBytesIn, padded } from '#src/backup/ratio.ts'
import { createBackup, verifyBackup } from '#src/backup/service.ts'
import { createTestApp } from '#test/support/app.ts'

const MIB = 1024 * 1024

test('a backup of a file of zeros that is larger than any ratio allows is made and verified', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const [id, size] = [crypto.randomUUID(), 300 * MIB]
  const file = openSync(join(app.deps.folders.uploads, id), 'wx')
  ftruncateSync(file, size)
  closeSync(file)
  app.store.writer.sqlite.run(
    `INSERT INTO upload (id, filename, content_type, size, sha256, uploaded_by, created_at, updated_at)
    VALUES ('${id}', 'a.csv', 'text/csv', ${size}, '', ${root.id}, '', '')`,
  )
  const job = { signal: new AbortController().signal, progress: () => {} }
  const made = await createBackup(app.deps, job)
  expect([made.files, made.size < 2 * MIB]).toEqual([2, true])
  const verified = await verifyBackup(app.deps, join(app.deps.folders.backups, made.filename), job)
  expect(verified.bytes).toBeGreaterThan(size)
}, 60_000)

test('padding is no larger than it has to be, and what was compressed is read as before', async () => {
  const content = Buffer.from('rows of nothing\n'.repeat(50))
  const whole = Bun.zstdCompressSync(content)
  async function* once() {
    yield new Uint8Array(whole)
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(3_000 * MIB), async (bytes) => {
      const chunks = await Array.fromAsync(padded(once(), () => bytes))
      const archive = Buffer.concat(chunks)
      expect(mostBytesIn(archive.byteLength)).toBeGreaterThanOrEqual(bytes)
      const spare = archive.byteLength - whole.byteLength
      if (spare > 0) expect(mostBytesIn(archive.byteLength - 64)).toBeLessThan(bytes)
      expect(Bun.zstdDecompressSync(archive).equals(content)).toBe(true)
    }),
    { numRuns: 30 },
  )
})
