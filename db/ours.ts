import { openStore, type Reader } from './connection.ts'
import { migrate } from './migrate.ts'

/** Gives `work` an empty database in memory with the schema of this release, to compare others with. */
export async function withOurSchema<T>(work: (ours: Reader) => Promise<T>): Promise<T> {
  const store = openStore(':memory:', { durable: false })
  try {
    await migrate(store.writer)
    return await work(store.writer)
  } finally {
    await store.close()
  }
}
