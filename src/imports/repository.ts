import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { ReportTable } from '#db/schema.ts'
import { decimal } from '../shared/decimal.ts'
import type { ExistingLine } from './duplicates.ts'
import type { Report, ReportProblem, RowCounts } from './report.ts'

export type ReportFilter = {
  readonly brokerIds: readonly number[]
  readonly status?: readonly string[] | undefined
  readonly limit: number
  readonly before: readonly [string, string] | null
}

/** Reports of these brokers, newest first. */
export async function listReportRows(db: Db | Tx, filter: ReportFilter): Promise<Report[]> {
  let query = db.selectFrom('report').selectAll().where('broker_id', 'in', filter.brokerIds)
  if (filter.status !== undefined) query = query.where('status', 'in', filter.status as Report['status'][])
  if (filter.before !== null) {
    const [at, id] = filter.before
    query = query.where((where) =>
      where.or([where('uploaded_at', '<', at), where.and([where('uploaded_at', '=', at), where('id', '<', id)])]),
    )
  }
  const rows = await query.orderBy('uploaded_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute()
  return rows.map(toReport)
}

export async function countReports(db: Db | Tx, filter: Pick<ReportFilter, 'brokerIds' | 'status'>): Promise<number> {
  let query = db
    .selectFrom('report')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('broker_id', 'in', filter.brokerIds)
  if (filter.status !== undefined) query = query.where('status', 'in', filter.status as Report['status'][])
  return (await query.executeTakeFirst())?.n ?? 0
}

export async function findReport(db: Db | Tx, id: string): Promise<Report | undefined> {
  const row = await db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toReport(row)
}

/** The report with the same bytes at a broker. */
export async function findReportByHash(db: Db | Tx, brokerId: number, sha256: string): Promise<Report | undefined> {
  const row = await db
    .selectFrom('report')
    .selectAll()
    .where('broker_id', '=', brokerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row && toReport(row)
}

export async function insertReport(db: Db | Tx, report: Report): Promise<void> {
  await db
    .insertInto('report')
    .values({
      id: report.id,
      broker_id: report.brokerId,
      filename: report.filename,
      size: report.size,
      sha256: report.sha256,
      content_type: report.contentType,
      uploaded_by: report.uploadedBy,
      uploaded_at: report.uploadedAt,
      ...stateColumns(report),
    } satisfies Record<keyof ReportTable, unknown>)
    .execute()
}

/** Replaces what may change of a report: status, plugin, times, counts and problem. */
export async function updateReport(db: Db | Tx, report: Report): Promise<void> {
  await db.updateTable('report').set(stateColumns(report)).where('id', '=', report.id).execute()
}

export async function deleteReportRow(db: Db | Tx, id: string): Promise<void> {
  await db.deleteFrom('report').where('id', '=', id).execute()
}

/** The lines of a broker between two days, but those of one report: what its drafts are compared with. By day and id, in pages. */
export async function* existingLinePages(
  db: Db | Tx,
  brokerId: number,
  from: string,
  to: string,
  exceptReport: string,
): AsyncGenerator<ExistingLine[]> {
  const others = 'AND (report_id IS NULL OR report_id <> ?)'
  const select = `SELECT ${LINE_COLUMNS} FROM ledger_transaction WHERE broker_id = ?`
  const sameDay = db.sqlite.query<LineRow, (number | string)[]>(
    `${select} AND date = ? AND id > ? ${others} ORDER BY id LIMIT ${PAGE}`,
  )
  const later = db.sqlite.query<LineRow, (number | string)[]>(
    `${select} AND date > ? AND date <= ? ${others} ORDER BY date, id LIMIT ${PAGE}`,
  )
  let after: { readonly date: string; readonly id: number } = { date: from, id: 0 }
  for (;;) {
    const rows = sameDay.all(brokerId, after.date, after.id, exceptReport)
    const isWhole = rows.length < PAGE
    if (isWhole) rows.push(...later.all(brokerId, after.date, to, exceptReport))
    yield rows.map(toLine)
    const last = rows.at(-1)
    if (last === undefined || (isWhole && rows.length < PAGE)) return
    after = last
  }
}

/** Whether any line of a broker has an external id. */
export async function hasExternalIds(db: Db | Tx, brokerId: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM ledger_transaction WHERE broker_id = ? AND external_id IS NOT NULL LIMIT 1'
  return db.sqlite.query(sql).get(brokerId) !== null
}

/** The lines of a broker with these external ids, whatever their day. */
export async function listLinesByExternalId(
  db: Db | Tx,
  brokerId: number,
  externalIds: readonly string[],
): Promise<ExistingLine[]> {
  const sql = `SELECT ${LINE_COLUMNS} FROM ledger_transaction WHERE broker_id = ? AND external_id IN (SELECT value FROM json_each(?))`
  return db.sqlite.query<LineRow, [number, string]>(sql).all(brokerId, JSON.stringify(externalIds)).map(toLine)
}

/** The file names of reports, by id. */
export async function listReportNames(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('report').select(['id', 'filename']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.filename]))
}

const PAGE = 2_000
const LINE_COLUMNS = 'id, type, date, asset_id, quantity, amount, currency, ratio, external_id, report_id, source_row, revision'

type LineRow = {
  id: number
  type: string
  date: string
  asset_id: number | null
  quantity: string
  amount: string
  currency: string | null
  ratio: string | null
  external_id: string | null
  report_id: string | null
  source_row: number | null
  revision: number
}

function toLine(row: LineRow): ExistingLine {
  return {
    id: row.id,
    type: row.type as ExistingLine['type'],
    date: row.date,
    assetId: row.asset_id,
    quantity: decimal(row.quantity),
    amount: decimal(row.amount),
    currency: row.currency,
    ratio: row.ratio,
    externalId: row.external_id,
    reportId: row.report_id,
    row: row.source_row,
    edited: row.report_id !== null && row.revision > 1,
  }
}

function stateColumns(report: Report) {
  return {
    status: report.status,
    compatible_plugins: JSON.stringify(report.compatiblePlugins),
    plugin: report.plugin,
    plugin_version: report.pluginVersion,
    parsed_at: report.parsedAt,
    imported_at: report.importedAt,
    counts: report.counts === null ? null : JSON.stringify(report.counts),
    problem: report.problem === null ? null : JSON.stringify(report.problem),
  }
}

function toReport(row: Selectable<ReportTable>): Report {
  return {
    id: row.id,
    brokerId: row.broker_id,
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
  }
}
