/** Nexo: the transactions, in the format with input and output and in the older one with one currency. */
import {
  type Book,
  isFiat,
  isZero,
  type Layout,
  type Line,
  layout,
  made,
  moment,
  number,
  optional,
  refuse,
  sizeOf,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { bookFee, bookIncome, bookMove, bookMoveWithFeeInside, COINS, required, requiredCode, unfinished } from '../coins.ts'
import type { TransactionTag } from '../contract.ts'

/** EURX, GBPX, USDX and xUSD are what Nexo calls euros, pounds and dollars of an account. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ EURX: 'EUR', GBPX: 'GBP', USDX: 'USD', XUSD: 'USD', BNBN: 'BNB', USDTERC: 'USDT' },
  ...{ NEXONEXO: 'NEXO', NEXOBEP2: 'NEXO', NEXOBNB: 'NEXO' },
}
const MOVED = { skip: 'moved within Nexo' }
const DEPOSITED = 'exchange deposited on'
const PAID_OUT = 'withdraw exchanged'
const INTO_ACCOUNT = /^(deposit to exchange|exchange deposited on)$/
const OUT_OF_ACCOUNT = /^(withdraw exchanged|nexo card purchase|credit card status|credit card fiatx exchange to withdraw)$/
const PURCHASE = /^(nexo card purchase|credit card status)$/

const codeOf = (name: string): string => OTHER_NAMES[name.toUpperCase()] ?? name.toUpperCase()
/** `ExchangeDepositedOn` of older reports is `Exchange Deposited On`. */
const kindOf = (kind: string): string => kind.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** Why nothing is made of a row. */
function leftOut(details: string): string {
  return unfinished(details.split(' /')[0] ?? '', /^(approved|processed)$/i) ?? ''
}

const details = text('Details')
const columns = {
  id: text('Transaction'),
  kind: made(text('Type'), kindOf),
  input: text('Input Currency', 'Currency'),
  quantity: number('Input Amount', 'Amount'),
  output: optional(text('Output Currency')),
  got: optional(number('Output Amount')),
  dollars: optional(number('USD Equivalent')),
  fee: optional(number('Fee')),
  feeCoin: optional(text('Fee Currency')),
  details,
  left: made(details, leftOut),
  loan: optional(text('Outstanding Loan')),
  ...moment('Date / Time (UTC)'),
  shown: optional(text('normalizedDisplayDetails')),
}

type Entry = Line<typeof columns>

const transactions = layout({
  ...COINS,
  name: 'Transactions',
  dates: 'ymd',
  zone: 'UTC',
  unique: ['id'],
  columns,
  skip: ({ left }) => left || undefined,
  rows: {
    'Withdrawal Credit|Loan Withdrawal': () =>
      refuse('loan', 'A loan was paid out. Enter the debt as a withdrawal of USD, and what was got for it by hand.'),
    'Deposit|Top up Crypto': bookDeposit,
    'Withdrawal|Transfer To Pro Wallet|Transfer From Pro Wallet|Transfer To Advanced|Transfer From Advanced': (line, book) =>
      bookMoveWithFeeInside(book, { ...changeOf(line), fee: line.fee }),
    'Withdrawal Fee|Exchange Sell Fee|Nexo Card Transaction Fee': (line, book) =>
      bookFee(book, { ...changeOf(line), quantity: sizeOf(changeOf(line).quantity) }),
    'Exchange|Exchange Collateral|Exchange To Withdraw|Dual Investment Exchange': bookExchange,
    'Administrator|Administrative Deduction': (line, book) => {
      if (/deduction/i.test(line.kind) && line.quantity?.startsWith('-') === false)
        refuse('unexpected-sign', 'A deduction that adds coins: which way they went is unclear. Enter it by hand.')
      bookMove(book, changeOf(line), { tags: ['correction'] })
    },
    'Liquidation|Manual Sell Order|Automatic Sell Order': (line, book) =>
      book.swap([outOf(line)], [{ asset: 'USD', quantity: required(line.dollars, 'value in USD') }], { fees: undefined }),
    'Interest|Fixed Term Interest|Interest Additional|Dual Investment Interest': bookInterest,
    Dividend: (line, book) =>
      book.inKind('DIVIDEND', { asset: changeOf(line).code, cost: worthOf(line).amount ?? 'market', unit: 'USD' }),
    'Cashback|Exchange Cashback': (line, book) => earn(line, book, 'cashback'),
    'Referral Bonus|Bonus': (line, book) => earn(line, book, 'bonus'),
    'Locking Term Deposit|Unlocking Term Deposit|Transfer In|Transfer Out|Dual Investment Lock|Dual Investment Unlock': MOVED,
    'Transfer To Advanced Trading Bonus|Transfer From Advanced Trading Bonus': MOVED,
    'Repayment|Manual Repayment|Forced Repayment': {
      skip: 'paid from the sale beside it; the debt is the balance of USD below zero',
    },
  },
  cases: {
    key: (line) => {
      const { kind } = line
      if (INTO_ACCOUNT.test(kind)) return `in ${sumOf(line.input, line.quantity, line)}`
      if (kind === PAID_OUT) return `out ${sumOf(line.input, line.quantity, line)}`
      return OUT_OF_ACCOUNT.test(kind) ? `out ${sumOf(line.output, line.got, line)}` : undefined
    },
    book: (lines, book) => (INTO_ACCOUNT.test(lines[0].kind) ? bookIntoAccount(lines, book) : bookOutOfAccount(lines, book)),
  },
})

/** Until 2022, in the zone of Nexo. */
const older: Layout = {
  ...{ ...transactions, name: 'Transactions (older)', zone: 'Europe/Zurich' },
  columns: { ...columns, ...moment('Date / Time') },
}

const sumOf = (code: string, amount: string | undefined, { date }: Entry) => `${codeOf(code)} ${sizeOf(amount ?? '')} ${date}`

function changeOf({ input, quantity }: Entry) {
  return { code: requiredCode(codeOf(input)), quantity: required(quantity, 'amount') }
}

const outOf = (line: Entry) => ({ asset: changeOf(line).code, quantity: changeOf(line).quantity })
const worthOf = ({ dollars }: Entry) => ({ amount: isZero(dollars) ? undefined : sizeOf(dollars ?? ''), unit: 'USD' })

function earn(line: Entry, book: Book, tag: TransactionTag): void {
  bookIncome(book, changeOf(line), tag, worthOf(line))
}

/** What is owed for a loan is negative interest of money. */
function bookInterest(line: Entry, book: Book): void {
  const { code, quantity } = changeOf(line)
  const isOwed = quantity.startsWith('-') && isFiat(code)
  if (isOwed) book.cash('INTEREST', { amount: quantity, unit: code, tags: ['margin'], fees: undefined })
  else earn(line, book, 'lending')
}

function bookDeposit(line: Entry, book: Book): void {
  if (/airdrop/i.test(line.details)) earn(line, book, 'airdrop')
  else if (/interest adjustment/i.test(line.details)) earn(line, book, 'lending')
  else if (/\b(credit|otc|null)\b/i.test(line.details))
    refuse('unclear-deposit', 'These coins may come from a loan or a trade. Enter what was paid for them by hand.')
  else bookMove(book, changeOf(line))
}

/** Its fee is inside what went out. Two coins: a sale and a purchase at the stated value. EURX to EUR is nothing. */
function bookExchange(line: Entry, book: Book): void {
  if (line.output === '')
    refuse('unclear-exchange', 'The row does not say what was got. Export the transactions again: reports of today say it.')
  const got = { asset: codeOf(line.output), quantity: required(line.got, 'output amount') }
  if (codeOf(line.input) === got.asset) book.skip(`${line.input} became ${line.output}`)
  else book.swap([outOf(line)], [got], { ...(isZero(line.dollars) ? {} : worthOf(line)), fees: undefined })
  const isInside = [line.input, line.output].includes(line.feeCoin)
  if (!isInside && line.fee !== undefined) bookFee(book, { code: codeOf(line.feeCoin), quantity: line.fee })
}

/** A deposit of money has two rows: that it came, and that it became EURX. */
function bookIntoAccount(lines: readonly Entry[], book: Book): void {
  const arrived = lines.filter(({ kind }) => kind === DEPOSITED)
  const others = lines.filter((line) => !arrived.includes(line))
  if (arrived.length < others.length)
    refuse('no-deposit', 'No "Exchange Deposited On" has this amount and day. If the money came in, enter it by hand.')
  for (const line of arrived) {
    const [named, other] = [codeOf((line.details.split('/')[1] ?? '').trim()), codeOf(line.output || line.input)]
    if (other !== codeOf(line.input) || (line.output === '' && named !== other))
      refuse('unclear-exchange', 'The row does not say what the money became. Enter the deposit and the purchase by hand.')
    book.on(line).cash('DEPOSIT', moneyOf(line))
  }
  for (const line of others) book.on(line).skip('the same as "Exchange Deposited On"')
}

/** Money goes out by "Withdraw Exchanged"; what was bought with the card has a row of its own. */
function bookOutOfAccount(lines: readonly Entry[], book: Book): void {
  const paid = lines.filter(({ kind }) => kind === PAID_OUT)
  const bought = lines.filter(({ kind }) => PURCHASE.test(kind))
  if (bought.length > paid.length)
    refuse('unclear-card-payment', 'It is unclear whether the card took money or made a debt. Enter it by hand.')
  for (const line of lines) {
    if (paid.includes(line)) book.on(line).cash('WITHDRAWAL', moneyOf(line))
    else book.on(line).skip(bought.includes(line) ? 'the same as "Withdraw Exchanged"' : 'EURX became EUR')
  }
}

function moneyOf(line: Entry) {
  const { code, quantity } = changeOf(line)
  return isFiat(code) ? { amount: quantity, unit: code } : refuse('unknown-currency', `"${code}" is no currency.`)
}

export const nexo = tableImporter(
  {
    code: 'nexo',
    name: 'Nexo',
    website: 'https://nexo.com',
    version: '3',
    description: 'Transactions of the savings and credit wallets at Nexo. A loan is a balance of USD below zero.',
    docs: 'Transactions > Export > CSV, all time.',
    colour: '#1a4bff',
  },
  [transactions, older],
)
