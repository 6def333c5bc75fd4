/** A trade stands in two sections: its units in that of the depot, its money in that of an account. Here the two are marked as one pair. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, type Decimal, decimal, openNearest, parseDay, parseNumber } from '#plugins/kit/index.ts'

/** The column that both get: the same text in the two rows of a trade. */
export const PAIR = 'Paar'

/** How far apart the two rows may be. */
const MOST_DAYS = 7

/** Day (since 1970) and amount are missing where they cannot be read: such a row has an error, and so must the other one of its trade. */
type Booking = { readonly number: number; readonly day: number | undefined; readonly size: Decimal | undefined }

/** The file with a first column that says which rows of its sections are one trade. */
export function withPairs(file: ReportFile): ReportFile {
  return { ...file, tables: file.tables.map(withMarks) }
}

function withMarks(table: Table): Table {
  const [units, money]: [Booking[], Booking[]] = [[], []]
  for (const { number, cells, titles } of withTitles(table)) {
    const cell = (title: string) => (cells[titles.indexOf(title)] ?? '').trim()
    const [day, figure] = [parseDay(cell('Buchungstag'), 'dmy'), parseNumber(cell('Umsatz in EUR'), 'comma')]
    if (day === undefined && figure === undefined) continue
    const size = figure === undefined ? undefined : absolute(decimal(figure))
    const booking = { number, day: day === undefined ? undefined : Date.parse(day) / 86_400_000, size }
    if (titles.includes('WKN')) units.push(booking)
    else if (/wertpapiere/i.test(`${cell('Vorgang')} ${cell('Buchungstext')}`)) money.push(booking)
  }
  const pairs = pairsOf(units, money)
  if (pairs.size === 0) return table
  const rows = withTitles(table).map(({ number, cells, titles }): Row => {
    const mark = cells === titles ? PAIR : (pairs.get(number) ?? '')
    return { number, cells: titles.length === 0 ? cells : [mark, ...cells] }
  })
  return { ...table, rows }
}

/** Each row with the titles of its section. */
function withTitles({ rows }: Table): (Row & { readonly titles: readonly string[] })[] {
  let titles: readonly string[] = []
  return rows.map((row) => {
    if (row.cells.includes('Buchungstag') && row.cells.includes('Umsatz in EUR')) titles = row.cells
    return { ...row, titles }
  })
}

/** The mark of each row of a pair, by its number: the same amount to the cent, the nearest day, each row once; then those that are known in part. */
function pairsOf(units: readonly Booking[], money: readonly Booking[]): Map<number, string> {
  const pairs = new Map<number, string>()
  const isOpen = ({ number }: Booking) => !pairs.has(number)
  const isWhole = ({ day, size }: Booking) => day !== undefined && size !== undefined
  const pair = (unit: Booking, paid: Booking | undefined) => {
    if (paid !== undefined && areNear(unit, paid))
      for (const { number } of [unit, paid]) pairs.set(number, `trade ${unit.number}`)
  }
  const bySize = Map.groupBy(money.filter(isWhole), ({ size }) => size)
  const nearest = new Map([...bySize].map(([size, paid]) => [size, openNearest(paid, ({ day = 0 }) => day, isOpen)]))
  for (const unit of units.filter(isWhole)) pair(unit, nearest.get(unit.size)?.find(unit.day ?? 0))
  const parts = money.filter((paid) => !isWhole(paid))
  for (const unit of units.filter(isOpen)) {
    const others = isWhole(unit) ? parts : money
    const paid = others.find((one) => isOpen(one) && areNear(unit, one))
    pair(unit, paid)
  }
  return pairs
}

/** Nothing that is known of both says that they are two trades. */
function areNear(a: Booking, b: Booking): boolean {
  const isSize = a.size === undefined || b.size === undefined || a.size === b.size
  return isSize && (a.day === undefined || b.day === undefined || Math.abs(a.day - b.day) <= MOST_DAYS)
}
