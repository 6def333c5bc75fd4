/** A trade stands in two sections: its units in that of the depot, its money in that of an account. Here the two are marked as one pair. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, type Decimal, decimal, parseDay, parseNumber } from '#plugins/kit/index.ts'

/** The column that both get: the same text in the two rows of a trade. */
export const PAIR = 'Paar'

const DAYS_APART = 7
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
  const bySize = Map.groupBy(money, ({ size }) => size)
  const pairs = new Map<number, string>()
  for (const { row, day, size } of units) {
    const apart = (one: Booking) => Math.abs(one.day - day)
    const left = bySize.get(size) ?? []
    const nearest = left.reduce<Booking | undefined>((best, one) => (best && apart(best) <= apart(one) ? best : one), undefined)
    if (nearest === undefined || apart(nearest) > DAYS_APART * A_DAY) continue
    for (const { number } of [row, nearest.row]) pairs.set(number, `trade ${row.number}`)
    left.splice(left.indexOf(nearest), 1)
  }
  return pairs
}
