import type { Reader } from './connection.ts'

/** Rises with every commit of another connection or process: what was read while it stays the same is still true. */
export async function readDataVersion(db: Reader): Promise<number> {
  const row = (await db.statements.one('PRAGMA data_version', [])) as { readonly data_version: number } | undefined
  return row?.data_version ?? -1
}
