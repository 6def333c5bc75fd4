import { describe, expect, test } from 'bun:test'
import { coinbase } from '#plugins/brim/coinbase/index.ts'
import { readCsv } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, formatDecimal, negate } from '#src/shared/decimal.ts'
import { accountedFor, bump, cashOf, checkResult, holdingsOf, parseSample, texts, typesOf } from '#test/support/importers.ts'
import { describeSamples, sampleAt, samplesOf } from '#test/support/samples.ts'

const fixtures = new URL('./fixtures/coinbase/', import.meta.url)
const fixture = async (name: string) => (await parseSample(coinbase, new URL(name, fixtures))).result

describe('own fixtures', () => {
  test('signed-with-id.csv adds up to the balances and holdings counted by hand', async () => {
    const result = await fixture('signed-with-id.csv')
    expect(cashOf(result)).toEqual({ EUR: '938.23', USD: '37.9' })
    expect(holdingsOf(result)).toEqual({
      ADA: '15.5',
      BTC: '-0.0005',
      ETH: '0.300012345678',
      LTC: '1.5',
      MATIC: '-40.5',
      POL: '40.5',
      SOL: '1.5',
      USDC: '51.5969',
    })
  })

  test('spot-price-preamble.csv, unsigned, adds up to the balances and holdings counted by hand', async () => {
    const result = await fixture('spot-price-preamble.csv')
    expect(cashOf(result)).toEqual({ GBP: '290.02' })
    expect(holdingsOf(result)).toEqual({ ETH: '0.03000001', ETH2: '0.000025', GRT: '410.25', XLM: '12' })
  })

  test('a quantity of more than 12 places is cut with a warning that names it', async () => {
    const result = await fixture('signed-with-id.csv')
    const warning = result.issues.find((issue) => issue.code === 'quantity-cut')
    expect(warning).toMatchObject({ row: 10, severity: 'warning' })
    expect(warning?.detail).toContain('0.0000123456789012')
  })

  test('a conversion leaves no cash over, in one row or in two', async () => {
    for (const name of ['signed-with-id.csv', 'spot-price-preamble.csv']) {
      const result = await fixture(name)
      const legs = result.transactions.filter((draft) => draft.description?.startsWith('Convert') && draft.type !== 'EXCHANGE')
      expect(legs.length).toBeGreaterThan(1)
      expect(cashOf({ ...result, transactions: legs })).toEqual({})
    }
  })
})

const HEADER =
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes'

describe('rows that must be refused', () => {
  const refusals: [string, string, string][] = [
    ['an unknown type', '2024-01-02T08:00:00Z,Buyback,BTC,1,EUR,10,10,10,0,', 'unknown-type'],
    ['a time that is not UTC', '2024-01-02 08:00:00 CET,Buy,BTC,1,EUR,10,10,10,0,', 'bad-date'],
    ['a decimal comma', '2024-01-02T08:00:00Z,Buy,BTC,1,EUR,10,"10,5","10,5",0,', 'bad-number'],
    ['a purchase that takes coins away', '2024-01-02T08:00:00Z,Buy,BTC,-1,EUR,10,10,10,0,', 'unexpected-sign'],
    ['a sale that its fee would raise', '2024-01-02T08:00:00Z,Sell,BTC,-1,EUR,10,10,11,1,', 'total-unclear'],
    ['a conversion without its other coin', '2024-01-02T08:00:00Z,Convert,BTC,1,EUR,10,10,10,0,', 'convert-unclear'],
    ['money that grows by being bought with itself', '2024-01-02T08:00:00Z,Buy,EUR,11,EUR,1,10,10,0,', 'total-unclear'],
  ]
  for (const [what, row, code] of refusals) {
    test(`${code} for ${what}`, async () => {
      const { file, result } = await parseSample(coinbase, `${HEADER}\n${row}\n`)
      expect(result.transactions).toEqual([])
      expect(result.assets).toEqual([])
      expect(result.issues).toMatchObject([{ row: 2, severity: 'error', code }])
      expect(accountedFor(file, result)).toEqual([])
    })
  }

  test('total-unclear is lifted when the notes confirm what a sale brought', async () => {
    const { result } = await parseSample(
      coinbase,
      `${HEADER}\n2024-01-02T08:00:00Z,Sell,BTC,-1,EUR,10,10,11,1,Sold 1 BTC for €11 EUR\n`,
    )
    expect(result.transactions).toMatchObject([{ type: 'SELL', amount: '11' }])
    expect(result.issues).toMatchObject([{ severity: 'warning', code: 'total-unusual' }])
  })
})

