import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { columnsFrom, inList, pick, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import type { ReportTable } from '#db/tables/files.ts'
import { eachPiece } from '../shared/pieces.ts'
import type { ImportOutcome, Period, Report, ReportPart, ReportProblem, RowCounts } from './report.ts'

export type ReportFilter = {
  readonly brokerIds: readonly number[]
  readonly status?: readonly string[] | undefined
  readonly limit: number
  readonly before: readonly [string, string] | null
}

/** Reports of these brokers, newest first. */
export async function listReportRows(db: Reader, filter: ReportFilter): Promise<Report[]> {
  const { brokerIds, status, before, limit } = filter
  const rows = await db
    .selectFrom('report')
    .selectAll()
    .where((report) => report.and(conditionsOf(report, { brokerIds, status })))
    .$if(before !== null, (list) =>
      list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('uploaded_at', 'id'), '<', tuple(before?.[0] ?? '', before?.[1] ?? '')),
      ),
    )
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReport)
}

export async function countReports(db: Reader, filter: Pick<ReportFilter, 'brokerIds' | 'status'>): Promise<number> {
  const row = await db
    .selectFrom('report')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where((report) => report.and(conditionsOf(report, filter)))
    .executeTakeFirstOrThrow()
  return row.n
}

function conditionsOf(
  report: ExpressionBuilder<Schema, 'report'>,
  { brokerIds, status }: Pick<ReportFilter, 'brokerIds' | 'status'>,
): Expression<SqlBool>[] {
  const ofBrokers = report('broker_id', 'in', inList(brokerIds))
  return status === undefined ? [ofBrokers] : [ofBrokers, sql<SqlBool>`status IN ${inList(status)}`]
}

const reportOf = query<{ id: string }>()((q, p) => q.selectFrom('report').selectAll().where('id', '=', p.id))

export async function findReport(db: Reader, id: string): Promise<Report | undefined> {
  const row = await reportOf.one(db, { id })
  return row && toReport(row)
}

const reportOfBytes = query<{ brokerId: number; sha256: string }>()((q, p) =>
  q.selectFrom('report').selectAll().where('broker_id', '=', p.brokerId).where('sha256', '=', p.sha256),
)

/** The report with the same bytes at a broker. */
export async function findReportByHash(db: Reader, brokerId: number, sha256: string): Promise<Report | undefined> {
  const row = await reportOfBytes.one(db, { brokerId, sha256 })
  return row && toReport(row)
}

const reportOfParts = query<{ brokerId: number; hash: string }>()((q, p) =>
  q.selectFrom('report').selectAll().where('broker_id', '=', p.brokerId).where('parts_hash', '=', p.hash),
)

/** The report at a broker that has the same files, whatever their order and names. */
export async function findReportByParts(db: Reader, brokerId: number, hash: string): Promise<Report | undefined> {
  const row = await reportOfParts.one(db, { brokerId, hash })
  return row && toReport(row)
}

type Row = Selectable<ReportTable>
type Fixed = 'id' | 'broker_id' | 'filename' | 'size' | 'sha256' | 'content_type' | 'uploaded_by' | 'uploaded_at' | 'parts_hash'

const FIXED = columnsFrom<Report, Pick<Row, Fixed>>({
  id: (report) => report.id,
  broker_id: (report) => report.brokerId,
  filename: (report) => report.filename,
  size: (report) => report.size,
  sha256: (report) => report.sha256,
  content_type: (report) => report.contentType,
  uploaded_by: (report) => report.uploadedBy,
  uploaded_at: (report) => report.uploadedAt,
  parts_hash: (report) => report.partsHash,
})
const STATE = columnsFrom<Report, Omit<Row, Fixed>>({
  status: (report) => report.status,
  compatible_plugins: (report) => JSON.stringify(report.compatiblePlugins),
  plugin: (report) => report.plugin,
  plugin_version: (report) => report.pluginVersion,
  parsed_at: (report) => report.parsedAt,
  imported_at: (report) => report.importedAt,
  counts: (report) => (report.counts === null ? null : JSON.stringify(report.counts)),
  problem: (report) => (report.problem === null ? null : JSON.stringify(report.problem)),
  period: (report) => (report.period === null ? null : JSON.stringify(report.period)),
  parts: (report) => (report.parts === null ? null : JSON.stringify(report.parts)),
  outcome: (report) => (report.outcome === null ? null : JSON.stringify(report.outcome)),
  other_brokers: (report) => (report.otherBrokers.length === 0 ? null : JSON.stringify(report.otherBrokers)),
})

