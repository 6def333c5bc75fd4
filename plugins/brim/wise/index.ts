/** Wise: the statement of a balance. Fees are inside the amount. */
import { type Book, clock, day, layout, number, optional, tableImporter, text, type Unit, unit } from '#plugins/kit/index.ts'

type Entry = {
  readonly row: number
  readonly cells: readonly string[]
  readonly reference: string
  readonly type: string
  readonly amount: string | undefined
  readonly charge: string | undefined
  readonly unit: Unit | undefined
}

/** Statements without the type of a row tell it by the reference. */
const kindOf = (line: Entry) => line.type || line.reference.replace(/-.*$/, '')

/** Both sides of a conversion bear one reference. */
const idOf = (line: Entry) => (line.reference === '' ? undefined : `${line.reference} ${line.unit?.currency ?? ''}`)

function pay(line: Entry, book: Book): void {
  const isPaid = line.type !== '' && line.amount?.startsWith('-') === true
  book.cash('MOVE', { id: idOf(line), fees: isPaid ? line.charge : undefined })
}

function convert(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [a, b] = lines
  const [out, into] = a.amount?.startsWith('-') === true ? [a, b] : [b, a]
  if (
    lines.length === 2 &&
    out?.amount?.startsWith('-') === true &&
    into?.amount?.startsWith('-') === false &&
    out.unit &&
    into.unit
  )
    book.swap([{ asset: out.unit.currency, quantity: out.amount }], [{ asset: into.unit.currency, quantity: into.amount }])
  else for (const line of lines) takeOneSide(line, book.on(line))
}

function takeOneSide(line: Entry, book: Book): void {
  book.cash('TRANSFER', { id: idOf(line) })
  book.note('warning', 'half-a-conversion', 'The other side stands in the statement of the other balance: import it, too.')
}

const statement = layout({
  name: 'Balance statement',
  dates: 'dmy',
  numbers: 'dot',
  unique: ['reference'],
  columns: {
    reference: text('TransferWise ID'),
    date: day('Date'),
    time: optional(clock('Date Time')),
    amount: number('Amount'),
    unit: unit('Currency'),
    description: text('Description'),
    payment: text('Payment Reference'),
    balance: number('Running Balance'),
    from: text('Exchange From'),
    to: text('Exchange To'),
    exchanged: text('Exchange Rate'),
    payer: text('Payer Name'),
    payee: text('Payee Name'),
    payeeAccount: text('Payee Account Number'),
    merchant: text('Merchant'),
    card: optional(text('Card Last Four Digits')),
    holder: optional(text('Card Holder Full Name')),
    attachment: optional(text('Attachment')),
    remark: optional(text('Note')),
    charge: number('Total fees'),
    received: optional(text('Exchange To Amount')),
    side: optional(text('Transaction Type')),
    type: optional(text('Transaction Details Type')),
  },
  kind: kindOf,
  rows: {
    'CARD|CARD_TRANSACTION|TRANSFER|DEPOSIT|MONEY_ADDED|DIRECT_DEBIT|DIRECT_DEBIT_TRANSACTION|PAYMENT': pay,
    'FEE|ACCRUAL_CHARGE|ACCRUAL_CHECKOUT': (line: Entry, book: Book) => book.cash('FEE', { id: idOf(line) }),
    'INTEREST|BALANCE_INTEREST': (line: Entry, book: Book) => book.cash('INTEREST', { id: idOf(line) }),
    'CASHBACK|BALANCE_CASHBACK|CARD_CASHBACK': (line: Entry, book: Book) =>
      book.cash('INTEREST', { id: idOf(line), tags: ['cashback'] }),
  },
  cases: {
    key: (line) => (/^(?:conversion|balance)$/i.test(kindOf(line)) ? line.reference || `row ${line.row}` : undefined),
    book: convert,
  },
  stated: { balance: 'balance' },
})

export const wise = tableImporter(
  {
    code: 'wise',
    name: 'Wise',
    broker: 'Wise',
    website: 'https://wise.com',
    version: '2',
    extensions: ['csv', 'xlsx'],
    languages: ['en'],
    description: 'Statement of a balance at Wise: cards, transfers, conversions, interest and fees.',
    docs: 'Account > Statements and reports > Balance statement > CSV or Excel, one for each currency.',
    colour: '#163300',
  },
  [statement],
)
