/** Kraken: the ledgers, which have everything, and the trades alone. */
import {
  type Book,
  isFiat,
  isZero,
  type Line,
  layout,
  moment,
  number,
  optional,
  present,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMove, bookPair, bookTrade, COINS, negated, required, requiredCode } from '../coins.ts'

const MOVED = { skip: 'moved within Kraken' }
/** Kinds of rows that make an event together. */
const FAMILIES: Readonly<Record<string, string>> = {
  ...{ trade: 'trade', spend: 'trade', receive: 'trade', settled: 'trade', collateralconversion: 'conversion' },
  ...{ 'transfer delistingconversion': 'delisting', 'earn delistingconversion': 'delisting' },
}
const OLD_NAMES: Readonly<Record<string, string>> = {
  ...{ XBT: 'BTC', XXBT: 'BTC', XDG: 'DOGE', XXDG: 'DOGE', ETH2: 'ETH', XETH: 'ETH' },
}
/** Quote currencies of pairs that are written without a slash; the longest one that fits is it. */
const QUOTES =
  'PYUSD RLUSD EUROP USDT USDC USDD USDQ USDR USD1 EURC FIDD EUR USD GBP CAD CHF JPY AUD AED XBT ETH DAI DOT POL SOL'.split(' ')

/** `ZEUR` is EUR, `XXBT` is BTC; `DOT28.S` and `USDC.M` are staked DOT and USDC. */
function codeOf(asset: string): string {
  const plain = requiredCode(asset)
    .toUpperCase()
    .replace(/(\d\d)?\.(S|M|P|F|B|HOLD)$/, '')
  if (/^Z[A-Z]{3}$/.test(plain) && isFiat(plain.slice(1))) return plain.slice(1)
  const known = OLD_NAMES[plain]
  if (known !== undefined) return known
  return /^X(ETC|LTC|MLN|REP|XLM|XMR|XRP|ZEC)$/.test(plain) ? plain.slice(1) : plain
}

const columns = {
  id: text('txid'),
  reference: text('refid'),
  ...moment('time'),
  kind: text('type'),
  subtype: text('subtype'),
  class: optional(text('aclass')),
  asset: text('asset'),
  amount: number('amount'),
  fee: number('fee'),
  feeCoin: optional(text('feecurrency')),
  ...unused('balance', 'subclass', 'wallet', 'amountusd', 'feeusd', 'balanceusd'),
}

type Entry = Line<typeof columns>

const ledgers = layout({
  ...COINS,
  name: 'Ledgers',
  dates: 'ymd',
  zone: 'UTC',
  unique: ['id'],
  columns,
  skip: (line) => (line.id === '' ? 'not booked yet: the row with a transaction id counts' : undefined),
  kind: kindOf,
  rows: {
    'deposit|withdrawal|transfer spottofutures|transfer spotfromfutures|hybridearnwithdrawal|hybridearndeposit': (line, book) =>
      bookMove(book, changeOf(line)),
    dividend: (line, book) => bookIncome(book, changeOf(line), 'reward'),
    'transfer spottostaking|transfer stakingfromspot|transfer stakingtospot|transfer spotfromstaking': MOVED,
    'earn allocation|earn autoallocation|earn autoallocate|earn deallocation|earn migration': MOVED,
    'staking|earn reward': (line, book) => bookIncome(book, changeOf(line), 'staking'),
    'earn airdrop|transfer airdrop': (line, book) => bookIncome(book, changeOf(line), 'airdrop'),
    'invite bonus': (line, book) => bookIncome(book, changeOf(line), 'bonus'),
    transfer: (line, book) => {
      if (line.amount?.startsWith('-')) refuse('unclear-transfer', 'Coins went out without a reason. Enter it by hand.')
      bookIncome(book, changeOf(line), 'airdrop')
    },
    'margin|rollover': bookMargin,
    adjustment: (line, book) => bookMove(book, changeOf(line), { tags: ['correction'] }),
  },
  cases: {
    key: (line) => {
      const family = FAMILIES[kindOf(line)]
      if (family === undefined) return undefined
      return /^[\w-]+$/.test(line.reference)
        ? `${family} ${line.reference}`
        : refuse('no-reference', 'The row does not say which trade it is of.')
    },
    book: (lines, book) => {
      const isHalf = lines.length === 1 && FAMILIES[kindOf(lines[0])] === 'delisting'
      if (!isHalf) return bookTrade(book, lines.map(changeOf))
      bookMove(book, changeOf(lines[0]), { tags: ['correction'] })
      book.note('warning', 'half-a-conversion', 'Its other half has a number of its own: see what it cost.')
    },
  },
})

