/** Robinhood does not say whether an option that ended had been bought or written; its trades in the file do, and here that becomes a column. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, add, type Decimal, decimal, negate, optionOf, parseNumber, withColumns } from '#plugins/kit/index.ts'

/** The title of that column; its cells are `bought`, `written` or empty. */
export const SIDE = 'side of the option'

const ENDS = /^(OEXP|OASGN|OEXCS)$/
/** What was bought, written, and ended. */
type Sizes = [Decimal, Decimal, Decimal]
const NONE = decimal('0')
const PLACE_OF: Readonly<Record<string, 0 | 1 | 2>> = { BTO: 0, STC: 0, STO: 1, BTC: 1, OEXP: 2, OASGN: 2, OEXCS: 2 }

/** "Option Expiration for HLTP 7/18/2025 Call $70.00". */
export function contractIn(text: string): ReturnType<typeof optionOf> {
  return optionOf(text.replace(/^Option \w+ for /i, ''))
}

export function prepareOptions(file: ReportFile): ReportFile {
  return { ...file, tables: file.tables.map(withSides) }
}

function withSides(table: Table): Table {
  const header = table.rows.find(({ cells }) => cells.includes('Trans Code'))
  if (header === undefined) return table
  const cellOf = (row: Row, title: string) => (row.cells[header.cells.indexOf(title)] ?? '').trim()
  const nameOf = (row: Row) => contractIn(cellOf(row, 'Description'))?.symbol ?? ''
  const sizes = new Map<string, Sizes>()
  for (const row of table.rows) {
    const code = cellOf(row, 'Trans Code')
    const [place, size] = [PLACE_OF[code], parseNumber(cellOf(row, 'Quantity').replace(/S$/i, ''), 'dot')]
    if (place === undefined || size === undefined) continue
    const own = sizes.get(nameOf(row)) ?? [NONE, NONE, NONE]
    const change = absolute(decimal(size))
    own[place] = add(own[place], /^(STC|BTC)$/.test(code) ? negate(change) : change)
    sizes.set(nameOf(row), own)
  }
  return withColumns(table, header, [SIDE], (row) =>
    ENDS.test(cellOf(row, 'Trans Code')) ? [sideOf(sizes.get(nameOf(row)))] : undefined,
  )
}

/** Only where all that ended was opened in this file on one side, and nothing on the other. */
function sideOf([bought, written, ended]: Readonly<Sizes> = [NONE, NONE, NONE]): string {
  if (written === NONE && bought > NONE && bought >= ended) return 'bought'
  return bought === NONE && written > NONE && written >= ended ? 'written' : ''
}
