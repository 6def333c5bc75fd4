import type { Tx } from '#db/connection.ts'
import { createBreather } from '../shared/breathe.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { TransactionColumn } from './repository.ts'
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

/** Those that lines of one origin may differ in; tags and named lots do not come with imports. */
type Name = Exclude<TransactionColumn, 'broker_id' | 'tags'> | 'group_id' | 'source_row'

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
} as const satisfies Readonly<Record<Name, Column['read']>>

/** What may stand in a statement as it is. */
const PLAIN = /^[\w .:/-]{0,60}$/

/**
 * How to insert many lines of one origin. What they have in common stands in the statement itself, and columns that no line fills are left
 * out: handing over values takes longer than SQLite's own work. Tags and named lots do not come with imports. Only inside a transaction.
 */
export async function createLineInsert(
  db: Tx,
  origin: LineOrigin,
  lines: readonly BulkLine[],
): Promise<(line: BulkLine) => void> {
  const time = quoted(origin.createdAt)
  const names = ['broker_id', 'report_id', 'created_by', 'created_at', 'updated_at']
  const values = [String(origin.brokerId), quoted(origin.reportId), String(origin.createdBy), time, time]
  const bound: Column[] = []
  const breathe = createBreather()
  for (const [name, read] of Object.entries(COLUMNS) as [Name, Column['read']][]) {
    const pause = breathe()
    if (pause !== undefined) await pause
    const same = lines[0] === undefined || differs(read, lines) ? undefined : asText(read(lines[0]))
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

/** Whether lines differ in a column; looks no further than the first that does. */
function differs(read: Column['read'], lines: readonly BulkLine[]): boolean {
  const [first] = lines
  if (first === undefined) return false
  const same = read(first)
  return lines.some((line) => read(line) !== same)
}

function asText(value: Value | Decimal): Value {
  return typeof value === 'bigint' ? formatDecimal(value) : value
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