const insertRow = query<Row>()((q, p) => q.insertInto('report').values({ ...pick(p, FIXED.names), ...pick(p, STATE.names) }))

export async function insertReport(db: Tx, report: Report): Promise<void> {
  await insertRow.run(db, { ...FIXED.of(report), ...STATE.of(report) })
}

const updateRow = query<Omit<Row, Exclude<Fixed, 'id'>>>()((q, p) =>
  q.updateTable('report').set(pick(p, STATE.names)).where('id', '=', p.id),
)

/** Replaces what may change of a report: status, plugin, times, counts, parts and problem. */
export async function updateReport(db: Db | Tx, report: Report): Promise<void> {
  await updateRow.run(db, { ...STATE.of(report), id: report.id })
}

const deleteRow = query<{ id: string }>()((q, p) => q.deleteFrom('report').where('id', '=', p.id))

export async function deleteReportRow(db: Tx, id: string): Promise<void> {
  await deleteRow.run(db, { id })
}

const idsOfBroker = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('report').select('id').where('broker_id', '=', p.brokerId),
)
const deleteRows = query<{ ids: readonly string[] }>()((q, p) => q.deleteFrom('report').where('id', 'in', inList(p.ids)))

const acrossBrokers = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('report').selectAll().where('broker_id', '=', p.brokerId).where('other_brokers', 'is not', null),
)

/** The reports of a broker whose imports wrote to others, too. */
export async function listReportsAcross(db: Reader, brokerId: number): Promise<Report[]> {
  return (await acrossBrokers.all(db, { brokerId })).map(toReport)
}

/** Removes every report of a broker, in pieces; answers their ids. */
export async function deleteReportRows(db: Tx, brokerId: number): Promise<string[]> {
  const reports = (await idsOfBroker.all(db, { brokerId })).map((row) => row.id)
  await eachPiece(reports, async (ids) => await deleteRows.run(db, { ids }))
  return reports
}

const namesOf = query<{ ids: readonly string[]; brokerIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('report')
    .select(['id', 'filename'])
    .where('id', 'in', inList(p.ids))
    .where('broker_id', 'in', inList(p.brokerIds)),
)

/** The file names of those of these reports that are of these brokers, by id. */
export async function listReportNames(
  db: Reader,
  brokerIds: readonly number[],
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await namesOf.all(db, { ids, brokerIds })).map((row) => [row.id, row.filename]))
}

const importedAmong = query<{ ids: readonly string[] }>()((q, p) =>
  q.selectFrom('report').select('id').where('id', 'in', inList(p.ids)).where('status', '=', 'imported'),
)

/** Those of these reports that are imported. */
export async function listImportedIds(db: Reader, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : (await importedAmong.all(db, { ids })).map(({ id }) => id)
}

function toReport(row: Selectable<ReportTable>): Report {
  return {
    id: row.id,
    brokerId: row.broker_id,
    otherBrokers: row.other_brokers === null ? [] : (JSON.parse(row.other_brokers) as number[]),
    filename: row.filename,
    size: row.size,
    sha256: row.sha256,
    contentType: row.content_type,
    status: row.status,
    compatiblePlugins: JSON.parse(row.compatible_plugins) as string[],
    plugin: row.plugin,
    pluginVersion: row.plugin_version,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    parsedAt: row.parsed_at,
    importedAt: row.imported_at,
    counts: row.counts === null ? null : (JSON.parse(row.counts) as RowCounts),
    problem: row.problem === null ? null : (JSON.parse(row.problem) as ReportProblem),
    period: row.period === null ? null : (JSON.parse(row.period) as Period),
    parts: row.parts === null ? null : (JSON.parse(row.parts) as ReportPart[]),
    partsHash: row.parts_hash,
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as ImportOutcome),
  }
}
