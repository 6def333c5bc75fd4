/** Wise: the statement of a balance. Fees are inside the amount. */
import { clock, day, fold, type Line, layout, number, optional, tableImporter, text, unit, unused } from '#plugins/kit/index.ts'
import { bookConversion, bookHalf } from '../conversion.ts'
import { otherReport } from '../other-report.ts'

const columns = {
  reference: text('TransferWise ID', 'ID'),
  date: day('Date'),
  time: optional(clock('Date Time')),
  amount: number('Amount'),
  unit: unit('Currency'),
  description: text('Description'),
  balance: optional(number('Running Balance')),
  charge: number('Total fees'),
  ...unused(
    'Exchange From',
    'Exchange To',
    'Exchange Rate',
    'Exchange To Amount',
    'Payment Reference',
    'Payer Name',
    'Payee Name',
  ),
  ...unused('Payee Account Number', 'Merchant', 'Card Last Four Digits', 'Card Holder Full Name', 'Attachment', 'Note'),
  ...unused('Transaction Type'),
  type: optional(text('Transaction Details Type')),
}

type Entry = Line<typeof columns>

/** Titles that no one else has; workbooks call the number of a row `ID`. */
const OWN = ['transferwise id', 'exchange to amount', 'transaction details type']
const HEADER_AMONG = 40

const MOVED = 'CARD|CARD_TRANSACTION|TRANSFER|DEPOSIT|MONEY_ADDED|DIRECT_DEBIT|DIRECT_DEBIT_TRANSACTION|PAYMENT|ACQUIRING_PAYMENT'
const CONVERSION = /^(?:conversion|balance|(?:incoming|outgoing)_cross_balance)$/i

/** Statements without the type of a row tell it by the reference. */
const kindOf = (line: Entry) => line.type || line.reference.replace(/-.*$/, '')

/** Both sides of a conversion bear one reference. */
const idOf = (line: Entry) => (line.reference === '' ? undefined : `${line.reference} ${line.unit?.currency ?? ''}`)

const statement = layout({
  name: 'Balance statement',
  dates: 'dmy',
  numbers: 'dot',
  unique: ['reference'],
  columns,
  when: (_, { rows }) => rows.slice(0, HEADER_AMONG).some(({ cells }) => cells.some((cell) => OWN.includes(fold(cell)))),
  kind: kindOf,
  rows: {
    [MOVED]: (line, book) => {
      const isPaid = line.type !== '' && line.amount?.startsWith('-') === true
      book.cash('MOVE', { id: idOf(line), fees: isPaid ? line.charge : undefined })
    },
    'FEE|ACCRUAL_CHARGE|ACCRUAL_CHECKOUT|CARD_ORDER_CHECKOUT': (line, book) => book.cash('FEE', { id: idOf(line) }),
    'INTEREST|BALANCE_INTEREST': (line, book) => book.cash('INTEREST', { id: idOf(line) }),
    'CASHBACK|BALANCE_CASHBACK|CARD_CASHBACK': (line, book) => book.cash('INTEREST', { id: idOf(line), tags: ['cashback'] }),
    BALANCE_ADJUSTMENT: (line, book) => book.cash('TRANSFER', { id: idOf(line), tags: ['correction'] }),
  },
  cases: {
    key: (line) => (CONVERSION.test(kindOf(line)) ? line.reference || `row ${line.row}` : undefined),
    // Money that stays in its currency goes to another balance, or a jar.
    book: (lines, book) => {
      const isOneCurrency = new Set(lines.map(({ unit }) => unit?.currency)).size === 1
      if (isOneCurrency || !bookConversion(book, lines)) for (const line of lines) bookHalf(book.on(line), 'balance', idOf(line))
    },
  },
  stated: true,
})

/** Refunds, and purchases out of several balances, look there like what never moved. */
const everything = otherReport(
  'Transaction history',
  'Export the balance statements instead: Account > Statements and reports > Balance statement, one for each currency.',
  [
    ...['ID', 'Status', 'Direction', 'Created on', 'Finished on', 'Source name', 'Target name', 'Exchange rate', 'Reference'],
    ...['Source fee amount', 'Source fee currency', 'Target fee amount', 'Target fee currency', 'Batch'],
    ...['Source amount (after fees)', 'Source currency', 'Target amount (after fees)', 'Target currency'],
  ],
  { varying: /^(created by|category|note)$/ },
)

export const wise = tableImporter(
  {
    code: 'wise',
    name: 'Wise',
    website: 'https://wise.com',
    version: '3',
    extensions: ['csv', 'xlsx'],
    description: 'Statement of a balance at Wise: cards, transfers, conversions, interest and fees.',
    docs: 'Account > Statements and reports > Balance statement > CSV or Excel, one for each currency.',
    colour: '#163300',
  },
  [statement, everything],
)
