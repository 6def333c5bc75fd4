/**
 * What uploads cost: `bun test/bench/uploads.ts`. A server in a process of its own takes, refuses and sends large files; its peak memory
 * (VmHWM, Linux) is printed for each step beside what it was before. Not part of the tests.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { loadConfig } from '#src/config.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import { CALM_STORAGE } from '#test/support/storage.ts'

const SECRET = 'a-secret-for-benches-only-0123456789abcdef'
const MIB = 1024 * 1024
const ROW = new TextEncoder().encode('2026-01-02;Acme;1,50;EUR\n'.repeat(8_000))
const HEAD = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
const END = '\r\n--B--\r\n'

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '')
else await measure()

async function serve(folder: string): Promise<void> {
  const folders = openFolders(folder)
  const store = openStore(join(folder, 'holdfast.db'))
  await migrate(store.writer)
  const time = new Date().toISOString()
  const named = { username: 'bench', username_key: 'bench', email: 'bench@example.org', email_key: 'bench@example.org' }
  await store.writer
    .insertInto('user')
    .values({ ...named, password_hash: 'none', created_at: time, updated_at: time })
    .execute()
  const app = createServer({
    db: store.writer,
    reader: store.reader,
    folders,
    clock: () => new Date(),
    log: createLog({ level: 'error', format: 'pretty', write: (line) => process.stderr.write(line) }),
    config: loadConfig({ JWT_SECRET: SECRET, DATA_DIR: folder }),
    plugins: { brim: [], fx: [], assets: [] },
    fetch,
    storage: CALM_STORAGE,
    memory: createMemory(),
    startedAt: new Date(),
  })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 1024 * MIB,
    fetch: (request, server) => app.fetch(request, { server }),
  })
  process.send?.(server.port)
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const port = Promise.withResolvers<number>()
  const child = Bun.spawn([process.execPath, import.meta.path, 'serve', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message: number) => port.resolve(message),
  })
  try {
    await steps(child.pid, `http://127.0.0.1:${await port.promise}/api/v1/uploads`)
  } finally {
    child.kill()
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
}

async function steps(pid: number, address: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const token = await signSession({ userId: 1, issuedAt: now, expiresAt: now + 3_600, epoch: 0 }, SECRET)
  const send = async (megabytes: number, announced: boolean) => {
    const headers: Record<string, string> = { Cookie: `session=${token}`, 'Content-Type': 'multipart/form-data; boundary=B' }
    const pieces = [HEAD, ...Array.from({ length: Math.floor((megabytes * MIB) / ROW.byteLength) }, () => ROW), END]
    const body = announced ? new Blob(pieces as BlobPart[]) : streamOf(pieces)
    const response = await fetch(address, { method: 'POST', headers, body })
    return { status: response.status, body: await response.text() }
  }
  await step(pid, '1 MiB taken (warm-up)', async () => (await send(1, true)).status)
  await step(pid, '24 MiB taken', async () => (await send(24, true)).status)
  await step(pid, '24 MiB taken, chunked', async () => (await send(24, false)).status)
  await step(pid, '200 MiB refused by its length', async () => (await send(200, true)).status)
  await step(pid, '200 MiB refused while it streams', async () => (await send(200, false)).status)
  await step(pid, '8 x 20 MiB taken at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(20, true)))
    return answers.map((answer) => answer.status).join(' ')
  })
  const { id } = JSON.parse((await send(24, true)).body) as { id: string }
  await step(pid, '24 MiB sent, 20 times', async () => {
    let bytes = 0
    for (let round = 0; round < 20; round += 1) {
      const response = await fetch(`${address}/file/${id}`, { headers: { Cookie: `session=${token}` } })
      bytes += (await response.bytes()).byteLength
    }
    return `${Math.round(bytes / MIB)} MiB`
  })
}

function streamOf(pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const rest = [...pieces]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = rest.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(typeof next === 'string' ? new TextEncoder().encode(next) : next)
    },
  })
}

async function step(pid: number, name: string, work: () => Promise<number | string>): Promise<void> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = await peakMebibytes(pid)
  const began = performance.now()
  const result = await work()
  const milliseconds = Math.round(performance.now() - began)
  const after = await peakMebibytes(pid)
  console.log(`${name}: ${result}, ${milliseconds} ms, peak ${after} MiB (+${Math.round((after - before) * 10) / 10})`)
}

async function peakMebibytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Math.round((Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024) * 10) / 10
}
