/** How archives are made: encrypted, by the clock, off the machine, and while others write. */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { backUpWhenDue } from '#src/backup/schedule.ts'
import { createBackup, pruneBackups, verifyBackup } from '#src/backup/service.ts'
import { loadConfig } from '#src/config.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, TEST_SECRET, type TestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { scratch, tarOf } from './archives.ts'

const signal = new AbortController().signal
const archivesIn = (folder: string) => readdirSync(join(folder, 'backups')).sort()

async function upload({ call }: TestApp, user: TestUser, text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([text], 'rows.csv', { type: 'text/csv' }))
  const { status, body } = await call(user, 'POST', '/uploads', form)
  expect(status).toBe(201)
  return body.id
}

test('an encrypted backup opens with its passphrase alone', async () => {
  const job = { signal, progress: () => {} }
  const app = await createTestApp({ env: { BACKUP_PASSPHRASE: 'only with this one' } })
  const { filename } = await createBackup(app.deps, job)
  expect((await app.call(await app.createUser(), 'GET', '/backup')).body).toMatchObject([{ filename, encrypted: true }])
  expect(filename).toEndWith('.tar.zst.age')
  const path = join(app.folder, 'backups', filename)
  expect((await verifyBackup(app.deps, path, job)).files).toBe(1)
  expect(readFileSync(path).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  for (const env of [{}, { BACKUP_PASSPHRASE: 'another passphrase' }]) {
    const other = await createTestApp({ env })
    await expect(verifyBackup(other.deps, path, job)).rejects.toMatchObject({ kind: 'invalid', code: 'backup/passphrase' })
  }
}, 30_000)

test('the schedule makes one at its time, makes up for one that passed, and deletes what the settings do not keep', async () => {
  let time = new Date('2026-06-30T03:29:00Z')
  const app = await createTestApp({ clock: () => time })
  const root = await app.createUser()
  expect(await backUpWhenDue(app.deps, signal)).toBeNull()
  const settings = {
    backup_schedule: '30 3 * * *',
    backup_keep: 1,
    backup_keep_daily: 2,
    backup_keep_weekly: 0,
    backup_keep_monthly: 0,
  }
  expect((await app.call(root, 'PATCH', '/settings', settings)).status).toBe(200)
  const byHand = await app.call(root, 'POST', '/backup')
  expect(await backUpWhenDue(app.deps, signal)).toBeNull()
  for (const at of ['2026-06-30T03:30:05Z', '2026-07-01T03:31:00Z', '2026-07-04T12:00:00Z']) {
    time = new Date(at)
    expect((await backUpWhenDue(app.deps, signal))?.filename).toContain('-scheduled')
    expect(await backUpWhenDue(app.deps, signal)).toBeNull()
  }
  const days = archivesIn(app.folder).map((name) => name.slice('holdfast-'.length, 'holdfast-20260630'.length))
  expect([days, archivesIn(app.folder)[0]]).toEqual([['20260630', '20260701', '20260704'], byHand.body.filename])
})

test('after a clock that was a year ahead is set right, the schedule goes on at once, and once only', async () => {
  let time = new Date('2027-06-30T03:30:05Z')
  const app = await createTestApp({ clock: () => time })
  const root = await app.createUser()
  const none = { backup_keep_daily: 0, backup_keep_weekly: 0, backup_keep_monthly: 0 }
  await app.call(root, 'PATCH', '/settings', { backup_schedule: '30 3 * * *', backup_keep: 1, ...none })
  const ahead = await backUpWhenDue(app.deps, signal)
  time = new Date('2026-06-30T12:00:00Z')
  for (const at of ['2026-06-30T12:00:00Z', '2026-07-01T03:30:00Z', '2027-06-30T03:30:05Z']) {
    time = new Date(at)
    const made = await backUpWhenDue(app.deps, signal)
    expect([at, archivesIn(app.folder).includes(made?.filename ?? 'none')]).toEqual([at, true])
    expect(await backUpWhenDue(app.deps, signal)).toBeNull()
  }
  expect(ahead?.filename).toStartWith('holdfast-20270630')
})

test('the schedule keeps its hour of the day over both changes of the clocks, once a day; an hour that is left out is made up for', async () => {
  let time = new Date('2026-03-27T12:00:00Z')
  const app = await createTestApp({ clock: () => time })
  const root = await app.createUser()
  await app.call(root, 'PATCH', '/settings', {
    scheduler_timezone: 'Europe/Berlin',
    backup_schedule: '30 2 * * *',
    backup_keep: 20,
  })
  await backUpWhenDue(app.deps, signal)
  const made: string[] = []
  for (const first of ['2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z'])
    for (let quarter = 0; quarter < 3 * 96; quarter++) {
      time = new Date(Date.parse(first) + quarter * 900_000)
      if ((await backUpWhenDue(app.deps, signal)) !== null) made.push(time.toISOString().slice(5, 16))
    }
  expect(made).toEqual(['03-28T01:30', '03-29T01:00', '03-30T00:30', '10-24T00:00', '10-24T00:30', '10-25T00:30', '10-26T01:30'])
})

test('422 for a schedule that can never be', async () => {
  const { call, createUser } = await createTestApp()
  const root = await createUser()
  for (const value of ['every day', '61 * * * *', '* * *', 5, '0 0 31 2 *'])
    expect((await call(root, 'PATCH', '/settings', { backup_schedule: value })).status).toBe(422)
})

/** As much of S3 as a copy needs, in memory. `failing`: no part from that one on arrives. */
function startBucket({ failing = Number.POSITIVE_INFINITY } = {}) {
  const objects = new Map<string, Uint8Array>()
  const parts = new Map<number, Uint8Array>()
  let isDown = false
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const key = pathname.replace(/^\/bucket\/?/, '')
      if (isDown) return new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 })
      if (request.method === 'PUT') {
        const part = searchParams.get('partNumber')
        const bytes = await request.bytes()
        if (Number(part) >= failing) return new Response('<Error><Code>InternalError</Code></Error>', { status: 500 })
        if (part === null) objects.set(key, bytes)
        else parts.set(Number(part), bytes)
        return new Response(null, { headers: { ETag: `"${part ?? 'one'}"` } })
      }
      if (request.method === 'POST' && searchParams.has('uploads'))
        return new Response('<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>')
      if (request.method === 'POST') {
        objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
        return new Response('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
      }
      if (request.method === 'DELETE' && searchParams.has('uploadId')) {
        parts.clear()
        return new Response(null, { status: 204 })
      }
      if (request.method === 'DELETE') return new Response(null, { status: objects.delete(key) ? 204 : 404 })
      if (searchParams.has('list-type')) {
        const prefix = searchParams.get('prefix') ?? ''
        const keys = [...objects.keys()].filter((name) => name.startsWith(prefix))
        const items = keys.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('')
        return new Response(`<ListBucketResult><Name>bucket</Name><IsTruncated>false</IsTruncated>${items}</ListBucketResult>`)
      }
      const found = objects.get(key)
      if (found === undefined) return new Response(null, { status: 404 })
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(found), {
        headers: { 'Content-Length': String(found.byteLength), ETag: '"e"' },
      })
    },
  })
  afterwards(() => server.stop(true))
  const env = {
    BACKUP_TARGET: 's3://bucket/holdfast',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  }
  const fail = () => {
    isDown = true
  }
  return { env, objects, parts, fail }
}

