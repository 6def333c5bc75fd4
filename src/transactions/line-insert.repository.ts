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

const NAMES = [
  ...(['type', 'date', 'time', 'settled_on', 'asset_id', 'quantity', 'price', 'price_currency', 'fx_rate'] as const),
  ...(['amount', 'currency', 'fees', 'taxes', 'cost_basis', 'ratio', 'cost_share', 'external_id', 'description'] as const),
  ...(['tags', 'account', 'group_id', 'source_row'] as const),
] as const satisfies readonly Name[]
type OneFor<T extends readonly unknown[]> = { readonly [K in keyof T]: Cell }
type Cells = OneFor<typeof NAMES>

/** What a line says, in the order of the names. Written out: it runs for every line of an import. */
function cellsOf({ fields, assetId, groupId, sourceRow }: BulkLine): Cells {
  return [
    fields.type,
    fields.date,
    fields.time,
    fields.settledOn,
    assetId,
    fields.quantity,
    fields.price,
    fields.priceCurrency,
    fields.fxRate,
    fields.amount,
    fields.currency,
    fields.fees,
    fields.taxes,
    fields.costBasis,
    fields.ratio,
    fields.costShare,
    fields.externalId,
    fields.description,
    tagsText(fields.tags),
    fields.account,
    groupId,
    sourceRow,
  ]
}

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
    const pause = eachPiece(from, end)
    if (pause !== undefined) await pause
    let values = valuesOf(lines, from, end, common)
    while (values === undefined) {
      insert = openInserts(db, origin, common)
      values = valuesOf(lines, from, end, common)
    }
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
  const [first, ...others] = looks.flatMap((line) => (line === undefined ? [] : [cellsOf(line)]))
  return (first ?? []).map((cell, place) => {
    const isCommon = PLAIN.test(String(asText(cell))) && others.every((cells) => cells[place] === cell)
    return isCommon ? { cell } : undefined
  })
}

/** The values of some lines that are not in common; `undefined` once one of them differs in what was, which then is in common no more. */
function valuesOf(lines: readonly BulkLine[], from: number, end: number, common: Common): Value[] | undefined {
  const values: Value[] = []
  for (let index = from; index < end; index++) {
    const cells: readonly Cell[] = cellsOf(lines[index] as BulkLine) // one for each place
    for (let place = 0; place < cells.length; place++) {
      const cell = cells[place] as Cell // the same
      const shared = common[place]
      if (shared === undefined) values.push(asText(cell))
      else if (shared.cell !== cell) {
        common[place] = undefined
        return undefined
      }
    }
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
  const cells = NAMES.map((name, place) => {
    const shared = common[place]
    return [name, shared === undefined ? next() : sql.lit(asText(shared.cell))] as const
  })
  // Object.fromEntries does not know which keys there are, nor the statement what is handed over.
  const columns: Record<(typeof NAMES)[number], unknown> = Object.fromEntries(cells) as never
  return columns satisfies Record<Name, unknown> as Columns
}

function asText(cell: Cell): Value {
  return typeof cell === 'bigint' ? formatDecimal(cell) : cell
}
