/** The transactions of a client file. A purchase stands in the depot and in the account, a transfer in both of its places: each is one event. */
import { type Book, clock, day, isin, type Line, layout, number, refuse, text, unit } from '#plugins/kit/index.ts'
import { RECORDS } from './document.ts'
import { assetOf, cash, deliver, trade } from './rules.ts'

const columns = {
  side: text('side'),
  kind: text('type'),
  date: day('day'),
  time: clock('time'),
  account: text('account'),
  amount: number('amount'),
  unit: unit('currency'),
  own: text('currency'),
  quantity: number('shares'),
  ref: text('ref'),
  isin: isin('isin'),
  symbol: text('ticker'),
  wkn: text('wkn'),
  name: text('security'),
  listed: unit('securityCurrency'),
  fees: number('fee'),
  taxes: number('tax'),
  gross: number('gross'),
  quoted: unit('grossCurrency'),
  rate: number('exchangeRate'),
  description: text('note'),
  id: text('uuid'),
  pair: text('pair'),
}

type Entry = Line<typeof columns>

export const ledger = layout({
  name: 'Client file (XML)',
  json: RECORDS,
  dates: 'ymd',
  numbers: 'dot',
  currency: { option: 'currency' },
  unique: ['id'],
  columns,
  // By a ref that no other security of the file has.
  defaults: {
    asset: (line) => {
      const asset = assetOf(line)
      return asset && { ...asset, ref: line.ref, currency: line.listed?.currency }
    },
  },
  kind: (line) => `${line.side} ${line.kind}`,
  rows: {
    'account DEPOSIT': cash('DEPOSIT', 'in'),
    'account REMOVAL': cash('WITHDRAWAL', 'out'),
    'account DIVIDENDS': cash('DIVIDEND', 'in'),
    'account INTEREST': cash('INTEREST', 'in'),
    'account INTEREST_CHARGE': cash('INTEREST', 'out'),
    'account FEES': cash('FEE', 'out'),
    'account FEES_REFUND': cash('FEE', 'in'),
    'account TAXES': cash('TAX', 'out'),
    'account TAX_REFUND': cash('TAX', 'in'),
    'portfolio DELIVERY_INBOUND': deliver('in'),
    'portfolio DELIVERY_OUTBOUND': deliver('out'),
    'account BUY|account SELL|account TRANSFER_IN|account TRANSFER_OUT': alone,
    'portfolio BUY|portfolio SELL|portfolio TRANSFER_IN|portfolio TRANSFER_OUT': alone,
  },
  cases: { key: (line) => (line.pair === '' ? undefined : line.pair), book: bookPair },
})

function alone(): never {
  return refuse(
    'no-pair',
    'The other side of this transaction is missing. Repair it in Portfolio Performance (Help > Check file).',
  )
}

function bookPair(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [a, b, ...more] = lines.toSorted((x, y) => Number(isIncoming(x)) - Number(isIncoming(y)))
  if (a === undefined || b === undefined || more.length > 0) alone()
  const sides = [a, b].map(({ side, kind }) => `${side} ${kind}`).join(' + ')
  const depot = [a, b].find(({ side }) => side === 'portfolio')
  const account = [a, b].find(({ side }) => side === 'account')
  if (depot !== undefined && account !== undefined && a.kind === b.kind && (a.kind === 'BUY' || a.kind === 'SELL')) {
    if (depot.amount !== account.amount || depot.own !== account.own)
      refuse('amounts-differ', `The depot says ${depot.amount} ${depot.own}, the account ${account.amount} ${account.own}.`)
    trade(a.kind)(depot, book.on(depot), { also: [account] })
  } else if (sides === 'portfolio TRANSFER_OUT + portfolio TRANSFER_IN') {
    if (a.quantity !== b.quantity || a.ref !== b.ref)
      refuse('amounts-differ', 'What goes out of one depot is not what comes into the other.')
    const terms = { cost: undefined, group: `transfer ${a.row}` }
    deliver('out')(a, book.on(a), terms)
    deliver('in')(b, book.on(b), terms)
  } else if (sides === 'account TRANSFER_OUT + account TRANSFER_IN') moveCash(a, b, book)
  else alone()
}

const isIncoming = ({ kind }: Entry) => kind === 'TRANSFER_IN'

/** Between two accounts; in two currencies it is a conversion. */
function moveCash(from: Entry, to: Entry, book: Book): void {
  const group = `transfer ${from.row}`
  if (from.own === to.own) {
    if (from.amount !== to.amount)
      refuse('amounts-differ', `${from.amount} go out, but ${to.amount} come in, of the same currency.`)
    cash('TRANSFER', 'out')(from, book.on(from), { group })
    cash('TRANSFER', 'in')(to, book.on(to), { group })
    return
  }
  if (from.amount === undefined || to.amount === undefined) refuse('no-amount', 'One side has no amount.')
  book.on(from).add({ type: 'FX_CONVERSION', amount: `-${from.amount}`, currency: from.own, group })
  book.on(to).add({ type: 'FX_CONVERSION', amount: to.amount, currency: to.own, group })
}
