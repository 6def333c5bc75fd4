/** Flex Query CSV to entries: the same records as the XML, with column titles for attribute names. */
import type { IgnoredRow, Row, Table } from '#plugins/brim/contract.ts'
import { type Columns, rowEntry, type TableEntries, titlesOf, valuesIn } from './cells.ts'
import type { Entry } from './entry.ts'

/** Titles that differ from the attribute in more than letter case and punctuation. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({ clientaccountid: 'accountid', currencyprimary: 'currency', assetclass: 'assetcategory', notescodes: 'notes' }),
)
const MARKS = /^(clientaccountid|ibcommission|tradeprice|settledate|conid|isin|transactionid|listingexchange|amount)$/
/** The first kind all of whose columns are there. */
const KINDS: readonly (readonly [string, readonly string[]])[] = [
  ['StatementOfFundsLine', ['activitycode']],
  ['FxTransaction', ['fxcurrency']],
  ['Trade', ['tradeprice', 'quantity']],
  ['TradeConfirm', ['price', 'quantity', 'commission']],
  ['CorporateAction', ['actiondescription', 'quantity']],
  ['Transfer', ['direction', 'cashtransfer']],
  ['SalesTax', ['salestax']],
  ['TransactionTax', ['taxamount']],
  ['OpenPosition', ['position']],
  ['OpenDividendAccrual', ['exdate', 'paydate']],
  ['CorporateAction', ['type', 'quantity', 'proceeds']],
  ['CashTransaction', ['type', 'amount']],
  ['SecurityInfo', ['conid', 'multiplier']],
]
const FRAME = /^(BOF|BOA|BOS|EOS|EOA|EOF)$/
/** A title that each section has, and hardly any row below it. */
const CURRENCY = /^[^a-z0-9]*currency[^a-z0-9]*primary[^a-z0-9]*$/i
const FRAMED = /^(HEADER|DATA)$/

/** Whether a row holds the column titles of a Flex section. */
export function isFlexHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => CURRENCY.test(cell)) && unframed(cells).some((cell) => MARKS.test(plain(cell)))
}

/** The records of a table with one or several sections; strays are rows that belong to none. */
export function readFlexCsv(table: Table): TableEntries {
  const entries: Entry[] = []
  const ignored: IgnoredRow[] = []
  const strays: Row[] = []
  let [kind, columns]: [string, Columns | undefined] = ['', undefined]
  for (const row of table.rows) {
    const first = row.cells[0]?.trim() ?? ''
    if (FRAME.test(first)) ignored.push({ row: row.number, reason: 'begin or end of a section' })
    else if (isFlexHeader(row.cells)) {
      const titles = titlesOf(row.cells.map(attribute), row.cells.length - unframed(row.cells).length)
      kind = KINDS.find(([, needed]) => needed.every((name) => titles.has(name)))?.[0] ?? 'unknown'
      columns = Array.from(titles, ([name, place]) => ({ name, place }))
      ignored.push({ row: row.number, reason: 'header' })
    } else if (columns === undefined || first === 'HEADER') strays.push(row)
    else entries.push(rowEntry(row, kind, valuesIn(row, columns)))
  }
  return { entries, ignored, strays }
}

function unframed(cells: readonly string[]): readonly string[] {
  return FRAMED.test(cells[0]?.trim() ?? '') ? cells.slice(2) : cells
}

function attribute(title: string): string {
  const name = plain(title)
  return ATTRIBUTES.get(name) ?? name
}

function plain(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '')
}
