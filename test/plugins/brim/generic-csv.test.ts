import { expect, test } from 'bun:test'
import DecimalJs from 'decimal.js'
import fc from 'fast-check'
import type { ImportOptions, TransactionDraft } from '#plugins/brim/contract.ts'
import { FIELDS } from '#plugins/brim/generic-csv/columns.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { headOf } from '#plugins/kit/head.ts'
import * as kit from '#plugins/kit/index.ts'
import { xlsx, zip } from '#test/support/archives.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, openReport, openSample, parseSample } from '#test/support/importers.ts'

const HEADER = 'date,type,symbol,quantity,price,amount,currency,fees,external_id'

async function read(text: string, mapping?: ImportOptions) {
  const options = mapping === undefined ? {} : { mapping }
  const { file, confidence, result } = await parseSample(genericCsv, new TextEncoder().encode(text), { options })
  const optionFault = result.issues.some((issue) => issue.severity === 'error' && issue.row === null)
  if (!optionFault) expect(accountedFor(file, result)).toEqual([])
  expect(checkResult(result)).toEqual([])
  return { ...result, confidence }
}

/** The only draft of a file with one row, without what is undefined. */
async function draft(header: string, row: string, mapping?: ImportOptions): Promise<Partial<TransactionDraft>> {
  const { transactions, issues } = await read(`${header}\n${row}\n`, mapping)
  expect(issues.filter((issue) => issue.severity === 'error')).toEqual([])
  expect(transactions).toHaveLength(1)
  return JSON.parse(JSON.stringify(transactions[0]))
}

/** The code of the error that the only row of a file gives. */
async function fault(header: string, row: string, mapping?: ImportOptions): Promise<string | undefined> {
  const { transactions, issues } = await read(`${header}\n${row}\n`, mapping)
  expect(transactions).toEqual([])
  const errors = issues.filter((issue) => issue.severity === 'error')
  expect(errors.map((issue) => issue.row)).toEqual([2])
  return errors[0]?.code
}

test('a documented row becomes a draft with the ledger signs', async () => {
  expect(await draft(HEADER, '2010-01-01,BUY,SYM0,10,12.5,-126,EUR,1,x0')).toEqual({
    rows: [2],
    type: 'BUY',
    date: '2010-01-01',
    asset: 'SYM0',
    quantity: '10',
    price: '12.5',
    amount: '-126',
    currency: 'EUR',
    fees: '1',
    externalId: 'x0',
  })
})

test('a line of garbage is an error of its row; the rest is imported', async () => {
  const { transactions, issues, ignored } = await read('date,type,amount,currency\n2024-01-02,DEPOSIT,5,EUR\nolga')
  expect(transactions.map((each) => [each.type, each.amount, each.currency])).toEqual([['DEPOSIT', '5', 'EUR']])
  expect(issues).toEqual([
    { row: 3, severity: 'error', code: 'missing-type', detail: 'The row has no type of transaction.', text: 'olga' },
  ])
  expect(ignored).toEqual([{ row: 1, reason: 'header' }])
})

test('every documented column is read', async () => {
  const header = FIELDS.join(';')
  const row =
    '2024-01-02;09:30;2024-01-04;buy;ACME;US0378331005;Acme Inc.;stock;XNAS;3;100;USD;0.9;-271.5;EUR;1;0.5;;;;g1;id-1;first;mine, old;Depot 2;Executed'
  const { transactions, assets } = await read(`${header}\n${row}\n`)
  expect(JSON.parse(JSON.stringify(transactions[0]))).toEqual({
    rows: [2],
    type: 'BUY',
    date: '2024-01-02',
    time: '09:30',
    settledOn: '2024-01-04',
    asset: 'US0378331005',
    quantity: '3',
    price: '100',
    priceCurrency: 'USD',
    fxRate: '0.9',
    amount: '-271.5',
    currency: 'EUR',
    fees: '1',
    taxes: '0.5',
    externalId: 'id-1',
    description: 'first',
    userTags: ['mine, old'],
    account: 'Depot 2',
  })
  expect(assets).toEqual([
    {
      ref: 'US0378331005',
      symbol: 'ACME',
      isin: 'US0378331005',
      name: 'Acme Inc.',
      currency: 'USD',
      exchange: 'XNAS',
      type: 'STOCK',
      priceQuantity: undefined,
    },
  ])
})

test('the amount of a trade is computed exactly where it is left out', async () => {
  const header = 'date,type,symbol,quantity,price,currency,fees,taxes'
  expect((await draft(header, '2024-01-02,BUY,A,0.0267001,453.33,USD,0.02,0')).amount).toBe('-12.123956333')
  expect((await draft(header, '2024-01-02,SELL,A,3,10.1,USD,1,0.3')).amount).toBe('29')
  expect(await fault('date,type,symbol,quantity,price', '2024-01-02,BUY,A,1,1')).toBe('missing-currency')
  expect(await fault('date,type,symbol,quantity,currency', '2024-01-02,BUY,A,1,EUR')).toBe('missing-amount')
  expect(await fault('date,type,symbol,price,currency', '2024-01-02,BUY,A,1,EUR')).toBe('missing-quantity')
})

