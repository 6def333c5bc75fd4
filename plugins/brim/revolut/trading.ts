/** The trading account statement (columns since 2021). Its totals include whatever the trade cost; its dividends are net of tax. */
import type { ParsedReport, Table, TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { commonStyle, type Header, headerRows, readRecords, squeeze, wholeEvents } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, closeBook, ignore, openBook, type Place, refuse, warn } from './book.ts'
import type { TradingColumn } from './layout.ts'
import { marksBy, tradingMarks } from './marks.ts'
import { addMergers, type MergerRow } from './mergers.ts'
import { currencyIn, dayOrder, figureOf, gives, type Stamp, stampOf } from './money.ts'

type Line = Place &
  Stamp & {
    /** Upper case, single blanks, no underscores. */
    readonly type: string
    readonly ticker: string
    readonly quantity: Decimal
    readonly price: Decimal | undefined
    readonly total: Decimal
    readonly currency: string | undefined
  }

export function parseTrading(table: Table, header: Header<TradingColumn>): ParsedReport {
  const book = openBook(headerRows(table, header))
  const records = readRecords(table, header)
  const order = dayOrder(records.map((record) => record.get('date')))
  const units = commonStyle(records.map((record) => record.get('quantity')))
  const money = commonStyle(records.flatMap((record) => [record.get('price'), record.get('total')]))
  const mergers: MergerRow[] = []
  for (const record of records) {
    const stamp = stampOf(record.get('date'), order)
    const figures = [
      [record.get('quantity'), units],
      [record.get('price'), money],
      [record.get('total'), money],
    ] as const
    const [quantity, price, total] = figures.map(([cell, style]) => (cell === '' ? ZERO : figureOf(cell, style)))
    if (!stamp || quantity === undefined || price === undefined || total === undefined) {
      refuse(
        book,
        record,
        'unreadable-row',
        'The date or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
      )
      continue
    }
    const type = squeeze(record.get('type').replaceAll('_', ' ')).toUpperCase()
    const currency = currencyIn(record.get('currency')) ?? currencyIn(record.get('total'))
    const line: Line = {
      ...record,
      ...stamp,
      type,
      ticker: record.get('ticker'),
      quantity,
      total,
      currency,
      price: price === ZERO ? undefined : price,
    }
    if (/^MERGER - (STOCK|CASH)$/.test(type) && line.ticker !== '') mergers.push({ ...line, cash: type.endsWith('CASH') })
    else addLine(book, line)
  }
  addMergers(book, mergers)
  return wholeEvents(closeBook(book), marksBy(records, tradingMarks))
}

function addLine(book: Book, line: Line): void {
  const { type, total } = line
  if (/^BUY\b/.test(type)) addTrade(book, line, 'BUY')
  else if (/^SELL\b/.test(type) || (type === 'POSITION CLOSURE' && line.quantity !== 0n)) addTrade(book, line, 'SELL')
  else if (type === 'STOCK SPLIT') addUnits(book, line, 'SPLIT')
  else if (type === 'SPINOFF' || type === 'SPIN-OFF' || (type === 'REWARD' && line.quantity !== 0n))
    addUnits(book, line, 'ADJUSTMENT')
  else if (total === 0n && cashTypeOf(type, total) !== undefined) ignore(book, line, reasonOf(type))
  else if (type === 'CASH WITHDRAWAL') addCash(book, line, 'WITHDRAWAL', negate(absolute(total)))
  else if (/ FEE REVERSAL$/.test(type)) addCash(book, line, 'FEE', absolute(total))
  else if (/ FEE$/.test(type)) addCash(book, line, 'FEE', negate(absolute(total)))
  else addByType(book, line)
}

