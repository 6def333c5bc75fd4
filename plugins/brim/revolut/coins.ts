/** The crypto account statement until 2023: the columns of a current account, with the value in the base currency beside each row. */
import { type ColumnTitles, ignore, refuse, textOf } from '#plugins/kit/index.ts'
import { absolute, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import { assetRef, type Book, beginDraft, bookEach } from './book.ts'
import { ACCOUNT, ACCOUNT_ROWS } from './current.ts'
import { currencyIn } from './money.ts'
import { type Cells, type Figures, findInside, type RowOf, statementOf } from './rows.ts'
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
  assetType: 'CRYPTO',
  titles: TITLES,
  ...ACCOUNT_ROWS,
  figures: [['amount', 'total', 'fee']],
  unreadable: 'Date, currency, state or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
  make: readMove,
  book: bookMoves,
})

/** `quantity`: signed change of the holding; `total`: value with fees, without sign. */
function readMove(get: Cells<CoinColumn>, { amount, total, fee = ZERO }: Figures<CoinColumn>) {
  const [currency, symbol] = [currencyIn(get('base')), get('currency')]
  if (currency === undefined || symbol === '' || !isFinished(get('state'))) return undefined
  if (amount === undefined || total === undefined) return undefined
  const texts = { type: typeOf(get('type')), started: get('started'), symbol, description: get('description') }
  return { ...texts, quantity: amount, total: absolute(total), fee: absolute(fee), currency }
}

function bookMoves(book: Book, moves: readonly Move[]): void {
  const transfers = moves.filter(({ type }) => type === 'TRANSFER')
  const [outs, intos] = [transfers.filter(({ quantity }) => quantity < 0n), transfers.filter(({ quantity }) => quantity > 0n)]
  const inside = findInside(outs, intos, ({ symbol, started, quantity }) => `${symbol} ${started} ${absolute(quantity)}`)
  bookEach(book, moves, (move) => {
    if (inside.has(move)) ignore(book, move, 'moved between two products of the same account')
    else if (move.quantity === 0n) ignore(book, move, 'no units moved')
    else addMove(book, move)
  })
}

function addMove(book: Book, move: Move): void {
  const { type, quantity, total, fee, currency } = move
  const begin = beginDraft(move, move.description)
  const units = { ...begin, asset: assetRef(book, move), quantity: formatDecimal(quantity) }
  const cost = { costBasis: formatDecimal(total), currency }
  if (/^(EXCHANGE|CARD_PAYMENT|CARD_REFUND)$/.test(type)) {
    const isBuy = quantity > 0n
    const [paid, received] = [formatDecimal(negate(total)), formatDecimal(total)]
    const [amount, moved] = isBuy ? [paid, received] : [received, paid]
    book.transactions.push({ ...units, type: isBuy ? 'BUY' : 'SELL', amount, currency, fees: textOf(fee) })
    // A card payment spends what the coins brought, a refund pays for them.
    if (type !== 'EXCHANGE' && total !== 0n)
      book.transactions.push({ ...begin, type: isBuy ? 'DEPOSIT' : 'WITHDRAWAL', amount: moved, currency })
  } else if (type === 'TRANSFER') book.transactions.push({ ...units, type, ...(quantity > 0n ? cost : {}) })
  else if (/REWARD|CASHBACK|INTEREST|STAKING/.test(type) && quantity > 0n)
    book.transactions.push({ ...units, type: 'INTEREST', ...cost, tags: tagsNamed(type) })
  else refuse('unknown-type', `"${type}" cannot be imported from this statement. Enter it by hand.`)
}
