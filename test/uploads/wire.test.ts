import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createTestApp } from '#test/support/app.ts'
import { PNG } from './samples.ts'

const MIB = 1024 * 1024
const HEAD = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
const END = '\r\n--B--\r\n'

/** The service behind a real server, with a limit of 1 MiB a file. */
async function serve() {
  const app = await createTestApp()
  const user = await app.createUser()
  const limit = { key: 'upload_max_mb', value: '1', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null }
  await app.store.writer.insertInto('setting').values(limit).execute()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 1024 * MIB,
    fetch: (request, server) => app.app.fetch(request, { server }),
  })
  const head = (length: string) =>
    `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: session=${user.token}\r\nContent-Type: multipart/form-data; boundary=B\r\n${length}\r\n\r\n`
  const storedState = async () => ({
    rows: (await app.store.writer.selectFrom('upload').select('id').execute()).length,
    files: readdirSync(app.deps.folders.uploads).length,
    temporary: readdirSync(app.deps.folders.temporary).length,
  })
  return { ...app, user, head, storedState, port: server.port ?? 0, [Symbol.asyncDispose]: () => server.stop(true) }
}
const NOTHING = { rows: 0, files: 0, temporary: 0 }

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  })
}

function write(socket: Socket, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => socket.write(piece, (error) => (error ? reject(error) : resolve())))
}

/** A client that listens only when it has sent everything, as simple ones do; throws when the connection breaks before that. */
async function sendAll(port: number, pieces: Iterable<string | Uint8Array>): Promise<{ status: number; code: string }> {
  const socket = await open(port)
  const received: Buffer[] = []
  const ended = new Promise((resolve, reject) => socket.on('end', resolve).on('close', resolve).on('error', reject))
  socket.on('data', (chunk) => received.push(chunk))
  for (const piece of pieces) await write(socket, piece)
  await ended
  const text = Buffer.concat(received).toString()
  const body: { code?: string } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return { status: Number(text.slice(9, 12)), code: body.code ?? '' }
}

function* chunked(pieces: Iterable<string | Uint8Array>) {
  for (const piece of pieces) {
    yield `${Buffer.byteLength(piece).toString(16)}\r\n`
    yield piece
    yield '\r\n'
  }
  yield '0\r\n\r\n'
}

const block = new Uint8Array(256 * 1024).fill(65)
const blocks = (count: number) => Array.from({ length: count }, () => block)

test('413 reaches a client that sends 16 MiB before it listens, announced or chunked; nothing is stored', async () => {
  await using app = await serve()
  const length = HEAD.length + 64 * block.byteLength + END.length
  const announced = await sendAll(app.port, [app.head(`Content-Length: ${length}`), HEAD, ...blocks(64), END])
  expect(announced).toEqual({ status: 413, code: 'upload/too-large' })
  const counted = await sendAll(app.port, [app.head('Transfer-Encoding: chunked'), ...chunked([HEAD, ...blocks(64), END])])
  expect(counted).toEqual({ status: 413, code: 'upload/too-large' })
  expect(await app.storedState()).toEqual(NOTHING)
})

test('422 reaches a client whose form is refused at its first part', async () => {
  await using app = await serve()
  const wrong = HEAD.replace('"file"', '"wrong"')
  expect(await sendAll(app.port, [app.head('Transfer-Encoding: chunked'), ...chunked([wrong, ...blocks(3), END])])).toEqual({
    status: 422,
    code: 'request/invalid',
  })
  expect(await app.storedState()).toEqual(NOTHING)
})

test('201 for a chunked upload that announces no length, in pieces of every size', async () => {
  await using app = await serve()
  const body = Buffer.from(`${HEAD}a;b\n1;2\n${END}`)
  const pieces = Array.from({ length: Math.ceil(body.length / 7) }, (_, index) => body.subarray(index * 7, index * 7 + 7))
  expect((await sendAll(app.port, [app.head('Transfer-Encoding: chunked'), ...chunked(pieces)])).status).toBe(201)
  expect(await app.storedState()).toEqual({ rows: 1, files: 1, temporary: 0 })
})

test('rule: uploads broken off leave no file, no descriptor and no error in the log', async () => {
  await using app = await serve()
  const descriptors = () => readdirSync('/proc/self/fd').length
  const breakOff = async () => {
    const socket = await open(app.port)
    await write(socket, `${app.head('Content-Length: 900000')}${HEAD}`)
    await write(socket, block)
    socket.resetAndDestroy()
  }
  await breakOff()
  await settled(app)
  const before = descriptors()
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 10 }, breakOff))
  await settled(app)
  expect(await app.storedState()).toEqual(NOTHING)
  expect(descriptors()).toBeLessThanOrEqual(before + 2)
  app.deps.log.flush()
  const log = app.logged.join('')
  expect(log).toContain('"status":400')
  expect(log).not.toContain('"level":"error"')
})

async function settled(app: { storedState: () => Promise<{ temporary: number }> }): Promise<void> {
  const until = Date.now() + 10_000
  do await Bun.sleep(20)
  while ((await app.storedState()).temporary > 0 && Date.now() < until)
  await Bun.sleep(50)
}

test('200, 206, 304 and 416 come over the wire as they were meant, whatever encodings the client takes', async () => {
  await using app = await serve()
  const headers = { Cookie: `session=${app.user.token}`, 'Accept-Encoding': 'zstd, gzip' }
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(PNG)]), 'a.png')
  const base = `http://127.0.0.1:${app.port}/api/v1`
  const { id, sha256 } = (await (await fetch(`${base}/uploads`, { method: 'POST', headers, body: form })).json()) as {
    id: string
    sha256: string
  }
  const get = (more: Record<string, string>, method = 'GET') =>
    fetch(`${base}/uploads/file/${id}`, { method, headers: { ...headers, ...more } })
  const summary = async (response: Response) => [
    response.status,
    response.headers.get('content-length'),
    response.headers.get('content-range'),
    response.headers.get('content-encoding'),
    (await response.bytes()).byteLength,
  ]
  const size = PNG.byteLength
  expect(await summary(await get({}))).toEqual([200, String(size), null, null, size])
  expect(await summary(await get({ Range: 'bytes=2-9' }))).toEqual([206, '8', `bytes 2-9/${size}`, null, 8])
  expect(await summary(await get({ Range: 'bytes=2-9', 'If-Range': '"old"' }))).toEqual([200, String(size), null, null, size])
  expect(await summary(await get({ Range: 'bytes=0-1,3-4' }))).toEqual([200, String(size), null, null, size])
  expect((await get({ Range: 'bytes=9999-' })).status).toBe(416)
  expect((await get({ 'If-None-Match': `"${sha256}"` })).status).toBe(304)
  expect(await summary(await get({}, 'HEAD'))).toEqual([200, String(size), null, null, 0])
  const download = await fetch(`${base}/uploads/file/${id}?download=true`, { headers })
  expect(download.headers.get('content-disposition')).toBe('attachment; filename=a.png')
  expect(Buffer.from(await download.bytes()).equals(PNG)).toBe(true)
})
