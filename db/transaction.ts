import type { Db, Tx } from './connection.ts'

/** What a verb needs of its context to read and write. Inside a transaction `db` and `reader` are both that transaction. */
export type DbContext = { readonly db: Db | Tx; readonly reader: Db | Tx }

/**
 * Runs `work` with a copy of `ctx` whose `db` and `reader` are one IMMEDIATE transaction; joins the open one if there is one.
 * Everything is rolled back when `work` throws. Shadow the outer `ctx`: its `db` would wait for this transaction for ever.
 */
export function inTransaction<C extends DbContext, T>(ctx: C, work: (ctx: C & { db: Tx; reader: Tx }) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx as C & { db: Tx; reader: Tx })
  const { sqlite } = ctx.db
  return ctx.db.transaction().execute((transaction) => {
    const tx: Tx = Object.assign(transaction, { sqlite })
    return work({ ...ctx, db: tx, reader: tx })
  })
}
