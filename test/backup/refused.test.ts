/** Archives that are not what they should be: each is refused with a code, and nothing is changed. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { unpackTar } from 'modern-tar'
import { unpackArchive } from '#src/backup/unpack.ts'
import { AppError } from '#src/shared/errors.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { asArchive, type Entry, fileEntry, scratch, tarOf, tarOfEntries } from './archives.ts'

const ID = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
const BLOCK = 512
const WRONG = '0'.repeat(64)

type Files = Map<string, Uint8Array>
type Manifest = { schema_version: number; format: number; files: { name: string; size: number; sha256: string }[] }

/** A service with an upload, one archive of it, and a superuser who may restore. */
async function setUp() {
  let commits = 0
  const changeOver = async (commit: () => Promise<void>) => {
    commits += 1
    await commit()
  }
  const app = await createTestApp({ deps: { changeOver } })
  await app.call(null, 'POST', '/auth/register', { username: 'root', email: 'root@example.org', password: PASSWORD })
  const signedIn = await app.call(null, 'POST', '/auth/login', { username: 'root', password: PASSWORD })
  const token = /session=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const root = { id: 1, username: 'root', token }
  const form = new FormData()
  form.append('file', new File([`a,b\n${'1,2\n'.repeat(500)}`], 'rows.csv', { type: 'text/csv' }))
  expect((await app.call(root, 'POST', '/uploads', form)).status).toBe(201)
  const made = await app.call(root, 'POST', '/backup')
  expect(made.status).toBe(201)
  const archive = readFileSync(join(app.folder, 'backups', made.body.filename))
  const restore = (bytes: Uint8Array, password: string | null = PASSWORD) => {
    const form = new FormData()
    if (password !== null) form.append('password', password)
    form.append('file', new File([new Uint8Array(bytes)], 'x.tar.zst'))
    return app.call(root, 'POST', '/backup/restore', form)
  }
  const layout = () =>
    readdirSync(app.folder, { recursive: true })
      .map(String)
      .sort()
      .filter((name) => !/-(wal|shm)$/.test(name))
  return { ...app, root, archive, restore, layout, commits: () => commits }
}

async function filesOf(archive: Uint8Array): Promise<Files> {
  const entries = await unpackTar(new Uint8Array(tarOf(archive)))
  return new Map(entries.map(({ header, data }) => [header.name, data ?? new Uint8Array(0)]))
}

/** The manifest, changed, and all as an archive of its own; the hashes are made to fit. */
async function rebuilt(
  files: Files,
  change: (files: Files, manifest: Manifest) => void,
  more: readonly Entry[] = [],
): Promise<Buffer> {
  const copy = new Map(files)
  const manifest: Manifest = JSON.parse(new TextDecoder().decode(copy.get('manifest.json')))
  change(copy, manifest)
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  for (const file of manifest.files) {
    const bytes = copy.get(file.name)
    if (bytes !== undefined && file.sha256 !== WRONG) Object.assign(file, { size: bytes.byteLength, sha256: hashOf(bytes) })
  }
  copy.delete('manifest.json')
  const entries = [...copy].map(([name, data]) => fileEntry(name, data))
  return asArchive(await tarOfEntries([...entries, ...more, fileEntry('manifest.json', JSON.stringify(manifest))]))
}

function withDatabase(files: Files, statements: readonly string[]): void {
  const path = join(scratch(), 'changed.db')
  writeFileSync(path, files.get('holdfast.db') ?? '')
  const database = new Database(path)
  for (const statement of ['PRAGMA journal_mode = DELETE', 'PRAGMA foreign_keys = OFF', ...statements]) database.run(statement)
  database.close()
  files.set('holdfast.db', readFileSync(path))
}

type World = Awaited<ReturnType<typeof setUp>> & { readonly files: Files; readonly upload: string }
type Case = readonly [what: string, code: string, archive: Promise<Uint8Array> | Uint8Array]

