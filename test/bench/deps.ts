import type { Store } from '#db/connection.ts'
import { loadConfig } from '#src/config.ts'
import type { Deps } from '#src/context.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { createMemory } from '#src/memory.ts'
import { CALM_STORAGE } from '#test/support/storage.ts'

export const BENCH_SECRET = 'a-secret-for-benches-only-0123456789abcdef'

/** A service over a database that a bench has filled, at noon of a day. */
export function benchDeps(store: Store, folder: string, today: string): Deps {
  return {
    db: store.writer,
    reader: store.reader,
    folders: openFolders(folder),
    clock: () => new Date(`${today}T12:00:00Z`),
    log: createLog({ level: 'error', format: 'json', write: () => {} }),
    config: loadConfig({ JWT_SECRET: BENCH_SECRET, DATA_DIR: folder }),
    plugins: { brim: [], fx: [], assets: [] },
    fetch,
    storage: CALM_STORAGE,
    memory: createMemory(),
    startedAt: new Date(),
  }
}
