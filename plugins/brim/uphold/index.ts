/** Uphold: the transaction history. Each row has what left on one side and what arrived on the other, and `uphold` where a side is its wallet. */
import { type Book, isZero, type Line, layout, moment, number, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import {
  bookMove,
  bookMoveWithFeeInside,
  bookTrade,
  COINS,
  differenceOf,
  negated,
  required,
  requiredCode,
  sumOf,
} from '../coins.ts'

const columns = {
  stamp: text('Date'),
  ...moment('Date'),
  got: number('Destination Amount'),
  gotCode: text('Destination Currency'),
  fee: number('Fee Amount'),
  feeCode: text('Fee Currency'),
  id: text('Id'),
  given: number('Origin Amount'),
  givenCode: text('Origin Currency'),
  status: text('Status'),
  kind: text('Type'),
  ...unused('Destination', 'Origin'),
}

type Entry = Line<typeof columns>

const history = layout({
  ...COINS,
  name: 'Transaction history',
  dates: 'mdy',
  zone: 'UTC',
  unique: ['id'],
  columns,
  skip: ({ stamp, status }) => {
    if (!/^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT\+0000\b/.test(stamp))
      refuse('invalid-date', `"${stamp}" is no time like "Fri Nov 24 2023 10:12:03 GMT+0000".`)
    return /^completed$/i.test(status) ? undefined : `status ${status}`
  },
  rows: {
    in: (line, book) => {
      const sides = sidesOf(line)
      if (sides.given.code === sides.got.code) return bookMove(book, sides.got)
      bookMove(book, sides.given)
      swap(line, sides, book)
    },
    out: (line, book) => {
      const sides = sidesOf(line)
      const { given, got } = sides
      if (given.code === got.code)
        return bookMoveWithFeeInside(book, { ...given, quantity: negated(given.quantity), fee: line.fee })
      swap(line, sides, book)
      bookMove(book, { ...got, quantity: negated(got.quantity) })
    },
    transfer: (line, book) => {
      const sides = sidesOf(line)
      if (sides.given.code !== sides.got.code) swap(line, sides, book)
      else if (isZero(line.fee)) book.skip('between cards of the wallet')
      else refuse('unclear-fee', 'The row moves one currency within the wallet and costs a fee. Enter it by hand.')
    },
  },
})

/** Both are sizes: what left one side, the fee included, and what arrived on the other. Of a row in one currency they must differ by the fee. */
function sidesOf(line: Entry) {
  const given = { code: requiredCode(line.givenCode), quantity: required(line.given, 'origin amount') }
  const got = { code: requiredCode(line.gotCode), quantity: required(line.got, 'destination amount') }
  if (given.quantity.startsWith('-') || got.quantity.startsWith('-'))
    refuse('unexpected-sign', 'An amount of the row is negative.')
  const isFeeOfSides = isZero(line.fee) || given.code === line.feeCode || got.code === line.feeCode
  const isOdd = () => differenceOf(given.quantity, got.quantity) !== sumOf(line.fee, '0')
  if (!isFeeOfSides || (given.code === got.code && isOdd()))
    refuse('unclear-fee', 'The fee does not belong to what left and what arrived. Enter the row by hand.')
  return { given, got }
}

/** The fee is inside of what left, or was taken from what arrived. */
function swap({ fee = '0', feeCode }: Entry, { given, got }: ReturnType<typeof sidesOf>, book: Book): void {
  const [outFee, inFee] = [feeCode === given.code ? fee : '0', feeCode === got.code ? fee : '0']
  bookTrade(book, [
    { code: given.code, quantity: differenceOf(outFee, given.quantity), fee: outFee },
    { code: got.code, quantity: sumOf(got.quantity, inFee), fee: inFee },
  ])
}

export const uphold = tableImporter(
  {
    code: 'uphold',
    name: 'Uphold',
    website: 'https://uphold.com',
    version: '2',
    description:
      'Transaction history of a wallet: deposits, withdrawals and trades, also those that happen on the way in or out.',
    docs: 'Activity > Export, or Profile > Reports > Transaction history, CSV.',
    colour: '#2e7d4f',
    maturity: 'beta',
  },
  [history],
)