test('a computed amount is what decimal.js computes', async () => {
  const Wide = DecimalJs.clone({ precision: 60, rounding: DecimalJs.ROUND_HALF_EVEN })
  const size = fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 99_999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`)
  const cost = fc
    .integer({ min: 0, max: 9999 })
    .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('BUY', 'SELL'), size, size, cost, cost), { minLength: 1, maxLength: 8 }),
      async (rows) => {
        const lines = rows.map(
          ([type, quantity, price, fees, taxes]) => `2024-01-02,${type},A,${quantity},${price},CHF,${fees},${taxes}`,
        )
        const { transactions } = await read(`date,type,symbol,quantity,price,currency,fees,taxes\n${lines.join('\n')}\n`)
        const wanted = rows.map(([type, quantity, price, fees, taxes]) => {
          const value = new Wide(quantity).times(price).toDecimalPlaces(12)
          const gross = type === 'BUY' ? value.negated() : value
          return gross.minus(fees).minus(taxes).toFixed()
        })
        expect(transactions.map((each) => each.amount)).toEqual(wanted)
      },
    ),
    { numRuns: 200 },
  )
})

test('the type gives the sign where it leaves no doubt', async () => {
  expect((await draft(HEADER, '2024-01-02,SELL,A,10,12.5,124,EUR,1,')).quantity).toBe('-10')
  expect((await draft(HEADER, '2024-01-02,SELL,A,-10,12.5,124,EUR,1,')).quantity).toBe('-10')
  expect((await draft(HEADER, '2024-01-02,BUY,A,10,12.5,126,EUR,1,')).amount).toBe('-126')
  expect((await draft(HEADER, '2024-01-02,BUY,A,10,12.5,126,EUR,-1,')).fees).toBe('1')
  const cash = 'date,type,amount,currency'
  expect((await draft(cash, '2024-01-02,WITHDRAWAL,50,EUR')).amount).toBe('-50')
  expect((await draft(cash, '2024-01-02,WITHDRAWAL,-50,EUR')).amount).toBe('-50')
  expect((await draft(cash, '2024-01-02,DIVIDEND,5,EUR'.replace('DIVIDEND', 'INTEREST'))).amount).toBe('5')
  expect(await fault(cash, '2024-01-02,DEPOSIT,-5,EUR')).toBe('wrong-sign')
  expect(await fault(HEADER, '2024-01-02,BUY,A,-10,12.5,-126,EUR,1,')).toBe('wrong-sign')
  expect(await fault(HEADER, '2024-01-02,SELL,A,10,,-124,EUR,1,')).toBe('sign-unclear')
})

test('a fee without a minus is a cost, and that is said once', async () => {
  const { transactions, issues } = await read('date,type,amount,currency\n2024-01-02,FEE,5.00,EUR\n2024-01-03,Tax,2,EUR\n')
  expect(transactions.map((each) => each.amount)).toEqual(['-5', '-2'])
  expect(issues.map((issue) => [issue.row, issue.severity, issue.code])).toEqual([[null, 'info', 'taken-as-costs']])
})

test('a fee without a minus among costs with one is refused unless the sign is stated', async () => {
  const text = 'date,type,amount,currency\n2024-01-02,FEE,-5,EUR\n2024-01-03,FEE,2,EUR\n'
  const unclear = await read(text)
  expect(unclear.transactions.map((each) => each.amount)).toEqual(['-5'])
  expect(unclear.issues.map((issue) => [issue.row, issue.code])).toEqual([[3, 'sign-unclear']])
  expect((await read(text, { sign: 'as_is' })).transactions.map((each) => each.amount)).toEqual(['-5', '2'])
  expect((await read(text, { sign: 'by_type' })).transactions.map((each) => each.amount)).toEqual(['-5', '-2'])
})

test('synonyms of types are known, whatever the case', async () => {
  const types = {
    Purchase: 'BUY',
    'stock split': 'SPLIT',
    Withdraw: 'WITHDRAWAL',
    DIVIDENDS: 'DIVIDEND',
    commission: 'FEE',
    Transfer_In: 'TRANSFER',
    'transfer-out': 'TRANSFER',
    gift: 'ADJUSTMENT',
  }
  const rows: Record<string, string> = { BUY: ',A,1,,-5,', SPLIT: ',A,,,,10:1', TRANSFER: ',A,2,,,', ADJUSTMENT: ',A,2,,,' }
  for (const [name, type] of Object.entries(types)) {
    const row = `2024-01-02,${name},EUR${rows[type] ?? (type === 'DIVIDEND' ? ',A,,,5,' : ',,,,5,')}`
    expect((await draft('date,type,currency,symbol,quantity,price,amount,ratio', row)).type).toBe(
      type as TransactionDraft['type'],
    )
  }
  expect(await fault('date,type,amount,currency', '2024-01-02,Umbuchung,5,EUR')).toBe('unknown-type')
  expect(await fault('date,type,amount,currency', '2024-01-02,constructor,5,EUR')).toBe('unknown-type')
})

test('transfers in and out, splits, exchanges and conversions', async () => {
  const header = 'date,type,symbol,quantity,amount,currency,cost_basis,ratio,cost_share,group'
  expect(await draft(header, '2024-01-02,TRANSFER_OUT,A,3,,EUR,,,,')).toEqual({
    rows: [2],
    type: 'TRANSFER',
    date: '2024-01-02',
    asset: 'A',
    quantity: '-3',
    amount: '0',
    currency: 'EUR',
  })
  expect((await draft(header, '2024-01-02,TRANSFER_IN,A,3,,EUR,250.5,,,')).costBasis).toBe('250.5')
  expect((await draft(header, '2024-01-02,TRANSFER_OUT,,,100,EUR,,,,')).amount).toBe('-100')
  expect((await draft(header, '2024-01-02,SPLIT,A,,,,,10 for 1,,')).ratio).toBe('10:1')
  expect((await draft(header, '2024-01-02,SPLIT,A,9,,,,,,')).quantity).toBe('9')
  const { transactions } = await read(
    `${header}\n2024-01-02,EXCHANGE,A,-3,,,,,,g\n2024-01-02,EXCHANGE,B,6,,,,,1,g\n2024-01-03,FX,,,-100,EUR,,,,h\n2024-01-03,FX,,,108.5,USD,,,,h\n`,
  )
  expect(transactions.map((each) => [each.type, each.group, each.costShare])).toEqual([
    ['EXCHANGE', 'g', undefined],
    ['EXCHANGE', 'g', '1'],
    ['FX_CONVERSION', 'h', undefined],
    ['FX_CONVERSION', 'h', undefined],
  ])
  for (const [row, code] of [
    ['SPLIT,A,,,,,,,', 'missing-ratio'],
    ['SPLIT,A,,,,,0:1,,', 'invalid-ratio'],
    ['FX,,,5,EUR,,,,', 'missing-group'],
    ['TRANSFER,A,3,5,EUR,,,,', 'cash-in-asset-row'],
    ['ADJUSTMENT,A,,,,,,,', 'missing-quantity'],
    ['TRANSFER,,3,,,,,,', 'missing-asset'],
  ] as const)
    expect(await fault(header, `2024-01-02,${row}`)).toBe(code)
})

test('a conversion or exchange with a broken leg is not imported by half', async () => {
  const header = 'date,type,symbol,quantity,amount,currency,group'
  const { transactions, issues } = await read(
    `${header}\n2024-01-03,FX,,,-100,EUR,h\n2024-01-03,FX,,,108.5,US$,h\n2024-01-03,FX,,,5,EUR,lone\n2024-01-03,EXCHANGE,A,-3,,,g\nx,EXCHANGE,B,6,,,g\n2024-01-04,DEPOSIT,,,1,EUR,\n`,
  )
  expect(transactions.map((each) => each.type)).toEqual(['DEPOSIT'])
  expect(issues.map((issue) => [issue.row, issue.code]).toSorted()).toEqual([
    [2, 'incomplete-group'],
    [3, 'unknown-currency'],
    [4, 'incomplete-group'],
    [5, 'incomplete-group'],
    [6, 'invalid-date'],
  ])
})

test('income is cash, or units in kind with an amount of 0 or a cost basis', async () => {
  const header = 'date,type,symbol,quantity,amount,currency,taxes,cost_basis'
  expect(await draft(header, '2024-01-02,DIVIDEND,A,,8.5,USD,1.5,')).toEqual({
    rows: [2],
    type: 'DIVIDEND',
    date: '2024-01-02',
    asset: 'A',
    amount: '8.5',
    currency: 'USD',
    taxes: '1.5',
  })
  expect((await draft(header, '2024-01-02,DIVIDEND,A,2,0,USD,,40')).quantity).toBe('2')
  expect((await draft(header, '2024-01-02,INTEREST,COIN,0.01,,EUR,,3')).costBasis).toBe('3')
  expect(await fault(header, '2024-01-02,DIVIDEND,A,2,,USD,,')).toBe('missing-amount')
  expect(await fault(header, '2024-01-02,DIVIDEND,,,5,USD,,')).toBe('missing-asset')
  const { transactions, issues } = await read(`${header}\n2024-01-02,DIVIDEND,A,10,8.5,USD,,\n`)
  expect(transactions[0]?.quantity).toBeUndefined()
  expect(issues.map((issue) => [issue.row, issue.severity, issue.code])).toEqual([[2, 'warning', 'quantity-left-out']])
})

test('pence, agorot and cents become pounds, shekels and rand', async () => {
  expect(
    await draft('date,type,symbol,quantity,price,price_currency,amount,currency,fees', '2024-01-02,BUY,A,10,1250,GBX,-126,GBP,1'),
  ).toMatchObject({ price: '12.5', amount: '-126', currency: 'GBP' })
  expect(await draft(HEADER, '2024-01-02,BUY,A,10,1250,-12600,GBp,100,')).toMatchObject({
    price: '12.5',
    amount: '-126',
    currency: 'GBP',
    fees: '1',
  })
  expect(await draft(HEADER, '2024-01-02,SELL,A,10,1250,,ILA,,')).toMatchObject({ price: '12.5', amount: '125', currency: 'ILS' })
  expect(await draft('date,type,amount,currency', '2024-01-02,DEPOSIT,500,ZAc')).toMatchObject({ amount: '5', currency: 'ZAR' })
  expect(await draft('date,type,amount,currency', '2024-01-02,DEPOSIT,500,eur')).toMatchObject({ amount: '500', currency: 'EUR' })
  expect(await fault('date,type,amount,currency', '2024-01-02,DEPOSIT,500,€')).toBe('unknown-currency')
})

test('a price in another currency needs a rate or an amount that tells it; pence are never mistaken', async () => {
  const header = 'date,type,symbol,quantity,price,price_currency,fx_rate,amount,currency'
  const row = (price: string, currency: string, rate: string, amount: string) =>
    `2024-01-02,BUY,A,10,${price},${currency},${rate},${amount},EUR`
  expect(await draft(header, row('12.5', 'USD', '0.9', ''))).toMatchObject({
    amount: '-112.5',
    fxRate: '0.9',
    priceCurrency: 'USD',
  })
  expect(await draft(header, row('12.5', 'USD', '', '-112.5'))).toMatchObject({ fxRate: '0.9' })
  expect(await draft(header, row('1250', 'GBX', '1.16', '-145'))).toMatchObject({
    price: '12.5',
    priceCurrency: 'GBP',
    fxRate: '1.16',
  })
  expect(await draft(header, row('1250', 'GBX', '0.0116', '-145'))).toMatchObject({
    price: '12.5',
    priceCurrency: 'GBP',
    fxRate: '1.16',
  })
  expect(await fault(header, row('1250', 'GBX', '1.16', ''))).toBe('rate-unclear')
  expect(await fault(header, row('12.5', 'USD', '', ''))).toBe('rate-unclear')
  expect(await fault(header, row('12.5', 'USD', '1.11', '-112.5'))).toBe('amount-mismatch')
  expect(await fault(header, row('12.5', 'EUR', '0.9', '-112.5'))).toBe('rate-unclear')
})

test('an amount that does not fit is refused: gross, pence without saying so, wrong sign', async () => {
  expect(await fault(HEADER, '2024-01-02,BUY,A,10,12.5,-125,EUR,1,')).toBe('amount-mismatch')
  expect(await fault(HEADER, '2024-01-02,BUY,A,10,1250,-126,GBP,1,')).toBe('amount-mismatch')
  expect(await fault(HEADER, '2024-01-02,SELL,A,10,12.5,-124,EUR,1,')).toBe('amount-mismatch')
  expect((await draft(HEADER, '2024-01-02,BUY,A,3,33.33,-100,EUR,0,')).amount).toBe('-100')
})

test('bonds in percent and options are priced for the units that their amount tells', async () => {
  const header = 'date,type,symbol,asset_type,quantity,price,amount,currency'
  for (const [row, per] of [
    ['BUY,B,bond,10000,98.5,-9850,EUR', '100'],
    ['BUY,O,option,2,1.5,-300,USD', '0.01'],
    ['BUY,B,bond,10,985,-9850,EUR', undefined],
  ] as const) {
    const { assets, issues } = await read(`${header}\n2024-01-02,${row}\n`)
    expect(issues).toEqual([])
    expect(assets[0]?.priceQuantity).toBe(per)
  }
  expect(await fault(header, '2024-01-02,BUY,B,bond,10000,98.5,,EUR')).toBe('missing-amount')
})

test('one asset by its ISIN though some rows name only the symbol; two listings are two assets', async () => {
  const { transactions, assets } = await read(
    'date,type,symbol,isin,exchange,quantity,price,currency\n2024-01-02,BUY,ACME,,,1,5,EUR\n2024-01-03,BUY,ACME,US0378331005,,1,5,EUR\n2024-01-04,BUY,X,,XETR,1,5,EUR\n2024-01-05,BUY,X,,XLON,1,5,GBP\n',
  )
  expect(transactions.map((each) => each.asset)).toEqual(['US0378331005', 'US0378331005', 'X.XETR', 'X.XLON'])
  expect(assets.map((asset) => asset.ref)).toEqual(['US0378331005', 'X.XETR', 'X.XLON'])
  expect(await fault('date,type,isin,quantity,price,currency', '2024-01-02,BUY,US0378331006,1,1,EUR')).toBe('invalid-isin')
  expect(await fault('date,type,quantity,price,currency', '2024-01-02,BUY,1,1,EUR')).toBe('missing-asset')
})

test('days that are not ISO are read only when the file proves their order', async () => {
  const days = async (...dates: string[]) =>
    await read(`date,type,amount,currency\n${dates.map((date) => `${date},DEPOSIT,5,EUR`).join('\n')}\n`)
  expect((await days('2024-01-02T09:30:00Z', '20240103', '2024/1/4')).transactions.map((each) => each.date)).toEqual([
    '2024-01-02',
    '2024-01-03',
    '2024-01-04',
  ])
  expect((await days('2024-01-02 09:30:00')).transactions[0]?.time).toBe('09:30:00')
  expect((await days('02/01/2024', '31/01/2024')).transactions.map((each) => each.date)).toEqual(['2024-01-02', '2024-01-31'])
  expect((await days('02/01/2024', '01/31/2024')).transactions.map((each) => each.date)).toEqual(['2024-02-01', '2024-01-31'])
  expect((await days('2 Jan 2024')).transactions[0]?.date).toBe('2024-01-02')
  for (const dates of [['02/01/2024'], ['05/05/2024'], ['31/01/2024', '01/31/2024'], ['25-01-15']]) {
    const { transactions, issues } = await days(...dates)
    expect(transactions).toEqual([])
    expect(new Set(issues.map((issue) => issue.code))).toEqual(new Set(['ambiguous-date']))
    expect(issues[0]?.detail).toContain('options.mapping.date_format')
  }
  expect((await days('2024-02-30')).issues[0]?.code).toBe('invalid-date')
  expect((await days('1899-12-31')).issues[0]?.code).toBe('invalid-date')
})

test('a stated order is obeyed', async () => {
  const text = 'date,type,amount,currency\n02/01/24,DEPOSIT,5,EUR\n'
  expect((await read(text, { date_format: 'dmy' })).transactions[0]?.date).toBe('2024-01-02')
  expect((await read(text, { date_format: 'mdy' })).transactions[0]?.date).toBe('2024-02-01')
  expect((await read(text, { date_format: 'ymd' })).transactions[0]?.date).toBe('2002-01-24')
})

test('numbers follow the sign that the file proves; where it proves none, a number with one is refused', async () => {
  const amounts = async (...values: string[]) =>
    await read(`date;type;amount;currency\n${values.map((value) => `2024-01-02;DEPOSIT;${value};EUR`).join('\n')}\n`)
  const of = async (...values: string[]) => (await amounts(...values)).transactions.map((each) => each.amount)
  expect(await of('12,50', '1.234', '1.234,5')).toEqual(['12.5', '1234', '1234.5'])
  expect(await of('12.50', '1.234', '1,234.5')).toEqual(['12.5', '1.234', '1234.5'])
  expect(await of('1,234', '12.50')).toEqual(['1234', '12.5'])
  expect(await of('1.234', '10')).toEqual(['1.234', '10'])
  expect((await amounts('1,234', '10')).issues.map((issue) => [issue.row, issue.code])).toEqual([[2, 'ambiguous-number']])
  expect((await amounts('12,50', '12.50', '1.234')).issues.map((issue) => [issue.row, issue.code])).toEqual([
    [4, 'ambiguous-number'],
  ])
  expect((await amounts('n/a')).issues[0]?.code).toBe('invalid-number')
  expect(
    (await read('date;type;amount;currency\n2024-01-02;DEPOSIT;1,234;EUR\n', { decimal: 'comma' })).transactions[0]?.amount,
  ).toBe('1.234')
  expect((await read('date;type;amount;currency\n2024-01-02;DEPOSIT;1,5;EUR\n', { decimal: 'dot' })).issues[0]?.code).toBe(
    'invalid-number',
  )
})

test('more than twelve places are rounded half to even, with a warning; too many digits are refused', async () => {
  const header = 'date,type,symbol,quantity'
  const { transactions, issues } = await read(
    `${header}\n2024-01-02,ADJUSTMENT,ETH,0.1234567890125\n2024-01-02,ADJUSTMENT,ETH,0.1234567890135\n2024-01-02,ADJUSTMENT,ETH,-1.123456789012345678\n`,
  )
  expect(transactions.map((each) => each.quantity)).toEqual(['0.123456789012', '0.123456789014', '-1.123456789012'])
  expect(issues.map((issue) => issue.code)).toEqual(['rounded', 'rounded', 'rounded'])
  expect(await fault(header, '2024-01-02,ADJUSTMENT,ETH,12345678901234567890123456789')).toBe('invalid-number')
})

test('a row with more cells than the header is refused: its figures have shifted', async () => {
  expect(await fault(HEADER, '2024-01-02,BUY,Acme, Inc.,10,12.5,-126,EUR,1,x')).toBe('too-many-cells')
  expect((await draft('date,type,amount,currency', '2024-01-02,DEPOSIT,5,EUR,,')).amount).toBe('5')
})

test('an external id that repeats is refused in its second row', async () => {
  const { transactions, issues } = await read(
    'date,type,amount,currency,external_id\n2024-01-02,DEPOSIT,5,EUR,a\n2024-01-03,DEPOSIT,6,EUR,a\n2024-01-03,DEPOSIT,7,EUR,\n2024-01-03,DEPOSIT,7,EUR,\n',
  )
  expect(transactions.map((each) => each.amount)).toEqual(['5', '7', '7'])
  expect(issues.map((issue) => [issue.row, issue.code])).toEqual([[3, 'repeated-external-id']])
})

test('a row that has the external id and every other cell of one above is left out', async () => {
  const { transactions, issues, ignored } = await read(
    'date,type,amount,currency,external_id\n2024-01-02,DEPOSIT,5,EUR,a\n2024-01-02,DEPOSIT,5,EUR,b\n2024-01-02,DEPOSIT,5,EUR,a\n',
  )
  expect(transactions.map(({ rows }) => rows)).toEqual([[2], [3]])
  expect(issues).toEqual([])
  expect(ignored).toContainEqual({ row: 4, reason: 'repeats row 2, under the same number' })
})

test('preamble, repeated headers and unread columns are accounted for', async () => {
  const { transactions, ignored, issues } = await read(
    'My broker,2024\n\ndate,type,amount,currency,Mood,Weather\n2024-01-02,DEPOSIT,5,EUR,good,\ndate,type,amount,currency,Mood,Weather\n2024-01-03,DEPOSIT,6,EUR,,\n',
  )
  expect(transactions).toHaveLength(2)
  expect(ignored).toEqual([
    { row: 1, reason: 'preamble' },
    { row: 3, reason: 'header' },
    { row: 5, reason: 'header' },
  ])
  expect(issues).toEqual([
    { row: null, severity: 'info', code: 'unread-columns', detail: 'These columns were not read: Mood, Weather.' },
  ])
})

test('our own export is read back: signs as they stand, formula guards taken off, bonds by their amounts', async () => {
  const header =
    'id,broker_id,type,date,time,settled_on,asset_id,symbol,isin,name,quantity,price,price_currency,fx_rate,amount,currency,fees,taxes,cost_basis,ratio,cost_share,group_id,external_id,description,tags'
  const rows = [
    '1,7,BUY,2024-01-02,09:30:00,,5,BND,,Bond,10000,98.5,EUR,,-9850,EUR,0,0,,,,,,,',
    '2,7,FEE,2024-01-03,,,,,,,0,,,,2.5,EUR,0,0,,,,,,refund,',
    "3,7,DEPOSIT,2024-01-01,,,,,,,0,,,,20000,EUR,0,0,,,,,'=cmd,'-text,a b",
    '4,7,FX_CONVERSION,2024-01-04,,,,,,,0,,,,-100,EUR,0,0,,,,g1,,,',
    '5,7,FX_CONVERSION,2024-01-04,,,,,,,0,,,,108.5,USD,0,0,,,,g1,,,',
    '6,7,DIVIDEND,2024-01-05,,,5,BND,,Bond,3,,,,0,EUR,0,0,12,,,,,,',
  ]
  const { transactions, assets, issues } = await read(`${header}\n${rows.join('\n')}\n`)
  expect(issues).toEqual([])
  expect(transactions[2]?.userTags).toEqual(['a b'])
  expect(assets).toMatchObject([{ ref: 'BND', name: 'Bond', priceQuantity: '100' }])
  expect(transactions.map((each) => [each.type, each.quantity, each.amount])).toEqual([
    ['BUY', '10000', '-9850'],
    ['FEE', undefined, '2.5'],
    ['DEPOSIT', undefined, '20000'],
    ['FX_CONVERSION', undefined, '-100'],
    ['FX_CONVERSION', undefined, '108.5'],
    ['DIVIDEND', '3', '0'],
  ])
  expect(transactions[2]).toMatchObject({ externalId: '=cmd', description: '-text' })
  const guards = await read(`${header}\n1,7,DEPOSIT,2024-01-01,,,,,,,0,,,,5,EUR,0,0,,,,,''=cmd,'\uff1dx,\n`)
  expect(guards.transactions[0]).toMatchObject({ externalId: "'=cmd", description: '\uff1dx' })
  const odd = await read(`${header}\n1,7,BUY,2024-01-02,,,5,BND,,Bond,10000,985,EUR,,-9850,EUR,0,0,,,,,,,\n`)
  expect(odd.transactions[0]).toMatchObject({ quantity: '10000', amount: '-9850' })
  expect(odd.transactions[0]?.price).toBeUndefined()
  expect(odd.issues.map((issue) => issue.code)).toContain('price-left-out')
})

