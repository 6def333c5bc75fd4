/** Restoring as users see it: a service that serves other data from one request to the next, or after it was stopped. */
import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from '#db/lock.ts'
import { commitRestore, finishRestore, listPrevious, orderOf, removePrevious } from '#src/backup/swap.service.ts'
import { listen } from '#src/cli/listen.ts'
import { openData } from '#src/cli/open.ts'
import { restoreStopped } from '#src/cli/restore.ts'
import { loadConfig } from '#src/config.ts'
import { createLog } from '#src/log.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { PASSWORD, TEST_SECRET } from '#test/support/app.ts'
import { scratch } from './archives.ts'

const log = createLog({ level: 'silent', format: 'json', write: () => {} })
const STAGED = 'restoring/0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'

type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: ReturnType<typeof JSON.parse>; bytes: Uint8Array }>

/** The service itself on a folder and a port of its own. */
async function startService(folder: string) {
  const env = { DATA_DIR: folder, JWT_SECRET: TEST_SECRET, PORT: '0', HOST: '127.0.0.1', OFFLINE: 'true' }
  const config = loadConfig(env)
  const open = (lock?: Lock) => openData(config, log, 'serving', lock)
  const serving = await listen(config, await open(), log, { isWorker: false, reopen: open })
  let isOver = false
  const stop = async () => {
    if (!isOver) await serving.stop()
    isOver = true
  }
  afterwards(stop)
  const client = (cookie = ''): Call => {
    let session = cookie
    return async (method, path, body) => {
      const isForm = body instanceof FormData
      const answer = await fetch(`http://127.0.0.1:${serving.port}/api/v1${path}`, {
        method,
        headers: { cookie: session, ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      session = /^session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? session
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      return { status: answer.status, body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null, bytes }
    }
  }
  const signedIn = async (username: string): Promise<Call> => {
    const call = client()
    expect((await call('POST', '/auth/login', { username, password: PASSWORD })).status).toBe(200)
    return call
  }
  const register = async (username: string): Promise<Call> => {
    const given = { username, email: `${username}@example.org`, password: PASSWORD }
    expect((await client()('POST', '/auth/register', given)).status).toBe(201)
    return signedIn(username)
  }
  /** What a token is answered. */
  const byToken = async (token: string) =>
    (await fetch(`http://127.0.0.1:${serving.port}/api/v1/brokers`, { headers: { authorization: `Bearer ${token}` } })).status
  return { env, config, stop, signedIn, register, byToken }
}

/** A service with a ledger and a file, and the archive of it. */
async function household() {
  const folder = scratch()
  const service = await startService(folder)
  const mary = await service.register('mary')
  const { body: broker } = await mary('POST', '/brokers', { name: 'Main', currency: 'EUR' })
  const line = { broker_id: broker.id, type: 'DEPOSIT', date: '2024-01-02', amount: '77.25', currency: 'EUR' }
  expect((await mary('POST', '/transactions', line)).status).toBe(201)
  const form = new FormData()
  form.append('file', new File(['a,b\n1,2\n'], 'rows.csv', { type: 'text/csv' }))
  const { body: upload } = await mary('POST', '/uploads', form)
  const { token } = (await mary('POST', '/auth/tokens', { name: 'reader', scopes: ['read'] })).body
  expect(await service.byToken(token)).toBe(200)
  await mary('POST', '/backup')
  let [made] = (await mary('GET', '/backup')).body
  // Where making it becomes a job.
  for (let turn = 0; made === undefined && turn < 600; turn += 1) {
    await Bun.sleep(50)
    made = (await mary('GET', '/backup')).body[0]
  }
  const { bytes } = await mary('GET', `/backup/${made.id}/content`)
  return { ...service, folder, mary, broker, upload, made, token, archive: bytes }
}

const restoreForm = (archive: Uint8Array) => {
  const form = new FormData()
  form.append('password', PASSWORD)
  form.append('file', new File([new Uint8Array(archive)], 'from-elsewhere.tar.zst'))
  return form
}

/** What somebody sees, as it goes over the wire. */
async function answersOf(call: Call, upload: string): Promise<unknown[]> {
  const paths = [
    '/brokers',
    '/transactions',
    '/portfolio/holdings?as_of=2024-12-31',
    '/users',
    '/settings',
    `/uploads/file/${upload}`,
  ]
  const answers = await Promise.all(paths.map((path) => call('GET', path)))
  return answers.map(({ status, bytes }) => [status, new TextDecoder().decode(bytes)])
}

test('a restored archive is all there is from the next request on; everybody signs in again, requests under way wait', async () => {
  const from = await household()
  const before = await answersOf(from.mary, from.upload.id)
  const to = await startService(scratch())
  const root = await to.register('root')
  await root('POST', '/brokers', { name: "root's" })
  const [restored, ...others] = await Promise.all([
    root('POST', '/backup/restore', restoreForm(from.archive)),
    ...Array.from({ length: 20 }, async (_, at) => {
      await Bun.sleep(at * 25)
      return await root('GET', '/brokers')
    }),
  ])
  expect(restored).toMatchObject({ status: 200, body: { restored_from: 'from-elsewhere.tar.zst' } })
  expect(others.map(({ status }) => status).filter((status) => ![200, 401].includes(status))).toEqual([])
  expect((await root('GET', '/auth/me')).status).toBe(401)
  expect(await to.byToken(from.token)).toBe(401)
  expect(await answersOf(await to.signedIn('mary'), from.upload.id)).toEqual(before)
  const [previous = ''] = readdirSync(to.config.dataDir).filter((name) => name.startsWith('before-restore-'))
  expect(existsSync(join(to.config.dataDir, previous, 'holdfast.db'))).toBe(true)
  expect(readdirSync(to.config.dataDir)).not.toContain('restoring')
  await to.stop()
  const again = await startService(to.config.dataDir)
  expect(await answersOf(await again.signedIn('mary'), from.upload.id)).toEqual(before)
})

test('a backup of the service itself is restored by its id; what came after it is gone', async () => {
  const { mary, made, signedIn, upload } = await household()
  const before = await answersOf(mary, upload.id)
  await mary('POST', '/brokers', { name: 'made after the backup' })
  const answer = await mary('POST', '/backup/restore', { id: made.id, password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(await answersOf(await signedIn('mary'), upload.id)).toEqual(before)
})

test('a stopped service is restored by the command; while one runs it is refused, and over data it must be wanted', async () => {
  const from = await household()
  const path = join(scratch(), 'holdfast.tar.zst')
  writeFileSync(path, from.archive)
  const controls = { signal: new AbortController().signal, progress: () => {} }
  await expect(restoreStopped(from.env, path, true, controls)).rejects.toThrow('Another Holdfast serves')
  const before = await answersOf(from.mary, from.upload.id)
  const empty = { ...from.env, DATA_DIR: scratch() }
  await restoreStopped(empty, path, false, controls)
  const there = await startService(empty.DATA_DIR)
  expect(await answersOf(await there.signedIn('mary'), from.upload.id)).toEqual(before)
  await there.stop()
  await expect(restoreStopped(empty, path, false, controls)).rejects.toThrow('--yes')
  await restoreStopped(empty, path, true, controls)
})

/** A data folder of texts, with a restore that waits. */
async function waiting() {
  const root = scratch()
  const put = (folder: string, text: string) => {
    for (const name of ['uploads', 'reports']) {
      mkdirSync(join(root, folder, name), { recursive: true })
      writeFileSync(join(root, folder, name, 'file'), text)
    }
    writeFileSync(join(root, folder, 'holdfast.db'), text)
  }
  put('', 'old')
  for (const ending of ['-wal', '-shm', '.open']) writeFileSync(join(root, `holdfast.db${ending}`), 'old')
  put(STAGED, 'new')
  const order = orderOf({
    staged: STAGED,
    archive: 'x',
    madeAt: '2026-01-01T00:00:00.000Z',
    at: new Date('2026-07-01T00:00:00Z'),
  })
  await commitRestore(root, order)
  return { root, order }
}

const textsOf = (root: string) =>
  ['holdfast.db', 'uploads/file', 'reports/file'].map((name) => readFileSync(join(root, name), 'utf8'))

test('a restore that is broken off between any two renames is finished by the next start', async () => {
  const { root, order } = await waiting()
  const steps: (readonly [from: string, to: string])[] = []
  for (const piece of ['holdfast.db-wal', 'holdfast.db-shm', 'holdfast.db.open', 'holdfast.db', 'uploads', 'reports']) {
    steps.push([piece, join(order.previous, piece)])
    if (!/-|open/.test(piece)) steps.push([join(STAGED, piece), piece])
  }
  for (let done = 0; done <= steps.length; done++) {
    const copy = join(scratch(), 'data')
    cpSync(root, copy, { recursive: true })
    mkdirSync(join(copy, order.previous), { recursive: true })
    for (const [from, to] of steps.slice(0, done)) {
      cpSync(join(copy, from), join(copy, to), { recursive: true })
      await Bun.$`rm -r ${join(copy, from)}`.quiet()
    }
    // A start makes the folders that are missing before it looks.
    mkdirSync(join(copy, 'uploads'), { recursive: true })
    finishRestore(copy, { isServed: true })
    expect([done, textsOf(copy), textsOf(join(copy, order.previous))]).toEqual([
      done,
      ['new', 'new', 'new'],
      ['old', 'old', 'old'],
    ])
    expect([existsSync(join(copy, 'holdfast.db-wal')), finishRestore(copy, { isServed: true })]).toEqual([false, undefined])
  }
})

test('the data of before stay until the start after the one that serves the new ones', async () => {
  for (const isServed of [true, false]) {
    const { root, order } = await waiting()
    finishRestore(root, { isServed })
    if (!isServed) expect(listPrevious(root)).toEqual([])
    expect(listPrevious(root)).toEqual([order.previous])
    await removePrevious(root, listPrevious(root))
    expect(readdirSync(root)).not.toContain(order.previous)
  }
})
