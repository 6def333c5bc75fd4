import { sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query, queryByShape } from '#db/query.ts'

/** Between the texts of a line. */
export const SEPARATOR = '\u001f'

/** What of a line can be looked for. `text`: its texts, with `SEPARATOR` between them. */
export type ScannedLine = {
  readonly id: number
  readonly date: string
  readonly assetId: number | null
  readonly text: string
  readonly figures: string
}
type After = readonly [string, number] | undefined

/** A line as it is found. */
export type FoundLine = {
  readonly id: number
  readonly brokerId: number
  readonly type: string
  readonly date: string
  readonly assetId: number | null
  readonly quantity: string
  readonly amount: string
  readonly currency: string | null
  readonly description: string | null
}

type Scan = {
  readonly brokerId: number
  readonly separator: string
  readonly date: string
  readonly id: number
  readonly limit: number
}

/** One text of all that is read takes two thirds of the time of a column each. */
const scanOf = queryByShape<Scan, { readonly isContinued: boolean; readonly figures: boolean }>()((q, p, shape) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'date', 'asset_id as assetId'])
    .select(
      sql<string>`coalesce(description, '') || ${p.separator} || coalesce(external_id, '') || ${p.separator} ||
        coalesce(account, '') || ${p.separator} || type || ${p.separator} || coalesce(currency, '') || ${p.separator} || tags`.as(
        'text',
      ),
    )
    .select(
      (shape.figures ? sql<string>`amount || ' ' || quantity || ' ' || coalesce(price, '')` : sql<string>`''`).as('figures'),
    )
    .where('broker_id', '=', p.brokerId)
    .$if(shape.isContinued, (lines) =>
      lines.where((line) => line(line.refTuple('date', 'id'), '<', sql<[string, number]>`(${p.date}, ${p.id})`)),
    )
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
)

const linesOf = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'broker_id as brokerId', 'type', 'date', 'asset_id as assetId'])
    .select(['quantity', 'amount', 'currency', 'description'])
    .where('id', 'in', inList(p.ids)),
)

const reportsOf = query<{ brokerIds: readonly number[]; limit: number }>()((q, p) =>
  q
    .selectFrom('report')
    .select(['id', 'broker_id as brokerId', 'filename', 'status', 'uploaded_at as uploadedAt'])
    .where('broker_id', 'in', inList(p.brokerIds))
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .limit(p.limit),
)

const keysOf = query<{ ids: readonly number[] }>()((q, p) =>
  q.selectFrom('asset').select(['id', 'search_key as text']).where('id', 'in', inList(p.ids)),
)

/** Lines of a broker as they can be looked through, newest first; `figures`: with their figures. */
export async function scanLines(
  db: Reader,
  brokerId: number,
  { after, limit, figures }: { readonly after: After; readonly limit: number; readonly figures: boolean },
): Promise<ScannedLine[]> {
  const [date, id] = after ?? ['', 0]
  const statement = scanOf({ isContinued: after !== undefined, figures })
  return await statement.all(db, { brokerId, separator: SEPARATOR, date, id, limit })
}

export async function findLines(db: Reader, ids: readonly number[]): Promise<Map<number, FoundLine>> {
  return new Map((await linesOf.all(db, { ids })).map((line) => [line.id, line]))
}

/** What assets are found by: folded symbol, name and identifiers. */
export async function findAssetTexts(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await keysOf.all(db, { ids })).map(({ id, text }) => [id, text]))
}

/** The newest reports of brokers. */
export async function listFiles(db: Reader, brokerIds: readonly number[], limit: number) {
  return await reportsOf.all(db, { brokerIds, limit })
}
