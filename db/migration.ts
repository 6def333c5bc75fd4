import type { Tx } from './connection.ts'

/** A step of the schema. Frozen after its release; never imports application code. */
export type Migration = { readonly name: string; readonly up: (db: Tx) => Promise<void> }
