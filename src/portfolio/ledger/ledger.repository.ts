import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'

const brokersOfGroups = query<{ groupIds: readonly string[] }>()((q, p) =>
  q.selectFrom('ledger_transaction').select('broker_id').distinct().where('group_id', 'in', inList(p.groupIds)),
)

/** Brokers that have a line of one of the groups. */
export async function listBrokersOfGroups(db: Reader, groupIds: readonly string[]): Promise<number[]> {
  return (await brokersOfGroups.all(db, { groupIds })).map((row) => row.broker_id)
}

const firstDayOf = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(({ fn }) => fn.min<string | null>('date').as('date'))
    .where('broker_id', '=', p.brokerId),
)

/** The first day that has a line of one of the brokers. */
export async function findFirstDay(db: Reader, brokerIds: readonly number[]): Promise<string | undefined> {
  const days = await Promise.all(brokerIds.map((brokerId) => firstDayOf.one(db, { brokerId })))
  return days.flatMap((row) => row?.date ?? []).sort()[0]
}

const firstDaysOf = query<{ brokerIds: readonly number[]; assetIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['asset_id', ({ fn }) => fn.min<string>('date').as('date')])
    .where('asset_id', 'in', inList(p.assetIds))
    .where('broker_id', 'in', inList(p.brokerIds))
    .groupBy('asset_id'),
)

/** The first day of each of these assets that has a line at one of the brokers. */
export async function findFirstDays(
  db: Reader,
  brokerIds: readonly number[],
  assetIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await firstDaysOf.all(db, { brokerIds, assetIds })
  return new Map(rows.flatMap((row) => (row.asset_id === null ? [] : [[row.asset_id, row.date] as const])))
}
