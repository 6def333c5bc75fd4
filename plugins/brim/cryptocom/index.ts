/** Crypto.com: the crypto wallet of the app. */
import {
  type Book,
  isFiat,
  isZero,
  type Line,
  layout,
  moment,
  negated,
  number,
  optional,
  plus,
  refuse,
  sizeOf,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMove, COINS, changeOf, required, requiredCode, requiredCurrency } from '../coins.ts'
import type { TransactionTag } from '../contract.ts'

const columns = {
  ...moment('Timestamp (UTC)'),
  description: optional(text('Transaction Description')),
  coin: text('Currency'),
  quantity: number('Amount'),
  toCoin: text('To Currency'),
  got: number('To Amount'),
  native: text('Native Currency'),
  value: number('Native Amount'),
  dollars: optional(text('Native Amount (in USD)')),
  kind: text('Transaction Kind'),
  hash: optional(text('Transaction Hash')),
}

type Entry = Line<typeof columns>

const MOVED = { skip: 'moved within Crypto.com' }
const SWAPPED = /^(dynamic_coin_swap|lockup_swap|crypto_wallet_swap)_(credited|debited)$/
const CONVERTED = /^(dust_conversion|interest_swap)_(credited|debited)$/
const OVERALL = /^dynamic_coin_swap_/

const wallet = layout({
  ...COINS,
  name: 'Crypto wallet',
  dates: 'ymd',
  zone: 'UTC',
  columns,
  rows: {
    'crypto_exchange|viban_purchase|van_purchase|crypto_viban_exchange|crypto_to_van_sell_order|recurring_buy_order':
      bookExchange,
    'trading.limit_order.crypto_wallet.exchange': bookExchange,
    'crypto_purchase|trading.crypto_purchase.google_pay|trading.crypto_purchase.apple_pay|card_top_up': (line, book) =>
      bookAtValue(line, book, 'card'),
    'viban_deposit|viban_withdrawal|viban_card_top_up': bookMoney,
    'viban_deposit_precredit|viban_deposit_precredit_repayment': { skip: 'an advance on a deposit, which has a row of its own' },
    '': () => refuse('card-wallet', 'The row has no kind, as those of the card: what is paid with it is no part of a portfolio.'),
    'crypto_payment|crypto_payment_refund': (line, book) => bookAtValue(line, book),
    'crypto_withdrawal|crypto_deposit|crypto_transfer|crypto_to_exchange_transfer|exchange_to_crypto_transfer': (line, book) =>
      bookMove(book, changeOf(line)),
    'mco_stake_reward|staking_reward|supercharger_reward_to_app_credited': (line, book) => earn(line, book, 'staking'),
    'crypto_earn_interest_paid|crypto_earn_extra_interest_paid|finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet':
      (line, book) => earn(line, book, 'lending'),
    'admin_wallet_credited|finance.airdrop_arena.reward.crypto_wallet': (line, book) => earn(line, book, 'airdrop'),
    'referral_card_cashback|reimbursement|pay_checkout_reward|transfer_cashback|card_cashback_reverted|reimbursement_reverted|reward.loyalty_program.trading_rebate.crypto_wallet':
      (line, book) => earn(line, book, 'cashback'),
    'referral_bonus|referral_gift': (line, book) => earn(line, book, 'bonus'),
    'campaign_reward|rewards_platform_deposit_credited|gift_card_reward': (line, book) => earn(line, book, 'reward'),
    'lockup_lock|lockup_unlock|lockup_upgrade|lockup_swap_rebate|supercharger_deposit|supercharger_withdrawal|airdrop_locked':
      MOVED,
    'crypto_earn_program_created|crypto_earn_program_extended|crypto_earn_program_withdrawn|council_node_deposit_created': MOVED,
    dynamic_coin_swap_bonus_exchange_deposit: { skip: 'a bonus that was paid out at the Crypto.com Exchange' },
  },
  phrases: [
    [/^trading\.limit_order\.(cash_account|fiat_wallet)\.(purchase|sell)_commit$/, bookExchange],
    [/^trading\.limit_order\.(cash_account|fiat_wallet|crypto_wallet)\.(purchase|sell|fund)_(un)?lock$/, MOVED],
    [/^finance\.(lockup\.dpos_(un)?lock|(dpos|defi_staking)\.(un)?staking)\.crypto_wallet$/, MOVED],
    [
      /^finance\.(lockup\.dpos_compound|dpos\.(non_)?compound(_restaking)?|defi_staking\.non_compound)_interest\.crypto_wallet$/,
      (line, book) => earn(line, book, 'staking'),
    ],
  ],
  cases: {
    key: (line) => {
      if (SWAPPED.test(line.kind)) return `swap ${line.date} ${line.time}`
      const [, family] = CONVERTED.exec(line.kind) ?? []
      return family === undefined ? undefined : `${family} ${line.date} ${line.time}`
    },
    book: (lines, book) => bookConversion(withoutParts(lines), book),
  },
})

