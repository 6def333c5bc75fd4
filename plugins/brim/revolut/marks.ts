/** Which rows of a statement may be of one event, by their cells whether or not these could be read. */
import type { EventMarks } from '#plugins/kit/index.ts'
import type { AccountColumn, CryptoColumn, StatementColumn, TradingColumn } from './layout.ts'
import { typeOf } from './state.ts'

const NONE: EventMarks = { of: [], perhapsOf: [] }
const KNOWN_ALONE =
  /^(TOPUP|TOP_UP|CARD_\w+|ATM|REFUND|REV_PAYMENT|BANK_TRANSFER|DIRECT_DEBIT|CHEQUE|CASH|INTEREST|CASHBACK|REWARD|FEE|CHARGE|CHARGE_REFUND|FEE_REFUND|TAX)$/

/** Exchanges and moves between products: two rows of one type and moment. */
export function accountMarks(get: (column: AccountColumn) => string): EventMarks {
  if (KNOWN_ALONE.test(typeOf(get('type')))) return NONE
  return all(marked('started', get('started')), marked('completed', get('completed')))
}

/** Coins sent and received at one moment. */
export function cryptoMarks(get: (column: CryptoColumn) => string): EventMarks {
  if (/^(buy|sell|payment)$/i.test(get('type'))) return NONE
  return all(marked('moment', get('date')), marked('coins', `${get('symbol')} ${get('quantity')}`))
}

/** Mergers: units given, units taken and money on one day. */
export function tradingMarks(get: (column: TradingColumn) => string): EventMarks {
  const type = get('type').replaceAll('_', ' ')
  const of = [...marked('merger', dayText(get('date'))), ...marked('merger of', get('ticker'))]
  if (/^merger\b/i.test(type)) return { of, perhapsOf: of }
  return /^(buy|sell|dividend|cash|custody|stock split|reward|interest|bond|transfer|spin|position|return)/i.test(type)
    ? NONE
    : { of: [], perhapsOf: of }
}

/** Dividends and their taxes, trades and their cancellations: by symbol and either day. */
export function statementMarks(get: (column: StatementColumn) => string): EventMarks {
  const code = get('type').toUpperCase()
  const of = (what: string) =>
    ['date', 'settled'].flatMap((column) => marked(`${what} ${get('symbol')}`, get(column as StatementColumn)))
  const ofSymbol = marked('dividends of', get('symbol'))
  if (/^DIV/.test(code)) {
    const dividend = of('dividend')
    const dated = /\d/.test(get('date'))
    return { of: [...dividend, ...ofSymbol], perhapsOf: dated ? dividend : [...dividend, ...ofSymbol] }
  }
  if (/^(BUY|SELL) CANCEL$/.test(code)) return { of: [...of('trade'), ...of('cancellation')], perhapsOf: of('trade') }
  if (/^(BUY|SELL)$/.test(code)) return { of: of('trade'), perhapsOf: of('cancellation') }
  if (/^(SSP|SC|MAS|NC|SSO|CDEP|CSD|CSW|CWD|INT|FEE|CUSTODY FEE)$/.test(code)) return NONE
  return { of: [], perhapsOf: [...of('dividend'), ...of('trade')] }
}

/** The day in front of a time: `2023-05-05`, `05/05/2023`, `May 5, 2023`. */
function dayText(cell: string): string {
  return cell.replace(/[T ,]*\d{1,2}:\d{2}.*$/, '')
}

function marked(what: string, text: string): string[] {
  return /[\p{L}\d]/u.test(text) ? [`${what} ${text}`] : []
}

function all(...marks: readonly (readonly string[])[]): EventMarks {
  const flat = marks.flat()
  return { of: flat, perhapsOf: flat }
}
