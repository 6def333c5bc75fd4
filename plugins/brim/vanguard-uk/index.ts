/** Vanguard in the United Kingdom: a table of the money of an account, where shares and quantities stand in the text, and below it one of the units. */
import { type AnyLine, add, type Book, day, decimal, layout, made, number, tableImporter, text } from '#plugins/kit/index.ts'
import type { ReportHead } from '../contract.ts'
import { bookTogether, keyOf, type Money, TRADE, trade, tradedIn } from './units.ts'

type Entry = Money & { readonly event: ReturnType<typeof eventOf> }

const DIVIDEND = /^(reversal of )?(DIV: ([A-Z0-9]+)\S* @ [A-Z]{3} [\d.]+)$/i
const KINDS: readonly (readonly [RegExp, string])[] = [
  [TRADE, 'trade'],
  [/^(?:reversal of )?(?:cash account )?interest\b/i, 'interest'],
  [/^(?:reversal of )?(?:account fee|etf dealing fee)\b/i, 'fee'],
  [/^(?:reversal of )?(?:(?:regular )?deposit|payment|withdrawal|cash transfer)\b/i, 'money'],
  [/^(?:single personal )?pension (?:contribution|transfer in)\b/i, 'money'],
]
const WORDS = [
  /^(bought|sold) [\d.,]+ |^(reversal of )?div: \S+ @ |^cash account interest$/i,
  /^account fee (for the period|charged)|^etf dealing fee \(|^regular deposit$|^deposit (for investment|via direct)|^payment by faster\b/i,
]

/** The event that a text names; `symbol`: that of a dividend, or of what takes it back. */
function eventOf(text: string) {
  const [, reversal, key = keyOf(text), symbol] = DIVIDEND.exec(text) ?? []
  return { key, symbol, isReversal: reversal !== undefined }
}

const details = text('Details')
const format = { dates: 'dmy', zone: 'Europe/London', numbers: 'dot', currency: 'GBP' } as const

const cash = layout({
  ...{ ...format, name: 'Cash transactions', stated: true, when: isVanguard, skip: notBooked },
  columns: {
    ...{ date: day('Date'), description: details, amount: number('Amount'), balance: number('Balance') },
    kind: made(details, (text) => KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? text),
    ...{ event: made(details, eventOf), traded: made(details, tradedIn) },
  },
  rows: { trade, interest: 'INTEREST', fee: 'FEE', money: 'MOVE' },
  // A dividend with what takes it back, and what needs both tables.
  cases: {
    key: (line) => line.event.key,
    book: (lines, book) => (lines[0].event.symbol === undefined ? bookTogether(lines, book) : bookDividends(lines, book)),
  },
})

const below = {
  ...format,
  columns: {
    ...{ date: day('Date'), name: text('InvestmentName'), description: text('TransactionDetails') },
    ...{ quantity: number('Quantity'), price: number('Price'), amount: number('Cost') },
  },
} as const

const investments = layout({
  ...{ ...below, name: 'Investment transactions', when: hasMoney, rows: {} },
  skip: (line) => notBooked(line) ?? (TRADE.test(line.description) ? 'a trade of the cash transactions' : undefined),
  kind: ({ description }) => description,
  cases: { key: ({ description }) => keyOf(description), book: bookTogether },
})

const withoutMoney = layout({
  ...{ ...below, name: 'Investment transactions alone', holds: 'other' },
  instead: 'Take the whole sheet of the account, with its cash transactions.',
  when: (file) => !hasMoney(file),
  rows: { '*': { skip: 'no money' } },
})

/** The sums below the tables, and the titles above them. */
function notBooked({ cells: [first = ''] }: AnyLine): string | undefined {
  const code = first.charCodeAt(0)
  if (code >= 48 && code <= 57) return undefined
  const isTransaction = first !== '' && !/^(?:balance|cost|(?:cash|investment) transactions)$|^no transactions found/i.test(first)
  return isTransaction ? undefined : 'no transaction'
}

/** `Reversal of DIV: ...` takes the dividend of that name back; one of an earlier file, which is not here, is booked as money that went out. */
function bookDividends(lines: readonly Entry[], book: Book): void {
  const paid = lines.filter(({ event }) => !event.isReversal)
  for (const line of lines) {
    const { symbol: asset, isReversal } = line.event
    const at = isReversal ? paid.findIndex((one) => takesBack(line, one)) : -1
    if (at >= 0) paid.splice(at, 1)
    book.on(line).cash('DIVIDEND', { asset, reverses: at < 0 ? undefined : 'same' })
  }
}

function takesBack(one: Money, paid: Money): boolean {
  const isLater = paid.date <= one.date && paid.amount !== undefined && one.amount !== undefined
  return isLater && add(decimal(paid.amount), decimal(one.amount)) === 0n
}

/** Any statement may have these four titles: the words of a row tell. */
function isVanguard({ tables }: ReportHead): boolean {
  return tables.some(({ rows }) => rows.some(({ cells }) => cells.some((cell) => WORDS.some((words) => words.test(cell)))))
}

/** The costs of the other table have no sign, and nothing of it is money. */
function hasMoney({ tables }: ReportHead): boolean {
  return tables.some(({ rows }) => rows.some(({ cells }) => cells.includes('Details') && cells.includes('Amount')))
}

export const vanguardUk = tableImporter(
  {
    code: 'vanguard-uk',
    name: 'Vanguard UK',
    broker: 'Vanguard Investor UK',
    website: 'https://www.vanguardinvestor.co.uk',
    version: '3',
    extensions: ['csv', 'xlsx'],
    description: 'Cash and investment transactions of the accounts at Vanguard Investor (United Kingdom).',
    docs: 'Documents > Report generator > Client transactions listing (Excel). Each account has a sheet: import the workbook, or a whole sheet saved as CSV.',
    colour: '#96151d',
  },
  [cash, investments, withoutMoney],
)
