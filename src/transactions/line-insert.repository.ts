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

/** Enough that handing over a statement is nothing beside writing its rows. */
const LINES_A_STATEMENT = 25
const LINES_A_LOOK = 500

/**
 * Inserts many lines of one origin, with the versions of their days. What the lines have in common stands in the statement itself: handing over values
 * takes longer than SQLite's own work. `eachLine` is called for every line, before it is written.
 */
export async function insertManyLines(
  db: Tx,
  origin: LineOrigin,
  lines: readonly BulkLine[],
  eachLine: (line: BulkLine, index: number) => Promise<void> | undefined,
): Promise<void> {
  await raiseDayVersions(db, origin.brokerId, new Set(lines.map(({ fields }) => fields.date)))
  const common = await commonCells(lines)
  const bound = NAMES.filter((name) => !common.has(name))
  const many = prepareInsert(db, origin, common, LINES_A_STATEMENT)
  const one = prepareInsert(db, origin, common, 1)
  let values: Value[] = []
  for (const [index, line] of lines.entries()) {
    const pause = eachLine(line, index)
    if (pause !== undefined) await pause
    for (const name of bound) values.push(asText(COLUMNS[name](line)))
    const isLast = lines.length - index <= lines.length % LINES_A_STATEMENT
    if (!isLast && index % LINES_A_STATEMENT < LINES_A_STATEMENT - 1) continue
    await (isLast ? one : many)(values)
    values = []
  }
}

type Common = ReadonlyMap<Name, Value>

/** What the lines have in common, of what may stand in a statement. */
async function commonCells(lines: readonly BulkLine[]): Promise<Common> {
  const [first] = lines
  if (first === undefined) return new Map()
  let same = NAMES.map((name) => ({ name, read: COLUMNS[name] as Read, value: COLUMNS[name](first) }))
  const yieldWhenDue = createYielder()
  for (const [index, line] of lines.entries()) {
    let isSame = true
    for (const { read, value } of same) if (read(line) !== value) isSame = false
    if (!isSame) same = same.filter(({ read, value }) => read(line) === value)
    const pause = index % LINES_A_LOOK === 0 ? yieldWhenDue() : undefined
    if (pause !== undefined) await pause
  }
  const cells = same.map(({ name, value }) => [name, asText(value)] as const)
  return new Map(cells.filter(([, cell]) => PLAIN.test(String(cell))))
}

/** A statement for so many lines at a time; it takes the cells of each that are not common. */
function prepareInsert(
  db: Tx,
  { brokerId, reportId, createdBy, createdAt }: LineOrigin,
  common: Common,
  rows: number,
): (values: Value[]) => Promise<number> {
  return prepare(db, (q, next) => {
    const cell = (name: Name) => (common.has(name) ? sql.lit(common.get(name)) : next())
    const row = () =>
      ({
        ...columnsOf(cell),
        broker_id: sql.lit(brokerId),
        lots: sql.lit(null),
        report_id: sql.lit(reportId),
        created_by: sql.lit(createdBy),
        created_at: sql.lit(createdAt),
        updated_at: sql.lit(createdAt),
      }) satisfies Record<keyof NewLine, unknown>
    return q.insertInto('ledger_transaction').values(Array.from({ length: rows }, row))
  })
}

/** What stands in the statement for each column. */
function columnsOf(cell: (name: Name) => RawBuilder<unknown>): { [K in Name]: RawBuilder<TransactionRow[K]> } {
  // Object.fromEntries does not know which keys there are, nor the statement what is handed over.
  return Object.fromEntries(NAMES.map((name) => [name, cell(name)])) as { [K in Name]: RawBuilder<TransactionRow[K]> }
}

function asText(value: Value | Decimal): Value {
  return typeof value === 'bigint' ? formatDecimal(value) : value
}