test("anyone's CSV is read with a mapping", async () => {
  const text =
    'Konto 1;;;;;\n\nBuchungstag;Vorgang;Titel;Stück;Wert;Notiz\n31.12.2023;Kauf;Acme AG;10,5;-1.050,00;eins\n02.01.2024;Storno;Acme AG;1;5;zwei\n03.01.2024;;;;-20,5;drei\n04.01.2024;;;;30;vier\n'
  const { transactions, issues, ignored } = await read(text, {
    columns: { date: 'buchungstag', type: 'Vorgang', name: 'Titel', quantity: 'Stück', amount: 'Wert', description: 'Notiz' },
    types: { Kauf: 'BUY', Storno: 'IGNORE' },
    defaults: { currency: 'EUR', type: 'DEPOSIT' },
    date_format: 'dmy',
    decimal: 'comma',
  })
  expect(issues).toEqual([])
  expect(
    transactions.map((each) => [each.date, each.type, each.asset, each.quantity, each.amount, each.currency, each.description]),
  ).toEqual([
    ['2023-12-31', 'BUY', 'Acme AG', '10.5', '-1050', 'EUR', 'eins'],
    ['2024-01-03', 'WITHDRAWAL', undefined, undefined, '-20.5', 'EUR', 'drei'],
    ['2024-01-04', 'DEPOSIT', undefined, undefined, '30', 'EUR', 'vier'],
  ])
  expect(ignored.map((entry) => entry.row)).toEqual([1, 3, 5])
})

