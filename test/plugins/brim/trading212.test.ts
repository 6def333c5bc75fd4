import { describe, expect, test } from 'bun:test'
import { trading212 } from '#plugins/brim/trading212/index.ts'
import { readCsv } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { accountedFor, bump, cashOf, checkResult, holdingsOf, parseSample, texts, typesOf } from '#test/support/importers.ts'
import { describeSamples, sampleAt, samplesOf } from '#test/support/samples.ts'

const fixtures = new URL('./fixtures/trading212/', import.meta.url)

describe('own fixtures', () => {
  test('notes-after-name.csv adds up to the balances and holdings counted by hand', async () => {
    const { result } = await parseSample(trading212, new URL('notes-after-name.csv', fixtures))
    expect(cashOf(result)).toEqual({ EUR: '1176.02', USD: '205.68' })
    expect(holdingsOf(result)).toEqual({
      FR0000CCCC33: '14.5',
      US00BBBB2222: '1.5',
      GB00DDDD4444: '1',
      US00EEEE5555: '0.75',
      US00FFFF6666: '3',
    })
  })

  test('fills of one order share its ID, so neither takes it as external id', async () => {
    const { result } = await parseSample(trading212, new URL('notes-after-name.csv', fixtures))
    const fills = result.transactions.filter((draft) => draft.description === 'Stop limit buy')
    expect(fills.map((draft) => draft.externalId)).toEqual([undefined, undefined])
  })

  test('a rate that does not fit the total costs the row its price, not its cash', async () => {
    const { result } = await parseSample(trading212, new URL('notes-after-name.csv', fixtures))
    const sale = result.transactions.find((draft) => draft.externalId === 'EOF200005')
    expect(sale).toMatchObject({ amount: '27.5', quantity: '-0.5' })
    expect([sale?.price, sale?.priceCurrency, sale?.fxRate]).toEqual([undefined, undefined, undefined])
  })
})

describe('tax that was withheld in another currency', () => {
  const DIVIDENDS =
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax)'
  const parsed = async (row: string) => {
    const { result } = await parseSample(trading212, `${DIVIDENDS}\n${row}\n`)
    expect(checkResult(result)).toEqual([])
    return result
  }

  test('is converted by what the shares paid and what arrived, both after that tax', async () => {
    // 30 x 0.425 = 12.75 dollars arrived as 10.20 euros: 2.25 dollars are 1.80 euros.
    const row =
      'Dividend (Dividend),2025-06-02 09:00:00,US00BBBB2222,BRK,Brook Mills,30,0.425000,USD,Not available,10.20,EUR,2.25,USD'
    const { transactions, issues } = await parsed(row)
    expect(transactions).toMatchObject([{ type: 'DIVIDEND', amount: '10.2', currency: 'EUR', taxes: '1.8' }])
    expect(issues).toEqual([])
  })

  test('is converted from pence, too', async () => {
    // 200 x 4.25 pence = 8.50 pounds arrived as 10.20 euros: 1.50 pounds are 1.80 euros.
    const row = 'Dividend (Dividend),2025-06-02 09:00:00,GB00AAAA1111,ANV,Anvil,200,4.250000,GBX,Not available,10.20,EUR,1.50,GBP'
    expect((await parsed(row)).transactions).toMatchObject([{ amount: '10.2', taxes: '1.8' }])
  })

  test('stays in the description where the price is too coarse for a cent of it', async () => {
    const row =
      'Dividend (Dividend),2025-06-02 09:00:00,US00BBBB2222,BRK,Brook Mills,30,0.43,USD,Not available,10.20,EUR,2.25,USD'
    const { transactions, issues } = await parsed(row)
    expect(transactions[0]?.taxes).toBeUndefined()
    expect(issues).toMatchObject([{ code: 'tax-currency', severity: 'info' }])
  })

  test('of capital that comes back, which is no income', async () => {
    const row =
      'Dividend (Return of capital non us),2025-06-02 09:00:00,CA0000BBBB22,MPL,Maple Pipes,40,0.300000,CAD,Not available,8.00,EUR,2.10,CAD'
    expect((await parsed(row)).transactions).toMatchObject([{ type: 'RETURN_OF_CAPITAL', amount: '8', taxes: '1.4' }])
  })

  test('stays there without shares or a price', async () => {
    const row = 'Dividend (Dividend),2025-06-02 09:00:00,US00BBBB2222,BRK,Brook Mills,,,,Not available,10.20,EUR,2.25,USD'
    expect((await parsed(row)).issues).toMatchObject([{ code: 'tax-currency' }])
  })
})

