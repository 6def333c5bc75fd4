import type { Db, Reader, Tx } from './connection.ts'

/** What a verb needs of its context to read and write. Inside a transaction `db` and `reader` are both that transaction. */
export type DbContext = { readonly db: Db | Tx; readonly reader: Reader }

/**
 * Runs `work` with a copy of `ctx` whose `db` and `reader` are one IMMEDIATE transaction; joins the open one if there is one.
 * Everything is rolled back when `work` throws. Shadow the outer `ctx`: its `db` would wait for this transaction for ever.
 */
export function inTransaction<C extends DbContext, T>(ctx: C, work: (ctx: C & { db: Tx; reader: Tx }) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx as C & { db: Tx; reader: Tx })
  return ctx.db.within((tx) => work({ ...ctx, db: tx, reader: tx }))
}

/**
 * Like `inTransaction`, but with `isDryRun` everything that `work` wrote is rolled back, and its result is answered all the same. Not for use
 * inside a transaction, which would keep what was written.
 */
export async function withDryRun<C extends DbContext, T>(
  ctx: C,
  isDryRun: boolean,
  work: (ctx: C & { db: Tx; reader: Tx }) => Promise<T>,
): Promise<T> {
  if (!isDryRun) return await inTransaction(ctx, work)
  if (ctx.db.isTransaction) throw new Error('a dry run cannot be part of a transaction')
  const done: { readonly result: T }[] = []
  const undo = new Error('dry run')
  try {
    return await inTransaction(ctx, async (ctx) => {
      done.push({ result: await work(ctx) })
      throw undo
    })
  } catch (error) {
    const [tried] = done
    if (error !== undo || tried === undefined) throw error
    return tried.result
  }
}