test('each backup is copied to the bucket byte for byte, and those that are deleted go there, too', async () => {
  const bucket = startBucket()
  let time = new Date('2026-06-30T03:30:00Z')
  const app = await createTestApp({ env: bucket.env, clock: () => time })
  const root = await app.createUser()
  const none = { backup_keep_daily: 0, backup_keep_weekly: 0, backup_keep_monthly: 0 }
  await app.call(root, 'PATCH', '/settings', { backup_schedule: '30 3 * * *', backup_keep: 1, ...none })
  const first = await backUpWhenDue(app.deps, signal)
  const key = `holdfast/${first?.filename}`
  expect(first?.offSite).toEqual({ address: `s3://bucket/${key}`, fault: null })
  expect(Buffer.from(bucket.objects.get(key) ?? [])).toEqual(readFileSync(join(app.folder, 'backups', first?.filename ?? '')))
  time = new Date('2026-07-01T03:30:00Z')
  const second = await backUpWhenDue(app.deps, signal)
  expect([...bucket.objects.keys()]).toEqual([`holdfast/${second?.filename}`])
})

test('a bucket that refuses leaves the backup where it is, and the answer says why it is not there', async () => {
  const bucket = startBucket()
  bucket.fail()
  const app = await createTestApp({ env: bucket.env })
  const made = await app.call(await app.createUser(), 'POST', '/backup')
  expect([made.status, made.body.copied_to, typeof made.body.copy_fault]).toEqual([201, null, 'string'])
  expect(archivesIn(app.folder)).toEqual([made.body.filename])
  const offline = await createTestApp({ env: { ...bucket.env, OFFLINE: 'true' } })
  expect((await offline.call(await offline.createUser(), 'POST', '/backup')).body.copy_fault).toContain('OFFLINE')
})

/** A target that takes every request and answers none, to the end of this process: the client of Bun throws past everybody what it hears after that. */
function startHangingBucket(timeout: string) {
  const bucket = Bun.serve({ port: 0, idleTimeout: 0, fetch: () => new Promise<Response>(() => {}) })
  bucket.unref()
  return {
    BACKUP_TARGET: 's3://bucket/holdfast',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    BACKUP_S3_TIMEOUT: timeout,
  }
}