const HEADER =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Notes,ID'

describe('rows that must be refused', () => {
  const refusals: [string, string, string][] = [
    ['an unknown action', 'Market look,2024-01-02 08:00:00,US00BBBB2222,BRK,Brook,1,2,EUR,1,2.00,EUR,,EOF1', 'unknown-action'],
    [
      'a time that is no UTC time',
      'Market buy,2024-01-02 08:00:00+02:00,US00BBBB2222,BRK,Brook,1,2,EUR,1,2.00,EUR,,EOF1',
      'bad-date',
    ],
    ['a day that does not exist', 'Market buy,2024-02-30 08:00:00,US00BBBB2222,BRK,Brook,1,2,EUR,1,2.00,EUR,,EOF1', 'bad-date'],
    ['a number with a decimal comma', 'Deposit,2024-01-02 08:00:00,,,,,,,,"12,50",EUR,,d1', 'bad-number'],
    [
      'a number with more than 12 places',
      'Market buy,2024-01-02 08:00:00,US00BBBB2222,BRK,Brook,0.1234567890123,2,EUR,1,2.00,EUR,,EOF1',
      'bad-number',
    ],
    ['no quantity', 'Market buy,2024-01-02 08:00:00,US00BBBB2222,BRK,Brook,,2,EUR,1,2.00,EUR,,EOF1', 'no-quantity'],
    ['no total', 'Market sell,2024-01-02 08:00:00,US00BBBB2222,BRK,Brook,1,2,EUR,1,,EUR,,EOF1', 'no-total'],
    ['no currency', 'Deposit,2024-01-02 08:00:00,,,,,,,,12.50,,,d1', 'no-currency'],
    ['no security', 'Market buy,2024-01-02 08:00:00,,,Brook,1,2,EUR,1,2.00,EUR,,EOF1', 'no-security'],
    ['half a split', 'Stock split close,2024-01-02 08:00:00,US00BBBB2222,BRK,Brook,1,2,EUR,1,2.00,EUR,,EOF1', 'split-half'],
    [
      'a split that does not say from what',
      'Stock Split,2024-01-02 08:00:00,US00BBBB2222,BRK,Brook,4,2,EUR,1,0.00,EUR,,EOF1',
      'split-unclear',
    ],
    [
      'a conversion without its amounts',
      'Currency conversion,2024-01-02 08:00:00,,,,,,,,,,10 USD to EUR,c1',
      'conversion-unclear',
    ],
  ]
  for (const [what, row, code] of refusals) {
    test(`${code} for ${what}`, async () => {
      const { file, result } = await parseSample(trading212, `${HEADER}\n${row}\n`)
      expect(result.transactions).toEqual([])
      expect(result.assets).toEqual([])
      expect(result.issues).toMatchObject([{ row: 2, severity: 'error', code }])
      expect(accountedFor(file, result)).toEqual([])
    })
  }
})

describe('files of others', () => {
  const others = [
    'Date,Time,Product,ISIN,Description,FX,Change,,Balance,,Order Id\n01-02-2024,08:00,,,Deposit,,EUR,5.00,EUR,5.00,\n',
    'Timestamp,Transaction Type,Asset,Quantity Transacted\n2024-01-02T08:00:00Z,Buy,ETH,1\n',
    'Action,Symbol,Time,Amount\nBUY,ABC,2024-01-02,5\n',
  ]
  test('0 for another broker, and one file-level error when it is parsed all the same', async () => {
    for (const text of others) {
      const { confidence, result } = await parseSample(trading212, text)
      expect(confidence).toBe(0)
      expect(result).toMatchObject({ transactions: [], assets: [], ignored: [], issues: [{ row: null, severity: 'error' }] })
      expect(result.issues).toHaveLength(1)
    }
  })
})

