/** Which rows of a statement may be of one event, by their cells whether or not these could be read. */
import type { EventMarks } from '#plugins/kit/index.ts'
import type { CryptoColumn } from './crypto.ts'
import type { AccountColumn } from './current.ts'
import { typeOf } from './state.ts'
import type { StatementColumn } from './statement.ts'
import type { TradingColumn } from './trading.ts'

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

/** Mergers: units given, units taken and money on one day; a row whose day cannot be read may be of any merger of its security. */
export function tradingMarks(get: (column: TradingColumn) => string): EventMarks {
  const type = get('type').replaceAll('_', ' ')
  const [ofDay, ofSecurity] = [marked('merger', dayText(get('date'))), marked('merger of', get('ticker'))]
  const perhapsOf = ofDay.length === 0 ? ofSecurity : ofDay
  if (/^merger\b/i.test(type)) return { of: [...ofDay, ...ofSecurity], perhapsOf }
  return /^(buy|sell|dividend|cash|custody|stock split|reward|interest|bond|transfer|spin|position|return)/i.test(type)
    ? NONE
    : { of: [], perhapsOf }
}

/**
 * Dividends and their taxes, trades and their cancellations: by symbol and either day. A row whose code cannot be read cancels only a trade of its
 * quantity and amount, and is of a dividend only where it has no quantity.
 */
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
  const size = sizeOf(get('quantity'), get('amount'))
  const trades = [...of('trade'), ...(size === undefined ? [] : of(`trade of ${size}`))]
  if (/^(BUY|SELL) CANCEL$/.test(code)) return { of: [...trades, ...of('cancellation')], perhapsOf: of('trade') }
  if (/^(BUY|SELL)$/.test(code)) return { of: trades, perhapsOf: of('cancellation') }
  if (/^(SSP|SC|MAS|NC|SSO|CDEP|CSD|CSW|CWD|INT|FEE|CUSTODY FEE)$/.test(code)) return NONE
  return { of: [], perhapsOf: size === undefined ? [...of('dividend'), ...of('trade')] : of(`trade of ${size}`) }
}

/** Quantity and amount of a trade without their signs; `undefined` where one of them is 0 or none can be read. */
function sizeOf(...figures: readonly string[]): string | undefined {
  return figures.every((text) => /^-?[\d.,]*[1-9][\d.,]*$/.test(text)) ? figures.join(' ').replaceAll('-', '') : undefined
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
