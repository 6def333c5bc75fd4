import type { SQLQueryBindings } from 'bun:sqlite'
import type { Tx } from '#db/connection.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { TransactionFields } from './transaction.ts'

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

type Column = {
  readonly name: string
  readonly isFilled: (line: BulkLine) => boolean
  readonly read: (line: BulkLine) => SQLQueryBindings
}

const ALWAYS = ['type', 'date', 'asset_id', 'quantity', 'amount', 'fees', 'taxes', 'source_row'] as const
const SOMETIMES: readonly Column[] = [
  { name: 'time', isFilled: ({ fields }) => fields.time !== null, read: ({ fields }) => fields.time },
  { name: 'settled_on', isFilled: ({ fields }) => fields.settledOn !== null, read: ({ fields }) => fields.settledOn },
  { name: 'price', isFilled: ({ fields }) => fields.price !== null, read: ({ fields }) => maybeText(fields.price) },
  { name: 'price_currency', isFilled: ({ fields }) => fields.priceCurrency !== null, read: ({ fields }) => fields.priceCurrency },
  { name: 'fx_rate', isFilled: ({ fields }) => fields.fxRate !== null, read: ({ fields }) => maybeText(fields.fxRate) },
  { name: 'currency', isFilled: ({ fields }) => fields.currency !== null, read: ({ fields }) => fields.currency },
  { name: 'cost_basis', isFilled: ({ fields }) => fields.costBasis !== null, read: ({ fields }) => maybeText(fields.costBasis) },
  { name: 'ratio', isFilled: ({ fields }) => fields.ratio !== null, read: ({ fields }) => fields.ratio },
  { name: 'cost_share', isFilled: ({ fields }) => fields.costShare !== null, read: ({ fields }) => maybeText(fields.costShare) },
  { name: 'external_id', isFilled: ({ fields }) => fields.externalId !== null, read: ({ fields }) => fields.externalId },
  { name: 'description', isFilled: ({ fields }) => fields.description !== null, read: ({ fields }) => fields.description },
  { name: 'group_id', isFilled: ({ groupId }) => groupId !== null, read: ({ groupId }) => groupId },
]

/**
 * How to insert many lines of one origin. What they have in common stands in the statement itself, and columns that no line fills are left
 * out: handing over values takes longer than SQLite's own work. Tags and named lots do not come with imports. Only inside a transaction.
 */
export function createLineInsert(db: Tx, origin: LineOrigin, lines: readonly BulkLine[]): (line: BulkLine) => void {
  const columns = SOMETIMES.filter(({ isFilled }) => lines.some(isFilled))
  const time = quoted(origin.createdAt)
  const common = `${origin.brokerId}, ${quoted(origin.reportId)}, ${origin.createdBy}, ${time}, ${time}`
  const names = [...ALWAYS, ...columns.map(({ name }) => name)]
  const statement = db.sqlite.prepare(
    `INSERT INTO ledger_transaction (broker_id, report_id, created_by, created_at, updated_at, ${names.join(', ')}) VALUES (${common}, ${names.map(() => '?').join(', ')})`,
  )
  return (line) => {
    const { fields } = line
    const values: SQLQueryBindings[] = [fields.type, fields.date, line.assetId]
    values.push(
      formatDecimal(fields.quantity),
      formatDecimal(fields.amount),
      formatDecimal(fields.fees),
      formatDecimal(fields.taxes),
    )
    values.push(line.sourceRow)
    for (const { read } of columns) values.push(read(line))
    statement.run(...values)
  }
}

function maybeText(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
