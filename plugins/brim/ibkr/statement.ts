/** Activity statements in CSV: sections of Header and Data rows, which the first two cells name. */
import type { IgnoredRow, Row, Table } from '#plugins/brim/contract.ts'
import { refuse, remembered, trimmed } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { isIsin } from '#src/shared/identifier.ts'
import { categoryCode } from './categories.ts'
import { cellUnder, type FileFacts, rowEntry, type Section, type TableEntries, type Titles, titlesOf, valuesIn } from './cells.ts'
import type { Entry } from './entry.ts'
import { HISTORY_CASH, HISTORY_SIDES, HISTORY_TRADES } from './history.ts'
import { inEnglish } from './languages.ts'
import { TRANSACTION_FEES } from './trade-fees.ts'

const FIGURES =
  /^(Statement|Summary|Account Information|Net Asset Value|Change in NAV|Change in Position Value|Cash Report|Open Positions|Forex Balances|Forex P\/L Details|Net Stock Position Summary|Realized & Unrealized Performance Summary|Mark-to-Market Performance Summary|Month & Year to Date Performance Summary|Total P\/L for Statement Period|Location of Customer Assets.*|Interest Accruals|Change in Dividend Accruals|Open Dividend Accruals|Codes|Notes\/Legal Notes|Legal Notes|Notes|Base Currency Exchange Rate|Commission Details|Borrow Fee Details|Interest Details|Tier Interest Details|Hard to Borrow Details|IBKR Managed Securities.*|Stock Yield Enhancement Program.*|Fractional Shares|Deposits on Hold|Collateral.*)$/
/** Sections of cash transactions, most of which are called what their rows are. */
const CASH =
  /^((Payment In Lieu Of )?Dividends|Withholding Tax|871\(m\) Withholding|(Broker|Bond) Interest (Paid|Received)|(Other|Advisor|Broker) Fees)$/
const CASH_SECTIONS: ReadonlyMap<string, string> = new Map([
  ['Interest', 'Broker Interest'],
  ['Fees', 'Other Fees'],
  ['Commission Adjustments', 'Commission Adjustments'],
  ['Transaction Fees', TRANSACTION_FEES],
  ['Deposits & Withdrawals', 'Deposits/Withdrawals'],
])
const COMMON = { accountid: 'Account', assetcategory: 'Asset Category', currency: 'Currency', symbol: 'Symbol' }
const TRADES = 'Trades'
const HISTORY = 'Transaction History'
const SECTIONS: ReadonlyMap<string, Section> = new Map(
  Object.entries<Section>({
    'Corporate Actions': {
      kind: 'CorporateAction',
      columns: {
        ...{ ...COMMON, symbol: '', isin: '', datetime: 'Date/Time', reportdate: 'Report Date', description: 'Description' },
        ...{ quantity: 'Quantity', proceeds: 'Proceeds', value: 'Value', code: 'Code' },
      },
      complete: (values, { isinIn }) => {
        const [, symbol = '', id = ''] = /\(([^(),\s]+)[,\s].*?([A-Z0-9]{9,12})\)\s*$/.exec(values['description'] ?? '') ?? []
        Object.assign(values, { symbol, isin: isinIn(id) })
      },
    },
    'Financial Instrument Information': {
      kind: 'SecurityInfo',
      columns: {
        ...{ ...COMMON, conid: 'Conid', isin: 'Security ID', description: 'Description', listingexchange: 'Listing Exch' },
        ...{ multiplier: 'Multiplier', underlyingsymbol: 'Underlying', expiry: 'Expiry', strike: 'Strike' },
        ...{ putcall: 'Type', subcategory: 'Type' },
      },
      complete: (values, { isinIn }) => {
        values['isin'] = isinIn(values['isin'] ?? '')
      },
    },
    Transfers: {
      kind: 'Transfer',
      columns: {
        ...{ ...COMMON, date: 'Date', type: 'Type', direction: 'Direction', company: 'Xfer Company' },
        ...{ quantity: 'Qty', cashtransfer: 'Cash Amount' },
      },
    },
  }),
)

/** How sure a table is an Activity statement or a Transaction History: its frame and one section that only they have. */
export function isStatement(given: readonly Row[]): boolean {
  const rows = inEnglish(given)
  const has = (...cells: string[]) =>
    rows.some((row) => cells.every((cell, index) => (row.cells[index] ?? '').trim().startsWith(cell)))
  const isOwn =
    has('Statement', 'Data', 'BrokerName', 'Interactive Brokers') ||
    has('Trades', 'Header', 'DataDiscriminator') ||
    has('Transaction History', 'Header', 'Date')
  return isOwn && has('Statement', 'Header', 'Field Name')
}

const LONGEST_CLASS = 100
const NO_BASE =
  'The amounts of a Transaction History are in the base currency of the account, which its section Summary does not name. Export the report again and import it as it is.'

