/** Bitvavo: the transaction history. */
import {
  type Book,
  clock,
  day,
  findHeader,
  isFiat,
  isZero,
  type Line,
  layout,
  number,
  optional,
  readRecords,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import {
  bookFee,
  bookIncome,
  bookMove,
  bookMoveWithFeeInside,
  bookTrade,
  COINS,
  changeOf,
  minus,
  required,
  requiredCode,
  sizeOf,
  unfinished,
} from '../coins.ts'
import type { ParsedReport, Table } from '../contract.ts'

const columns = {
  timezone: text('Timezone'),
  date: day('Date'),
  time: clock('Time'),
  kind: text('Type'),
  coin: text('Currency'),
  quantity: number('Amount'),
  quoted: optional(unit('Quote Currency')),
  price: number('Quote Price', 'Price (EUR)'),
  paidIn: optional(unit('Received / Paid Currency')),
  amount: number('Received / Paid Amount', 'EUR received / paid'),
  feeCoin: text('Fee currency'),
  fee: number('Fee amount'),
  status: text('Status'),
  id: text('Transaction ID'),
  address: optional(text('Address')),
}

type Entry = Line<typeof columns>

const history = layout({
  ...COINS,
  name: 'Transaction history',
  dates: 'ymd',
  unique: ['id'],
  columns,
  skip: (line) => unfinished(line.status, /^(completed|distributed)$/i),
  rows: {
    'buy|sell': bookOrder,
    'deposit|withdrawal|internal_transfer|external_transferred_funds': bookTransfer,
    'staking|fixed_staking': (line, book) => bookIncome(book, changeOf(line), 'staking'),
    lending: (line, book) => bookIncome(book, changeOf(line), 'lending'),
    'affiliate|campaign_new_user_incentive': (line, book) => bookIncome(book, changeOf(line), 'bonus'),
    rebate: (line, book) => bookIncome(book, changeOf(line), 'cashback'),
    distribution: (line, book) => bookIncome(book, changeOf(line), 'reward'),
    'manually_assigned|manually_assigned_bitvavo': (line, book) => bookMove(book, changeOf(line), { tags: ['correction'] }),
  },
})

/** What was paid or received is after the fee. Without a column for it, all is in euros. */
function bookOrder(line: Entry, book: Book): void {
  const { code, quantity } = changeOf(line)
  const paid = line.paidIn?.currency ?? 'EUR'
  const fee = isZero(line.fee) ? undefined : { code: requiredCode(line.feeCoin), quantity: required(line.fee, 'fee') }
  if (isFiat(paid))
    book.trade({ asset: code, quantity, unit: paid, quoted: paid, fees: fee?.code === paid ? fee.quantity : undefined })
  else
    bookTrade(book, [
      { code, quantity },
      { code: paid, quantity: required(line.amount, 'amount') },
    ])
  if (fee !== undefined && fee.code !== paid) bookFee(book, fee)
}

/** The fee of a withdrawal is inside its amount: all that was held goes out. */
function bookTransfer(line: Entry, book: Book): void {
  const { code, quantity } = changeOf(line)
  const { fee = '0' } = line
  const isInside = quantity.startsWith('-') && line.feeCoin === code && !minus(sizeOf(quantity), fee).startsWith('-')
  if (isInside) bookMoveWithFeeInside(book, { code, quantity, fee })
  else bookMove(book, { code, quantity })
  if (isInside || isZero(fee)) return
  const detail = `The fee of ${fee} ${line.feeCoin} is more than what moved, or is of another coin; it is not booked.`
  book.note('warning', 'fee-not-booked', detail)
}

/** The zone of days and times that all rows name that could be read, if there is such a one. */
function zoneIn({ issues }: ParsedReport, table: Table = { name: '', rows: [] }): string | undefined {
  const refused = new Set(issues.flatMap(({ row, severity }) => (severity === 'error' ? row : [])))
  const header = findHeader(table, { zone: ['Timezone'] }, ['zone'])
  const records = header === undefined ? [] : readRecords(table, header)
  const [only, ...more] = new Set(records.flatMap(({ number, get }) => (refused.has(number) ? [] : get('zone') || [])))
  return only !== undefined && more.length === 0 && isZone(only) ? only : undefined
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

export const bitvavo = tableImporter(
  {
    code: 'bitvavo',
    name: 'Bitvavo',
    website: 'https://bitvavo.com',
    version: '4',
    description: 'Transaction history of an account at Bitvavo.',
    docs: 'Profile > Transaction history > Export > Bitvavo CSV.',
    colour: '#0e1cf3',
    finish: (report, [file]) => ({ ...report, zone: zoneIn(report, file?.tables[0]) }),
  },
  [history],
)
