/** Binance: the transaction records, where every trade is several rows of one second. */
import {
  absolute,
  add,
  type Book,
  type Decimal,
  decimal,
  FIAT,
  isFiat,
  type Leg,
  layout,
  moment,
  number,
  optional,
  refuse,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { ZERO } from '#src/shared/decimal.ts'

type Entry = {
  readonly row: number
  readonly cells: readonly string[]
  readonly coin: string
  readonly operation: string
  readonly quantity: string | undefined
}

const TRADE =
  /^(buy|sell|fee|transaction (related|buy|spend|sold|revenue|fee)|small assets exchange bnb|binance convert|auto-invest transaction|eth 2\.0 staking|large otc trading|buy crypto)$/i
const WALLET = /^(spot|funding|earn|card|p2p|pool|(usd|coin)-m ?futures|(cross|isolated) margin)$/i
const FEE = /fee$/i

const history = layout({
  name: 'Transaction records',
  dates: 'ymd',
  zone: 'UTC',
  numbers: 'dot',
  money: FIAT,
  assetType: 'CRYPTO',
  columns: {
    ...moment('UTC_Time'),
    wallet: text('Account'),
    operation: text('Operation'),
    coin: text('Coin'),
    quantity: number('Change'),
    user: text('User_ID'),
    description: optional(text('Remark')),
  },
  kind: (line) => line.operation,
  rows: {
    'Deposit|Fiat Deposit|Fiat OCBS - Add Fiat and Fees|Withdraw|Fiat Withdraw|Crypto Box|Send': move,
    'Simple Earn Flexible Interest|Simple Earn Locked Rewards|Savings Interest|POS savings interest|Savings distribution': (
      line,
      book,
    ) => earn(line, book, 'lending'),
    'ETH 2.0 Staking Rewards|Staking Rewards|BNB Vault Rewards|Launchpool Interest|Launchpool Earnings Withdrawal': (
      line,
      book,
    ) => earn(line, book, 'staking'),
    'Cash Voucher Distribution|Mission Reward Distribution|Distribution|Airdrop Assets|Referral Commission|Commission Rebate': (
      line,
      book,
    ) => earn(line, book, 'reward'),
    'Realized Profit and Loss|Funding Fee': (line, book) => earn(line, book, 'margin'),
    'POS savings purchase|POS savings redemption|Staking Purchase|Staking Redemption': { skip: 'moved within Binance' },
    'Simple Earn Flexible Subscription|Simple Earn Flexible Redemption|Simple Earn Locked Subscription|Simple Earn Locked Redemption':
      {
        skip: 'moved within Binance',
      },
    'Transfer Between Main and Funding Wallet|Transfer Between Spot Account and UM Futures Account': {
      skip: 'moved within Binance',
    },
    'Transfer Between Spot Account and CM Futures Account|Transfer Between Main Account/Futures and Margin Account': {
      skip: 'moved within Binance',
    },
  },
  cases: {
    key: (line) => (TRADE.test(line.operation) ? `${requireWallet(line)} ${line.date} ${line.time}` : undefined),
    book: bookTrade,
  },
})

/** A wallet or a coin that cannot be read would part an event. */
function requireWallet({ wallet, coin }: { readonly wallet: string; readonly coin: string }): string {
  if (!WALLET.test(wallet)) refuse('unknown-wallet', `"${wallet}" is no wallet that this importer knows.`)
  if (!/^[A-Z0-9]{1,16}$/.test(coin)) refuse('unknown-coin', `"${coin}" is no code of a coin.`)
  return wallet
}

function move(line: Entry, book: Book): void {
  if (isFiat(line.coin)) book.cash('MOVE', { amount: line.quantity, unit: line.coin })
  else book.inKind('TRANSFER', { asset: line.coin })
}

function earn(line: Entry, book: Book, tag: 'lending' | 'staking' | 'reward' | 'margin'): void {
  const isLoss = line.quantity?.startsWith('-') === true
  const [type, tags] = [isLoss ? 'FEE' : 'INTEREST', [tag]] as const
  if (isFiat(line.coin)) book.cash(type, { amount: line.quantity, unit: line.coin, tags })
  else book.inKind(type, { asset: line.coin, cost: 'market', tags })
}

/** Net per coin; a fee in a third coin is a line of its own, one in money stands in the amount. */
function bookTrade(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [changes, charges]: [Entry[], Entry[]] = [[], []]
  for (const line of lines) (FEE.test(line.operation) ? charges : changes).push(line)
  const [legs, fees] = [sumsOf(changes), sumsOf(charges)]
  let moneyFee: Decimal | undefined
  for (const [coin, fee] of fees) {
    const leg = legs.get(coin)
    if (leg === undefined) continue
    legs.set(coin, add(leg, fee))
    if (isFiat(coin)) moneyFee = absolute(fee)
  }
  const [outs, ins]: [Leg[], Leg[]] = [[], []]
  for (const [asset, quantity] of legs) (quantity < ZERO ? outs : ins).push({ asset, quantity })
  book.swap(outs, ins, { fees: moneyFee, description: undefined })
  for (const [coin, fee] of fees) {
    if (legs.has(coin)) continue
    const line = charges.find((one) => one.coin === coin) ?? lines[0]
    if (isFiat(coin)) book.on(line).cash('FEE', { amount: fee, unit: coin })
    else book.on(line).inKind('FEE', { asset: coin, quantity: fee })
  }
}

function sumsOf(lines: readonly Entry[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { coin, quantity } of lines) {
    if (coin === '' || quantity === undefined) refuse('no-quantity', 'A row of this event has no coin or no change.')
    else sums.set(coin, add(sums.get(coin) ?? ZERO, decimal(quantity)))
  }
  return sums
}

const autoInvest = layout({
  name: 'Auto-Invest history',
  holds: 'other',
  instead:
    'Its purchases stand in the transaction records too, with those of the fees: take these. Orders > Transaction History > Export Transaction Records.',
  dates: 'mdy',
  numbers: 'dot',
  columns: {
    date: text('Auto-Invest Date(UTC)'),
    coin: text('Holding Coin'),
    amount: text('Amount per period'),
    fee: text('Trading Fee'),
    units: text('Units'),
    from: text('From'),
    status: text('Status'),
  },
})

export const binance = tableImporter(
  {
    code: 'binance',
    name: 'Binance',
    website: 'https://www.binance.com',
    description: 'Transaction records of the spot, funding and futures wallets at Binance.',
    docs: 'Orders > Transaction History > Export Transaction Records (CSV).',
    colour: '#f0b90b',
  },
  [history, autoInvest],
)