test('with mapped columns only these are read; what looks as if it counted is named to be ignored', async () => {
  const mapping = {
    columns: { date: 'date', type: 'type', symbol: 'symbol', quantity: 'quantity', price: 'price', currency: 'currency' },
    ignore: ['Fees'],
  }
  expect((await draft(HEADER, '2024-01-02,BUY,A,10,12.5,-999,EUR,1,x', mapping)).amount).toBe('-125')
})

test('a stated delimiter splits the file again', async () => {
  const { transactions } = await read('date#type#amount#currency\n2024-01-02#DEPOSIT#5#EUR\n', { delimiter: '#' })
  expect(transactions).toHaveLength(1)
})

test('a fault in the options names the option, and nothing is imported', async () => {
  const cases: [ImportOptions, string][] = [
    [{ colums: {} }, 'options.mapping.colums'],
    [{ columns: { date: 'Day', type: 'type' } }, 'options.mapping.columns.date'],
    [{ columns: { date: 'date' } }, 'options.mapping.columns.type'],
    [{ columns: { type: 'type' } }, 'options.mapping.columns.date'],
    [{ columns: { date: 'date', type: 'type', total: 'amount' } }, 'options.mapping.columns.total'],
    [{ columns: { date: 5, type: 'type' } }, 'options.mapping.columns.date'],
    [{ columns: [] }, 'options.mapping.columns'],
    [{ types: { Kauf: 'PURCHASED?' } }, 'options.mapping.types.Kauf'],
    [{ defaults: { amount: '5' } }, 'options.mapping.defaults.amount'],
    [{ defaults: { type: 'nonsense' } }, 'options.mapping.defaults.type'],
    [{ date_format: 'iso' }, 'options.mapping.date_format'],
    [{ decimal: ',' }, 'options.mapping.decimal'],
    [{ sign: 'yes' }, 'options.mapping.sign'],
    [{ delimiter: ';;' }, 'options.mapping.delimiter'],
  ]
  for (const [mapping, name] of cases) {
    const { transactions, issues } = await read('date,type,amount,currency\n2024-01-02,DEPOSIT,5,EUR\n', mapping)
    expect(transactions).toEqual([])
    expect(issues.map((issue) => [issue.row, issue.severity, issue.code])).toContainEqual([null, 'error', 'invalid-option'])
    expect(issues.some((issue) => issue.detail.startsWith(`${name}:`))).toBe(true)
  }
  const { result } = await parseSample(genericCsv, 'date,type,amount,currency\n', { options: { maping: {} } })
  expect(result.issues[0]?.detail).toStartWith('options.maping:')
})

