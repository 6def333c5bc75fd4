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
