/** Robinhood does not say whether an option that ended had been bought or written; its trades in the file do, and here that becomes a column. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, add, type Decimal, decimal, negate, optionOf, parseNumber } from '#plugins/kit/index.ts'

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
  const header = table.rows.findIndex(({ cells }) => cells.includes('Trans Code'))
  const titles = table.rows[header]?.cells ?? []
  const cellOf = (row: Row, title: string) => (row.cells[titles.indexOf(title)] ?? '').trim()
  const nameOf = (row: Row) => contractIn(cellOf(row, 'Description'))?.symbol ?? ''
  const sizes = new Map<string, Sizes>()
  for (const row of table.rows.slice(header + 1)) {
    const code = cellOf(row, 'Trans Code')
    const [place, size] = [PLACE_OF[code], parseNumber(cellOf(row, 'Quantity').replace(/S$/i, ''), 'dot')]
    if (place === undefined || size === undefined) continue
    const own = sizes.get(nameOf(row)) ?? [NONE, NONE, NONE]
    const change = absolute(decimal(size))
    own[place] = add(own[place], /^(STC|BTC)$/.test(code) ? negate(change) : change)
    sizes.set(nameOf(row), own)
  }
  if (header < 0 || sizes.size === 0) return table
  const rows = table.rows.map((row, index): Row => {
    const isEnd = index > header && ENDS.test(cellOf(row, 'Trans Code'))
    if (!isEnd && index !== header) return row
    const padded = titles.map((_, at) => row.cells[at] ?? '')
    return { number: row.number, cells: [...padded, isEnd ? sideOf(sizes.get(nameOf(row))) : SIDE] }
  })
  return { ...table, rows }
}

/** Only where all that ended was opened in this file on one side, and nothing on the other. */
function sideOf([bought, written, ended]: Readonly<Sizes> = [NONE, NONE, NONE]): string {
  if (written === NONE && bought > NONE && bought >= ended) return 'bought'
  return bought === NONE && written > NONE && written >= ended ? 'written' : ''
}
