/** Charles Schwab: brokerage transactions and equity awards. */
import type { ParsedReport, ReportFile, Table } from '#plugins/brim/contract.ts'
import { findHeader, parseDay, parseNumber, product, readRecords, tableImporter } from '#plugins/kit/index.ts'
import { positionsDay } from '../report-day.ts'
import { awardRecords, awards, oldAwardRecords } from './awards.ts'
import { prepareAwards, WHOLE } from './details.ts'
import { positions, preparePositions, realized } from './positions.ts'
import { transactionRecords, transactions } from './transactions.ts'

const LOOK_BACK = 7
/** Columns of the history of awards, with what its details say. */
const WORTH = {
  symbol: ['Symbol'],
  date: ['Date', 'eventDate'],
  price: ['VestFairMarketValue', 'FairMarketValuePrice'],
  whole: [WHOLE],
}

/** Shares that an award brought to the brokerage account, at the price that the history of awards has for that day or the days before. */
function withWorth(report: ParsedReport, files: readonly ReportFile[]): ParsedReport {
  const prices = pricesOf(files.flatMap(({ tables, records = [] }) => [...tables, ...records]))
  const drafts = report.transactions.map((draft) => {
    if (draft.costBasis !== 'market' || draft.quantity === undefined) return draft
    const days = Array.from({ length: LOOK_BACK }, (_, back) => dayBefore(draft.date, back))
    const price = days.map((day) => prices.get(`${draft.asset} ${day}`)).find((one) => one !== undefined)
    return price === undefined ? draft : { ...draft, costBasis: product(draft.quantity, price), currency: 'USD' }
  })
  return { ...report, transactions: drafts }
}

/** By symbol and day. */
function pricesOf(tables: readonly Table[]): ReadonlyMap<string, string> {
  const prices = new Map<string, string>()
  for (const table of tables) {
    const header = findHeader(table, WORTH, ['symbol', 'date', 'price', 'whole'])
    for (const { get } of header === undefined ? [] : readRecords(table, header)) {
      const [day, price] = [parseDay(get('date'), 'mdy'), parseNumber(get('price'), 'dot')]
      if (day !== undefined && price !== undefined) prices.set(`${get('symbol')} ${day}`, price)
    }
  }
  return prices
}

function dayBefore(day: string, back: number): string {
  return new Date(Date.parse(day) - back * 86_400_000).toISOString().slice(0, 10)
}

export const schwab = tableImporter(
  {
    code: 'schwab',
    name: 'Charles Schwab',
    website: 'https://www.schwab.com',
    version: '5',
    extensions: ['csv', 'json'],
    description:
      'The history of a brokerage account, and of equity awards (CSV or JSON); both together tell what vested shares were worth.',
    docs: 'Accounts > History > Export > CSV or JSON. Equity awards: Accounts > Equity Awards > History > Export > JSON or CSV.',
    colour: '#00a0df',
    together: true,
    options: [positionsDay],
    // Both together tell what shares were worth that an award brought to the brokerage account.
    finish: (report, files) => (files.length > 1 ? withWorth(report, files) : report),
    prepare: (file) => preparePositions(prepareAwards(file)),
  },
  [transactions, transactionRecords, awards, awardRecords, oldAwardRecords, realized, positions],
)
