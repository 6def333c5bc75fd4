import type { Reader, Tx } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { inPieces } from '../shared/pieces.ts'
import { raiseDayVersionsOfLines } from './version.repository.ts'

const someOfBroker = query<{ brokerId: number; limit: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'group_id'])
    .where('broker_id', '=', p.brokerId)
    .orderBy('date')
    .orderBy('id')
    .limit(p.limit),
)
const legsElsewhere = query<{ groupIds: readonly string[]; brokerId: number; limit: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select('id')
    .where('group_id', 'in', inList(p.groupIds))
    .where('broker_id', '<>', p.brokerId)
    .orderBy('id')
    .limit(p.limit),
)
const cutLegs = query<{ ids: readonly number[] }>()((q, p) =>
  q.updateTable('ledger_transaction').set({ group_id: null }).where('id', 'in', inList(p.ids)),
)
const deleteLines = query<{ ids: readonly number[] }>()((q, p) =>
  q.deleteFrom('ledger_transaction').where('id', 'in', inList(p.ids)),
)
type Piece = { readonly brokerId: number; readonly limit: number }
const deleteDays = query<Piece>()((q, p) =>
  q
    .deleteFrom('balance_day')
    .where(({ refTuple, eb, selectFrom }) =>
      eb(
        refTuple('broker_id', 'unit', 'date'),
        'in',
        selectFrom('balance_day')
          .select(['broker_id', 'unit', 'date'])
          .where('broker_id', '=', p.brokerId)
          .limit(p.limit)
          .$asTuple('broker_id', 'unit', 'date'),
      ),
    ),
)
const deleteMonths = query<Piece>()((q, p) =>
  q
    .deleteFrom('balance_month')
    .where(({ refTuple, eb, selectFrom }) =>
      eb(
        refTuple('broker_id', 'unit', 'month'),
        'in',
        selectFrom('balance_month')
          .select(['broker_id', 'unit', 'month'])
          .where('broker_id', '=', p.brokerId)
          .limit(p.limit)
          .$asTuple('broker_id', 'unit', 'month'),
      ),
    ),
)
const deleteVersions = query<Piece>()((q, p) =>
  q
    .deleteFrom('ledger_mark')
    .where(({ refTuple, eb, selectFrom }) =>
      eb(
        refTuple('broker_id', 'date'),
        'in',
        selectFrom('ledger_mark')
          .select(['broker_id', 'date'])
          .where('broker_id', '=', p.brokerId)
          .limit(p.limit)
          .$asTuple('broker_id', 'date'),
      ),
    ),
)

/**
 * Removes the whole ledger of a broker that is about to be removed: lines, balances and versions, in pieces, between which the event loop is given
 * back. Legs of its transfers at other brokers stay, as transfers from or to outside.
 */
export async function deleteLedger(db: Tx, brokerId: number): Promise<void> {
  await inPieces(async (limit) => {
    const lines = await someOfBroker.all(db, { brokerId, limit })
    await cutLegsElsewhere(db, brokerId, [...new Set(lines.flatMap((line) => line.group_id ?? []))])
    await deleteLines.run(db, { ids: lines.map((line) => line.id) })
    return lines.length
  })
  for (const rest of [deleteDays, deleteMonths, deleteVersions]) await inPieces((limit) => rest.run(db, { brokerId, limit }))
}

async function cutLegsElsewhere(db: Tx, brokerId: number, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return
  await inPieces(async (limit) => {
    const ids = (await legsElsewhere.all(db, { groupIds, brokerId, limit })).map((leg) => leg.id)
    await raiseDayVersionsOfLines(db, ids)
    await cutLegs.run(db, { ids })
    return ids.length
  })
}

const clearReportOf = query<{ ids: readonly number[] }>()((q, p) =>
  q.updateTable('ledger_transaction').set({ report_id: null }).where('id', 'in', inList(p.ids)),
)

/** Cuts the tie between lines and the report that made them. */
export async function clearReport(db: Tx, ids: readonly number[]): Promise<void> {
  await clearReportOf.run(db, { ids })
}

const linesOfBroker = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'report_id'])
    .where('broker_id', '=', p.brokerId)
    .orderBy('date')
    .orderBy('id'),
)

/** The lines of a broker that a report made, by day and id. */
export async function listIdsOfReport(db: Reader, brokerId: number, reportId: string): Promise<number[]> {
  const ids: number[] = []
  await linesOfBroker.each(db, { brokerId }, (line) => {
    if (line.report_id === reportId) ids.push(line.id)
  })
  return ids
}