test('it recognises its own tables at 0.5 at most, and no others', async () => {
  const confidence = async (text: string) => (await read(text)).confidence
  expect(await confidence(`${HEADER}\n`)).toBe(0.5)
  expect(await confidence('Date;Type;Amount;Currency\n')).toBe(0.5)
  expect(await confidence('date,type\n')).toBe(0.2)
  expect(await confidence('date,type,a,b,c\n')).toBe(0.05)
  for (const text of ['a,b,c\n1,2,3\n', '<a/>', '{"date": 1, "type": 2}', 'date\n2024-01-02\n'])
    expect(await confidence(text)).toBe(0)
})

test('a workbook and an archive are read like a CSV', async () => {
  const rows = [
    ['date', 'type', 'symbol', 'quantity', 'price', 'currency'],
    [new Date(Date.UTC(2024, 0, 31)), 'BUY', 'A', 0.1 + 0.2, 10, 'EUR'],
  ]
  const book = await xlsx({ name: 'Trades', rows }, { name: 'Notes', rows: [['hello']] })
  const { file, result } = await parseSample(genericCsv, book, { filename: 'a.xlsx' })
  expect(accountedFor(file, result)).toEqual([])
  expect(result.transactions).toMatchObject([{ date: '2024-01-31', quantity: '0.3', amount: '-3' }])
  const [inner] = await openSample(await zip([['x/a.csv', `${HEADER}\n2010-01-01,BUY,SYM0,10,12.5,-126,EUR,1,x0\n`]]))
  expect(inner && cashOf(genericCsv.parse(inner, {}, kit))).toEqual({ EUR: '-126' })
})

