/** Schwab's equity awards keep their prices in details below each row: here these come into the row itself. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import {
  absolute,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  isZero,
  multiply,
  parseNumber,
  round,
  subtract,
} from '#plugins/kit/index.ts'
import { BETWEEN } from './awards.ts'

type Fields = Readonly<Record<string, string>>
type Titles = ReadonlyMap<string, number>

const OWN = ['split factor', 'details of row']
const NEAR = decimal('0.001')

/** The file with the details of its awards in their rows; any other file as it is. */
export function prepareAwards(file: ReportFile): ReportFile {
  if (file.format === 'json')
    return { ...file, records: (file.records ?? []).map((table) => withDetails(table, detailsOf(file, table))) }
  return { ...file, tables: file.tables.map(withDetailRows) }
}

/** The details of each record, by its number. */
function detailsOf(file: ReportFile, { name }: Table): ReadonlyMap<number, readonly Fields[]> {
  const found = new Map<number, readonly Fields[]>()
  if (!/^transactions$/i.test(name)) return found
  const list = memberOf(parseJson(file.text), name)
  if (!Array.isArray(list)) return found
  list.forEach((record: unknown, index) => {
    const details = memberOf(record, 'transactionDetails')
    if (Array.isArray(details))
      found.set(
        index + 1,
        details.map((one: unknown) => fieldsOf(memberOf(one, 'details') ?? one)),
      )
  })
  return found
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return {}
  const texts = Object.entries(value).filter(([, one]) => typeof one === 'string')
  return Object.fromEntries(texts.map(([key, one]) => [key.toLowerCase(), String(one)]))
}

/** In a CSV the details are rows without a day, below theirs. */
function withDetailRows(table: Table): Table {
  const header = table.rows.find(({ cells }) => cells.includes('FeesAndCommissions') && cells.includes('DisbursementElection'))
  const date = header?.cells.indexOf('Date') ?? -1
  if (header === undefined || date < 0) return table
  const details = new Map<number, Fields[]>()
  const owners = new Map<number, number>()
  let owner: number | undefined
  for (const { number, cells } of table.rows.slice(table.rows.indexOf(header) + 1)) {
    if ((cells[date] ?? '').trim() !== '') owner = number
    else if (owner !== undefined)
      details.set(owner, [
        ...(details.get(owner) ?? []),
        Object.fromEntries(header.cells.map((title, at) => [title.toLowerCase(), cells[at] ?? ''])),
      ])
    if (owner !== undefined) owners.set(number, owner)
  }
  return withDetails(table, details, header, owners)
}

function withDetails(
  table: Table,
  details: ReadonlyMap<number, readonly Fields[]>,
  header = table.rows[0],
  owners: ReadonlyMap<number, number> = new Map(),
): Table {
  if (header === undefined || details.size + owners.size === 0) return table
  const known = header.cells.map((title) => title.toLowerCase())
  const more = [...new Set([...details.values()].flat().flatMap((one) => Object.keys(one)))].filter(
    (title) => !known.includes(title),
  )
  const titles = [...header.cells, ...more, ...OWN]
  const places = new Map(titles.map((title, index) => [title.toLowerCase(), index]))
  const factorOf = splitFactors(table, details, places)
  const rows = table.rows.map((row): Row => {
    if (row === header) return { number: row.number, cells: titles }
    const own = details.get(row.number) ?? []
    const cells = titles.map((title, at) => row.cells[at] || joined(own, title.toLowerCase()))
    const owner = owners.get(row.number)
    return { number: row.number, cells: cells.with(-2, factorOf(row)).with(-1, owner === undefined ? '' : `award ${owner}`) }
  })
  return { ...table, rows }
}

/** One text for all details: once where they agree. */
function joined(details: readonly Fields[], title: string): string {
  const texts = details.map((one) => one[title] ?? '')
  return new Set(texts).size === 1 ? (texts[0] ?? '') : texts.join(BETWEEN)
}

/**
 * After a split the file restates the deposits of before, but not the sales. What a lot of a sale was worth when it came, beside what its
 * deposit says of the same day, tells the ratio.
 */
function splitFactors(table: Table, details: ReadonlyMap<number, readonly Fields[]>, places: Titles): (row: Row) => string {
  const action = places.get('action') ?? -1
  const worth = new Map<string, Decimal>()
  const lots = (row: Row) => (details.get(row.number) ?? []).flatMap(lotOf)
  for (const row of table.rows)
    if (/^deposit$/i.test(row.cells[action] ?? '')) for (const [day, price] of lots(row)) worth.set(day, price)
  return (row) => {
    if (!/^sale$/i.test(row.cells[action] ?? '')) return ''
    const factors = lots(row).map(([day, price]) => wholeFactor(price, worth.get(day)))
    const [first = '', ...others] = new Set(factors)
    return others.length === 0 ? first : 'unclear'
  }
}

function lotOf(detail: Fields): (readonly [day: string, price: Decimal])[] {
  const names = [
    ['vestdate', 'vestfairmarketvalue'],
    ['purchasedate', 'purchasefairmarketvalue'],
  ] as const
  return names.flatMap(([day, price]) => {
    const value = parseNumber(detail[price] ?? '', 'dot')
    return detail[day] && !isZero(value) && value !== undefined ? [[detail[day], decimal(value)] as const] : []
  })
}

/** How many times the later price the earlier one is, where it is a whole number from 2; else `''`. */
function wholeFactor(before: Decimal, after: Decimal | undefined): string {
  if (after === undefined) return ''
  const factor = round(divide(before, after), 0)
  if (factor < decimal('2')) return ''
  return absolute(subtract(multiply(factor, after), before)) <= multiply(before, NEAR) ? formatDecimal(factor) : ''
}
