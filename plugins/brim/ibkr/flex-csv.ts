/** Flex Query CSV to entries: the same records as the XML, with column titles for attribute names. */
import type { IgnoredRow, Row, Table } from '#plugins/brim/contract.ts'
import type { TableEntries } from './cells.ts'
import type { Entry } from './entry.ts'

/** Titles that differ from the attribute in more than letter case and punctuation. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  clientaccountid: 'accountid',
  currencyprimary: 'currency',
  assetclass: 'assetcategory',
  notescodes: 'notes',
}
const MARKS = [
  'clientaccountid',
  'ibcommission',
  'tradeprice',
  'settledate',
  'conid',
  'isin',
  'transactionid',
  'listingexchange',
  'amount',
]
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
const FRAMED = /^(HEADER|DATA)$/

/** Whether a row holds the column titles of a Flex section. */
export function isFlexHeader(cells: readonly string[]): boolean {
  const titles = new Set(unframed(cells).map(plain))
  return titles.has('currencyprimary') && MARKS.some((mark) => titles.has(mark))
}

/** The records of a table with one or several sections; strays are rows that belong to none. */
export function readFlexCsv(table: Table): TableEntries {
  const entries: Entry[] = []
  const ignored: IgnoredRow[] = []
  const strays: Row[] = []
  let section: { readonly kind: string; readonly titles: readonly string[] } | undefined
  for (const row of table.rows) {
    const first = row.cells[0]?.trim() ?? ''
    if (FRAME.test(first)) ignored.push({ row: row.number, reason: 'begin or end of a section' })
    else if (isFlexHeader(row.cells)) {
      const titles = unframed(row.cells).map(attribute)
      section = { kind: kindOf(titles), titles }
      ignored.push({ row: row.number, reason: 'header' })
    } else if (section === undefined || first === 'HEADER') strays.push(row)
    else entries.push(toEntry(row, section.kind, section.titles))
  }
  return { entries, ignored, strays }
}

function toEntry(row: Row, kind: string, titles: readonly string[]): Entry {
  const cells = unframed(row.cells)
  const values: Record<string, string> = {}
  titles.forEach((title, index) => {
    if (title !== '') values[title] ??= cells[index] ?? ''
  })
  return { row: row.number, kind, account: values['accountid'] ?? '', statement: 1, values }
}

function kindOf(titles: readonly string[]): string {
  const names = new Set(titles)
  return KINDS.find(([, needed]) => needed.every((name) => names.has(name)))?.[0] ?? 'unknown'
}

function unframed(cells: readonly string[]): readonly string[] {
  return FRAMED.test(cells[0]?.trim() ?? '') ? cells.slice(2) : cells
}

function attribute(title: string): string {
  const name = plain(title)
  return ATTRIBUTES[name] ?? name
}

function plain(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '')
}
