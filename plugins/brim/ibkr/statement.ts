/** Activity statements in CSV: sections of Header and Data rows, which the first two cells name. */
import type { IgnoredRow, Row, Table } from '#plugins/brim/contract.ts'
import { refuse, trimmed } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { isIsin } from '#src/shared/identifier.ts'
import { categoryCode } from './categories.ts'
import { type Cells, get, type TableEntries, type Titles, titlesOf } from './cells.ts'
import type { Entry } from './entry.ts'
import { historyEntry } from './history.ts'
import { inEnglish } from './languages.ts'
import { TRANSACTION_FEES } from './trade-fees.ts'

type Reader = (cells: Cells, base: string) => { readonly kind: string; readonly values: Record<string, string> } | string

const FIGURES =
  /^(Statement|Summary|Account Information|Net Asset Value|Change in NAV|Change in Position Value|Cash Report|Open Positions|Forex Balances|Forex P\/L Details|Net Stock Position Summary|Realized & Unrealized Performance Summary|Mark-to-Market Performance Summary|Month & Year to Date Performance Summary|Total P\/L for Statement Period|Location of Customer Assets.*|Interest Accruals|Change in Dividend Accruals|Open Dividend Accruals|Codes|Notes\/Legal Notes|Legal Notes|Notes|Base Currency Exchange Rate|Commission Details|Borrow Fee Details|Interest Details|Tier Interest Details|Hard to Borrow Details|IBKR Managed Securities.*|Stock Yield Enhancement Program.*|Fractional Shares|Deposits on Hold|Collateral.*)$/
const CASH_SECTIONS: Readonly<Record<string, string>> = {
  Dividends: 'Dividends',
  'Payment In Lieu Of Dividends': 'Payment In Lieu Of Dividends',
  'Withholding Tax': 'Withholding Tax',
  '871(m) Withholding': '871(m) Withholding',
  Interest: 'Broker Interest',
  'Broker Interest Paid': 'Broker Interest Paid',
  'Broker Interest Received': 'Broker Interest Received',
  'Bond Interest Paid': 'Bond Interest Paid',
  'Bond Interest Received': 'Bond Interest Received',
  Fees: 'Other Fees',
  'Other Fees': 'Other Fees',
  'Advisor Fees': 'Advisor Fees',
  'Broker Fees': 'Broker Fees',
  'Commission Adjustments': 'Commission Adjustments',
  'Transaction Fees': TRANSACTION_FEES,
  'Deposits & Withdrawals': 'Deposits/Withdrawals',
}
const READERS: Readonly<Record<string, Reader>> = {
  Trades: readTrade,
  'Corporate Actions': readAction,
  'Financial Instrument Information': readInstrument,
  Transfers: readTransfer,
  'Transaction History': historyEntry,
}

/** How sure a table is an Activity statement or a Transaction History: its frame and one section that only they have. */
export function isStatement(given: readonly Row[]): boolean {
  const rows = inEnglish(given)
  const has = (...cells: string[]) =>
    rows.some((row) => cells.every((cell, index) => (row.cells[index] ?? '').trim().startsWith(cell)))
  const framed = has('Statement', 'Header', 'Field Name')
  return (
    framed &&
    (has('Statement', 'Data', 'BrokerName', 'Interactive Brokers') ||
      has('Trades', 'Header', 'DataDiscriminator') ||
      has('Transaction History', 'Header', 'Date'))
  )
}

const NO_BASE =
  'The amounts of a Transaction History are in the base currency of the account, which its section Summary does not name. Export the report again and import it as it is.'

/** The records of a statement; strays are Data rows of sections that are not known. Throws RowRefusal for amounts that nobody knows the currency of. */
export function readStatement(table: Table): TableEntries {
  const entries: Entry[] = []
  const ignored: IgnoredRow[] = []
  const strays: Row[] = []
  const titles = new Map<string, Titles>()
  const rows = inEnglish(table.rows)
  const base = baseCurrency(rows)
  const isMoney = isMoneyUnit(base)
  for (const row of rows) {
    const [section, mark] = [trimmed(row.cells[0]), trimmed(row.cells[1])]
    const reason = mark === 'Header' ? 'header' : reasonToIgnore(section, mark, row)
    if (mark === 'Header') titles.set(section, titlesOf(row, 2))
    if (section === 'Transaction History' && !isMoney) refuse('no-base-currency', NO_BASE)
    if (reason !== undefined) {
      ignored.push({ row: row.number, reason })
      continue
    }
    const columns = titles.get(section)
    const read = columns === undefined ? undefined : readRow(section, { titles: columns, row }, base)
    if (read === undefined) strays.push(row)
    else if (typeof read === 'string') ignored.push({ row: row.number, reason: read })
    else
      entries.push({
        row: row.number,
        kind: read.kind,
        account: read.values['accountid'] ?? '',
        statement: 1,
        values: read.values,
      })
  }
  return { entries, ignored, strays }
}

function readRow(section: string, cells: Cells, base: string): ReturnType<Reader> | undefined {
  const type = CASH_SECTIONS[section]
  return type === undefined ? READERS[section]?.(cells, base) : readCash(cells, type)
}

