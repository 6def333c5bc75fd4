/** A trade stands in two sections: its units in that of the depot, its money in that of an account. Here the two are marked as one pair. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, type Decimal, decimal, parseDay, parseNumber } from '#plugins/kit/index.ts'

/** The column that both get: the same text in the two rows of a trade. */
export const PAIR = 'Paar'

/** How far apart the two rows may be, the nearest first. */
const DAYS_NEAR = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7]
const A_DAY = 86_400_000

/** Without the day or the amount where that cannot be read: such a row has an error, and so must the other one of its trade. */
type Booking = { readonly row: Row; readonly day: number | undefined; readonly size: Decimal | undefined }
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
    if (isHeader || kind === undefined) return
    const [day, figure] = [parseDay(cell('Buchungstag'), 'dmy'), parseNumber(cell('Umsatz in EUR'), 'comma')]
    if (day === undefined && figure === undefined) return
    const size = figure === undefined ? undefined : absolute(decimal(figure))
    const booking = { row, day: day === undefined ? undefined : Date.parse(day), size }
    if (kind === 'depot') units.push(booking)
    else if (/wertpapiere/i.test(`${cell('Vorgang')} ${cell('Buchungstext')}`)) money.push(booking)
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

/** The mark of each row of a pair, by its number: the same amount to the cent, the nearest day, each row once; then those that are known in part. */
function pairsOf(units: readonly Booking[], money: readonly Booking[]): Map<number, string> {
  const left = Map.groupBy(money, ({ size, day }) => `${size} ${day}`)
  const pairs = new Map<number, string>()
  const pair = (one: Booking, other: Booking) => {
    for (const { number } of [one.row, other.row]) pairs.set(number, `trade ${one.row.number}`)
  }
  for (const unit of units) {
    const { day, size } = unit
    if (day === undefined || size === undefined) continue
    const near = DAYS_NEAR.find((days) => (left.get(`${size} ${day + days * A_DAY}`)?.length ?? 0) > 0)
    const paid = near === undefined ? undefined : left.get(`${size} ${day + near * A_DAY}`)?.shift()
    if (paid !== undefined) pair(unit, paid)
  }
  const isPart = ({ day, size }: Booking) => day === undefined || size === undefined
  const isOpen = ({ row }: Booking) => !pairs.has(row.number)
  if (units.some(isPart) || money.some(isPart))
    for (const unit of units.filter(isOpen)) {
      const paid = money.find((one) => isOpen(one) && (isPart(unit) || isPart(one)) && areNear(unit, one))
      if (paid !== undefined) pair(unit, paid)
    }
  return pairs
}

/** Nothing that is known of both says that they are two trades. */
function areNear(a: Booking, b: Booking): boolean {
  const isSize = a.size === undefined || b.size === undefined || a.size === b.size
  const days = a.day === undefined || b.day === undefined ? 0 : Math.abs(a.day - b.day) / A_DAY
  return isSize && days <= Math.max(...DAYS_NEAR)
}
