/** A trade stands in two sections: its units in that of the depot, its money in that of an account. Here the two are marked as one pair. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, type Decimal, decimal, parseDay, parseNumber } from '#plugins/kit/index.ts'

/** The column that both get: the same text in the two rows of a trade. */
export const PAIR = 'Paar'

/** How far apart the two rows may be, the nearest first. */
const DAYS_NEAR = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7]
const A_DAY = 86_400_000

type Booking = { readonly row: Row; readonly day: number; readonly size: Decimal }
type Kind = 'depot' | 'account' | undefined
type Walk = (row: Row, kind: Kind, header: readonly string[], isHeader: boolean) => void

/** The file with a first column that says which rows of its sections are one trade. */
export function withPairs(file: ReportFile): ReportFile {
  return { ...file, tables: file.tables.map(joinTable) }
}

function joinTable(table: Table): Table {
  const [units, money]: [Booking[], Booking[]] = [[], []]
  walk(table, (row, kind, header, isHeader) => {
    const cell = (title: string) => (row.cells[header.indexOf(title)] ?? '').trim()
    const day = isHeader || kind === undefined ? undefined : parseDay(cell('Buchungstag'), 'dmy')
    const figure = parseNumber(cell('Umsatz in EUR'), 'comma')
    if (day === undefined || figure === undefined) return
    const booking = { row, day: Date.parse(day), size: absolute(decimal(figure)) }
    if (kind === 'depot') units.push(booking)
    else if (/^wertpapiere$/i.test(cell('Vorgang'))) money.push(booking)
  })
  const pairs = pairsOf(units, money)
  if (pairs.size === 0) return table
  const rows: Row[] = []
  walk(table, ({ number, cells }, kind, _, isHeader) => {
    const mark = isHeader ? PAIR : (pairs.get(number) ?? '')
    rows.push({ number, cells: kind === undefined ? cells : [mark, ...cells] })
  })
  return { ...table, rows }
}

/** Each row with the kind of its section and the titles of that. */
function walk({ rows }: Table, visit: Walk): void {
  let [kind, header]: [Kind, readonly string[]] = [undefined, []]
  for (const row of rows) {
    const isHeader = row.cells.includes('Buchungstag') && row.cells.includes('Umsatz in EUR')
    if (isHeader) [kind, header] = [row.cells.includes('WKN') ? 'depot' : 'account', row.cells]
    visit(row, kind, header, isHeader)
  }
}

/** The mark of each row of a pair, by its number: the same amount to the cent, the nearest day, each row once. */
function pairsOf(units: readonly Booking[], money: readonly Booking[]): Map<number, string> {
  const left = Map.groupBy(money, ({ size, day }) => `${size} ${day}`)
  const pairs = new Map<number, string>()
  for (const { row, day, size } of units) {
    const near = DAYS_NEAR.find((days) => (left.get(`${size} ${day + days * A_DAY}`)?.length ?? 0) > 0)
    const paid = near === undefined ? undefined : left.get(`${size} ${day + near * A_DAY}`)?.shift()
    if (paid !== undefined) for (const { number } of [row, paid.row]) pairs.set(number, `trade ${row.number}`)
  }
  return pairs
}