/** Tries to restore each, and looks whether anything has changed. */
async function expectRefused(casesOf: (world: World) => readonly Case[]): Promise<void> {
  const app = await setUp()
  const files = await filesOf(app.archive)
  const upload = [...files.keys()].find((name) => name.startsWith('uploads/')) ?? ''
  const before = app.layout()
  for (const [what, code, bytes] of casesOf({ ...app, files, upload })) {
    const answer = await app.restore(await bytes)
    expect([what, answer.status, answer.body.code]).toEqual([what, 422, `backup/${code}`])
  }
  expect(app.layout().filter((name) => name !== 'restoring')).toEqual(before)
  expect([app.commits(), existsSync('/tmp/holdfast-escaped.txt')]).toEqual([0, false])
  expect(readdirSync(join(app.folder, 'tmp'))).toEqual([])
}

const unchanged = () => {}

test('422 for entries that no backup has', async () => {
  await expectRefused(({ files }) => {
    const entry = (header: Entry['header']) => rebuilt(files, unchanged, [{ header }])
    const evil = (name: string) => rebuilt(files, unchanged, [fileEntry(name, 'evil')])
    return [
      ['a path out of the folder', 'unsafe', evil('../../escaped.txt')],
      ['a path out of a known folder', 'unsafe', evil(`uploads/../${ID}`)],
      ['an absolute path', 'unsafe', evil('/tmp/holdfast-escaped.txt')],
      ['a second database', 'unsafe', evil('holdfast.db')],
      ['a log beside the database', 'unsafe', evil('holdfast.db-wal')],
      ['a file that the manifest does not name', 'unsafe', evil(`uploads/${ID}`)],
      ['a symbolic link', 'unsafe', entry({ name: `uploads/${ID}`, size: 0, type: 'symlink', linkname: '/etc/passwd' })],
      ['a hard link', 'unsafe', entry({ name: `uploads/${ID}`, size: 0, type: 'link', linkname: '/etc/passwd' })],
      ['a device', 'unsafe', entry({ name: `uploads/${ID}`, size: 0, type: 'character-device' })],
      ['a folder', 'unsafe', entry({ name: 'uploads/', size: 0, type: 'directory' })],
    ]
  })
})

test('422 for a manifest that says something else than what is there', async () => {
  await expectRefused(({ files, upload }) => {
    const without = (name: string) =>
      rebuilt(files, (files) => {
        files.delete(name)
      })
    const said = (change: (manifest: Manifest) => void) => rebuilt(files, (_, manifest) => change(manifest))
    const lie = (manifest: Manifest) => {
      for (const file of manifest.files) if (file.name === upload) file.sha256 = WRONG
    }
    const leaveOut = (files: Files, manifest: Manifest) => {
      files.delete('holdfast.db')
      manifest.files = manifest.files.filter(({ name }) => name !== 'holdfast.db')
    }
    return [
      ['a missing file', 'damaged', without(upload)],
      ['a changed file', 'damaged', said(lie)],
      ['a newer schema', 'newer', said((manifest) => Object.assign(manifest, { schema_version: 1000 }))],
      ['a newer format', 'newer', said((manifest) => Object.assign(manifest, { format: 2 }))],
      ['another schema than it says', 'foreign', said((manifest) => Object.assign(manifest, { schema_version: 1 }))],
      ['the backup of another program', 'foreign', said((manifest) => Object.assign(manifest, { program: { name: 'x' } }))],
      ['no database', 'foreign', rebuilt(files, leaveOut)],
    ]
  })
})

test('422 for data that are not those of this program, or not whole', async () => {
  await expectRefused(({ files, upload }) => {
    const changed = (...statements: readonly string[]) => rebuilt(files, (files) => withDatabase(files, statements))
    const withoutUpload = (files: Files, manifest: Manifest) => {
      files.delete(upload)
      manifest.files = manifest.files.filter(({ name }) => name !== upload)
    }
    const trigger = 'CREATE TRIGGER t AFTER UPDATE ON user BEGIN UPDATE user SET is_superuser = 1; END'
    const balance = "INSERT INTO balance_day (broker_id, unit, date, change) VALUES (1, 'EUR', '2025-01-02', '1')"
    const noDatabase = rebuilt(files, (files) => {
      files.set('holdfast.db', Buffer.from('SQLite format 4'))
    })
    return [
      ['no database at all', 'damaged', noDatabase],
      ['a table of another program', 'foreign', changed('CREATE TABLE notes (text TEXT)')],
      ['a trigger of somebody else', 'foreign', changed(trigger)],
      ['a view in place of a table', 'foreign', changed('DROP TABLE setting', 'CREATE VIEW setting AS SELECT 1 AS key')],
      ['a column too many', 'foreign', changed('ALTER TABLE setting ADD COLUMN more TEXT')],
      ['an upload without its file', 'not-whole', rebuilt(files, withoutUpload)],
      ['a row whose user is gone', 'not-whole', changed('DELETE FROM user')],
      ['a balance without lines', 'not-whole', changed(balance)],
    ]
  })
})