test('a target that does not answer is given up after BACKUP_S3_TIMEOUT, and the answer names it', async () => {
  const app = await createTestApp({ env: startHangingBucket('1') })
  const made = await app.call(await app.createUser(), 'POST', '/backup')
  expect([made.status, made.body.copied_to]).toEqual([201, null])
  expect(made.body.copy_fault).toContain('s3://bucket has not answered for 1 seconds (BACKUP_S3_TIMEOUT)')
  await expect(pruneBackups(app.deps)).rejects.toThrow('BACKUP_S3_TIMEOUT')
})

test('a target that hangs holds up neither the next backup nor the end of the service', async () => {
  const app = await createTestApp({ env: startHangingBucket('9999') })
  const stop = new AbortController()
  const ends = [1, 2].map(() =>
    createBackup(app.deps, { signal: stop.signal, progress: () => {} }).then(
      () => 'made',
      (error: unknown) => error,
    ),
  )
  while (archivesIn(app.folder).filter((name) => name.endsWith('.zst')).length < 2) await Bun.sleep(5)
  const runs = () => app.store.reader.selectFrom('backup_run').select(['archive', 'fault']).orderBy('archive').execute()
  while ((await runs()).some(({ archive }) => archive === null)) await Bun.sleep(5)
  const reason = new Error('the service stops')
  stop.abort(reason)
  expect(await Promise.all(ends)).toEqual([reason, reason])
  expect(await runs()).toEqual(
    archivesIn(app.folder).map((archive) => ({ archive, fault: 'copying it off this machine was broken off' })),
  )
})

test('a bucket that fails half-way keeps no part of the copy, also when the process ends as soon as it knows', async () => {
  const bucket = startBucket({ failing: 2 })
  const archive = join(scratch(), 'holdfast-20260630T081500123Z.tar.zst')
  await Bun.write(archive, new Uint8Array(20 * 1024 * 1024))
  const { backup } = loadConfig({ ...bucket.env, JWT_SECRET: TEST_SECRET })
  const base = `{ config: { backup: ${JSON.stringify(backup)}, offline: false }, log: { error() {} } }`
  const child = Bun.spawn(
    [
      ...[process.execPath, '-e'],
      `import { copyOff } from '${new URL('../../src/backup/off-site.ts', import.meta.url).pathname}'
      const copied = await copyOff(${base}, '${archive}', { progress: () => {}, signal: new AbortController().signal })
      process.stdout.write(copied.fault)
      setTimeout(() => process.exit(0), 0)`,
    ],
    { stdout: 'pipe', stderr: 'pipe' },
  )
  const [fault, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  expect([code, fault]).toEqual([0, expect.stringContaining('InternalError')])
  expect([bucket.objects.size, bucket.parts.size]).toEqual([0, 0])
}, 60_000)

test('what is in an archive is of one moment, whatever is written and deleted meanwhile', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const broker = await createBroker(app, root)
  let isOver = false
  const write = async () => {
    for (let at = 0; !isOver; at++) {
      const line = { broker_id: broker, type: 'DEPOSIT', date: '2024-01-02', amount: '1', currency: 'EUR', external_id: `${at}` }
      await app.call(root, 'POST', '/transactions', line)
      const id = await upload(app, root, `row ${at}\n`)
      if (at % 2 === 0) await app.call(root, 'DELETE', `/uploads/${id}`)
    }
  }
  const writing = write()
  for (let round = 0; round < 5; round++) {
    const made = await app.call(root, 'POST', '/backup')
    const files = new Map(
      (await unpackTar(new Uint8Array(tarOf(readFileSync(join(app.folder, 'backups', made.body.filename)))))).map((entry) => [
        entry.header.name,
        entry.data,
      ]),
    )
    const path = join(scratch(), 'copy.db')
    await Bun.write(path, files.get('holdfast.db') ?? '')
    const database = new Database(path)
    const lines = database.query<{ external_id: string }, []>('SELECT external_id FROM ledger_transaction ORDER BY id').all()
    const balance = database.query<{ change: string }, []>('SELECT change FROM balance_day').get()
    const rows = database.query<{ id: string }, []>('SELECT id FROM upload').all()
    database.close()
    expect(lines.map((line) => line.external_id)).toEqual(lines.map((_, at) => `${at}`))
    expect(balance?.change ?? '0').toBe(String(lines.length))
    expect([...files.keys()].filter((name) => name.startsWith('uploads/')).sort()).toEqual(
      rows.map(({ id }) => `uploads/${id}`).sort(),
    )
  }
  isOver = true
  await writing
})

test('a file that is missing in the data already stops no backup: it is named', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const id = await upload(app, root, 'a,b\n')
  rmSync(join(app.folder, 'uploads', id))
  const made = await app.call(root, 'POST', '/backup')
  expect([made.status, made.body.missing]).toEqual([201, [`uploads/${id}`]])
  expect((await app.call(root, 'POST', `/backup/${made.body.id}/verify`)).body.missing).toEqual([`uploads/${id}`])
})
