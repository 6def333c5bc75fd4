import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { prepare } from '#db/query.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type NewLine, type TransactionColumn, type TransactionRow, tagsText } from './repository.ts'
import type { TransactionFields } from './transaction.ts'
import { raiseDayVersions } from './version.repository.ts'

/** A line to be written. `assetId` counts, not that of the fields: assets of a report are made after its lines were checked. */
export type BulkLine = {
  readonly fields: TransactionFields
  readonly assetId: number | null
  readonly groupId: string | null
  readonly sourceRow: number | null
}

/** What all lines of one import have in common. */
export type LineOrigin = {
  readonly brokerId: number
  readonly reportId: string
  readonly createdBy: number
  readonly createdAt: string
}

type Value = string | number | null
/** What differs from line to line. */
type Cells = Readonly<Partial<Record<Name, Value>>>
type Read = (line: BulkLine) => Value | Decimal

/** Those that lines of one origin may differ in; named lots do not come with imports. */
type Name = Exclude<TransactionColumn, 'broker_id' | 'lots'> | 'group_id' | 'source_row'

const COLUMNS = {
  type: ({ fields }) => fields.type,
  date: ({ fields }) => fields.date,
  time: ({ fields }) => fields.time,
  settled_on: ({ fields }) => fields.settledOn,
  asset_id: ({ assetId }) => assetId,
  quantity: ({ fields }) => fields.quantity,
  price: ({ fields }) => fields.price,
  price_currency: ({ fields }) => fields.priceCurrency,
  fx_rate: ({ fields }) => fields.fxRate,
  amount: ({ fields }) => fields.amount,
  currency: ({ fields }) => fields.currency,
  fees: ({ fields }) => fields.fees,
  taxes: ({ fields }) => fields.taxes,
  cost_basis: ({ fields }) => fields.costBasis,
  ratio: ({ fields }) => fields.ratio,
  cost_share: ({ fields }) => fields.costShare,
  external_id: ({ fields }) => fields.externalId,
  description: ({ fields }) => fields.description,
  tags: ({ fields }) => tagsText(fields.tags),
  account: ({ fields }) => fields.account,
  group_id: ({ groupId }) => groupId,
  source_row: ({ sourceRow }) => sourceRow,
} as const satisfies Readonly<Record<Name, Read>>
const NAMES = Object.keys(COLUMNS) as Name[] // Object.keys does not know which there are

/** What may stand in a statement as it is. */
const PLAIN = /^[\w .:/[\]-]{0,60}$/

/**
 * Inserts many lines of one origin, with the versions of their days. What the lines have in common stands in the statement itself, and columns that no
 * line fills are left out: handing over values takes longer than SQLite's own work. `eachLine` is called for every line, before it is written.
 */
export async function insertManyLines(
  db: Tx,
  origin: LineOrigin,
  lines: readonly BulkLine[],
  eachLine: (line: BulkLine, index: number) => Promise<void> | undefined,
): Promise<void> {
  await raiseDayVersions(db, origin.brokerId, new Set(lines.map(({ fields }) => fields.date)))
  const insert = await prepareInsert(db, origin, lines)
  for (const [index, line] of lines.entries()) {
    const pause = eachLine(line, index)
    if (pause !== undefined) await pause
    await insert(line)
  }
}

async function prepareInsert(
  db: Tx,
  origin: LineOrigin,
  lines: readonly BulkLine[],
): Promise<(line: BulkLine) => Promise<number>> {
  const common = new Map<Name, Value>()
  const yieldWhenDue = createYielder()
  for (const name of NAMES) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const same = lines[0] === undefined || differs(COLUMNS[name], lines) ? undefined : asText(COLUMNS[name](lines[0]))
    if (same !== undefined && PLAIN.test(String(same))) common.set(name, same)
  }
  const bound = NAMES.filter((name) => !common.has(name))
  const insert = prepare<Cells>(db, (q, p) =>
    q.insertInto('ledger_transaction').values({
      ...columnsOf((name) => (common.has(name) ? sql.lit(common.get(name)) : sql`${p[name]}`)),
      broker_id: sql.lit(origin.brokerId),
      lots: sql.lit(null),
      report_id: origin.reportId,
      created_by: sql.lit(origin.createdBy),
      created_at: origin.createdAt,
      updated_at: origin.createdAt,
    } satisfies Record<keyof NewLine, unknown>),
  )
  const cells: { [K in Name]?: Value } = {}
  return (line) => {
    for (const name of bound) cells[name] = asText(COLUMNS[name](line))
    return insert(cells)
  }
}

/** What stands in the statement for each column. */
function columnsOf(cell: (name: Name) => RawBuilder<unknown>): { [K in Name]: RawBuilder<TransactionRow[K]> } {
  // Object.fromEntries does not know which keys there are, nor the statement what is handed over.
  return Object.fromEntries(NAMES.map((name) => [name, cell(name)])) as { [K in Name]: RawBuilder<TransactionRow[K]> }
}

/** Whether lines differ in a column; looks no further than the first that does. */
function differs(read: Read, lines: readonly BulkLine[]): boolean {
  const [first] = lines
  if (first === undefined) return false
  const same = read(first)
  return lines.some((line) => read(line) !== same)
}

function asText(value: Value | Decimal): Value {
  return typeof value === 'bigint' ? formatDecimal(value) : value
}
