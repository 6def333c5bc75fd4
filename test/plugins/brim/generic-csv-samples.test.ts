/**
 * Tables of other trackers, when they are there, read with a mapping. The figures are worked out by hand from the files (one row each) or from
 * their raw cells, and written down.
 */
import { expect, test } from 'bun:test'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, parseSample } from '#test/support/importers.ts'
import { describeSamples, sampleAt, samplesOf } from '#test/support/samples.ts'

const names = samplesOf('sidekick-generic', '*')
const at = (name: string) => sampleAt(`sidekick-generic/${name}`)

const COLUMNS = {
  type: 'ActivityType',
  symbol: 'Symbol',
  name: 'Name',
  isin: 'ISIN',
  date: 'Date',
  currency: 'Currency',
  quantity: 'Quantity',
  price: 'UnitPrice',
  fees: 'Fee',
  taxes: 'Tax',
  external_id: 'Id',
}
const TYPES = { CashDeposit: 'DEPOSIT', CashWithdrawal: 'WITHDRAWAL', GiftFiat: 'DEPOSIT', Receive: 'TRANSFER', Send: 'TRANSFER' }

/** What each file comes to: the cash of a trade, or why its row cannot be read without a guess. That tracker writes cash as a quantity of money. */
const EXPECTED: Readonly<Record<string, { cash: string; held: string } | string>> = {
  'double-fee.csv': 'missing-amount',
  'invalid.csv': 'unknown-type',
  'single-buy-with-asset-type.csv': { cash: '-50.1', held: '0.5' },
  'single-buy-with-multiple-subclasses.csv': { cash: '-50.1', held: '0.5' },
  'single-buy.csv': { cash: '-12.123956333', held: '0.0267001' },
  'single-deposit.csv': 'asset-in-cash-row',
  'single-dividend.csv': 'missing-amount',
  'single-fee.csv': 'missing-amount',
  'single-gift-fiat.csv': 'asset-in-cash-row',
  'single-interest.csv': 'missing-amount',
  'single-receive.csv': 'cash-in-asset-row',
  'single-sell.csv': { cash: '12.083956333', held: '-0.0267001' },
  'single-send.csv': 'cash-in-asset-row',
  'single-tax.csv': 'missing-amount',
  'single-valuable.csv': 'unknown-type',
  'single-withdrawal.csv': 'asset-in-cash-row',
}

async function titlesOf(url: URL): Promise<string[]> {
  return ((await Bun.file(url).text()).replace('\ufeff', '').split(/\r?\n/)[0] ?? '').split(',')
}

describeSamples('recorded tables of other trackers', () => {
  test(`${names.length} files, every one expected here`, () => {
    expect(names).toEqual([...Object.keys(EXPECTED), 'split-single-split.csv'].sort())
  })

  for (const [name, expected] of Object.entries(EXPECTED)) {
    test(`${name}: ${typeof expected === 'string' ? `row 2 is named with ${expected}` : 'exact figures'}, every row accounted for`, async () => {
      const titles = await titlesOf(at(name))
      const columns = Object.fromEntries(Object.entries(COLUMNS).filter(([, title]) => titles.includes(title)))
      const options = { mapping: { columns, types: TYPES, date_format: 'ymd', decimal: 'dot' } }
      const { file, result } = await parseSample(genericCsv, at(name), { options })
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      const errors = result.issues.filter((issue) => issue.severity === 'error').map((issue) => [issue.row, issue.code])
      expect(errors).toEqual(typeof expected === 'string' ? [[2, expected]] : [])
      if (typeof expected === 'string') return expect(result.transactions).toEqual([])
      expect([cashOf(result), Object.values(holdingsOf(result))]).toEqual([{ USD: expected.cash }, [expected.held]])
    })
  }

  test('cgt-calc-raw/raw.csv: cash and holdings as added up apart from the program; its two dividends per share are left out by the mapping', async () => {
    const url = sampleAt('cgt-calc-raw/raw.csv')
    const columns = {
      date: 'date',
      type: 'action',
      symbol: 'symbol',
      quantity: 'quantity',
      price: 'price',
      fees: 'fees',
      currency: 'currency',
    }
    const types = { DIVIDEND: 'IGNORE' }
    const options = { mapping: { columns, types, date_format: 'ymd', decimal: 'dot' } }
    const { file, result } = await parseSample(genericCsv, url, { options })
    expect(accountedFor(file, result)).toEqual([])
    expect(result.issues.filter((issue) => issue.severity === 'error')).toEqual([])
    expect(cashOf(result)).toEqual({ USD: '-31856.28' })
    expect(holdingsOf(result)).toEqual({ AMZN: '210', BABA: '30', FB: '104', META: '15', OPRA: '120' })
    expect(result.transactions.length).toBe(14)
  })
})
