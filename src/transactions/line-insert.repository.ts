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

type Value = string | number | null
type Column = { readonly name: string; readonly read: (line: BulkLine) => Value | Decimal }

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
  group_id: ({ groupId }) => groupId,
  source_row: ({ sourceRow }) => sourceRow,
} as const satisfies Readonly<Record<string, Column['read']>>
type Name = keyof typeof COLUMNS

/** What may stand in a statement as it is. */
const PLAIN = /^[\w .:/-]{0,60}$/

/**
 * How to insert many lines of one origin. What they have in common stands in the statement itself, and columns that no line fills are left
 * out: handing over values takes longer than SQLite's own work. Tags and named lots do not come with imports. Only inside a transaction.
 */
export function createLineInsert(db: Tx, origin: LineOrigin, lines: readonly BulkLine[]): (line: BulkLine) => void {
  const time = quoted(origin.createdAt)
  const names = ['broker_id', 'report_id', 'created_by', 'created_at', 'updated_at']
  const values = [String(origin.brokerId), quoted(origin.reportId), String(origin.createdBy), time, time]
  const differing = differingColumns(lines)
  const bound: Column[] = []
  for (const [name, read] of Object.entries(COLUMNS) as [Name, Column['read']][]) {
    const same = differing[name] || lines[0] === undefined ? undefined : asText(read(lines[0]))
    if (same === null) continue
    names.push(name)
    if (same === undefined || !PLAIN.test(String(same))) bound.push({ name, read })
    values.push(same === undefined || !PLAIN.test(String(same)) ? '?' : typeof same === 'string' ? quoted(same) : String(same))
  }
  const statement = db.sqlite.prepare(`INSERT INTO ledger_transaction (${names.join(', ')}) VALUES (${values.join(', ')})`)
  return (line) => {
    statement.run(...bound.map(({ read }) => asText(read(line))))
  }
}

/** Columns in which not all lines say the same. Written out: it looks at every field of every line. */
function differingColumns(lines: readonly BulkLine[]): Record<Name, boolean> {
  const found = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, false])) as Record<Name, boolean>
  const [first] = lines
  if (first === undefined) return found
  const a = first.fields
  for (const { fields: b, assetId, groupId, sourceRow } of lines) {
    found.type ||= a.type !== b.type
    found.date ||= a.date !== b.date
    found.time ||= a.time !== b.time
    found.settled_on ||= a.settledOn !== b.settledOn
    found.asset_id ||= first.assetId !== assetId
    found.quantity ||= a.quantity !== b.quantity
    found.price ||= a.price !== b.price
    found.price_currency ||= a.priceCurrency !== b.priceCurrency
    found.fx_rate ||= a.fxRate !== b.fxRate
    found.amount ||= a.amount !== b.amount
    found.currency ||= a.currency !== b.currency
    found.fees ||= a.fees !== b.fees
    found.taxes ||= a.taxes !== b.taxes
    found.cost_basis ||= a.costBasis !== b.costBasis
    found.ratio ||= a.ratio !== b.ratio
    found.cost_share ||= a.costShare !== b.costShare
    found.external_id ||= a.externalId !== b.externalId
    found.description ||= a.description !== b.description
    found.group_id ||= first.groupId !== groupId
    found.source_row ||= first.sourceRow !== sourceRow
  }
  return found
}

function asText(value: Value | Decimal): Value {
  return typeof value === 'bigint' ? formatDecimal(value) : value
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