test('422 for what is cut off, changed around the tar, or no archive', async () => {
  const { archive, restore } = await setUp()
  const files = [...(await filesOf(archive))].map(([name, data]) => fileEntry(name, data))
  const entries = (list: readonly Entry[]) => tarOfEntries(list).then(asArchive)
  const tar = tarOf(archive)
  const cases: readonly Case[] = [
    ['no manifest', 'damaged', entries(files.filter(({ header }) => header.name !== 'manifest.json'))],
    ['a file behind the manifest', 'unsafe', entries([...files, fileEntry(`uploads/${ID}`, 'x')])],
    ['an empty tar', 'foreign', entries([])],
    ['a tar without its end', 'damaged', asArchive(tar.subarray(0, -1200))],
    ['something behind the tar', 'damaged', asArchive(Buffer.concat([tar, Buffer.alloc(BLOCK, 7)]))],
    ['a seal of other bytes', 'damaged', Buffer.concat([archive.subarray(0, -32), Buffer.alloc(32, 1)])],
    ['no seal', 'damaged', new Uint8Array(Bun.zstdCompressSync(new Uint8Array(tar)))],
    ['half of it', 'damaged', archive.subarray(0, archive.byteLength / 2)],
    ['all but a byte', 'damaged', archive.subarray(0, -1)],
    ['something behind it', 'damaged', Buffer.concat([archive, archive.subarray(0, 100)])],
    ['nothing', 'foreign', new Uint8Array(0)],
    ['a text', 'foreign', Buffer.from('hello '.repeat(500))],
    ['a ZIP', 'foreign', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ]
  for (const [what, code, bytes] of cases) {
    const answer = await restore(await bytes)
    expect([what, answer.status, answer.body.code]).toEqual([what, 422, `backup/${code}`])
  }
})

test('413 for what would become far larger than its archive says, before a byte of it is written', async () => {
  const { restore } = await setUp()
  const tar = Buffer.from(await tarOfEntries([fileEntry('holdfast.db', 'x')]))
  tar.write(`${(40 * 2 ** 30).toString(8)} `, 124, 'latin1')
  tar.fill(32, 148, 156)
  const sum = tar.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0)
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  const answer = await restore(await asArchive(tar))
  expect([413, 507]).toContain(answer.status)
  expect(['backup/too-large', 'storage/full']).toContain(answer.body.code)
})

test('an archive with one changed byte is refused, whichever it is', async () => {
  const { archive, folder } = await setUp()
  const path = join(scratch(), 'damaged.tar.zst')
  await fc.assert(
    fc.asyncProperty(fc.nat(archive.byteLength - 1), fc.integer({ min: 1, max: 255 }), async (at, difference) => {
      const copy = Buffer.from(archive)
      copy[at] = (copy[at] ?? 0) ^ difference
      writeFileSync(path, copy)
      const into = join(scratch(), 'into')
      mkdirSync(into)
      const how = { passphrase: null, room: 2 ** 40, what: 'database', progress: () => {} } as const
      const error = await unpackArchive(path, into, how).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(error).toBeInstanceOf(AppError)
    }),
    { numRuns: 300 },
  )
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
}, 120_000)

test('422 for a wrong password or none, 403 for no superuser, 401 without a session', async () => {
  const { archive, restore, call, createUser, commits } = await setUp()
  expect((await restore(archive, 'wrong-wrong-1')).body.code).toBe('auth/wrong-password')
  expect((await restore(archive, null)).body.errors[0].pointer).toBe('/form/password')
  const other = await createUser({ username: 'other', isSuperuser: false })
  for (const [method, path] of [
    ['POST', '/backup'],
    ['GET', '/backup'],
    ['POST', '/backup/restore'],
  ] as const) {
    expect((await call(other, method, path, method === 'GET' ? undefined : {})).status).toBe(403)
    expect((await call(null, method, path, method === 'GET' ? undefined : {})).status).toBe(401)
  }
  expect(commits()).toBe(0)
})
