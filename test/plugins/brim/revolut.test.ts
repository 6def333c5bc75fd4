import { describe, expect, test } from 'bun:test'
import { revolut } from '#plugins/brim/revolut/index.ts'
import { currencyIn, dayOrder, openStamps } from '#plugins/brim/revolut/money.ts'
import { readCsv } from '#plugins/kit/index.ts'
import { add, decimal, formatDecimal, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, parseSample, totals, typesOf } from '#test/support/importers.ts'
import { describeSamples, sampleAt, samplesOf } from '#test/support/samples.ts'

const fixtures = new URL('./fixtures/revolut/', import.meta.url)

describe('own fixtures', () => {
  const byHand: Readonly<Record<string, [cash: Record<string, string>, held: Record<string, string>]>> = {
    'account-two-currencies.csv': [{ CHF: '539.22', EUR: '163.4' }, {}],
    'crypto-2022.csv': [{ EUR: '-402.35' }, { DOT: '18.4' }],
    'crypto-2025.csv': [{ EUR: '-400.19' }, { BTC: '0.007', ETH: '0.7503', DOT: '2' }],
    'statement-codes.csv': [{ USD: '244.95' }, { QRRY: '6', LNTR: '-1', OLDN: '-2.5', NEWN: '2.5', ORCH: '2' }],
    'trading-first-csv.csv': [{ USD: '20.98' }, { GLCR: '0.25' }],
    'trading-iso-codes.csv': [
      { USD: '951.69', EUR: '12.5' },
      { QRRY: '36', OLDCO: '-6', NEWCO: '2.4', PART: '2' },
    ],
    'trading-signs.csv': [{ EUR: '905.43' }, { HRBR: '0.75' }],
  }
  for (const [name, [cash, held]] of Object.entries(byHand))
    test(`${name} adds up to what was counted by hand`, async () => {
      const { result } = await parseSample(revolut, new URL(name, fixtures))
      expect(cashOf(result)).toEqual(cash)
      expect(holdingsOf(result)).toEqual(held)
    })
})

describe('amounts and days', () => {
  test('a currency is read from its code or its sign', () => {
    const cells = ['-$30.93', 'USD 85.11', '76.94 SEK', '€10.00', 'A$5', 'US$1', '35.52 CZK', '4,00 zł', '12.00', 'XYZ 1']
    expect(cells.map(currencyIn)).toEqual(['USD', 'USD', 'SEK', 'EUR', 'AUD', 'USD', 'CZK', 'PLN', undefined, undefined])
  })

  test('days by month name, ISO and digits; a number above 12 tells the order', () => {
    const cells = ['May 5, 2020, 10:10:57 PM', '13 Apr 2021, 09:54:54', '2023-09-22T13:30:10.514Z', '10/03/2021 17:48:01', 'soon']
    expect(cells.map((cell) => openStamps('dmy')(cell)?.date)).toEqual([
      '2020-05-05',
      '2021-04-13',
      '2023-09-22',
      '2021-03-10',
      undefined,
    ])
    expect(openStamps('dmy')('May 5, 2020, 10:10:57 PM')?.time).toBe('22:10:57')
    expect([dayOrder(['03/04/2021', '03/28/2021']), dayOrder(['03/04/2021', '28/03/2021']), dayOrder(['03/04/2021'])]).toEqual([
      'mdy',
      'dmy',
      'dmy',
    ])
  })
})