test('totals of a file are the sums of its rows', async () => {
  const { transactions, assets, issues, ignored } = await read(
    `${HEADER}\n2024-01-01,DEPOSIT,,,,1000,EUR,,\n2024-01-02,BUY,A,10,12.5,-126,EUR,1,\n2024-01-03,SELL,A,4,13,51,EUR,1,\n`,
  )
  const result = { transactions, assets, issues, ignored }
  expect(cashOf(result)).toEqual({ EUR: '925' })
  expect(holdingsOf(result)).toEqual({ A: '6' })
})

test('any table is taken without throwing and every row is accounted for', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '2024-01-02',
      '02/01/2024',
      'BUY',
      'SELL',
      'FEE',
      'DIVIDEND',
      'TRANSFER',
      'SPLIT',
      'FX',
      'EUR',
      'GBX',
      'USD',
      '5',
      '-5',
      '1,5',
      '1.234',
      '10:1',
      'A',
      '',
      'US0378331005',
      "'=x",
    ),
    fc.string({ maxLength: 6 }),
  )
  const header = [
    'date',
    'type',
    'symbol',
    'isin',
    'quantity',
    'price',
    'price_currency',
    'fx_rate',
    'amount',
    'currency',
    'fees',
    'ratio',
    'group',
    'external_id',
  ]
  const row = fc.array(cell, { minLength: 1, maxLength: header.length })
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.constantFrom('lenient', 'as_is', 'by_type'), async (rows, sign) => {
      const text = [header, ...rows].map((cells) => cells.map(quote).join(',')).join('\n')
      if (text.includes('\0')) return
      const [file] = await openReport(new TextEncoder().encode(`${text}\n`), 'a.csv')
      if (!file || headOf(file).format !== 'csv') return
      const result = genericCsv.parse(file, sign === 'lenient' ? {} : { mapping: { sign } }, kit)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('in steps it gives the same, and never works long between two of them', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `2010-01-01,BUY,SYM${index % 7},10,12.5,-126,EUR,1,x${index}`)
  const [file] = await openReport(new TextEncoder().encode([HEADER, ...rows, 'olga'].join('\n')), 'big.csv')
  if (!file) throw new Error('no file')
  const steps = genericCsv.parseInSteps?.(file, {}, kit)
  let pauses = 0
  for (let step = steps?.next(); step; step = steps?.next()) {
    if (step.done) {
      expect(step.value).toEqual(genericCsv.parse(file, {}, kit))
      break
    }
    pauses++
  }
  expect(pauses).toBeGreaterThanOrEqual(10)
})

