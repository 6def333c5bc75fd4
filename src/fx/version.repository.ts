import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { FxOwnVersionTable } from '#db/tables/fx.ts'

const raiseRates = query()((q) =>
  q
    .updateTable('rate_mark')
    .set((is) => ({ mark: is('mark', '+', is.lit(1)) }))
    .where('id', '=', 1),
)
const raiseOwn = query<{ userId: number }>()((q, p) =>
  q
    .insertInto('fx_own_mark')
    .values({ user_id: p.userId, mark: 1 } satisfies Record<keyof FxOwnVersionTable, unknown>)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((is) => ({ mark: is('fx_own_mark.mark', '+', is.lit(1)) }))),
)

/** Raises the counter of what counts for all: rates, routes, series. What reports remember of them is true while it stands. */
export async function raiseRatesVersion(db: Tx): Promise<void> {
  await raiseRates.run(db, {})
}

/** Raises the counter of what counts for one user only: their rates, routes and series. */
export async function raiseOwnRatesVersion(db: Tx, userId: number): Promise<void> {
  await raiseOwn.run(db, { userId })
}
