import type { Migration } from '../migrate.ts'
import { ledger } from './0001_ledger.ts'

/** In order; a compiled program has no folder to scan. Append only. */
export const migrations: readonly Migration[] = [ledger]
