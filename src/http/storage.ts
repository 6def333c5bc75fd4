import { AppError } from '../shared/errors.ts'
import type { Step } from './steps.ts'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Write nothing, and let people in to read what there is. */
const HARMLESS = /\/auth\/log(in|out)$/

/** Refuses writes while the database is damaged (`storage/damaged`), and makes room for a deletion when the disk is full. */
export const guardStorage: Step = (c) => {
  const { method, path } = c.req
  if (SAFE.has(method)) return undefined
  const { storage } = c.get('deps')
  if (storage.damage() !== null && !HARMLESS.test(path)) throw damaged()
  return method === 'DELETE' ? storage.makeRoom() : undefined
}

/** 503 of a database that is only read from now on. */
export function damaged(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'storage/damaged',
    'The database of the service is damaged, so nothing is written to it. Its administrator must restore a backup; the log says more.',
    { cause },
  )
}
