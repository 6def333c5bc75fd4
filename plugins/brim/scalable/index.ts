/** Scalable Capital: the transactions of the broker, whose amounts are quantity x price, with fee and tax beside them. */
import type { ReportFile } from '#plugins/brim/contract.ts'
import {
  type Book,
  clock,
  day,
  isin,
  isZero,
  type Line,
  layout,
  marksByCells,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
  wholeEvents,
} from '#plugins/kit/index.ts'
import { unfinished } from '../coins.ts'
import { fetched, leaveOut } from './fetched.ts'

const columns = {
  date: day('date'),
  time: optional(clock('time')),
  status: text('status'),
  id: text('reference'),
  name: text('description'),
  className: text('assetType'),
  kind: text('type'),
  isin: isin('isin'),
  quantity: number('shares'),
  price: number('price'),
  amount: number('amount'),
  fees: number('fee'),
  taxes: number('tax'),
  unit: unit('currency'),
}

type Row = Line<typeof columns>

const isSwitch = ({ kind, id }: { readonly kind: string; readonly id: string }) =>
  /^security transfer$/i.test(kind) && /^(wwum|switch)-/i.test(id)
const [EVENT, PAYMENT] = [/^corporate action$/i, /^distribution$/i]
const isPayment = ({ kind }: { readonly kind: string }) => PAYMENT.test(kind)

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  zone: 'Europe/Berlin',
  numbers: 'comma',
  amounts: 'gross',
  columns,
  skip: ({ status }) => unfinished(status, /^executed$/i),
  rows: {
    'Buy|Savings plan': (line, book) => trade(line, book, 'BUY'),
    Sell: (line, book) => trade(line, book, 'SELL'),
    Deposit: (line, book) => pay(line, book, 'MOVE'),
    Withdrawal: (line, book) => pay(line, book, 'WITHDRAWAL'),
    Distribution: (line, book) => pay(line, book, 'DIVIDEND'),
    Interest: (line, book) => pay(line, book, 'INTEREST'),
    Fee: 'FEE',
    Taxes: 'TAX',
    'Security transfer': (_, book) => book.inKind('TRANSFER'),
  },
  cases: {
    key: (line) =>
      isSwitch(line)
        ? `switch ${line.isin ?? line.row}`
        : EVENT.test(line.kind) || (isPayment(line) && line.id !== '')
          ? `event ${line.id || line.row}`
          : undefined,
    book: (lines, book) => {
      if (isSwitch(lines[0]))
        leaveOut(
          lines.map(({ quantity }) => quantity),
          book,
        )
      else if (lines.every(isPayment)) for (const line of lines) pay(line, book.on(line), 'DIVIDEND')
      else redeem(lines, book)
    },
  },
})

/** A product that ends: one row takes the units away, another of the same reference pays for them, as a corporate action or a distribution. */
function redeem(lines: readonly Row[], book: Book): void {
  const [from, money] = [lines.find(({ quantity }) => !isZero(quantity)), lines.find(({ quantity }) => isZero(quantity))]
  const isSale = lines.length === 2 && from?.quantity?.startsWith('-') && money?.amount?.startsWith('-') === false
  if (!isSale || from === undefined || money === undefined || from.isin !== money.isin)
    refuse('unclear-event', 'Of this event one row must take units away and another pay for them. Enter it by hand.')
  refuseCost(money, 'tax', money.taxes)
  refuseCost(money, 'fee', money.fees)
  book.on(from).trade({ amount: money.amount, also: [money] }, 'SELL')
}

function refuseCost({ kind }: Row, what: 'fee' | 'tax', cost: string | undefined): void {
  const detail = `The row does not say whether the ${what} is inside the amount of the ${kind.toLowerCase()}. Enter it by hand.`
  if (!isZero(cost)) refuse(`unclear-${what}`, detail)
}

function pay(line: Row, book: Book, type: 'DIVIDEND' | 'INTEREST' | 'MOVE' | 'WITHDRAWAL'): void {
  refuseCost(line, 'tax', line.taxes)
  refuseCost(line, 'fee', line.fees)
  book.cash(type)
}

/** The kind of the row tells which way the money goes; the sign of the amount does not always. */
function trade(line: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const size = (line.amount ?? refuse('no-amount', 'The row has no amount.')).replace('-', '')
  const quantity = line.quantity?.replace('-', '')
  book.trade({ quantity, amount: direction === 'BUY' ? `-${size}` : size }, direction)
}

/** Where one of the two rows cannot be read, the other, which may look like income, is not booked either. */
const marksOf = (files: readonly ReportFile[]) =>
  marksByCells(files, ['assetType', 'type', 'isin', 'date'], (cellOf) => {
    const mark = [`${cellOf('isin')} ${cellOf('date')}`]
    return { of: [EVENT, PAYMENT].some((kinds) => kinds.test(cellOf('type'))) ? mark : [], perhapsOf: mark }
  })

export const scalable = tableImporter(
  {
    code: 'scalable',
    name: 'Scalable Capital',
    website: 'https://scalable.capital',
    version: '3',
    languages: ['en', 'de'],
    description:
      'Transactions of the broker account at Scalable Capital, also as the script "Scalable Capital Transactions Exporter" saves them.',
    docs: 'Broker > Transactions > Export (CSV).',
    colour: '#28ebcf',
    finish: (report, files) => wholeEvents(report, marksOf(files)),
  },
  [transactions, ...fetched],
)
