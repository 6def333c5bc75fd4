/** Kinds of rows and titles that platforms and public converters document, each with figures of our own: what becomes of the row. */
import { expect, test } from 'bun:test'
import type { ParsedReport } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { accountedFor, checkResult, parseSample } from '#test/support/importers.ts'

type Rows = Readonly<Record<string, string>>

/** `rows`: a row, or the rows of one event parted by a line break, and what they become. */
function documented(code: string, what: string, titles: string, rows: Rows): void {
  test(`${code}: ${what}`, async () => {
    const plugin = brokerPlugins.find((one) => one.code === code)
    if (plugin === undefined) throw new Error(`there is no importer ${code}`)
    const found: Record<string, string> = {}
    for (const lines of Object.keys(rows)) {
      const { file, confidence, result } = await parseSample(plugin, `${titles}\n${lines}\n`)
      expect([titles, confidence >= 0.7]).toEqual([titles, true])
      expect([lines, accountedFor(file, result), checkResult(result)]).toEqual([lines, [], []])
      found[lines] = said(result)
    }
    expect(found).toEqual(rows)
  })
}

function said({ transactions, issues, ignored }: ParsedReport): string {
  const drafts = transactions.map(({ type, asset, quantity, amount, currency, fees, tags }) => {
    const [coins, money] = [quantity === undefined ? '' : ` ${quantity} ${asset}`, currency ? ` ${amount ?? ''} ${currency}` : '']
    return `${type}${coins}${money}${fees === undefined ? '' : ` fees ${fees}`}${tags === undefined ? '' : ` (${tags.join()})`}`
  })
  const errors = issues.flatMap(({ severity, code }) => (severity === 'error' ? `error ${code}` : []))
  const left = ignored.flatMap(({ reason }) => (/^(header|preamble)$/.test(reason) ? [] : `left out: ${reason}`))
  return [...drafts, ...errors, ...left].join('; ').replaceAll(/ +/g, ' ')
}

const COINBASE =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes'
documented('coinbase', 'dust that is sold, and what comes back of a price', COINBASE, {
  'a1,2025-03-01 10:00:00 UTC,Retail Simple Dust,SHIB,-1000,EUR,€0.00001,-€0.01,-€0.01,€0.00,': 'SELL -1000 SHIB 0.01 EUR',
  'a2,2025-03-02 10:00:00 UTC,Retail Simple Price Improvement,USDC,0.02,EUR,€0.90,€0.018,€0.018,€0.00,':
    'INTEREST 0.02 USDC 0 EUR',
  'a3,2025-03-03 10:00:00 UTC,Rewards Payout,BTC,0.00001,EUR,€80000,€0.80,€0.80,€0.00,': 'INTEREST 0.00001 BTC 0 EUR (reward)',
})

const CRYPTOCOM =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash'
documented('cryptocom', 'kinds since 2022, and the cash wallet', CRYPTOCOM, {
  '2025-03-01 10:00:00,Buy BTC,BTC,0.002,,,EUR,100,108,trading.crypto_purchase.google_pay,':
    'DEPOSIT 100 EUR (card); BUY 0.002 BTC -100 EUR',
  '2025-03-02 10:00:00,CRO -> BTC,CRO,-500,BTC,0.001,EUR,50,54,trading.limit_order.crypto_wallet.exchange,':
    'SELL -500 CRO 50 EUR; BUY 0.001 BTC -50 EUR',
  '2025-03-03 10:00:00,CRO -> EUR,CRO,-500,EUR,50,EUR,50,54,trading.limit_order.cash_account.sell_commit,':
    'SELL -500 CRO 50 EUR',
  '2025-03-04 10:00:00,Order,CRO,-500,,,EUR,50,54,trading.limit_order.crypto_wallet.fund_unlock,':
    'left out: moved within Crypto.com',
  '2025-03-05 10:00:00,Stake Reward,CRO,2,,,EUR,0.2,0.22,finance.dpos.compound_interest.crypto_wallet,':
    'INTEREST 2 CRO EUR (staking)',
  '2025-03-06 10:00:00,Extra,CRO,3,,,EUR,0.3,0.32,finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet,':
    'INTEREST 3 CRO EUR (lending)',
  '2025-03-07 10:00:00,Adjustment,LUNA,4,,,EUR,0.4,0.43,admin_wallet_credited,': 'INTEREST 4 LUNA EUR (airdrop)',
  '2025-03-08 10:00:00,Council Node,CRO,-100,,,EUR,10,11,council_node_deposit_created,': 'left out: moved within Crypto.com',
  '2025-03-09 10:00:00,EUR Deposit,EUR,500,EUR,500,EUR,500,540,viban_deposit,': 'DEPOSIT 500 EUR',
  '2025-03-10 10:00:00,Top Up Card,EUR,50,EUR,50,EUR,50,54,viban_card_top_up,': 'WITHDRAWAL -50 EUR',
  '2025-03-11 10:00:00,EUR Withdrawal,EUR,-20,EUR,20,EUR,20,22,viban_withdrawal,': 'WITHDRAWAL -20 EUR',
  '2025-03-12 10:00:00,A Shop,EUR,-35.2,,,EUR,35.2,38,,': 'error card-wallet',
})