function addByType(book: Book, line: Line): void {
  const type = cashTypeOf(line.type, line.total)
  if (type === undefined) {
    const detail = `"${line.type}" cannot be imported from this statement. Enter it by hand.`
    refuse(book, line, 'unknown-type', detail)
    return
  }
  if (line.type === 'RETURN OF CAPITAL')
    warn(book, line, 'capital-return', 'A return of capital is imported as a dividend; its cost basis is not lowered.')
  addCash(book, line, type, line.total)
}

/** The transaction that a row of money alone is; signs are those of the statement. */
function cashTypeOf(type: string, total: Decimal): TransactionType | undefined {
  if (type === 'CASH TOP-UP') return total < 0n ? 'WITHDRAWAL' : 'DEPOSIT'
  if (type === 'CASH WITHDRAWAL') return 'WITHDRAWAL'
  if (/ FEE( REVERSAL)?$/.test(type)) return 'FEE'
  if (type === 'DIVIDEND' || type === 'RETURN OF CAPITAL') return 'DIVIDEND'
  if (/^DIVIDEND TAX\b/.test(type)) return 'TAX'
  if (/^(BOND COUPON|INTEREST|REWARD)\b/.test(type)) return 'INTEREST'
  return /^TRANSFER FROM REVOLUT .* TO REVOLUT /.test(type) ? 'TRANSFER' : undefined
}

function reasonOf(type: string): string {
  return type.startsWith('TRANSFER') ? 'moved between companies of the broker: the same holding as before' : 'no money moved'
}

function beginDraft(line: Line): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'description'> {
  return { rows: [line.number], date: line.date, time: line.time, description: line.type }
}

function addCash(book: Book, line: Line, type: TransactionType, amount: Decimal): void {
  const named = line.ticker !== '' && type !== 'DEPOSIT' && type !== 'WITHDRAWAL'
  if (line.currency === undefined || (type === 'DIVIDEND' && !named)) {
    refuse(book, line, 'incomplete-row', 'The row has no currency, or no ticker where one is needed. Enter it by hand.')
    return
  }
  const asset = named ? assetRef(book, line.ticker, { currency: line.currency }) : undefined
  book.transactions.push({ ...beginDraft(line), type, asset, amount: formatDecimal(amount), currency: line.currency })
}

function addTrade(book: Book, line: Line, type: 'BUY' | 'SELL'): void {
  const quantity = absolute(line.quantity)
  if (line.ticker === '' || quantity === 0n || line.currency === undefined) {
    refuse(book, line, 'incomplete-trade', 'The trade has no ticker, no quantity or no currency. Enter it by hand.')
    return
  }
  const total = absolute(line.total)
  const priced = line.price !== undefined && gives(quantity, line.price, total)
  if (!priced) book.unpriced.push(line.number)
  book.transactions.push({
    ...beginDraft(line),
    type,
    asset: assetRef(book, line.ticker, { currency: line.currency }),
    quantity: formatDecimal(type === 'BUY' ? quantity : negate(quantity)),
    price: priced && line.price !== undefined ? formatDecimal(line.price) : undefined,
    amount: formatDecimal(type === 'BUY' ? negate(total) : total),
    currency: line.currency,
  })
}

/** Units without money: what a split added or took, or what a spin-off or a gift brought. */
function addUnits(book: Book, line: Line, type: 'SPLIT' | 'ADJUSTMENT'): void {
  if (line.ticker === '' || line.quantity === 0n || line.total !== 0n) {
    refuse(book, line, 'incomplete-row', 'The row has no ticker or no quantity, or money moved with it. Enter it by hand.')
    return
  }
  const asset = assetRef(book, line.ticker, { currency: line.currency })
  const gift = type === 'ADJUSTMENT' && line.quantity > 0n
  const cost = gift ? { costBasis: '0', currency: line.currency } : {}
  if (gift)
    warn(
      book,
      line,
      'cost-unknown',
      'Units came without money; they are imported at a cost of zero. Where cost moved from another holding, change it to an exchange.',
    )
  book.transactions.push({ ...beginDraft(line), type, asset, quantity: formatDecimal(line.quantity), ...cost })
}
