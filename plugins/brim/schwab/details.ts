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

/** What is written between the details of one award or sale. */
export const BETWEEN = '|'
/** The titles of columns that are added: how many shares one became after a sale, and of which row a row has the details. */
export const [FACTOR, WHOLE] = ['split factor', 'details of row']

/** Rows of details with the row that each belongs to; `titles` in lower case. */
type Details = { readonly titles: readonly string[]; readonly owners: ReadonlyMap<Row, Row> }
/** When shares came, and what one was worth. */
type Lot = readonly [day: string, price: Decimal]

const NEAR = decimal('0.001')

/** The file with the details of its awards in their rows; any other file as it is. */
export function prepareAwards(file: ReportFile): ReportFile {
  if (file.format !== 'json') return { ...file, tables: file.tables.map(withDetailRows) }
  const { records = [] } = file
  return { ...file, records: records.map((table) => withDetailRecords(table, records)) }
}

/** In JSON they are lists inside of the records. */
function withDetailRecords(table: Table, records: readonly Table[]): Table {
  const list = records.find(({ name }) => /^transactions\.transactionDetails$/i.test(name) && name.startsWith(`${table.name}.`))
  const [header] = table.rows
  const [names, ...rows] = list?.rows ?? []
  if (header === undefined || names === undefined) return table
  const titles = names.cells.map((title) => title.toLowerCase().replace(/^details\./, ''))
  const byNumber = new Map(table.rows.map((row) => [row.number, row]))
  const owners = new Map(rows.map((row, index) => [row, byNumber.get(list?.inside?.[index] ?? 0) ?? header]))
  return withDetails(table, header, { titles, owners })
}

/** In a CSV they are rows without a day, below theirs. */
function withDetailRows(table: Table): Table {
  const header = table.rows.find(({ cells }) => cells.includes('FeesAndCommissions') && cells.includes('DisbursementElection'))
  const date = header?.cells.indexOf('Date') ?? -1
  if (header === undefined || date < 0) return table
  const owners = new Map<Row, Row>()
  let owner: Row | undefined
  for (const row of table.rows.slice(table.rows.indexOf(header) + 1)) {
    if (row.cells[date]?.trim()) owner = row
    if (owner !== undefined) owners.set(row, owner)
  }
  return withDetails(table, header, { titles: header.cells.map((title) => title.toLowerCase()), owners })
}

function withDetails(table: Table, header: Row, { titles, owners }: Details): Table {
  const known = header.cells.map((title) => title.toLowerCase())
  const more = titles.filter((title) => !known.includes(title) && !title.includes('.'))
  const all = [...header.cells, ...more, FACTOR, WHOLE]
  const groups = Map.groupBy(
    [...owners].filter(([row, owner]) => row !== owner),
    ([, owner]) => owner,
  )
  const detailsOf = (row: Row) => groups.get(row)?.map(([detail]) => detail) ?? []
  const factorOf = splitFactors(table, known.indexOf('action'), (row) => detailsOf(row).flatMap((one) => lotOf(titles, one)))
  const rows = table.rows.map((row): Row => {
    if (row === header) return { number: row.number, cells: all }
    const details = detailsOf(row)
    const cells = all.map((title, at) => row.cells[at] || joined(details, titles.indexOf(title.toLowerCase())))
    const owner = owners.get(row)
    return {
      number: row.number,
      cells: cells.with(-2, factorOf(row)).with(-1, owner === undefined ? '' : `award ${owner.number}`),
    }
  })
  return { ...table, rows }
}

/** One text for all details: once where they agree. */
function joined(details: readonly Row[], place: number): string {
  const texts = new Set(details.map(({ cells }) => cells[place] ?? ''))
  return texts.size === 1 ? [...texts].join('') : details.map(({ cells }) => cells[place] ?? '').join(BETWEEN)
}

/**
 * After a split the file restates the deposits of before, but not the sales. What a lot of a sale was worth when it came, beside what its
 * deposit says of the same day, tells the ratio.
 */
function splitFactors({ rows }: Table, action: number, lotsOf: (row: Row) => readonly Lot[]): (row: Row) => string {
  const isOf = ({ cells }: Row, kind: RegExp) => kind.test(cells[action] ?? '')
  const worth = new Map(rows.filter((row) => isOf(row, /^deposit$/i)).flatMap(lotsOf))
  return (row) => {
    if (!isOf(row, /^sale$/i)) return ''
    const [first = '', ...others] = new Set(lotsOf(row).map(([day, price]) => wholeFactor(price, worth.get(day))))
    return others.length === 0 ? first : 'unclear'
  }
}

function lotOf(titles: readonly string[], { cells }: Row): Lot[] {
  return ['vest', 'purchase'].flatMap((name) => {
    const [day, price] = [`${name}date`, `${name}fairmarketvalue`].map((title) => cells[titles.indexOf(title)] ?? '')
    const value = parseNumber(price, 'dot')
    return day && value !== undefined && !isZero(value) ? [[day, decimal(value)] as const] : []
  })
}

/** How many times the later price the earlier one is, where it is a whole number from 2; else `''`. */
function wholeFactor(before: Decimal, after: Decimal | undefined): string {
  if (after === undefined) return ''
  const factor = round(divide(before, after), 0)
  if (factor < decimal('2')) return ''
  return absolute(subtract(multiply(factor, after), before)) <= multiply(before, NEAR) ? formatDecimal(factor) : ''
}
