/**
 * Investimental (Bucharest): the life of orders, row by row, from which executions follow. `Volume`, `Value` and `Fee` are what is still open, but for
 * the row that fills an order: its volume is what was open before.
 */
import {
  add,
  type Book,
  type Decimal,
  decimal,
  formatDecimal,
  type Line,
  layout,
  marksByCells,
  moment,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
  unused,
  wholeEvents,
} from '#plugins/kit/index.ts'
import type { ReportFile } from '../contract.ts'

const columns = {
  order: text('Order ID'),
  number: text('Order Number'),
  side: text('Side'),
  symbol: text('Symbol'),
  price: number('Price'),
  volume: number('Volume'),
  value: number('Value'),
  fee: number('Fee'),
  account: text('Account ID'),
  owner: text('Account Name'),
  trade: text('Last Trade ID'),
  ticket: text('Last Trade Ticket'),
  status: text('Status'),
  by: optional(text('Initiated By')),
  update: text('Update Type'),
  ...moment('Update Time'),
  ...unused('Exchange', 'Market', 'Disclosed', 'Term', 'Validity', 'Trigger Type', 'Trigger Price', 'Settlement Term'),
  ...unused('Settlement Date', 'Settlement Type', 'Short Sell', 'Updated By', 'Request ID', 'Request Type', 'Request Status'),
}

type Entry = Line<typeof columns>

const LIMIT = 'The report has the limit of the order, not the price at which it was executed: compare it with the contract note.'

const orders = layout({
  name: 'Order history',
  dates: 'ymd',
  zone: 'Europe/Bucharest',
  numbers: 'dot',
  columns,
  cases: { key: numberOf, book: bookOrder },
})

function numberOf({ number: code }: Entry): string {
  return /^\d+$/.test(code) ? code : refuse('unknown-order', `"${code}" is no number of an order.`)
}

/** What only changes an order is part of its executions. */
function bookOrder(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const unknown = lines.find(({ update }) => !/^(new|chg|fil|oot)$/i.test(update))
  if (unknown) refuse('unknown-type', `"${unknown.update}" is no change of an order that this importer knows.`)
  if (new Set(lines.map(({ account, side, symbol, owner }) => [account, side, symbol, owner].join('|'))).size > 1)
    refuse('unknown-order', 'The rows of this order name several accounts, sides or symbols.')
  if (!lines.some(isFill)) book.skip('order that was not executed')
  let before: Entry | undefined
  for (const line of oldestFirst(lines)) {
    if (isFill(line)) fill(line, before, book.on(line))
    before = line
  }
}

const isFill = ({ update }: Entry) => /^fil$/i.test(update)

/** By day and time, which are read once a line. */
function oldestFirst(lines: readonly Entry[]): Entry[] {
  const moments = lines.map((line) => ({ line, moment: `${line.date} ${line.time ?? ''}` }))
  moments.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0))
  return moments.map(({ line }) => line)
}

/** What the order lost by this row was executed. */
function fill(line: Entry, before: Entry | undefined, book: Book): void {
  if (before === undefined) refuse('order-incomplete', 'The order began before this report: take a report that has all of it.')
  const isLast = /^inactive$/i.test(line.status)
  const open = figure(before.volume)
  const quantity = isLast ? open : subtract(open, figure(line.volume))
  if (quantity <= 0n || (isLast && figure(line.volume) !== open))
    refuse('order-incomplete', 'The volumes of this order do not tell how much was executed.')
  const [value, fees] = [subtract(figure(before.value), figure(line.value)), subtract(figure(before.fee), figure(line.fee))]
  if (value <= 0n || fees < 0n) refuse('order-incomplete', 'The values of this order do not tell what was paid.')
  const isSale = /^sell$/i.test(line.side)
  if (!isSale && !/^buy$/i.test(line.side)) refuse('unknown-type', `"${line.side}" is neither Buy nor Sell.`)
  const amount = isSale ? subtract(value, fees) : subtract(0n as Decimal, add(value, fees))
  const unit = /\[([A-Z]{3})\]/.exec(line.owner)?.[1]
  const id = /[1-9]/.test(line.ticket) ? line.ticket : undefined
  const figures = { quantity: formatDecimal(quantity), amount: formatDecimal(amount), fees: formatDecimal(fees) }
  book.trade({ ...figures, unit, id }, isSale ? 'SELL' : 'BUY')
  book.note('warning', 'limit-price', LIMIT)
}

function figure(value: string | undefined): Decimal {
  return decimal(value ?? '0')
}

const NUMBERS = ['Order ID', 'Order Number'] as const

/** A row whose order is unknown may be of any with its other number. */
const marksOf = (files: readonly ReportFile[]) =>
  marksByCells(files, NUMBERS, (cellOf) => {
    const of = NUMBERS.map((title) => `${title} ${cellOf(title)}`)
    return { of, perhapsOf: of }
  })

export const investimental = tableImporter(
  {
    code: 'investimental',
    name: 'Investimental',
    website: 'https://www.investimental.ro',
    description:
      'Executions at Investimental, from the history of orders, at the limits of the orders. Payments and dividends are not in it.',
    docs: 'Orders > Order history: choose a period in which every order began and ended, then export as CSV.',
    colour: '#0a3d62',
    finish: (report, files) => wholeEvents(report, marksOf(files)),
  },
  [orders],
)