function reasonToIgnore(section: string, mark: string, row: Row): string | undefined {
  if (FIGURES.test(section)) return 'figures of the account, no booking'
  if (mark === 'SubTotal' || mark === 'Total') return 'a total'
  if (mark === 'Notes') return 'a note'
  const said = mark === 'Data' ? row.cells.find((cell, place) => place > 1 && trimmed(cell) !== '') : undefined
  return said?.startsWith('Total') ? 'a total' : undefined
}

const TRADE_KINDS: Readonly<Record<string, string>> = {
  ...{ Order: 'Order', Trade: 'Trade', Execution: 'Trade', ClosedLot: 'Lot', WashSale: 'WashSale' },
}

function readTrade(cells: Cells): ReturnType<Reader> {
  const level = get(cells, 'DataDiscriminator')
  const commission = commissionIn(cells.titles)
  const moment = get(cells, 'Date/Time')
  return {
    kind: unknownTrade(cells, commission) ?? TRADE_KINDS[level] ?? `Trades (${level})`,
    values: {
      ...common(cells),
      datetime: moment,
      tradedate: moment,
      quantity: get(cells, 'Quantity'),
      tradeprice: get(cells, 'T. Price'),
      proceeds: get(cells, 'Proceeds'),
      ibcommission: get(cells, commission ?? ''),
      ibcommissioncurrency: / in ([A-Z]{3})$/.exec(commission ?? '')?.[1] ?? '',
      notes: get(cells, 'Code'),
    },
  }
}

/** What a unit is worth depends on the class of the asset, and without its costs a trade is not whole. */
function unknownTrade(cells: Cells, commission: string | undefined): string | undefined {
  const category = get(cells, 'Asset Category')
  if (categoryCode(category) === undefined) return `Trades (${category})`
  return commission === undefined ? 'Trades without commissions' : undefined
}

/** The title of the commissions, which may name their currency. */
function commissionIn(titles: Titles): string | undefined {
  if (titles.has('Comm/Fee')) return 'Comm/Fee'
  for (const title of titles.keys()) if (/^Comm in [A-Z]{3}$/.test(title)) return title
  return undefined
}

function readCash(cells: Cells, type: string): ReturnType<Reader> {
  const description = get(cells, 'Description')
  const named = /^([^()]{1,20}?)\s*\(([A-Z0-9]{9,12})\)/.exec(description)
  const [symbol, id] = [get(cells, 'Symbol') || (named?.[1] ?? ''), named?.[2] ?? '']
  return {
    kind: 'CashTransaction',
    values: {
      ...common(cells),
      symbol,
      isin: isIsin(id) ? id : '',
      type,
      datetime: get(cells, 'Date') || get(cells, 'Date/Time'),
      settledate: get(cells, 'Settle Date'),
      description,
      amount: get(cells, 'Amount'),
    },
  }
}

function readAction(cells: Cells): ReturnType<Reader> {
  const description = get(cells, 'Description')
  const named = /\(([^(),\s]+)[,\s].*?([A-Z0-9]{9,12})\)\s*$/.exec(description)
  const id = named?.[2] ?? ''
  return {
    kind: 'CorporateAction',
    values: {
      ...common(cells),
      symbol: named?.[1] ?? '',
      isin: isIsin(id) ? id : '',
      datetime: get(cells, 'Date/Time'),
      reportdate: get(cells, 'Report Date'),
      description,
      quantity: get(cells, 'Quantity'),
      proceeds: get(cells, 'Proceeds'),
      value: get(cells, 'Value'),
      code: get(cells, 'Code'),
    },
  }
}

function readInstrument(cells: Cells): ReturnType<Reader> {
  const id = get(cells, 'Security ID')
  return {
    kind: 'SecurityInfo',
    values: {
      ...common(cells),
      conid: get(cells, 'Conid'),
      isin: isIsin(id) ? id : '',
      description: get(cells, 'Description'),
      listingexchange: get(cells, 'Listing Exch'),
      multiplier: get(cells, 'Multiplier'),
      underlyingsymbol: get(cells, 'Underlying'),
      expiry: get(cells, 'Expiry'),
      strike: get(cells, 'Strike'),
      putcall: get(cells, 'Type'),
      subcategory: get(cells, 'Type'),
    },
  }
}

function readTransfer(cells: Cells): ReturnType<Reader> {
  return {
    kind: 'Transfer',
    values: {
      ...common(cells),
      date: get(cells, 'Date'),
      type: get(cells, 'Type'),
      direction: get(cells, 'Direction'),
      company: get(cells, 'Xfer Company'),
      quantity: get(cells, 'Qty'),
      cashtransfer: get(cells, 'Cash Amount'),
    },
  }
}

function common(cells: Cells): Record<string, string> {
  const category = get(cells, 'Asset Category')
  return {
    accountid: get(cells, 'Account'),
    assetcategory: categoryCode(category) ?? category,
    currency: get(cells, 'Currency'),
    symbol: get(cells, 'Symbol'),
  }
}

function baseCurrency(rows: readonly Row[]): string {
  const row = rows.find(({ cells }) => cells[1] === 'Data' && cells[2]?.trim() === 'Base Currency')
  return row?.cells[3]?.trim() ?? ''
}
