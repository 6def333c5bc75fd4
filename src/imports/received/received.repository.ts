import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { ReceivedReportTable, UploadTable } from '#db/tables/files.ts'
import type { ReportProblem } from '../report.ts'

/** An upload that is a broker report and waits for its broker. */
export type Received = {
  /** Of the upload. */
  readonly id: string
  readonly filename: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  readonly receivedAt: string
  /** Codes of the importers that know it, best first. */
  readonly plugins: readonly string[]
  readonly problem: Pick<ReportProblem, 'code' | 'detail'> | null
  /** So many files it has inside, 1 where it is no archive. */
  readonly files: number
}

const ofUser = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('received_report')
    .innerJoin('upload', 'upload.id', 'received_report.upload_id')
    .selectAll()
    .where('uploaded_by', '=', p.userId)
    .orderBy('created_at')
    .orderBy('id'),
)

/** What waits of a user, oldest first. */
export async function listReceivedRows(db: Reader, userId: number): Promise<Received[]> {
  return (await ofUser.all(db, { userId })).map(toReceived)
}

const inserted = query<ReceivedReportTable>()((q, p) =>
  q
    .insertInto('received_report')
    .values({ upload_id: p.upload_id, plugins: p.plugins, problem: p.problem, files: p.files } satisfies Record<
      keyof ReceivedReportTable,
      unknown
    >),
)

/** Says of an upload that it waits; inside the transaction that stores it. */
export async function insertReceived(db: Tx, received: Pick<Received, 'id' | 'plugins' | 'problem' | 'files'>): Promise<void> {
  const { id, plugins, problem, files } = received
  const said = problem === null ? null : JSON.stringify({ code: problem.code, detail: problem.detail })
  await inserted.run(db, { upload_id: id, plugins: JSON.stringify(plugins), problem: said, files })
}

const readersAt = query<{ brokerIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('report')
    .select(['broker_id', 'plugin', (of) => of.fn.max('uploaded_at').as('latest')])
    .where('broker_id', 'in', inList(p.brokerIds))
    .where('plugin', 'is not', null)
    .groupBy(['broker_id', 'plugin']),
)

/** Which importers have read reports of these brokers, each with the day of its latest. */
export async function listReaders(
  db: Reader,
  brokerIds: readonly number[],
): Promise<{ brokerId: number; plugin: string; latest: string }[]> {
  const rows = await readersAt.all(db, { brokerIds })
  return rows.map((row) => ({ brokerId: row.broker_id, plugin: row.plugin ?? '', latest: row.latest }))
}

const sameBytes = query<{ hashes: readonly string[]; brokerIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('report')
    .select(['id', 'broker_id', 'sha256'])
    .where('sha256', 'in', inList(p.hashes))
    .where('broker_id', 'in', inList(p.brokerIds)),
)

/** Reports of these brokers with the same bytes, by their hash. */
export async function listSameReports(
  db: Reader,
  hashes: readonly string[],
  brokerIds: readonly number[],
): Promise<Map<string, { id: string; brokerId: number }>> {
  const rows = await sameBytes.all(db, { hashes, brokerIds })
  return new Map(rows.map((row) => [row.sha256, { id: row.id, brokerId: row.broker_id }]))
}

function toReceived(row: Selectable<ReceivedReportTable> & Selectable<UploadTable>): Received {
  return {
    id: row.id,
    filename: row.filename,
    size: row.size,
    sha256: row.sha256,
    contentType: row.content_type,
    receivedAt: row.created_at,
    plugins: JSON.parse(row.plugins) as string[],
    problem: row.problem === null ? null : (JSON.parse(row.problem) as Pick<ReportProblem, 'code' | 'detail'>),
    files: row.files,
  }
}