describe('files of others', () => {
  const others = [
    'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id\ndefault,deposit,2020-01-01T00:00:00Z,1,1,EUR,a,,\n',
    'Action,Time,ISIN,Ticker,Total,Currency (Total)\nDeposit,2024-01-02 08:00:00,,,5.00,EUR\n',
  ]
  test('0 for another broker, and one file-level error when it is parsed all the same', async () => {
    for (const text of others) {
      const { confidence, result } = await parseSample(coinbase, text)
      expect(confidence).toBe(0)
      expect(result).toMatchObject({ transactions: [], assets: [], ignored: [], issues: [{ row: null, severity: 'error' }] })
      expect(result.issues).toHaveLength(1)
    }
  })
})

describeSamples('recorded samples', () => {
  for (const name of samplesOf('coinbase')) {
    test(`${name}: recognised, complete, and the sums of its raw cells`, async () => {
      const { file, confidence, result } = await parseSample(coinbase, sampleAt(`coinbase/${name}`))
      expect(confidence).toBeGreaterThan(0.8)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      const raw = sumRaw(file.text)
      expect(typesOf(result.transactions)).toEqual(raw.types)
      expect(cashOf(result)).toEqual(raw.cash)
      expect(holdingsOf(result)).toEqual(raw.coins)
      expect(result.issues.filter((issue) => issue.severity === 'error')).toHaveLength(name.includes('invalid') ? 1 : 0)
      const again = await parseSample(coinbase, `${file.text}\n`)
      expect(again.result).toEqual(result)
    })
  }
})

/** What each row of a recorded sample becomes, by its type word: how many drafts of which type. */
const TYPES: Record<string, string> = {
  Deposit: 'DEPOSIT',
  Buy: 'BUY',
  Sell: 'SELL',
  Receive: 'TRANSFER',
  Send: 'TRANSFER',
  'Staking Income': 'INTEREST',
  'Reward Income': 'INTEREST',
  'Rewards Income': 'INTEREST',
  'Learning Reward': 'INTEREST',
  'Retail Eth2 Deprecation': 'EXCHANGE',
}

/** The second opinion: plain sums over the cells. Both kinds of ether at one instant are one coin under two names. */
function sumRaw(text: string) {
  const lines = readCsv(text).rows.map((row) => row.cells.map((cell) => cell.trim()))
  const start = lines.findIndex((cells) => cells.includes('Transaction Type'))
  const titles = lines[start]!
  const [types, cash, coins] = [new Map<string, Decimal>(), new Map<string, Decimal>(), new Map<string, Decimal>()]
  for (const cells of lines.slice(start + 1)) {
    const at = (title: string) => cells[titles.findIndex((candidate) => candidate.endsWith(title))] ?? ''
    const [type, asset, currency] = [at('Transaction Type'), at('Asset'), at('Price Currency')]
    const written = at('Quantity Transacted')
    const quantity = decimal(/e-/.test(written) ? Number(written).toFixed(12) : written)
    const total = decimal(at('fees and/or spread)').replace(/[^\d.-]/g, '') || '0')
    if (type === 'Unknown' || type === 'Retail Staking Transfer' || (type === 'Buy' && asset === currency)) continue
    if (type === 'Convert') {
      const [, , gone = '', , got = '', into = ''] = at('Notes').split(' ')
      const renamed = [gone, into].every((symbol) => symbol.startsWith('ETH'))
      for (const draft of renamed ? ['EXCHANGE', 'EXCHANGE'] : ['SELL', 'BUY']) bump(types, draft, decimal('1'))
      bump(coins, asset, negate(quantity))
      bump(coins, into, decimal(got))
      continue
    }
    const renamed = (type === 'Send' || type === 'Receive') && /ETH2?s$/.test(at('Notes'))
    bump(types, renamed ? 'EXCHANGE' : TYPES[type]!, decimal('1'))
    if (type === 'Deposit') bump(cash, asset, quantity)
    else bump(coins, asset, type === 'Sell' || type === 'Send' ? negate(absolute(quantity)) : quantity)
    if (type === 'Buy') bump(cash, currency, negate(total))
    if (type === 'Sell') bump(cash, currency, total)
  }
  const counts = Object.fromEntries([...types].map(([type, count]) => [type, Number(formatDecimal(count))]))
  return { types: counts, cash: texts(cash), coins: texts(coins) }
}