describe('a row of the old statement whose code cannot be read', () => {
  const statement = (...rows: string[]) =>
    parseSample(
      revolut,
      ['Trade Date,Settle Date,Currency,Activity Type,Company,Symbol Description,Symbol,Quantity,Price,Amount', ...rows, ''].join(
        '\n',
      ),
    )
  const row = (code: string, quantity: string, amount: string) =>
    `2020-06-29,-,USD,${code},Lantern Inc,LNTR - Lantern Inc,LNTR,${quantity},10,${amount}`

  test('holds back the trade that it may cancel, and none of another size', async () => {
    const { result } = await statement(row('BUY', '2', '20.00'), row('BUY', '3', '30.00'), row('?', '-2', '20.00'))
    expect(result.transactions.map(({ rows, type, quantity }) => [rows, type, quantity])).toEqual([[[3], 'BUY', '3']])
    expect(result.issues.map(({ row, code }) => [row, code])).toEqual([
      [4, 'unknown-type'],
      [2, 'event-incomplete'],
    ])
  })

  test('holds back the dividends of its day only where it may be a tax', async () => {
    const types = async (...rows: string[]) => (await statement(...rows)).result.transactions.map(({ type }) => type)
    expect(await types(row('DIV', '0', '2.00'), row('?', '4', '40.00'))).toEqual(['DIVIDEND'])
    expect(await types(row('DIV', '0', '2.00'), row('?', '0', '0.30'))).toEqual([])
  })
})

describe('what is not ours', () => {
  test('0 and one error for the whole file', async () => {
    const foreign = [
      'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id\n01-01-2025,06:46,31-12-2024,,,FX Credit,,EUR,12.28,EUR,217.01,\n',
      'a,b\n1,2\n',
    ]
    for (const text of foreign) {
      const { confidence, result } = await parseSample(revolut, text)
      expect(confidence).toBe(0)
      expect(result.transactions).toEqual([])
      expect(result.issues).toMatchObject([{ row: null, severity: 'error', code: 'not-revolut' }])
    }
  })
})

const EXPECTED: Readonly<Record<string, Record<string, number>>> = {
  'crypto-etg.csv': { BUY: 6, SELL: 1, INTEREST: 3 },
  'current-account-chf.csv': { DEPOSIT: 1, WITHDRAWAL: 5, TRANSFER: 1, FEE: 1 },
  'invest-2020-old-columns.csv': { BUY: 162, SELL: 146, DIVIDEND: 7, RETURN_OF_CAPITAL: 1, ADJUSTMENT: 1, SPLIT: 1 },
  'invest-etg.csv': { WITHDRAWAL: 1, DEPOSIT: 1, BUY: 3, SELL: 1, DIVIDEND: 1, FEE: 1, SPLIT: 1, TRANSFER: 1 },
}

const rowsOf = (text: string) =>
  readCsv(text)
    .rows.slice(1)
    .map((row) => row.cells)
const open = (name: string) => parseSample(revolut, sampleAt(`revolut/${name}`))