/** The records of a statement; strays are Data rows of sections that are not known. Throws RowRefusal for amounts that nobody knows the currency of. */
export function readStatement(table: Table): TableEntries {
  const entries: Entry[] = []
  const ignored: IgnoredRow[] = []
  const strays: Row[] = []
  const readers = new Map<string, ((row: Row) => Entry) | undefined>()
  const rows = inEnglish(table.rows)
  const named = rows.find(({ cells }) => cells[1] === 'Data' && cells[2]?.trim() === 'Base Currency')
  const base = named?.cells[3]?.trim() ?? ''
  const isMoney = isMoneyUnit(base)
  const file = { base, isinIn: remembered((id) => (isIsin(id) ? id : '')), categoryCode: remembered(categoryCode, LONGEST_CLASS) }
  for (const row of rows) {
    const [section, mark] = [trimmed(row.cells[0]), trimmed(row.cells[1])]
    if (mark === 'Header') readers.set(section, readerOf(section, titlesOf(row.cells, 2), file))
    if (section === HISTORY && !isMoney) refuse('no-base-currency', NO_BASE)
    const read = readers.get(section)
    const reason = reasonToIgnore(section, mark, row, read !== undefined)
    if (reason !== undefined) ignored.push({ row: row.number, reason })
    else if (read === undefined) strays.push(row)
    else entries.push(read(row))
  }
  return { entries, ignored, strays }
}

/** How rows below a header are read; `undefined` for those of a section that is not known. */
function readerOf(name: string, titles: Titles, file: FileFacts): ((row: Row) => Entry) | undefined {
  if (name === TRADES) return readerBy(tradesUnder(titles), titles, file)
  const section = name === HISTORY ? HISTORY_CASH : (SECTIONS.get(name) ?? cashSection(name, titles))
  if (section === undefined) return undefined
  const read = readerBy(section, titles, file)
  if (name !== HISTORY) return read
  const [readTrade, typeOf] = [readerBy(HISTORY_TRADES, titles, file), cellUnder(titles, 'Transaction Type')]
  return (row) => (HISTORY_SIDES.has(typeOf(row)) ? readTrade(row) : read(row))
}

function readerBy({ columns: titleOf, kind, complete }: Section, titles: Titles, file: FileFacts): (row: Row) => Entry {
  const columns = Object.entries(titleOf).map(([name, title]) => ({ name, place: titles.get(title) ?? -1 }))
  return (row) => {
    const values = valuesIn(row, columns)
    complete?.(values, file, row)
    const own = typeof kind === 'string' ? kind : kind(values, file, row)
    const category = values['assetcategory'] ?? ''
    values['assetcategory'] = file.categoryCode(category) ?? category
    return rowEntry(row, own, values)
  }
}

function reasonToIgnore(section: string, mark: string, row: Row, isRead: boolean): string | undefined {
  if (mark === 'Header') return 'header'
  if (!isRead && FIGURES.test(section)) return 'figures of the account, no booking'
  if (mark === 'SubTotal' || mark === 'Total') return 'a total'
  if (mark === 'Notes') return 'a note'
  const said = mark === 'Data' ? row.cells.find((cell, place) => place > 1 && trimmed(cell) !== '') : undefined
  return said?.startsWith('Total') ? 'a total' : undefined
}

const TRADE_KINDS: Readonly<Record<string, string>> = {
  ...{ Order: 'Order', Trade: 'Trade', Execution: 'Trade', ClosedLot: 'Lot', WashSale: 'WashSale' },
}

/** What a unit is worth depends on the class of the asset, and without its costs a trade is not whole. */
function tradesUnder(titles: Titles): Section {
  const commission = titles.has('Comm/Fee') ? 'Comm/Fee' : titles.keys().find((title) => /^Comm in [A-Z]{3}$/.test(title))
  const currency = / in ([A-Z]{3})$/.exec(commission ?? '')?.[1] ?? ''
  const levelOf = cellUnder(titles, 'DataDiscriminator')
  return {
    kind: ({ assetcategory = '' }, { categoryCode: codeOf }, row) => {
      const level = levelOf(row)
      if (codeOf(assetcategory) === undefined) return `Trades (${assetcategory})`
      return commission === undefined ? 'Trades without commissions' : (TRADE_KINDS[level] ?? `Trades (${level})`)
    },
    columns: {
      ...{ ...COMMON, datetime: 'Date/Time', tradedate: 'Date/Time', quantity: 'Quantity', tradeprice: 'T. Price' },
      ...{ proceeds: 'Proceeds', ibcommission: commission ?? '', ibcommissioncurrency: '', notes: 'Code' },
    },
    complete: (values) => {
      values['ibcommissioncurrency'] = currency
    },
  }
}

function cashSection(name: string, titles: Titles): Section | undefined {
  const type = CASH.test(name) ? name : CASH_SECTIONS.get(name)
  if (type === undefined) return undefined
  const momentOf = cellUnder(titles, 'Date/Time')
  return {
    kind: 'CashTransaction',
    columns: {
      ...{ ...COMMON, isin: '', type: '', datetime: 'Date', settledate: 'Settle Date', description: 'Description' },
      amount: 'Amount',
    },
    complete: (values, { isinIn }, row) => {
      const [, symbol = '', id = ''] = /^([^()]{1,20}?)\s*\(([A-Z0-9]{9,12})\)/.exec(values['description'] ?? '') ?? []
      values['symbol'] ||= symbol
      values['isin'] = isinIn(id)
      values['type'] = type
      values['datetime'] ||= momentOf(row)
    },
  }
}
