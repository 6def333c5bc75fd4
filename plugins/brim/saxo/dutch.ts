/** The transactions of SaxoInvestor in Dutch: quantity and price stand in the text of the action, costs are inside the amount and in euros. */
import {
  type Book,
  day,
  decimal,
  divide,
  isin,
  isZero,
  type Line,
  layout,
  multiply,
  number,
  optional,
  parseNumber,
  provenStyle,
  refuse,
  round,
  sizeOf,
  text,
  unused,
} from '#plugins/kit/index.ts'

const columns = {
  ...unused('Klant-id', 'Bk Record Id', 'Booking Id', 'Corporate action-Id', 'Order-ID', 'Transactie-ID'),
  accountId: text('Rekening-ID'),
  date: day('Transactiedatum'),
  type: text('Transactietype'),
  kind: text('Acties'),
  amount: number('Boekingsbedrag'),
  unitCode: text('Valuta'),
  native: optional(text('_Valuta')),
  ...unused('Aantal'),
  rate: number('Omrekeningskoers'),
  costs: number('Totale kosten'),
  name: text('Instrument'),
  symbol: text('Instrumentsymbool'),
  isin: isin('Instrument ISIN'),
  quoted: text('Instrumentvaluta'),
  className: optional(text('Type')),
  position: optional(text('Positie-ID')),
  description: optional(text('Opmerking')),
}

type Row = Line<typeof columns>

const EVENT = /^(koop|verkoop|deponering(?! -)) -?([\d.,]+) @ ([\d.,]+)(?: ([a-z]{3}))?$/i

export const dutch = layout({
  name: 'Transacties',
  dates: 'ymd',
  numbers: 'proven',
  order: 'newest-first',
  columns,
  // Two other sheets of the workbook tell the same bookings and executions in parts.
  when: (_, { rows }) =>
    !rows.slice(0, 40).some(({ cells }) => cells.includes('Amount Type') || cells.includes('Traded Quantity')),
  kind: ({ kind }) => EVENT.exec(kind)?.[1] ?? kind,
  rows: {
    Koop: (line, book) => trade(line, book, 'BUY'),
    Verkoop: (line, book) => trade(line, book, 'SELL'),
    Deponering: (line, book) => {
      const { quantity, price, quoted: unit } = eventOf(line)
      const each = divide(decimal(price), decimal(/^bond$/i.test(line.className) ? '100' : '1'))
      book.inKind('TRANSFER', { quantity, cost: multiply(decimal(quantity), each), unit })
    },
    Storting: (line, book) => book.cash('DEPOSIT', moneyOf(line)),
    Opname: (line, book) => book.cash('WITHDRAWAL', moneyOf(line)),
    'Dividend|Keuzedividend|Herbeleggingsdividend|Cashdividend': (line, book) => {
      if (line.position !== '' || isZero(line.amount))
        refuse('unclear-event', 'This dividend may have been paid in shares, whose number it does not say. Enter it by hand.')
      book.cash('DIVIDEND', moneyOf(line))
    },
    Rente: (line, book) => book.cash('INTEREST', moneyOf(line)),
    'Service fee|ADR-kosten': (line, book) => book.cash('FEE', moneyOf(line)),
  },
})

/** The amount is in the currency of the account, which ends its number. */
function moneyOf({ accountId, unitCode, native }: Row) {
  const [code = native === '' ? unitCode : native] = /(?<=\d)[A-Z]{3}$/.exec(accountId) ?? []
  if (native !== '' && native !== code)
    refuse('unclear-currency', `The row says ${native}, and its account ${code}. Enter it by hand.`)
  return { unit: code, account: accountId.replace(/(?<=\d)[A-Z]{3}$/, '') }
}

function eventOf({ kind, quoted }: Row) {
  const [, , quantity = '', price = '', currency = quoted] = EVENT.exec(kind) ?? []
  return { quantity: sumOf(quantity), price: sumOf(price), quoted: currency.toUpperCase() }
}

function trade(line: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const money = moneyOf(line)
  const [rate = '0', costs = '0'] = [money.unit === 'EUR' ? '1' : line.rate, sizeOf(line.costs)]
  if (isZero(rate) && !isZero(costs)) refuse('no-rate', 'The costs are in euros, and the row has no rate. Enter it by hand.')
  const fees = isZero(costs) ? undefined : round(divide(decimal(costs), decimal(rate)), 2)
  book.trade({ ...money, ...eventOf(line), fees }, direction)
}

/** Amounts of one file may have either decimal sign, and those that do not show theirs are refused. */
export function sumOf(cell: string): string {
  const style = provenStyle(cell) ?? (/[.,]/.test(cell) ? undefined : 'dot')
  const detail = `"${cell}" is no number, or does not show whether the comma or the point is its decimal sign.`
  return (style === undefined ? undefined : parseNumber(cell, style)) ?? refuse('invalid-number', detail)
}