describeSamples('recorded samples', () => {
  test('cgt-2020.csv gives exactly 33391.30 GBP and one share each of two securities', async () => {
    const { result } = await parseSample(trading212, sampleAt('trading212/cgt-2020.csv'))
    expect(cashOf(result)).toEqual({ GBP: '33391.3' })
    expect(holdingsOf(result)).toEqual({ IE00BK5BQW10: '1', US67066G1040: '1' })
  })

  for (const name of samplesOf('trading212')) {
    test(`${name}: recognised, complete, and the sums of its raw cells`, async () => {
      const { file, confidence, result } = await parseSample(trading212, sampleAt(`trading212/${name}`))
      expect(confidence).toBeGreaterThan(0.8)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      const raw = sumRaw(file.text)
      expect(typesOf(result.transactions)).toEqual(raw.types)
      expect(cashOf(result)).toEqual(raw.cash)
      expect(holdingsOf(result)).toEqual(raw.shares)
      expect(result.issues.filter((issue) => issue.severity === 'error')).toHaveLength(name.includes('invalid') ? 1 : 0)
      const again = await parseSample(trading212, `${file.text}\n`)
      expect(again.result).toEqual(result)
    })
  }
})

const TYPES: Record<string, string> = {
  Deposit: 'DEPOSIT',
  Withdrawal: 'WITHDRAWAL',
  'Card credit': 'DEPOSIT',
  'Spending cashback': 'DEPOSIT',
  'Interest on cash': 'INTEREST',
  'Dividend adjustment': 'INTEREST',
  'Result adjustment': 'TAX',
  'Equity rights': 'BUY',
  'Stock distribution': 'DIVIDEND',
  'Scrip stock dividends': 'DIVIDEND',
  'Transfer out': 'TRANSFER',
  'Stock split close': 'SPLIT',
}

/** The second opinion: plain sums over the cells, by action word and column title only. */
function sumRaw(text: string) {
  const [header, ...rows] = readCsv(text.trim()).rows.map((row) => row.cells)
  const types: Record<string, number> = {}
  const [cash, shares] = [new Map<string, Decimal>(), new Map<string, Decimal>()]
  const titles = header!.map((title) => title.trim())
  for (const cells of rows) {
    const newer = cells[6]!.startsWith('EOF') && titles[6] !== 'ID'
    const at = (title: string) => cells[titles.indexOf(title)] ?? ''
    const action = cells[0]!
    const word = / (buy|sell)$/.exec(action)?.[1]?.toUpperCase()
    const type = TYPES[action] ?? (word || (action.startsWith('Dividend (') ? 'DIVIDEND' : undefined))
    if (type !== undefined) types[type] = (types[type] ?? 0) + 1
    const quantity = decimal((newer ? cells[7] : at('No. of shares')) || '0')
    const total = decimal((newer ? cells[13] : at('Total') || at('Total (GBP)')) || '0')
    const currency = (newer ? cells[14] : at('Currency (Total)')) || 'GBP'
    const moves = type === 'BUY' || type === 'SELL' || /^(Stock|Scrip|Transfer)/.test(action)
    const lessShares = type === 'SELL' || action === 'Stock split close' || action === 'Transfer out'
    if (moves) bump(shares, cells[2]!, lessShares ? negate(quantity) : quantity)
    if (/^(Stock|Scrip|Transfer)/.test(action) || type === undefined) continue
    bump(cash, currency, type === 'BUY' || type === 'WITHDRAWAL' ? subtract(ZERO, absolute(total)) : total)
  }
  return { types, cash: texts(cash), shares: texts(shares) }
}

test('two fills of an order that are the same in every cell stay two, and the second says so', async () => {
  const source = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Notes,ID
${'Market buy,2024-01-03 15:00:00,US0378331005,WIDG,Widgets,1,10.00,EUR,Not available,,,10.00,EUR,,EOF1\n'.repeat(2)}`
  const { result } = await parseSample(trading212, source)
  expect(result.transactions.map(({ type, quantity, externalId }) => [type, quantity, externalId])).toEqual([
    ['BUY', '1', undefined],
    ['BUY', '1', undefined],
  ])
  expect(result.issues.map(({ row, code }) => [row, code])).toEqual([[3, 'row-alike']])
})
