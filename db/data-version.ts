import type { Reader } from './connection.ts'

/** Rises with every commit of another connection or process: what was read while it stays the same is still true. */
export async function readDataVersion(db: Reader): Promise<number> {
  return db.sqlite.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version ?? -1
}
