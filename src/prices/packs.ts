/** Packs of closes: what reports read of a whole history as columns of numbers in place of rows. Made in the background, and true as long as the version of the prices is theirs. */
import type { Reader } from '#db/connection.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '../context.ts'
import { mayGrow } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import { startTicker } from '../shared/ticker.ts'
import { readStoredColumns } from './close-columns.ts'
import { type ClosePack, listChanged, writePack } from './pack.repository.ts'

const TICK_MILLISECONDS = 60_000
/** What fewer closes would gain is not worth their place. */
const LEAST_CLOSES = 64
/** So many assets are read and written without giving the event loop back. */
const AT_ONCE = 8
const NONE = new Uint8Array()

/** Packs closes soon after they were written, those that are there first; rests while the disk is at its reserve. */
export function startPacking(deps: Deps, tickMilliseconds = TICK_MILLISECONDS): { readonly stop: () => void } {
  const first = new AbortController()
  const failed = (error: unknown) => deps.log.warn('closes could not be packed; reports read them one by one', { error })
  const reason = () => new AppError('unavailable', 'price/stopping', 'The service is stopping.')
  packCloses(deps, first.signal).catch((error: unknown) => first.signal.aborted || failed(error))
  const later = startTicker(tickMilliseconds, (signal) => packCloses(deps, signal), { failed, reason })
  return {
    stop() {
      first.abort(reason())
      later.stop()
    },
  }
}

/** Packs the closes of every asset whose prices have changed since; returns how many assets. */
export async function packCloses(deps: Pick<Deps, 'db' | 'reader' | 'storage'>, signal?: AbortSignal): Promise<number> {
  let count = 0
  if ((await listChanged(deps.reader, 1)).length === 0 || !(await mayGrow(deps))) return count
  while (signal?.aborted !== true) {
    const packs = await inSnapshot(deps.reader, readChanged)
    if (packs.length === 0) break
    await inTransaction(deps, async ({ db }) => {
      for (const pack of packs) await writePack(db, pack)
    })
    count += packs.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  return count
}

async function readChanged(reader: Reader): Promise<ClosePack[]> {
  const packs: ClosePack[] = []
  for (const changed of await listChanged(reader, AT_ONCE)) packs.push(await packOf(reader, changed))
  return packs
}

/** What cannot be packed has an empty one, so that it is not tried again before it changes. */
async function packOf(reader: Reader, { assetId, version }: Pick<ClosePack, 'assetId' | 'version'>): Promise<ClosePack> {
  const { days, scaled, exact, currencies } = (await readStoredColumns({ reader }, assetId)) ?? {}
  if (
    days === undefined ||
    scaled === undefined ||
    days.length < LEAST_CLOSES ||
    exact !== null ||
    typeof currencies !== 'string'
  )
    return { assetId, version, currency: '', days: NONE, closes: NONE }
  return { assetId, version, currency: currencies, days: bytesOf(days), closes: bytesOf(scaled) }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