function kindOf({ kind, subtype }: Pick<Entry, 'kind' | 'subtype'>): string {
  return kind === 'transfer' || kind === 'earn' ? `${kind} ${subtype}`.trim() : kind
}

function changeOf({ asset, amount, fee, feeCoin, class: group }: Entry) {
  if (/equity/i.test(group)) refuse('no-coin', `${asset} is a share, no coin. Enter it by hand.`)
  if (!isZero(fee) && feeCoin !== '' && codeOf(feeCoin) !== codeOf(asset))
    refuse('unclear-fee', `The fee is in ${feeCoin}, the row in ${asset}. Enter it by hand.`)
  return { code: codeOf(asset), quantity: required(amount, 'amount'), fee }
}

/** Profit or loss of a margin trade, and its fee; a rollover is a fee alone. */
function bookMargin(line: Entry, book: Book): void {
  const { code, quantity, fee = '0' } = changeOf(line)
  if (!isZero(quantity)) bookIncome(book, { code, quantity }, 'margin')
  if (!isZero(fee)) bookIncome(book, { code, quantity: negated(fee) }, 'margin')
  if (isZero(quantity) && isZero(fee)) book.skip('nothing moved')
}

const trades = layout({
  ...COINS,
  name: 'Trades',
  dates: 'ymd',
  zone: 'UTC',
  amounts: 'gross',
  signs: 'sizes',
  unique: ['id'],
  columns: {
    id: text('txid'),
    ...present('ordertxid'),
    pair: text('pair'),
    ...moment('time'),
    kind: text('type'),
    price: number('price'),
    amount: number('cost'),
    fees: number('fee'),
    quantity: number('vol'),
    margin: number('margin'),
    class: optional(text('aclass')),
    ...unused('ordertype', 'misc', 'ledgers', 'posttxid', 'postxid', 'posstatuscode', 'posstatus', 'subclass', 'cprice', 'ccost'),
    ...unused('cfee', 'cvol', 'cmargin', 'net', 'costusd', 'trades'),
  },
  rows: {
    'buy|sell': (line, book) => {
      if (/equity/i.test(line.class)) refuse('no-coin', `${line.pair} is a share, no coin. Enter it by hand.`)
      if (!isZero(line.margin))
        refuse(
          'margin-trade',
          'A margin trade moves no coins. Import the ledgers (type "Ledgers"), which have its profit or loss.',
        )
      const [base, quote] = partsOf(line.pair)
      const [quantity, cost] = [required(line.quantity, 'volume'), required(line.amount, 'cost')]
      const isBuy = line.kind.toLowerCase() === 'buy'
      if (isFiat(quote) && !isFiat(base)) book.trade({ asset: base, unit: quote }, isBuy ? 'BUY' : 'SELL')
      else
        bookPair(book, isBuy, [
          { code: base, quantity },
          { code: quote, quantity: cost, fee: line.fees },
        ])
    },
  },
})

/** `XXBTZUSD`, `ETHUSD` and `SOL/EUR`. */
function partsOf(pair: string): readonly [base: string, quote: string] {
  const [base, quote] = pair.split('/')
  if (base && quote) return [codeOf(base), codeOf(quote)]
  const old = /^(X[A-Z]{3})(Z[A-Z]{3}|XXBT|XETH)$/.exec(pair)
  if (old?.[1] && old[2]) return [codeOf(old[1]), codeOf(old[2])]
  const end = QUOTES.find((code) => pair.length > code.length && pair.endsWith(code))
  if (end === undefined || pair.endsWith('AUSD'))
    refuse('unclear-pair', `"${pair}" does not tell what was traded for what. Import the ledgers (type "Ledgers") instead.`)
  return [codeOf(pair.slice(0, -end.length)), codeOf(end)]
}

export const kraken = tableImporter(
  {
    code: 'kraken',
    name: 'Kraken',
    website: 'https://www.kraken.com',
    version: '3',
    description:
      'Ledgers of an account at Kraken: deposits, trades, staking, fees. The trades alone are read too; take one of the two.',
    docs: 'Documents (History) > New export > Ledgers, all fields, CSV.',
    colour: '#5741d9',
  },
  [ledgers, trades],
)
