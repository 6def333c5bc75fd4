/** Uphold: the transaction history. Each row has what left on one side and what arrived on the other, and `uphold` where a side is its wallet. */
import {
  add,
  type Book,
  type Decimal,
  decimal,
  FIAT,
  isZero,
  type Line,
  layout,
  made,
  moment,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { ZERO } from '#src/shared/decimal.ts'
import { bookMove, bookMoveWithFeeInside, bookTrade, type Change, negated, required, requiredCode } from '../coins.ts'

const columns = {
  stamp: text('Date'),
  ...moment('Date'),
  to: optional(text('Destination')),
  got: number('Destination Amount'),
  gotCode: text('Destination Currency'),
  fee: number('Fee Amount'),
  feeCode: text('Fee Currency'),
  id: text('Id'),
  from: optional(text('Origin')),
  given: number('Origin Amount'),
  givenCode: text('Origin Currency'),
  left: made(text('Status'), (status) => (/^completed$/i.test(status) ? '' : `status ${status}`)),
  kind: text('Type'),
}

type Entry = Line<typeof columns>
/** Both are sizes: what left one side, the fee included, and what arrived on the other. */
type Sides = { readonly given: Change; readonly got: Change; readonly out: Decimal; readonly into: Decimal }

const history = layout({
  name: 'Transaction history',
  dates: 'mdy',
  zone: 'UTC',
  numbers: 'dot',
  money: FIAT,
  assetType: 'CRYPTO',
  unique: ['id'],
  columns,
  skip: ({ stamp, left }) => {
    if (!/^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT\+0000\b/.test(stamp))
      refuse('invalid-date', `"${stamp}" is no time like "Fri Nov 24 2023 10:12:03 GMT+0000".`)
    return left || undefined
  },
  rows: {
    in: (line, book) => {
      const sides = sidesOf(line)
      const { given, got } = sides
      if (given.code === got.code) return bookMove(book, got)
      bookMove(book, given)
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

/** Of a row in one currency the two sides must differ by the fee. */
function sidesOf(line: Entry): Sides {
  const given = { code: requiredCode(line.givenCode), quantity: required(line.given, 'origin amount') }
  const got = { code: requiredCode(line.gotCode), quantity: required(line.got, 'destination amount') }
  if (given.quantity.startsWith('-') || got.quantity.startsWith('-'))
    refuse('unexpected-sign', 'An amount of the row is negative.')
  const isFeeOfSides = isZero(line.fee) || given.code === line.feeCode || got.code === line.feeCode
  const [out, into] = [decimal(given.quantity), decimal(got.quantity)]
  if (!isFeeOfSides || (given.code === got.code && subtract(out, into) !== decimal(line.fee ?? '0')))
    refuse('unclear-fee', 'The fee does not belong to what left and what arrived. Enter the row by hand.')
  return { given, got, out, into }
}

/** The fee is inside of what left, or was taken from what arrived. */
function swap({ fee = '0', feeCode }: Entry, { given, got, out, into }: Sides, book: Book): void {
  const paid = decimal(fee)
  const [outFee, inFee] = [feeCode === given.code ? paid : ZERO, feeCode === got.code ? paid : ZERO]
  bookTrade(book, [
    { code: given.code, quantity: subtract(outFee, out), fee: outFee },
    { code: got.code, quantity: add(into, inFee), fee: inFee },
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
