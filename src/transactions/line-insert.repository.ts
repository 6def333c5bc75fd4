import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { prepareRows } from '#db/query.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
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
type Cell = Value | Decimal

/** Those that lines of one origin may differ in; named lots do not come with imports. */
type Name = Exclude<TransactionColumn, 'broker_id' | 'lots'> | 'group_id' | 'source_row'

/** What a line says of each, as it is: only what lines do not have in common becomes a text, which `rowOf` makes of everything. */
const CELLS = {
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
} satisfies Record<Name, (line: BulkLine) => Cell>
const COLUMNS: readonly (readonly [string, (line: BulkLine) => Cell])[] = Object.entries(CELLS)

/** What may stand in a statement as it is. */
const PLAIN = /^[\w .:/[\]-]{0,60}$/

/**
 * Before a statement of several rows changes a page of an index, SQLite keeps what stood there, so that the statement can be taken back alone: the
 * more rows, the seldomer. And handing it over is nothing beside writing its rows.
 */
const LINES_A_STATEMENT = 250
/** So many of the lines are looked at for what all of them may have in common. */
const LOOKS = 32

/**
 * Inserts many lines of one origin, with the versions of their days. What the lines have in common stands in the statement itself: handing over values
 * takes longer than SQLite's own work. `eachPiece` is called with the places of some lines, before they are written.
 */
export async function insertManyLines(
  db: Tx,
  origin: LineOrigin,
  lines: readonly BulkLine[],
  eachPiece: (from: number, end: number) => Promise<void> | undefined,
): Promise<void> {
  await raiseDayVersions(db, origin.brokerId, daysOf(lines))
  const common = commonAmong(lines)
  let insert = openInserts(db, origin, common)
  for (let from = 0; from < lines.length; from += LINES_A_STATEMENT) {
    const end = Math.min(from + LINES_A_STATEMENT, lines.length)
    let values = valuesOf(lines, from, end, common)
    while (values === undefined) {
      insert = openInserts(db, origin, common)
      values = valuesOf(lines, from, end, common)
    }
    const pause = eachPiece(from, end)
    if (pause !== undefined) await pause
    await insert(end - from)(values)
  }
}

function daysOf(lines: readonly BulkLine[]): ReadonlySet<string> {
  const days = new Set<string>()
  let last = ''
  for (const { fields } of lines) {
    if (fields.date !== last) days.add(fields.date)
    last = fields.date
  }
  return days
}

/** By the place of a name: the cell that all lines have there, as far as is known; absent where they differ, and where it may not stand in a statement. */
type Common = ({ readonly cell: Cell } | undefined)[]

/** What some of the lines, from the first to the last, have in common. */
function commonAmong(lines: readonly BulkLine[]): Common {
  const looks = Array.from({ length: LOOKS + 1 }, (_, look) => lines[Math.floor(((lines.length - 1) * look) / LOOKS)])
  const [first, ...others] = looks.flatMap((line) => line ?? [])
  return COLUMNS.map(([, cellOf]) => {
    const cell = first && cellOf(first)
    const isCommon = cell !== undefined && PLAIN.test(String(asText(cell))) && others.every((line) => cellOf(line) === cell)
    return isCommon ? { cell } : undefined
  })
}

/**
 * The values of some lines that are not in common, line by line; `undefined` once one of them differs in what was, which then is in common no more. Column
 * by column: lines lie where the file had them, and the processor fetches many of them at once.
 */
function valuesOf(lines: readonly BulkLine[], from: number, end: number, common: Common): Value[] | undefined {
  const width = common.filter((shared) => shared === undefined).length
  const values = new Array<Value>(width * (end - from)).fill(null)
  let column = 0
  for (const [place, [, cellOf]] of COLUMNS.entries()) {
    const shared = common[place]
    for (let index = from, at = column; index < end; index++, at += width) {
      const cell = cellOf(lines[index] as BulkLine) // one for each place
      if (shared === undefined) values[at] = asText(cell)
      else if (shared.cell !== cell) {
        common[place] = undefined
        return undefined
      }
    }
    if (shared === undefined) column++
  }
  return values
}

type Insert = (values: Value[]) => Promise<number>

/** Statements for some lines at a time, each made when it is first needed. They take the cells of each line that are not in common. */
function openInserts(db: Tx, origin: LineOrigin, common: Common): (lines: number) => Insert {
  const made = new Map<number, Insert>()
  return (lines) => {
    const insert = made.get(lines) ?? prepareInsert(db, origin, common, lines)
    made.set(lines, insert)
    return insert
  }
}

function prepareInsert(db: Tx, origin: LineOrigin, common: Common, lines: number): Insert {
  const { brokerId, reportId, createdBy, createdAt } = origin
  return prepareRows(db, lines, (q, next) => {
    const row = {
      ...columnsOf(common, next),
      broker_id: sql.lit(brokerId),
      lots: sql.lit(null),
      report_id: sql.lit(reportId),
      created_by: sql.lit(createdBy),
      created_at: sql.lit(createdAt),
      updated_at: sql.lit(createdAt),
    } satisfies Record<keyof NewLine, unknown>
    return q.insertInto('ledger_transaction').values(row)
  })
}

/** What stands in the statement for each column: each of the names must be among them. */
type Columns = { [K in Name]: RawBuilder<TransactionRow[K]> }

function columnsOf(common: Common, next: () => RawBuilder<unknown>): Columns {
  const cells = COLUMNS.map(([name], place) => {
    const shared = common[place]
    return [name, shared === undefined ? next() : sql.lit(asText(shared.cell))] as const
  })
  // Object.fromEntries does not know which keys there are, nor the statement what is handed over.
  return Object.fromEntries(cells) as Columns
}

function asText(cell: Cell): Value {
  return typeof cell === 'bigint' ? formatDecimal(cell) : cell
}
