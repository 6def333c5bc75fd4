/** The portfolio: what is held, with its last close, and no word of which day that is. Nothing is booked of it. */
import type { ImportOptions, ParsedReport, Row, Table } from '#plugins/brim/contract.ts'
import { commonStyle, fail, ignore, isinOrSymbol, openRowBook, parseNumber, squeeze, unitOfCode } from '#plugins/kit/index.ts'
import { pricePerUnit } from '../per-unit.ts'
import { givenDay } from '../report-day.ts'
import { bodyOf } from './layout.ts'

const DETAIL =
  'This is a report of positions, not of transactions (Portfolio). Take the account statement instead: Inbox > Account overview > Export > CSV (or Activity > Transactions > Export, which has trades only).'
const OPENS = ' Or open a portfolio with it: import it with positions=book, and each position becomes an opening.'
const NO_DAY = ' It does not say of which day it is: give the option positions_day, such as positions_day=2026-06-30, too.'
const QUANTITY = 2

/** Positions and closes of the day that the option says, which the host compares with the ledger, or opens it with. */
export function parsePortfolio(table: Table, header: Row, options: ImportOptions): ParsedReport {
  const [date, body] = [givenDay(options), bodyOf(table, header)]
  const style = commonStyle(body.flatMap(({ cells }) => cells.slice(QUANTITY))) ?? 'dot'
  const book = openRowBook([{ row: header.number, reason: 'header' }])
  const { assets, issues, ignored, positions, prices } = book
  const whole = `${DETAIL}${OPENS}${date === undefined ? NO_DAY : ''}`
  issues.push({ row: null, severity: 'error', code: 'positions-report', detail: whole })
  for (const { number: row, cells } of body) {
    const [name = '', isin = '', quantity, close, code = '', worth] = cells.map(squeeze)
    const [units, price, value] = [quantity, close, worth].map((text) => parseNumber(text, style))
    if (isin === '') ignore(book, { row, cells }, units === undefined ? 'cash' : 'position without a symbol')
    else if (units === undefined) fail(book, { row, cells }, 'no-quantity', 'The row has no quantity.')
    else {
      ignore(book, { row, cells }, 'position')
      if (date === undefined) continue
      assets.set(isin, { ref: isin, name, ...isinOrSymbol(isin) })
      positions.push({ row, date, asset: isin, quantity: units })
      const one = pricePerUnit(price, units, value)
      if (one !== undefined && unitOfCode(code) !== undefined) prices.push({ asset: isin, date, close: one, currency: code })
    }
  }
  const stated = { ...(positions.length > 0 ? { positions } : {}), ...(prices.length > 0 ? { prices } : {}) }
  return { transactions: [], assets: [...assets.values()], ignored, issues, ...stated }
}
