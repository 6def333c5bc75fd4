/** Connections that are broken off, left idle or filled with parts: neither descriptors nor files are left of them, and others are answered. */
import { afterAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { emptyFolder, type Running, removeFolders, SOURCE, startBinary } from '#test/support/binary.ts'

afterAll(removeFolders)

const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
const PIECE = `--B\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\n${'a,b,c\n'.repeat(2_000)}`

async function serve() {
  const folder = emptyFolder()
  const env = { OFFLINE: 'true', JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef' }
  const service = await startBinary(folder, env, { command: SOURCE })
  const call = service.client()
  await call('POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  const { cookie } = await call('POST', '/auth/login', ACCOUNT)
  const head = (length: number, type = 'multipart/form-data; boundary=B') =>
    `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  const descriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length
  const left = () => readdirSync(join(folder, 'data/tmp'))
  return { ...service, call, head, descriptors, left, [Symbol.asyncDispose]: () => service.stop().then(() => {}) }
}

function open({ port }: Pick<Running, 'port'>): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  return promise
}

/** The status of the answer to some bytes; 0 where the connection ends without one. */
async function statusOf(service: Pick<Running, 'port'>, bytes: string): Promise<number> {
  const socket = await open(service)
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.on('data', (chunk) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString())?.[1] ?? 0)))
  socket.on('close', () => resolve(0)).on('error', () => resolve(0))
  socket.write(bytes)
  const status = await promise
  socket.destroy()
  return status
}

async function until(look: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 400 && !look(); turn += 1) await Bun.sleep(25)
  return look()
}

test('1,000 uploads that are broken off, and 300 connections that say nothing: descriptors, files and others are as before', async () => {
  await using service = await serve()
  const breakOff = async (index: number) => {
    const socket = await open(service).catch(() => undefined)
    socket?.on('error', () => {})
    socket?.write(service.head(5 * 2 ** 20) + PIECE.repeat(index % 7))
    await Bun.sleep(index % 5)
    socket?.resetAndDestroy()
  }
  for (let index = 0; index < 50; index += 1) await breakOff(index)
  await until(() => service.left().length === 0)
  const before = service.descriptors()
  for (let batch = 0; batch < 20; batch += 1) await Promise.all(Array.from({ length: 50 }, (_, index) => breakOff(index)))
  const idle = await Promise.all(Array.from({ length: 300 }, () => open(service)))
  expect((await service.call('GET', '/brokers')).status).toBe(200)
  for (const socket of idle) socket.destroy()
  expect(await until(() => service.descriptors() <= before + 10 && service.left().length === 0)).toBe(true)
  expect((await service.call('GET', '/uploads')).body).toEqual([])
}, 120_000)

test('a form of 10,000 parts, one without a boundary, one without its end: refused at once, and nothing is left', async () => {
  await using service = await serve()
  const parts = Array.from(
    { length: 10_000 },
    (_, index) => `--B\r\nContent-Disposition: form-data; name="p${index}"\r\n\r\nx\r\n`,
  )
  const many = `${parts.join('')}--B--\r\n`
  expect([400, 413, 422]).toContain(await statusOf(service, service.head(many.length) + many))
  expect([400, 415, 422]).toContain(await statusOf(service, `${service.head(10, 'multipart/form-data')}0123456789`))
  expect([400, 422]).toContain(await statusOf(service, service.head(PIECE.length) + PIECE))
  expect(await until(() => service.left().length === 0)).toBe(true)
  expect((await service.call('GET', '/uploads')).body).toEqual([])
})
