/** Binance: the transaction records, where every trade is several rows of one second. */
import {
  absolute,
  add,
  type Book,
  type Decimal,
  decimal,
  FIAT,
  isFiat,
  layout,
  made,
  moment,
  negate,
  number,
  optional,
  refuse,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import type { LayoutSpec, Line } from '#plugins/kit/table/layout.ts'
import { ZERO } from '#src/shared/decimal.ts'
import { bookFee, bookIncome, bookMove, legOf, negated, type OpenLeg, required } from '../coins.ts'
import type { TransactionTag } from '../contract.ts'
import { type Kind, withOneMoment } from '../one-second.ts'
import { otherReport } from '../other-report.ts'

/** Rows of one event; their legs may stand a second apart. */
const FAMILIES: readonly RegExp[] = [
  /^(buy|sell|fee|transaction (related|buy|spend|sold|revenue|fee)|bnb fee deduction)$/i,
  /^(binance convert|large otc trading|futures convert|asset conversion transfer|stablecoins auto-conversion)$/i,
  /^(small assets exchange bnb|auto-invest transaction|leverage token redemption|swap farming transaction|liquid swap sell)$/i,
  /^(buy crypto( with (card|fiat))?|sell crypto to fiat|convert fiat to (crypto ocbs|stablecoin paysafe))$/i,
  /^(eth 2\.0 staking( withdrawals)?|beth to wbeth wrapping)$/i,
  /^(asset recovery|token swap - (distribution|redenomination\/rebranding))$/i,
]
const WALLET = /^(spot|funding|earn|savings|card|p2p|pool|strategy|(usd|coin)-m ?futures|usdt-futures|(cross|isolated) ?margin)$/i
const MOVED = { skip: 'moved within Binance' }

function eventOf(operation: string): Kind | undefined {
  const family = FAMILIES.findIndex((one) => one.test(operation))
  return family < 0 ? undefined : { event: `${family}`, isFee: /fee( deduction)?$/i.test(operation) }
}

const wallet = text('Account', 'Cuenta', 'Conta', 'Compte', 'アカウント')
const operation = text('Operation', 'Operación', 'Operação', 'Opération', '操作')
const coin = text('Coin', 'Moneda', 'Moeda', 'Jeton', 'コイン')
/** A wallet or a coin that cannot be read would part an event. */
const needed = (column: typeof wallet, known: RegExp, code: string, what: string) =>
  made(column, (text) => (known.test(text) ? text : refuse(code, `"${text}" is no ${what}.`)))
const columns = {
  ...{ wallet, operation, coin, event: made(operation, eventOf) },
  ofWallet: needed(wallet, WALLET, 'unknown-wallet', 'wallet that this importer knows'),
  ofCoin: needed(coin, /^[A-Z0-9]{1,16}$/, 'unknown-coin', 'code of a coin'),
  quantity: number('Change', 'Cambio', 'Cambiar', 'Alterar', '変更'),
  user: optional(text('User_ID', 'User ID', 'ID de usuario', 'ID do Usuário', 'Identifiant utilisateur', 'ユーザーID')),
  description: optional(text('Remark', 'Observación', 'Comentario', 'Observação', 'Remarque', '備考')),
}
type Entry = Line<typeof columns & ReturnType<typeof moment>>
/** What the rows change of a coin; `line`: the first of them. */
type Sum = OpenLeg & { readonly line: Entry }

const LOCAL = ['Time', 'Tiempo', 'Hora', 'Tempo', 'Durée', '時間']
const titlesOf = ({ titles }: { readonly titles: readonly { readonly title: string }[] }) => titles.map(({ title }) => title)
const EVENTS = {
  ...{ moment: ['UTC_Time', ...LOCAL], kind: titlesOf(operation), wallet: titlesOf(wallet), change: titlesOf(columns.quantity) },
}
const format = { dates: 'ymd', numbers: 'dot', money: FIAT, assetType: 'CRYPTO' } as const
const changeOf = ({ coin, quantity }: Entry) => ({ code: coin, quantity: required(quantity, 'change') })
const move = (line: Entry, book: Book) => bookMove(book, changeOf(line))
const earned = (tag: TransactionTag) => (line: Entry, book: Book) => bookIncome(book, changeOf(line), tag)
const booking: Pick<LayoutSpec<typeof columns & ReturnType<typeof moment>>, 'kind' | 'rows' | 'phrases' | 'cases'> = {
  kind: (line) => line.operation,
  rows: {
    'Deposit|Fiat Deposit|Fiat OCBS - Add Fiat and Fees|Deposit Fiat OCBS|Withdraw|Fiat Withdraw|Fiat Withdrawal': move,
    'Crypto Box|Crypto Box Refund|Send|P2P Trading|Asset - Transfer|Binance Card Spending': move,
    'Simple Earn Flexible Interest|Simple Earn Locked Rewards|Savings Interest|POS savings interest|Savings distribution':
      earned('lending'),
    'ETH 2.0 Staking Rewards|Staking Rewards|BNB Vault Rewards|Launchpool Interest|Launchpool Earnings Withdrawal|Super BNB Mining':
      earned('staking'),
    'Liquid Swap rewards|Swap Farming Rewards|DOT Slot Auction Rewards|Pool Distribution': earned('staking'),
    'HODLer Airdrops Distribution|Launchpool Airdrop|Megadrop Rewards|Simple Earn Flexible Airdrop': earned('airdrop'),
    'Launchpool Airdrop - System Distribution|Launchpool Airdrop - User Claim Distribution': earned('airdrop'),
    'Cash Voucher Distribution|Mission Reward Distribution|Distribution|Airdrop Assets|Referral Commission|Commission Rebate':
      earned('reward'),
    'Commission History|Commission Fee Shared With You|Referral Kickback|Referrer rebates|Referee rebates|Campaign Related Reward':
      earned('reward'),
    'Binance Card Cashback|Card Cashback|Cashback Voucher|Strategy Trading Fee Rebate': earned('cashback'),
    'Realized Profit and Loss|Realize profit and loss|Funding Fee|Margin Fee|Isolated Margin Liquidation - Fee': earned('margin'),
    'Insurance Fund Compensation|Insurance Fund Refund': earned('margin'),
    'Simple Earn Flexible - Rewards Income|Simple Earn Locked - Rewards Income': (line, book) => {
      if (/^spot$/i.test(line.wallet)) earned('lending')(line, book)
      else book.skip('the spot wallet says it, too')
    },
    'Margin Loan|Isolated Margin Loan|Margin Repayment|Isolated Margin Repayment|Cross Margin Liquidation - Repayment': () =>
      refuse('loan', 'Coins were borrowed or given back, with their interest. Enter by hand what the loan cost.'),
  },
  phrases: [
    [/^simple earn ((flexible|locked) (subscription|redemption)|flexible - internal transfer)$/i, MOVED],
    [/^(pos )?savings (purchase|redemption|principal redemption)$/i, MOVED],
    [/^(staking (purchase|redemption)|dot slot auction (staking|redemption))$/i, MOVED],
    [/^launchpool (subscription|redemption|subscription\/redemption)$/i, MOVED],
    [/^(inter-wallet transfer|transfer_(in|out)|main and funding account transfer)$/i, MOVED],
    [/^transfer between (main and funding wallet|spot and (funding|strategy( account)?))$/i, MOVED],
    [/^transfer between (spot account and (um|cm) futures account|main account\/futures and margin account)$/i, MOVED],
    [/^transfer between (um futures and funding account|futures contract accounts)$/i, MOVED],
  ],
  cases: {
    key: (line) => {
      const { event } = line
      if (event === undefined) return undefined
      const wallet = line.ofWallet
      return line.ofCoin && `${event.event} ${wallet} ${line.date} ${line.time}`
    },
    book: bookTrade,
  },
}
const records = layout({
  ...{ ...format, ...booking, name: 'Transaction records', zone: 'UTC' },
  columns: { ...moment('UTC_Time'), ...columns },
})
/** Since 2025, in the language and the zone of the account. */
const history = layout({
  ...{ ...format, ...booking, name: 'Transaction history' },
  columns: { ...moment(...LOCAL), ...columns },
})

/** Net per coin; a fee in a third coin is a line of its own, one in money stands in the amount. */
function bookTrade(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [legs, fees] = sumsOf(lines)
  if (legs.length === 0) for (const line of lines) charge(line, book.on(line))
  if (legs.length === 0) return
  let moneyFee: Decimal | undefined
  for (const { asset, quantity } of fees) {
    const leg = legOf(legs, asset)
    if (leg === undefined) continue
    leg.quantity = add(leg.quantity, quantity)
    if (isFiat(asset) && quantity < ZERO) moneyFee = absolute(quantity)
  }
  const outs = legs.filter(({ quantity }) => quantity < ZERO)
  const ins = legs.filter(({ quantity }) => quantity >= ZERO)
  book.swap(outs, ins, { fees: moneyFee, description: undefined })
  for (const { asset, quantity, line } of fees)
    if (legOf(legs, asset) === undefined) bookFee(book.on(line), { code: asset, quantity: negate(quantity) })
}

/** A fee alone in its second: of futures, or of a trade that stands in another second. */
function charge(line: Entry, book: Book): void {
  if (/futures|margin/i.test(line.wallet)) earned('margin')(line, book)
  else bookFee(book, { code: line.coin, quantity: negated(required(line.quantity, 'change')) })
}

/** What is changed of each coin, and the fees in each. */
function sumsOf(lines: readonly Entry[]): [legs: Sum[], fees: Sum[]] {
  const [legs, fees]: [Sum[], Sum[]] = [[], []]
  let isMixed = false
  for (const line of lines) {
    const { coin: asset, event } = line
    const quantity = decimal(required(line.quantity, 'change'))
    const sums = event?.isFee === true ? fees : legs
    const sum = legOf(sums, asset)
    if (sum === undefined) {
      sums.push({ asset, quantity, line })
      continue
    }
    if (sums === legs && sum.quantity < ZERO !== quantity < ZERO) isMixed = true
    sum.quantity = add(sum.quantity, quantity)
  }
  if (isMixed)
    refuse('several-events', 'A coin comes in and goes out in this second: these are several trades. Enter them by hand.')
  return [legs, fees]
}

const INSTEAD = 'Take the transaction records, which have all: Orders > Transaction History > Export Transaction Records.'
const MORE = /^(network|transactionfee|fee|sourceaddress|paymentid|wallet|date.*)$/
const others = [
  ['Auto-Invest history', 'Auto-Invest Date(UTC),Holding Coin,Amount per period,Trading Fee,Units,From,Status'],
  ['Trade history', 'Date(UTC)|Tiempo,Pair|Par,Side|Lado,Price|Precio,Executed|Ejecutado,Amount|Cantidad,Fee|Tarifa'],
  ['Trade history', 'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin'],
  ['Convert history', 'Date,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status'],
  ['Deposits or withdrawals', 'Date(UTC+0)|Date(UTC)|Date,Coin,Amount,Address,TXID,Status'],
  ['Deposits or withdrawals of money', 'Coin,Amount,Status,Payment Method,Indicated Amount,Fee,Order ID'],
].map(([name = '', titles = '']) => otherReport(name, INSTEAD, titles.split(','), { varying: MORE }))

export const binance = tableImporter(
  {
    code: 'binance',
    name: 'Binance',
    website: 'https://www.binance.com',
    version: '2',
    languages: ['en', 'es', 'pt', 'fr', 'ja'],
    description: 'Transaction records of the spot, funding and futures wallets at Binance.',
    docs: 'Orders > Transaction History > Export Transaction Records (CSV).',
    colour: '#f0b90b',
    prepare: (file) => withOneMoment(file, EVENTS, eventOf),
  },
  [records, history, ...others],
)
