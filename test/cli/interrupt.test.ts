/** Ctrl-C and SIGTERM in the midst of long work of the command line. */
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackup } from '#src/backup/service.ts'
import { createInterrupt } from '#src/cli/interrupt.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, TEST_SECRET, type TestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const [FILES, BYTES] = [24, 8 * 1024 * 1024]

/** Data of which an archive takes a while. */
async function withMuch(): Promise<TestApp> {
  const app = await createTestApp()
  const { id: user } = await app.createUser()
  const bytes = Buffer.alloc(BYTES)
  for (let at = 0; at < BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  for (let count = 0; count < FILES; count++) {
    const id = crypto.randomUUID()
    writeFileSync(join(app.folder, 'uploads', id), bytes)
    app.store.writer.sqlite
      .query(
        `INSERT INTO upload (id, filename, content_type, size, sha256, uploaded_by, created_at, updated_at)
        VALUES (?, 'a.bin', 'text/csv', ?, '', ?, '', '')`,
      )
      .run(id, BYTES, user)
  }
  return app
}

type How = { readonly signal: 'SIGINT' | 'SIGTERM'; readonly isBegun: () => boolean }

/** Runs a command and ends it once it has begun to write. */
async function brokenOff(folder: string, words: readonly string[], { signal, isBegun }: How) {
  const child = Bun.spawn([process.execPath, MAIN, ...words], {
    env: { ...process.env, DATA_DIR: folder, JWT_SECRET: TEST_SECRET, OFFLINE: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  while (!isBegun() && child.exitCode === null) await Bun.sleep(1)
  child.kill(signal)
  const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()])
  return { code, said }
}

const filesIn = (...path: string[]) => (existsSync(join(...path)) ? readdirSync(join(...path)) : [])

test('backup create and verify, broken off, leave nothing', async () => {
  const { folder, deps } = await withMuch()
  const isBegun = () => filesIn(folder, 'tmp').length > 0
  const made = await brokenOff(folder, ['backup', 'create'], { signal: 'SIGINT', isBegun })
  expect(made).toEqual({ code: 130, said: 'holdfast: SIGINT: broken off, and what was begun is removed.\n' })
  expect([filesIn(folder, 'tmp'), filesIn(folder, 'backups')]).toEqual([[], []])
  const { filename } = await createBackup(deps, { signal: new AbortController().signal, progress: () => {} })
  const verified = await brokenOff(folder, ['backup', 'verify', filename], { signal: 'SIGTERM', isBegun })
  expect([verified.code, filesIn(folder, 'tmp'), filesIn(folder, 'backups')]).toEqual([143, [], [filename]])
  const empty = mkdtempSync(join(tmpdir(), 'holdfast-interrupt-'))
  afterwards(() => rmSync(empty, { recursive: true, force: true }))
  const restoring = () => filesIn(empty, 'restoring')
  const words = ['backup', 'restore', join(folder, 'backups', filename)]
  const restored = await brokenOff(empty, words, { signal: 'SIGINT', isBegun: () => restoring().length > 0 })
  expect([restored.code, restoring(), existsSync(join(empty, 'holdfast.db'))]).toEqual([130, [], false])
}, 60_000)

test('an import, broken off, leaves neither its report nor a line', async () => {
  const app = await createTestApp()
  const broker = await createBroker(app, await app.createUser())
  const path = join(app.folder, 'large.csv')
  const rows = Array.from({ length: 60_000 }, (_, at) => `2024-01-02,DEPOSIT,1,EUR,x${at}`)
  writeFileSync(path, ['date,type,amount,currency,external_id', ...rows].join('\n'))
  const isBegun = () => filesIn(app.folder, 'reports').length > 0
  const { code } = await brokenOff(app.folder, ['import', path, '--broker', String(broker)], { signal: 'SIGINT', isBegun })
  expect([code, filesIn(app.folder, 'reports'), filesIn(app.folder, 'tmp')]).toEqual([130, [], []])
  const count = (table: string) => app.store.reader.sqlite.query(`SELECT count(*) AS n FROM ${table}`).get()
  expect([count('report'), count('ledger_transaction')]).toEqual([{ n: 0 }, { n: 0 }])
}, 60_000)

test('the signal reaches work that has begun, what comes after it does not begin, and signals are as before it afterwards', async () => {
  const { signal, during } = createInterrupt()
  const listeners = () => process.listeners('SIGINT')
  const before = listeners()
  expect(await during(async () => 'done')).toBe('done')
  expect(listeners()).toEqual(before)
  const work = during(async () => {
    // Those of others in this process would end it: a browser of other tests has one.
    const own = listeners().filter((one) => !before.includes(one))
    expect(own).toHaveLength(1)
    for (const one of own) one('SIGINT')
    signal.throwIfAborted()
  })
  await expect(work).rejects.toMatchObject({ exitCode: 130 })
  await expect(during(async () => 'done')).rejects.toMatchObject({ exitCode: 130 })
  expect(listeners()).toEqual(before)
})