const COUNTING =
  'Fee Tax gross Net Shares units Gebühr Steuer Netto Brutto Anteile Stück netAmount Bruttobetrag Kapitalertragsteuer Commission Frais Impôts Ritenuta Transactiekosten Courtage Källskatt Opłata'.split(
    ' ',
  )

for (const title of [...COUNTING, 'Order status', 'amount', 'currency'])
  test(`a table with a column ${title} that nobody reads is not claimed, and refused by name when chosen`, async () => {
    const text = `date,type,amount,currency,${title}\n2024-02-01,DIVIDEND,10,EUR,7.36\n`
    const { confidence, transactions, issues } = await read(text)
    expect(confidence).toBe(0)
    expect(transactions).toEqual([])
    expect(issues.map((issue) => [issue.row, issue.severity, issue.code])).toEqual([[null, 'error', 'unread-columns']])
    expect(issues[0]?.detail).toContain(title)
    const isTwice = title === 'amount' || title === 'currency'
    expect(issues[0]?.detail).toContain(isTwice ? 'a title of its own' : 'options.mapping.ignore')
  })

test('a column that counts is read by a mapping, or ignored by name', async () => {
  const text = 'date,type,amount,currency,Net,Kontostatus\n2024-02-01,INTEREST,10,EUR,7.36,x\n'
  const columns = { date: 'date', type: 'type', amount: 'Net', currency: 'currency' }
  const mapped = await read(text, { columns, ignore: ['kontostatus'] })
  expect(mapped.transactions.map((each) => each.amount)).toEqual(['7.36'])
  const half = await read(text, { columns })
  expect([half.transactions, half.issues.map((issue) => issue.code)]).toEqual([[], ['unread-columns']])
  const ignored = await read(text, { ignore: ['NET', 'Kontostatus'] })
  expect(ignored.transactions.map((each) => each.amount)).toEqual(['10'])
  const wrong = await read(text, { ignore: 'Net' })
  expect(wrong.issues.map((issue) => issue.code)).toEqual(['invalid-option'])
})

