/** The trading account statement (columns since 2021). Its totals include whatever the trade cost; its dividends are net of tax. */
import type { TransactionType } from '#plugins/brim/contract.ts'
import { type ColumnTitles, ignore, refuse, squeeze, warn } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import { addPriced, assetRef, type Book, beginDraft, bookEach } from './book.ts'
import { tradingMarks } from './marks.ts'
import { addMergers } from './mergers.ts'
import { currencyIn } from './money.ts'
import { type Cells, type Figures, type RowOf, statementOf } from './rows.ts'

const TITLES = {
  date: ['Date'],
  ticker: ['Ticker'],
  type: ['Type'],
  quantity: ['Quantity'],
  price: ['Price per share'],
  total: ['Total Amount'],
  currency: ['Currency'],
} as const satisfies ColumnTitles<string>
export type TradingColumn = keyof typeof TITLES

export type Line = RowOf<typeof readLine>

/** Rows that say nothing without a total. */
const OF_MONEY = /^(BUY|SELL|DIVIDEND|CASH|BOND COUPON|INTEREST|RETURN OF CAPITAL|MERGER - CASH)\b|\bFEE\b/

const NO_COST =
  'Units came without money; they are imported at a cost of zero. Where cost moved from another holding, change it to an exchange.'

export const trading = statementOf({
  name: 'Trading account statement',
  confidence: 0.98,
  more: ['FX Rate'],
  titles: TITLES,
  dated: 'date',
  figures: [['quantity'], ['price', 'total']],
  unreadable: 'The date or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
  make: readLine,
  book: bookLines,
  marks: tradingMarks,
})

/** `type`: upper case, single blanks, no underscores. */
function readLine(get: Cells<TradingColumn>, { quantity = ZERO, price, total }: Figures<TradingColumn>) {
  const type = squeeze(get('type').replaceAll('_', ' ')).toUpperCase()
  if (total === undefined && OF_MONEY.test(type)) return undefined
  const currency = currencyIn(get('currency')) ?? currencyIn(get('total'))
  return { type, symbol: get('ticker'), quantity, price, total: total ?? ZERO, currency }
}

function bookLines(book: Book, lines: readonly Line[]): void {
  const isMerger = ({ type, symbol }: Line) => /^MERGER - (STOCK|CASH)$/.test(type) && symbol !== ''
  const { mergers = [], others = [] } = Object.groupBy(lines, (line) => (isMerger(line) ? 'mergers' : 'others'))
  bookEach(book, others, (line) => addLine(book, line))
  addMergers(book, mergers)
}

function addLine(book: Book, line: Line): void {
  const { type, total } = line
  if (/^BUY\b/.test(type)) addTrade(book, line, 'BUY')
  else if (/^SELL\b/.test(type) || type === 'POSITION CLOSURE') addTrade(book, line, 'SELL')
  else if (type === 'STOCK SPLIT') addUnits(book, line, 'SPLIT')
  else if (type === 'SPINOFF' || type === 'SPIN-OFF' || (type === 'REWARD' && line.quantity !== 0n))
    addUnits(book, line, 'ADJUSTMENT')
  else {
    const detail = `"${type}" cannot be imported from this statement. Enter it by hand.`
    const cash = cashOf(type, total) ?? refuse('unknown-type', detail)
    if (total === 0n) ignore(book, line, reasonOf(type))
    else addCash(book, line, ...cash)
  }
}

/** What a row of money alone is and did to the balance: signs are those of the statement, but for withdrawals and fees. */
function cashOf(type: string, total: Decimal): [TransactionType, Decimal] | undefined {
  if (type === 'CASH TOP-UP') return [total < 0n ? 'WITHDRAWAL' : 'DEPOSIT', total]
  if (type === 'CASH WITHDRAWAL') return ['WITHDRAWAL', negate(absolute(total))]
  if (/ FEE REVERSAL$/.test(type)) return ['FEE', absolute(total)]
  if (/ FEE$/.test(type)) return ['FEE', negate(absolute(total))]
  if (type === 'DIVIDEND') return ['DIVIDEND', total]
  if (type === 'RETURN OF CAPITAL') return ['RETURN_OF_CAPITAL', total]
  if (/^DIVIDEND TAX\b/.test(type)) return ['TAX', total]
  if (/^(BOND COUPON|INTEREST|REWARD)\b/.test(type)) return ['INTEREST', total]
  return /^TRANSFER FROM REVOLUT .* TO REVOLUT /.test(type) ? ['TRANSFER', total] : undefined
}

function reasonOf(type: string): string {
  return type.startsWith('TRANSFER') ? 'moved between companies of the broker: the same holding as before' : 'no money moved'
}

function addCash(book: Book, line: Line, type: TransactionType, amount: Decimal): void {
  const { symbol, currency } = line
  const named = symbol !== '' && type !== 'DEPOSIT' && type !== 'WITHDRAWAL'
  if (currency === undefined || ((type === 'DIVIDEND' || type === 'RETURN_OF_CAPITAL') && !named))
    refuse('incomplete-row', 'The row has no currency, or no ticker where one is needed. Enter it by hand.')
  const cash = { asset: named ? assetRef(book, line) : undefined, amount: formatDecimal(amount), currency }
  book.transactions.push({ ...beginDraft(line), type, ...cash, tags: tagsNamed(line.type) })
}

function addTrade(book: Book, line: Line, type: 'BUY' | 'SELL'): void {
  const { symbol, quantity, currency } = line
  if (symbol === '' || quantity === 0n || currency === undefined)
    refuse('incomplete-trade', 'The trade has no ticker, no quantity or no currency. Enter it by hand.')
  addPriced(book, line, type, { value: absolute(line.total) })
}

/** Units without money: what a split added or took, or what a spin-off or a gift brought. */
function addUnits(book: Book, line: Line, type: 'SPLIT' | 'ADJUSTMENT'): void {
  const { symbol, quantity, total, currency } = line
  if (symbol === '' || quantity === 0n || total !== 0n)
    refuse('incomplete-row', 'The row has no ticker or no quantity, or money moved with it. Enter it by hand.')
  const gift = type === 'ADJUSTMENT' && quantity > 0n
  if (gift) warn(book, line, 'cost-unknown', NO_COST)
  const units = { asset: assetRef(book, line), quantity: formatDecimal(quantity) }
  book.transactions.push({ ...beginDraft(line), type, ...units, ...(gift ? { costBasis: '0', currency } : {}) })
}
