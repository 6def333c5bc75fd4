import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { FxDeclinedRouteTable } from '#db/tables/fx.ts'
import { pairOf } from './catalogue.ts'
import { raiseOwnRatesVersion } from './version.repository.ts'

type Pair = { readonly base: string; readonly quote: string }

const declinedOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('fx_declined_route').select(['base', 'quote']).where('user_id', '=', p.userId),
)
const decline = query<Pair & { userId: number }>()((q, p) =>
  q
    .insertInto('fx_declined_route')
    .values({ user_id: p.userId, base: p.base, quote: p.quote } satisfies Record<keyof FxDeclinedRouteTable, unknown>)
    .onConflict((conflict) => conflict.columns(['user_id', 'base', 'quote']).doNothing()),
)
const accept = query<Pair & { userId: number }>()((q, p) =>
  q.deleteFrom('fx_declined_route').where('user_id', '=', p.userId).where('base', '=', p.base).where('quote', '=', p.quote),
)
const move = query<{ id: number; day: string }>()((q, p) =>
  q.updateTable('fx_route').set({ needed_from: p.day }).where('id', '=', p.id).where('needed_from', '>', p.day),
)
const removeSame = query<{ userId: number; key: string }>()((q, p) =>
  q.deleteFrom('fx_route').where('user_id', '=', p.userId).where('route_key', '=', p.key).where('needed_from', 'is not', null),
)

/** The pairs, as `AAA/BBB`, for which a user wants no automatic route. */
export async function listDeclinedPairs(db: Reader, userId: number): Promise<ReadonlySet<string>> {
  return new Set((await declinedOf.all(db, { userId })).map(pairOf))
}

/** Notes that a user wants no automatic route of a pair. */
export async function declinePair(db: Tx, userId: number, { base, quote }: Pair): Promise<void> {
  await decline.run(db, { userId, base, quote })
}

/** Takes that back. */
export async function acceptPair(db: Tx, userId: number, { base, quote }: Pair): Promise<void> {
  await accept.run(db, { userId, base, quote })
}

/** Notes that an automatic route is needed from an earlier day on; false where it is no longer there, or needed from then on already. */
export async function moveNeededFrom(db: Tx, id: number, day: string): Promise<boolean> {
  return (await move.run(db, { id, day })) > 0
}

/** Removes the automatic route of a user with exactly this chain: they register it themselves now. */
export async function removeAutomatic(db: Tx, userId: number, key: string): Promise<void> {
  if ((await removeSame.run(db, { userId, key })) > 0) await raiseOwnRatesVersion(db, userId)
}
