/** An order stands in two files: its units in the one of the depot, its money in the one of the account. Here the money comes into the rows of the depot. */
import type { IgnoredRow, ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { absolute, type Decimal, decimal, multiply, type NumberStyle, parseDay, parseNumber } from '#plugins/kit/index.ts'

/** The columns that a row of the depot gets: amount and currency of the account, and its row there. */
export const MONEY_TITLES = ['Betrag des Kontos', 'Währung des Kontos', 'Zeile des Kontos'] as const

/** Side, security and number of an order. */
export const ORDER = /^Ausführung ORDER (Kauf|Verkauf) ([A-Z]{2}[A-Z0-9]{9}\d) (\d+)$/

const NUMBERS = { info: /^Buchungsinformation(en)?$/, id: /^TA\.?-?Nr\.$/, day: /^Buch(ungs)?tag$/ }

type Kind = 'depot' | 'account'
type Booking = { readonly row: Row; readonly day: string; readonly size: Decimal; readonly figure: string; readonly unit: string }
type Found = Record<Kind, Map<string, Booking[]>>
type Places = { readonly kind: Kind; readonly index: number; readonly of: (pattern: RegExp) => number }

export type Joined = { readonly files: readonly ReportFile[]; readonly repeated: readonly IgnoredRow[] }

/** The files, with the rows of the account that were put to rows of the depot taken out; rows that an earlier file has already are ignored. */
export function joinOrders(files: readonly ReportFile[]): Joined {
  const repeated: IgnoredRow[] = []
  const seen = new Set<string>()
  const own = files.map((file) => {
    const before = new Set(seen)
    return { ...file, tables: file.tables.map((table) => withoutRepeated(table, before, seen, repeated)) }
  })
  const found: Found = { depot: new Map(), account: new Map() }
  for (const file of own) for (const table of file.tables) collect(table, styleOf(file), found)
  const paid = pairsOf(found)
  const taken = new Set([...paid.values()].map(({ row }) => row.number))
  const joined = own.map((file) => ({
    ...file,
    tables: file.tables.map((table) => withMoney(table, styleOf(file), paid, taken)),
  }))
  return { files: joined, repeated }
}

function styleOf({ format }: ReportFile): NumberStyle {
  return format === 'sheet' ? 'dot' : 'comma'
}

function placesIn({ rows }: Table): Places | undefined {
  const index = rows.findIndex(({ cells }) => cells.some((cell) => NUMBERS.info.test(cell)))
  const titles = rows[index]?.cells ?? []
  const of = (pattern: RegExp) => titles.findIndex((title) => pattern.test(title))
  if (index < 0 || of(NUMBERS.id) < 0 || of(NUMBERS.day) < 0) return undefined
  return { kind: of(/^Nominal/) < 0 ? 'account' : 'depot', index, of }
}

function withoutRepeated(table: Table, before: ReadonlySet<string>, seen: Set<string>, repeated: IgnoredRow[]): Table {
  const places = placesIn(table)
  if (places === undefined) return table
  const at = places.of(NUMBERS.id)
  const rows = table.rows.filter((row, index) => {
    const id = row.cells[at] ?? ''
    if (index <= places.index || id === '') return true
    const key = `${places.kind} ${id}`
    if (before.has(key)) repeated.push({ row: row.number, reason: 'in another file' })
    seen.add(key)
    return !before.has(key)
  })
  return { ...table, rows }
}

function collect(table: Table, style: NumberStyle, found: Found): void {
  const places = placesIn(table)
  if (places === undefined) return
  const { kind, index, of } = places
  const [info, date, amount, quantity, price] = [NUMBERS.info, NUMBERS.day, /^Betrag$/, /^Nominal/, /^Kurs$/].map(of)
  for (const row of table.rows.slice(index + 1)) {
    const cell = (at: number | undefined) => (row.cells[at ?? -1] ?? '').trim()
    const figure = (at: number | undefined) => parseNumber(cell(at), style)
    const key = ORDER.exec(cell(info))?.slice(1).join(' ')
    const day = parseDay(cell(date), style === 'dot' ? 'ymd' : 'dmy')
    const [first, second] = kind === 'account' ? [figure(amount), '1'] : [figure(quantity), figure(price)]
    if (key === undefined || day === undefined || first === undefined || second === undefined) continue
    const size = absolute(multiply(decimal(first), decimal(second)))
    const booking = { row, day, size, figure: first, unit: cell((amount ?? -2) + 1) }
    const known = found[kind].get(key)
    if (known === undefined) found[kind].set(key, [booking])
    else known.push(booking)
  }
}

/** What was paid for each row of the depot, by its number. Executions of one order go together by day and size; where one is missing, none does. */
function pairsOf({ depot, account }: Found): Map<number, Booking> {
  const paid = new Map<number, Booking>()
  for (const [key, units] of depot) {
    const money = (account.get(key) ?? []).toSorted(byDayAndSize)
    if (money.length !== units.length) continue
    for (const [index, { row }] of units.toSorted(byDayAndSize).entries()) {
      const booking = money[index]
      if (booking !== undefined) paid.set(row.number, booking)
    }
  }
  return paid
}

function byDayAndSize(a: Booking, b: Booking): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return a.size === b.size ? 0 : a.size < b.size ? -1 : 1
}

function withMoney(table: Table, style: NumberStyle, paid: ReadonlyMap<number, Booking>, taken: ReadonlySet<number>): Table {
  const places = placesIn(table)
  if (places === undefined) return table
  if (places.kind === 'account') return { ...table, rows: table.rows.filter(({ number }) => !taken.has(number)) }
  const rows = table.rows.map(({ number, cells }, index) => {
    if (index < places.index) return { number, cells }
    const money = paid.get(number)
    const figure = style === 'dot' ? money?.figure : money?.figure.replace('.', ',')
    const own = index === places.index ? MONEY_TITLES : [figure ?? '', money?.unit ?? '', String(money?.row.number ?? '')]
    return { number, cells: [...own, ...cells] }
  })
  return { ...table, rows }
}
