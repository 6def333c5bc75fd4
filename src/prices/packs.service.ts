import type { Reader } from '#db/connection.ts'
import { packedColumns, readStoredColumns } from './close-columns.ts'
import { listPackedAssets } from './pack.repository.ts'

export { removePack } from './pack.repository.ts'

/** Compares every pack that reports would read with the closes of its asset; `wrong` = the assets where they differ. */
export async function comparePacks(db: Reader): Promise<{ count: number; wrong: number[] }> {
  const ids = await listPackedAssets(db)
  const wrong: number[] = []
  for (const id of ids) {
    const pack = (await packedColumns(db, [id])).get(id)
    if (pack !== undefined && !Bun.deepEquals(pack, await readStoredColumns({ reader: db }, id))) wrong.push(id)
  }
  return { count: ids.length, wrong }
}

/** What is said of an asset whose pack is not what its closes are. */
export function packFault(assetId: number): string {
  return `the packed closes of asset ${assetId} are not its closes`
}
