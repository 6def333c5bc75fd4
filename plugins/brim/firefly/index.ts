/** Firefly III: the export of the transactions of its accounts. */
import { type Book, type Line, layout, moment, parseNumber, refuse, tableImporter, text, unit } from '#plugins/kit/index.ts'

const columns = {
  id: text('journal_id'),
  kind: text('type'),
  amount: text('amount'),
  unit: unit('currency_code'),
  foreign: text('foreign_amount'),
  foreignUnit: text('foreign_currency_code'),
  description: text('description'),
  ...moment('date'),
  from: text('source_name'),
  fromType: text('source_type'),
  to: text('destination_name'),
  toType: text('destination_type'),
}

type Entry = Line<typeof columns>

/** Accounts of the user's own money; those of shops, employers, loans and cash in hand are not part of a portfolio. */
const OWN = /^(?:asset|default) account$/i

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  numbers: 'dot',
  varying:
    /^(?:sepa_\w+|native_\w+|primary_currency_code|pc_\w+|recurrence_\w+|import_hash\w*|(?:interest|book|process|due|payment|invoice)_date|external_\w+|internal_reference|bunq_payment_id|original_source|reconciled|category|budget|bill|subscription|tags|notes|(?:created|updated)_at|group_(?:id|title)|(?:source|destination)_iban|user_id|user_group_id)$/,
  unique: ['id'],
  columns,
  rows: {
    'Withdrawal|Deposit|Opening balance': (line, book) => pay(line, book),
    Transfer: transfer,
    Reconciliation: (line, book) => pay(line, book, 'correction'),
  },
})

/** The side that is an own account says which way the money went: the sign depends on the kind and on the version of the program. */
function pay(line: Entry, book: Book, tag?: 'correction'): void {
  const [isFrom, isTo] = [OWN.test(line.fromType), OWN.test(line.toType)]
  if (isFrom === isTo) refuse('no-own-account', 'Of this row one side must be an asset account, and the other one must not.')
  const size = sizeOf(line)
  const terms = { account: isFrom ? line.from : line.to, amount: isFrom ? `-${size}` : size }
  book.cash('MOVE', tag === undefined ? terms : { ...terms, tags: [tag] })
}

function transfer(line: Entry, book: Book): void {
  if (line.foreign !== '')
    refuse('two-currencies', 'A transfer with two amounts: enter it by hand, as a conversion and a transfer.')
  if (!OWN.test(line.fromType) || !OWN.test(line.toType)) refuse('no-own-account', 'A transfer needs two asset accounts.')
  const [size, group] = [sizeOf(line), `transfer ${line.row}`]
  book.cash('TRANSFER', { account: line.from, amount: `-${size}`, group })
  book.cash('TRANSFER', { account: line.to, amount: size, id: undefined, group })
}

/** Exports for spreadsheets put an apostrophe before a sign. */
function sizeOf({ amount }: Entry): string {
  const figure = parseNumber(amount.replace(/^'/, ''), 'dot') ?? refuse('invalid-number', `amount: "${amount}" is no number.`)
  return figure.replace('-', '')
}

export const firefly = tableImporter(
  {
    code: 'firefly',
    name: 'Firefly III',
    website: 'https://www.firefly-iii.org',
    version: '2',
    description: 'Transactions of Firefly III: deposits, withdrawals, transfers and corrections of asset accounts.',
    docs: 'Options > Export data > Export all transactions.',
    colour: '#cd5029',
    maturity: 'beta',
  },
  [transactions],
)
