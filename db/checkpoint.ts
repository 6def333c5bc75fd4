import type { Database } from 'bun:sqlite'
import { stat } from 'node:fs/promises'
import { runInBackground } from './background.ts'

/** Worth a checkpoint. Small enough that the log never grows far, large enough that most commits need none. */
const LARGE_LOG_BYTES = 4 * 1024 * 1024
const LOOK_EVERY_MILLISECONDS = 2_000

const WORKER = `
import { Database } from 'bun:sqlite'
onmessage = ({ data: path }) => {
  const database = new Database(path, { readwrite: true })
  database.run('PRAGMA busy_timeout = 1000')
  database.run('PRAGMA synchronous = FULL')
  database.run('PRAGMA wal_checkpoint(PASSIVE)')
  database.close()
  postMessage('done')
}
`

/** The commits of this connection copy nothing from the log into the database file: another does, beside the requests. */
export function leaveCheckpointsToOthers({ sqlite: writer }: { readonly sqlite: Database }): void {
  writer.run('PRAGMA wal_autocheckpoint = 0')
  writer.run(`PRAGMA journal_size_limit = ${LARGE_LOG_BYTES / 4}`)
}

/**
 * Takes checkpoints off the thread that answers requests. SQLite copies the write-ahead log into the database file inside the commit that
 * makes it long, with two syncs; after a large import that holds up everybody for a tenth of a second. Here a Worker with a connection of its
 * own does it, without blocking readers or the writers, of this process or another. Returns a function that ends it; the last checkpoint is made when the store closes.
 */
export function checkpointInBackground(
  writer: { readonly sqlite: Database },
  path: string,
  onError: (error: unknown) => void,
): () => void {
  leaveCheckpointsToOthers(writer)
  let running = false
  let seen = 0
  const look = async () => {
    const log = await stat(`${path}-wal`).catch(() => undefined)
    if (log === undefined || log.size <= LARGE_LOG_BYTES || log.mtimeMs === seen) return
    await runInBackground(WORKER, path)
    seen = log.mtimeMs
  }
  const timer = setInterval(() => {
    if (running) return
    running = true
    look()
      .catch(onError)
      .finally(() => {
        running = false
      })
  }, LOOK_EVERY_MILLISECONDS)
  timer.unref()
  return () => clearInterval(timer)
}
