import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Allowance } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import type { Changes } from './balances.ts'
import type { TransactionPatch } from './patch.ts'
import type { Transaction, TransactionFields, TransactionInput } from './transaction.ts'

export type TxCtx = Ctx & { readonly db: Tx }

/** `editable` = what the brokers allow at which the caller turned out to be EDITOR in this transaction: the role is read once. */
export type WriteCtx = TxCtx & { readonly editable: Map<number, Allowance> }

/** Runs a write in a transaction. */
export function inWrite<T>(ctx: Ctx, work: (ctx: WriteCtx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, (ctx) => work({ ...ctx, editable: new Map() }))
}

/** One line to be made: where it stands in the request, and the caller's key of its group. */
export type Creation = { readonly pointer: string; readonly input: TransactionInput; readonly group: string | null }
/** One line to be replaced. */
export type Replacement = { readonly pointer: string; readonly before: Transaction; readonly patch: TransactionPatch }

export type PlannedCreation = Creation & { readonly fields: TransactionFields; readonly groupId: string | null }
export type PlannedReplacement = Replacement & { readonly fields: TransactionFields }

/** Everything a request will do, checked line by line and group by group; nothing is written yet. */
export type Plan = {
  readonly creations: readonly PlannedCreation[]
  readonly replacements: readonly PlannedReplacement[]
  readonly deletions: readonly Transaction[]
  readonly changes: Changes
}
