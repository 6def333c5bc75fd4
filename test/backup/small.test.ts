/** Archives of little data are made in the service itself, others in a process. */
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunChore } from '#src/chore.ts'
import { AppError } from '#src/shared/errors.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

/** A service whose processes only say which chore they were given. */
async function createWatched(env: Record<string, string> = {}) {
  const given: string[] = []
  const runChore: RunChore = ({ name }) => {
    given.push(name)
    return Promise.reject(new AppError('unavailable', 'test/elsewhere', 'This was given to a process.'))
  }
  const app = await createTestApp({ env, deps: { runChore } })
  const root = await app.createUser()
  return { app, root, given, make: () => app.call(root, 'POST', '/backup') }
}

test('no process is started for little data, and the archive is as good as one of a process', async () => {
  const { app, root, given, make } = await createWatched()
  const form = new FormData()
  form.append('file', new File(['a,b\n'], 'rows.csv', { type: 'text/csv' }))
  expect((await app.call(root, 'POST', '/uploads', form)).status).toBe(201)
  const made = await make()
  expect([made.status, made.body.files, given]).toEqual([201, 2, []])
  expect(readdirSync(join(app.folder, 'tmp'))).toEqual([])
  const other = await createTestApp()
  const archive = Bun.file(join(app.folder, 'backups', made.body.filename))
  await Bun.write(join(other.folder, 'backups', made.body.filename), archive)
  expect((await other.call(await other.createUser(), 'POST', `/backup/${made.body.id}/verify`)).status).toBe(200)
})

const addFiles = ({ store }: TestApp, count: number, size: number) =>
  store.writer.sqlite.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO upload (id, filename, content_type, size, sha256, uploaded_by, created_at, updated_at)
    SELECT 'file-' || i, 'a.csv', 'text/csv', ${size}, '', (SELECT min(id) FROM user), '', '' FROM n`,
  )
const MIB = 1024 * 1024

test.each([
  ['many files', 501, 10],
  ['large files', 2, 9 * MIB],
])('a process makes an archive with %s', async (_, count, size) => {
  const { app, given, make } = await createWatched()
  addFiles(app, count, size)
  expect([(await make()).body.code, given]).toEqual(['test/elsewhere', ['backup/make']])
})

test('a process makes an archive of a large database', async () => {
  const { app, given, make } = await createWatched()
  app.store.writer.sqlite.run('CREATE TABLE filler (bytes BLOB)')
  app.store.writer.sqlite.run(`INSERT INTO filler VALUES (zeroblob(${4 * MIB}))`)
  expect([(await make()).body.code, given]).toEqual(['test/elsewhere', ['backup/make']])
})

test.each([['encrypted', { BACKUP_PASSPHRASE: 'only with this one' }]])(
  'a process makes an archive that is %s',
  async (_, env) => {
    const { given, make } = await createWatched(env)
    expect([(await make()).body.code, given]).toEqual(['test/elsewhere', ['backup/make']])
  },
)

test('a process copies away what was made without one; where that fails the archive is made, and the answer says so', async () => {
  const target = { BACKUP_TARGET: 's3://bucket/holdfast', BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
  const { given, make } = await createWatched(target)
  const made = await make()
  expect([made.status, made.body.copied_to, given]).toEqual([201, null, ['backup/copy']])
  expect(made.body.copy_fault).toContain('given to a process')
})

test('archives come from outside: a process restores them on trial, however small they are', async () => {
  const { app, root, given, make } = await createWatched()
  const { body } = await make()
  const verified = await app.call(root, 'POST', `/backup/${body.id}/verify`)
  expect([verified.body.code, given]).toEqual(['test/elsewhere', ['backup/verify']])
})
