/** The portfolio: what is held, with its last close, and no word of which day that is. Nothing is booked of it. */
import type {
  AssetDraft,
  ImportOptions,
  ParsedReport,
  Row,
  RowIssue,
  StatedPosition,
  StatedPrice,
  Table,
} from '#plugins/brim/contract.ts'
import { commonStyle, parseNumber, rowText, squeeze, unitOfCode } from '#plugins/kit/index.ts'
import { pricePerUnit } from '../per-unit.ts'
import { givenDay } from '../report-day.ts'
import { bodyOf } from './layout.ts'

const DETAIL =
  'This is a report of positions, not of transactions (Portfolio). Take the account statement instead: Inbox > Account overview > Export > CSV (or Activity > Transactions > Export, which has trades only).'
const OPENS = ' Or open a portfolio with it: import it with positions=book, and each position becomes an opening.'
const NO_DAY = ' It does not say of which day it is: give the option positions_day, such as positions_day=2026-06-30, too.'
const QUANTITY = 2
/** Else the cell has a symbol. */
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/

/** Positions and closes of the day that the option says, which the host compares with the ledger, or opens it with. */
export function parsePortfolio(table: Table, header: Row, options: ImportOptions): ParsedReport {
  const [date, body] = [givenDay(options), bodyOf(table, header)]
  const style = commonStyle(body.flatMap(({ cells }) => cells.slice(QUANTITY))) ?? 'dot'
  const assets = new Map<string, AssetDraft>()
  const [positions, prices]: [StatedPosition[], StatedPrice[]] = [[], []]
  const whole = `${DETAIL}${OPENS}${date === undefined ? NO_DAY : ''}`
  const issues: RowIssue[] = [{ row: null, severity: 'error', code: 'positions-report', detail: whole }]
  const ignored = [{ row: header.number, reason: 'header' }]
  for (const row of body) {
    const [name = '', isin = '', ...rest] = row.cells.map(squeeze)
    const [quantity, close, code = '', worth] = [rest[0], rest[1], rest[2], rest[3]]
    const [units, price, value] = [quantity, close, worth].map((text) => parseNumber(text, style))
    if (isin === '') ignored.push({ row: row.number, reason: units === undefined ? 'cash' : 'position without a symbol' })
    else if (units === undefined) {
      const detail = 'The row has no quantity.'
      issues.push({ row: row.number, severity: 'error', code: 'no-quantity', detail, text: rowText(row) })
    } else {
      ignored.push({ row: row.number, reason: 'position' })
      if (date === undefined) continue
      assets.set(isin, { ref: isin, name, ...(ISIN.test(isin) ? { isin } : { symbol: isin }) })
      positions.push({ row: row.number, date, asset: isin, quantity: units })
      const one = pricePerUnit(price, units, value)
      if (one !== undefined && unitOfCode(code) !== undefined) prices.push({ asset: isin, date, close: one, currency: code })
    }
  }
  const stated = { ...(positions.length > 0 ? { positions } : {}), ...(prices.length > 0 ? { prices } : {}) }
  return { transactions: [], assets: [...assets.values()], ignored, issues, ...stated }
}
