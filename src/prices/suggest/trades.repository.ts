import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { isSeen, type Sight } from '#db/sight.ts'
import { decimal } from '../../shared/decimal.ts'
import type { Trade } from './candidate.ts'

type Wanted = Sight & { ids: readonly number[] }

const lastTrades = query<Wanted>()((q, p) => {
  const trades = q
    .selectFrom('ledger_transaction as line')
    .innerJoin('broker_access as access', 'access.broker_id', 'line.broker_id')
    .where('access.user_id', '=', p.userId)
    .where(isSeen('access.broker_id', p))
    .where('access.included', '=', 1)
    .where('line.asset_id', 'in', inList(p.ids))
    .where('line.type', 'in', ['BUY', 'SELL'])
    .where('line.price', 'is not', null)
  const last = trades
    .select((eb) => ['line.asset_id as id', eb.fn.max('line.date').as('day')])
    .groupBy('line.asset_id')
    .as('last')
  return trades
    .innerJoin(last, (join) => join.onRef('last.id', '=', 'line.asset_id').onRef('last.day', '=', 'line.date'))
    .select(['line.asset_id', 'line.broker_id', 'line.date', 'line.price', 'line.price_currency', 'line.currency'])
    .orderBy('line.id')
})

/** The last trade of each of these assets at the brokers that the user has included; none of other brokers. */
export async function findLastTrades(db: Reader, sight: Sight, ids: readonly number[]): Promise<Map<number, Trade>> {
  const found = new Map<number, Trade>()
  for (const row of await lastTrades.all(db, { ids, ...sight })) {
    const currency = row.price_currency ?? row.currency
    if (row.asset_id === null || row.price === null || currency === null) continue
    found.set(row.asset_id, { date: row.date, price: decimal(row.price), currency, brokerId: row.broker_id })
  }
  return found
}