describeSamples('recorded files', () => {
  const names = samplesOf('revolut')
  test(`${names.length} files, every one expected here`, () => {
    expect(names.toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
  })

  for (const [name, types] of Object.entries(EXPECTED))
    test(`${name}: counts per type, every row accounted for, no error, no faulty draft`, async () => {
      const { file, confidence, result } = await open(name)
      expect(confidence).toBeGreaterThan(0.9)
      expect(typesOf(result.transactions)).toEqual(types)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      expect(result.issues.filter((issue) => issue.severity === 'error')).toEqual([])
    })

  test('invest-etg.csv: cash is the total column with the sign of the type, holdings the quantities of trades and the split', async () => {
    const { file, result } = await open('invest-etg.csv')
    const rows = rowsOf(file.text)
    const money = (cell: string) => decimal(cell.replace(/[^\d.-]/g, ''))
    const cash = rows.map(
      ([, , type = '', , , total = '', currency = '']) =>
        [currency, type.startsWith('BUY') ? negate(money(total)) : money(total)] as const,
    )
    expect(cashOf(result)).toEqual(totals(cash))
    const units = rows.flatMap(([, ticker = '', type = '', quantity = '']) => {
      const value = decimal(quantity.replace(',', '.') || '0')
      return type.startsWith('TRANSFER') ? [] : [[ticker, type.startsWith('SELL') ? negate(value) : value] as const]
    })
    expect(holdingsOf(result)).toEqual(totals(units))
  })

  test('invest-2020-old-columns.csv: cash and holdings from the raw cells', async () => {
    const { file, result } = await open('invest-2020-old-columns.csv')
    const rows = rowsOf(file.text)
    const out = /^(BUY|SELL CANCEL|DIVNRA|DIVTW)$/
    const cash = rows.map(
      (cells) =>
        ['USD', out.test(cells[3] as string) ? negate(decimal(cells[9] as string)) : decimal(cells[9] as string)] as const,
    )
    expect(cashOf(result)).toEqual(totals(cash))
    const units = rows.map((cells) => {
      const value = decimal(cells[7] as string)
      return [cells[6] as string, cells[3] === 'SELL' && value > 0n ? negate(value) : value] as const
    })
    expect(holdingsOf(result)).toEqual(totals(units))
    const withheld = rows
      .filter((cells) => /^(DIVNRA|DIVTW)$/.test(cells[3] as string))
      .map((cells) => decimal(cells[9] as string))
    expect(sum(result.transactions.map((draft) => decimal(draft.taxes ?? '0')))).toBe(sum(withheld))
  })

  test('crypto-etg.csv: cash is value and fees, holdings the quantities that came and went', async () => {
    const { file, result } = await open('crypto-etg.csv')
    const rows = rowsOf(file.text)
    const money = (cell: string) => decimal(cell.replace(/[^\d.]/g, '') || '0')
    const code = (cell: string) => (cell.includes('€') ? 'EUR' : cell.includes('$') ? 'USD' : 'SEK')
    const cash = rows.flatMap(([, type, , , value = '', fees = '']) => {
      if (type === 'Buy') return [[code(value), negate(add(money(value), money(fees)))] as const]
      return type === 'Sell' ? [[code(value), add(money(value), negate(money(fees)))] as const] : []
    })
    expect(cashOf(result)).toEqual(totals(cash))
    const signs: Readonly<Record<string, 1 | -1 | 0>> = { Buy: 1, Sell: -1, Send: -1, Receive: 1, Stake: 0, 'Staking reward': 1 }
    const units = rows.map(([symbol = '', type = '', quantity = '']) => {
      const value = decimal(quantity)
      return [symbol, signs[type] === 1 ? value : signs[type] === -1 ? negate(value) : ZERO] as const
    })
    expect(holdingsOf(result)).toEqual(totals(units))
  })

  test('current-account-chf.csv: the drafts end at the last balance, through every balance on the way', async () => {
    const { file, result } = await open('current-account-chf.csv')
    const rows = readCsv(file.text).rows.slice(1)
    let balance = ZERO
    for (const { number, cells } of rows) {
      const own = result.transactions.filter((draft) => draft.rows[0] === number).map((draft) => decimal(draft.amount ?? '0'))
      balance = add(balance, sum(own))
      expect(formatDecimal(balance)).toBe(formatDecimal(decimal(cells[9] as string)))
    }
    expect(cashOf(result)).toEqual({ CHF: '193.93' })
  })
})

describe('the crypto statement with a column that it did not have', () => {
  const rows = ['Symbol,Type,Quantity,Price,Value,Fees,Date', 'ETH,Buy,1,€100.00,€100.00,€1.00,"May 5, 2024, 10:10:57 AM"']
  const parsed = (change: (line: string, index: number) => string) => parseSample(revolut, `${rows.map(change).join('\n')}\n`)

  test('is claimed while the others are in their order, and the column is named', async () => {
    const whole = await parsed((line) => line)
    const { confidence, result } = await parsed((line, index) => `${line},${index === 0 ? 'Tax' : '2'}`)
    expect([confidence, result.transactions]).toEqual([0.92, whole.result.transactions])
    expect(result.issues.map(({ code }) => code)).toContain('column-unread')
  })

  test("is nobody's with two more, or in another order", async () => {
    expect((await parsed((line, index) => `${line},${index === 0 ? 'Tax,Note' : '2,x'}`)).confidence).toBe(0)
    const turned = await parsed((line, index) => `${index === 0 ? 'Note' : 'x'},${line.replace(/^(\w+),(\w+)/, '$2,$1')}`)
    expect(turned.confidence).toBe(0)
  })
})
