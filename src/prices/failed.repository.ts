import { sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { add, type Decimal, decimal, ZERO } from '../shared/decimal.ts'

/** An asset that a broker has, which a user has included. */
export type HeldAt = { readonly brokerId: number; readonly broker: string; readonly assetId: number; readonly symbol: string }

const failing = query()((q) => q.selectFrom('price_refresh').select('asset_id as id').where('last_error', 'is not', null))

/** A unit of balances that is an asset is `#` and its id. */
const changesOf = query<{ userId: number; ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .innerJoin('balance_month as balance', (join) => join.on(sql<boolean>`balance.unit = '#' || asset.id`))
    .innerJoin('broker_access as access', 'access.broker_id', 'balance.broker_id')
    .innerJoin('broker', 'broker.id', 'access.broker_id')
    .select(['broker.id as brokerId', 'broker.name as broker', 'asset.id as assetId', 'asset.symbol', 'balance.change'])
    .where('asset.id', 'in', inList(p.ids))
    .where('access.user_id', '=', p.userId)
    .where('access.included', '=', 1)
    .where('broker.archived', '=', 0)
    .orderBy('broker.id')
    .orderBy('asset.id'),
)

/** The assets whose last refresh failed. */
export async function listFailing(db: Reader): Promise<Set<number>> {
  return new Set((await failing.all(db, {})).map(({ id }) => id))
}

/** Which of these assets brokers of a user have now, by broker. */
export async function listHeldAt(db: Reader, userId: number, ids: readonly number[]): Promise<HeldAt[]> {
  const held = new Map<string, HeldAt & { quantity: Decimal }>()
  for (const { change, ...one } of await changesOf.all(db, { userId, ids })) {
    const key = `${one.brokerId} ${one.assetId}`
    held.set(key, { ...one, quantity: add(held.get(key)?.quantity ?? ZERO, decimal(change)) })
  }
  return [...held.values()].filter(({ quantity }) => quantity !== ZERO)
}