test('what was cancelled or rejected is left out; a status that nobody knows refuses its row', async () => {
  const text =
    'date,type,amount,currency,status\n2024-02-01,DEPOSIT,10,EUR,Executed\n2024-02-02,DEPOSIT,2500,EUR,Cancelled\n2024-02-03,WITHDRAWAL,-100,EUR,Abgelehnt\n2024-02-04,DEPOSIT,7,EUR,Reversed\n2024-02-05,DEPOSIT,8,EUR,\n2024-02-06,DEPOSIT,9,EUR,ausgeführt\n'
  const { confidence, transactions, issues, ignored } = await read(text)
  expect(confidence).toBe(0.5)
  expect(transactions.map((each) => each.amount)).toEqual(['10', '9'])
  expect(ignored.map((entry) => entry.row)).toEqual([1, 3, 4])
  expect(issues.map((issue) => [issue.row, issue.code])).toEqual([
    [5, 'unknown-status'],
    [6, 'unknown-status'],
  ])
  const empty = await read('date,type,amount,currency,status\n2024-02-05,DEPOSIT,8,EUR,\n')
  expect(empty.transactions.map((each) => each.amount)).toEqual(['8'])
  const unread = await read(text, { ignore: ['status'] })
  expect(unread.transactions).toHaveLength(6)
})
