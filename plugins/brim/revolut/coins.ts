/** The crypto account statement until 2023: the columns of a current account, with the value in the base currency beside each row. */
import { type ColumnTitles, fail, ignore, textOf } from '#plugins/kit/index.ts'
import { absolute, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import { assetRef, type Book } from './book.ts'
import { ACCOUNT, ACCOUNT_ROWS } from './current.ts'
import { currencyIn } from './money.ts'
import { beginDraft, type Cells, type Figures, findInside, type RowOf, statementOf } from './rows.ts'
import { isFinished, typeOf } from './state.ts'

const TITLES = {
  ...ACCOUNT,
  fiat: ['Fiat amount'],
  total: ['Fiat amount (inc. fees)'],
  base: ['Base currency'],
} as const satisfies ColumnTitles<string>
type CoinColumn = keyof typeof TITLES

type Move = RowOf<typeof readMove>

export const coins = statementOf({
  name: 'Crypto account statement',
  confidence: 0.98,
  titles: TITLES,
  ...ACCOUNT_ROWS,
  figures: [['amount', 'total', 'fee']],
  unreadable: 'Date, currency, state or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
  make: readMove,
  book: bookMoves,
})

/** `quantity`: signed change of the holding; `total`: value with fees, without sign. */
function readMove(get: Cells<CoinColumn>, { amount, total, fee = ZERO }: Figures<CoinColumn>) {
  const [base, coin] = [currencyIn(get('base')), get('currency')]
  if (base === undefined || coin === '' || !isFinished(get('state'))) return undefined
  if (amount === undefined || total === undefined) return undefined
  const texts = { type: typeOf(get('type')), started: get('started'), coin, description: get('description') }
  return { ...texts, quantity: amount, total: absolute(total), fee: absolute(fee), base }
}

function bookMoves(book: Book, moves: readonly Move[]): void {
  const transfers = moves.filter(({ type }) => type === 'TRANSFER')
  const [outs, intos] = [transfers.filter(({ quantity }) => quantity < 0n), transfers.filter(({ quantity }) => quantity > 0n)]
  const inside = findInside(outs, intos, ({ coin, started, quantity }) => `${coin} ${started} ${absolute(quantity)}`)
  for (const move of moves) {
    if (inside.has(move)) ignore(book, move, 'moved between two products of the same account')
    else if (move.quantity === 0n) ignore(book, move, 'no units moved')
    else addMove(book, move)
  }
}

function addMove(book: Book, move: Move): void {
  const { type, quantity, total, fee, base: currency } = move
  const begin = beginDraft(move, move.description)
  const units = { ...begin, asset: assetRef(book, move.coin, { currency, type: 'CRYPTO' }), quantity: formatDecimal(quantity) }
  const cost = { costBasis: formatDecimal(total), currency }
  if (/^(EXCHANGE|CARD_PAYMENT|CARD_REFUND)$/.test(type)) {
    const buys = quantity > 0n
    const [paid, received] = [formatDecimal(negate(total)), formatDecimal(total)]
    const figures = { amount: buys ? paid : received, currency, fees: textOf(fee) }
    book.transactions.push({ ...units, type: buys ? 'BUY' : 'SELL', ...figures })
    if (type === 'EXCHANGE' || total === 0n) return
    book.transactions.push({ ...begin, type: buys ? 'DEPOSIT' : 'WITHDRAWAL', amount: buys ? received : paid, currency })
  } else if (type === 'TRANSFER') book.transactions.push({ ...units, type, ...(quantity > 0n ? cost : {}) })
  else if (/REWARD|CASHBACK|INTEREST|STAKING/.test(type) && quantity > 0n)
    book.transactions.push({ ...units, type: 'INTEREST', ...cost, tags: tagsNamed(type) })
  else fail(book, move, 'unknown-type', `"${type}" cannot be imported from this statement. Enter it by hand.`)
}