function earn(line: Entry, book: Book, tag: TransactionTag): void {
  bookIncome(book, changeOf(line), tag, { amount: line.value, unit: line.native })
}

/** Money of the cash wallet, whose report gives what goes out no sign; a deposit below zero is refused. */
function bookMoney(line: Entry, book: Book): void {
  const [{ code, quantity }, isIn] = [changeOf(line), line.kind === 'viban_deposit']
  if (!isFiat(code)) refuse('unknown-currency', `"${code}" is no currency.`)
  book.cash(isIn ? 'DEPOSIT' : 'WITHDRAWAL', { amount: isIn ? quantity : negated(sizeOf(quantity)), unit: code })
}

/** Two coins: a sale and a purchase at the value that the row states. */
function bookExchange(line: Entry, book: Book): void {
  const { code, quantity } = changeOf(line)
  const [out, into] = [
    [{ asset: code, quantity }],
    [{ asset: requiredCode(line.toCoin), quantity: required(line.got, 'to amount') }],
  ]
  book.swap(out, into, isZero(line.value) ? {} : { amount: line.value, unit: requiredCurrency(line.native) })
}

/** Coins against money that does not stay here: a card, or a merchant. It comes in before the purchase and goes out after the sale. */
function bookAtValue(line: Entry, book: Book, tag?: TransactionTag): void {
  const { code, quantity } = changeOf(line)
  const value = sizeOf(required(line.value, 'native amount'))
  if (isZero(value)) refuse('no-amount', 'The row does not say what the coins were worth. Enter it by hand.')
  const isSale = quantity.startsWith('-')
  const money = { unit: requiredCurrency(line.native), tags: tag === undefined ? undefined : [tag] }
  if (!isSale) book.cash('DEPOSIT', { ...money, amount: value })
  book.trade({ asset: code, quantity, unit: money.unit, amount: isSale ? value : negated(value) })
  if (isSale) book.cash('WITHDRAWAL', { ...money, amount: negated(value) })
}

/** An "overall" swap is the sum of the swaps of wallet and stake beside it: those must not count again. */
function withoutParts(lines: readonly Entry[]): readonly Entry[] {
  const overall = lines.filter(({ kind }) => OVERALL.test(kind))
  const parts = lines.filter(({ kind }) => !OVERALL.test(kind))
  if (overall.length === 0 || parts.length === 0) return lines
  const [whole, sum] = [totalsOf(overall), totalsOf(parts)]
  for (const [coin, total] of whole)
    if (total !== sum.get(coin) || whole.size !== sum.size)
      refuse('unclear-swap', 'The overall swap is not the sum of the swaps of wallet and stake of this second. Enter it by hand.')
  return overall
}

function totalsOf(lines: readonly Entry[]): Map<string, string> {
  const totals = new Map<string, string>()
  for (const line of lines) totals.set(line.coin, plus(totals.get(line.coin) ?? '0', changeOf(line).quantity))
  return totals
}

/** Some coins became one: each is sold at its stated value, and the one bought for the sum. */
function bookConversion(lines: readonly Entry[], book: Book): void {
  for (const line of lines) changeOf(line)
  const outs = lines.filter(({ quantity }) => quantity?.startsWith('-') === true)
  const ins = lines.filter(({ quantity }) => quantity?.startsWith('-') === false)
  const [into] = ins
  const isStated = outs.every((line) => !isZero(line.value) && line.native === into?.native)
  if (into === undefined || ins.length > 1 || outs.length === 0 || !isStated || lines.some(({ coin }) => isFiat(coin))) {
    book.swap(outs.map(legOf), ins.map(legOf))
    return
  }
  let paid = '0'
  for (const line of outs) {
    const value = sizeOf(line.value ?? '')
    book.on(line).trade({ asset: requiredCode(line.coin), unit: requiredCurrency(line.native), amount: value })
    paid = plus(paid, value)
  }
  book.on(into).trade({ asset: requiredCode(into.coin), unit: into.native, amount: negated(paid) })
}

function legOf(line: Entry) {
  const { code, quantity } = changeOf(line)
  return { asset: code, quantity }
}

export const cryptocom = tableImporter(
  {
    code: 'cryptocom',
    name: 'Crypto.com',
    website: 'https://crypto.com',
    version: '2',
    description:
      'Transactions of the crypto wallet and of the cash wallet of the Crypto.com app; purchases that both tell are found as duplicates. The Exchange has reports of its own.',
    docs: 'App: Accounts > History (clock) > Export > Crypto wallet, all time; cash (fiat) wallet likewise.',
    colour: '#03316c',
  },
  [wallet],
)
