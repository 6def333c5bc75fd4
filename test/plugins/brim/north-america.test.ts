/** The worst traps of the brokers of the United States, Canada, Australia and India. */
import { expect, test } from 'bun:test'
import { commsec } from '#plugins/brim/commsec/index.ts'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { etrade } from '#plugins/brim/etrade/index.ts'
import { fidelity } from '#plugins/brim/fidelity/index.ts'
import { groww } from '#plugins/brim/groww/index.ts'
import { merrill } from '#plugins/brim/merrill/index.ts'
import { morganStanley } from '#plugins/brim/morgan-stanley/index.ts'
import { questrade } from '#plugins/brim/questrade/index.ts'
import { rbcDirectInvesting } from '#plugins/brim/rbc-direct-investing/index.ts'
import { robinhood } from '#plugins/brim/robinhood/index.ts'
import { schwab } from '#plugins/brim/schwab/index.ts'
import { selfwealth } from '#plugins/brim/selfwealth/index.ts'
import { vanguardUs } from '#plugins/brim/vanguard-us/index.ts'
import { wealthsimple } from '#plugins/brim/wealthsimple/index.ts'
import { zerodha } from '#plugins/brim/zerodha/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { holdingsOf, openSample, parseSample } from '#test/support/importers.ts'

const read = async (plugin: BrokerPlugin, name: string) =>
  (await parseSample(plugin, new URL(`fixtures/${plugin.code}/${name}`, import.meta.url))).result

test('Fidelity: shares of an employer for 0.00 come in at what they were worth; they were not bought for nothing', async () => {
  const { transactions } = await read(fidelity, 'netbenefits.csv')
  expect(transactions.find(({ quantity }) => quantity === '15')).toMatchObject({ type: 'TRANSFER', costBasis: 'market' })
  expect(transactions.find(({ quantity }) => quantity === '8')).toMatchObject({ type: 'BUY', date: '2025-09-11', amount: '-340' })
})

test('Fidelity: the sentences below the rows are no bookings, and a row whose day cannot be read is none of them', async () => {
  const text = await Bun.file(new URL('fixtures/fidelity/history.csv', import.meta.url)).text()
  const { result } = await parseSample(fidelity, text.replace('05/06/2025', '#?#'))
  expect(result.ignored.filter(({ reason }) => reason === 'disclaimer')).toHaveLength(2)
  expect(result.issues).toMatchObject([{ row: 9, code: 'invalid-date' }])
})

test('Fidelity: a row of which one figure is left is no sentence below the rows', async () => {
  const text = await Bun.file(new URL('fixtures/fidelity/history.csv', import.meta.url)).text()
  const lines = text.split('\n')
  const width = lines.find((line) => line.includes('Run Date'))?.split(',').length ?? 0
  const at = lines.findIndex((line) => line.startsWith('05/06/2025'))
  const { result } = await parseSample(fidelity, lines.with(at, `${','.repeat(width - 1)}5`).join('\n'))
  expect(result.ignored.filter(({ reason }) => reason === 'disclaimer')).toHaveLength(2)
  expect(result.issues).toMatchObject([{ row: 9, severity: 'error', code: 'unknown-type' }])
})

test('Robinhood: "4S" is what a split added, brackets are negative, and the sign tells a deposit from a withdrawal', async () => {
  const { transactions, assets } = await read(robinhood, 'activity.csv')
  expect(transactions.find(({ type }) => type === 'SPLIT')).toMatchObject({ asset: 'HLTP', quantity: '4' })
  expect(transactions.find(({ type }) => type === 'WITHDRAWAL')).toMatchObject({ amount: '-50' })
  expect(assets.find(({ ref }) => ref === 'HLTP')?.name).toBe('Hilltop Tools')
})

const ROBINHOOD = 'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount\n'
const robinhoodRows = async (...rows: readonly string[]) => {
  const text = rows.map((row) => `6/20/2025,6/20/2025,6/20/2025,${row}\n`).join('')
  return (await parseSample(robinhood, ROBINHOOD + text)).result
}

test('Robinhood: trades in the file say whether an option that ended was bought or written', async () => {
  const ends = 'HLTP,HLTP 6/20/2025 Put $60.00,OASGN,1,,'
  const expiry = 'HLTP,Option Expiration for HLTP 6/20/2025 Call $70.00,OEXP,2S,,'
  const { transactions, issues } = await robinhoodRows(
    ends,
    expiry,
    'HLTP,HLTP 6/20/2025 Put $60.00,STO,1,$0.85,$84.95',
    'HLTP,HLTP 6/20/2025 Call $70.00,BTO,3,$0.10,($30.02)',
    'HLTP,HLTP 6/20/2025 Call $70.00,STC,1,$0.20,$19.99',
  )
  expect(issues).toEqual([])
  expect(transactions[0]).toMatchObject({ type: 'BUY', asset: 'HLTP250620P00060000', quantity: '1', amount: '0' })
  expect(transactions[1]).toMatchObject({ type: 'SELL', asset: 'HLTP250620C00070000', quantity: '-2', amount: '0' })
  const more = await robinhoodRows(expiry, 'HLTP,HLTP 6/20/2025 Call $70.00,BTO,1,$0.10,($10.01)')
  expect(more.issues).toMatchObject([{ row: 2, code: 'unclear-option' }])
})

test('Robinhood: a reverse split is a row that goes out ("90S") and one that comes in; one of them alone is refused', async () => {
  const [gone, come] = ['ABCD,Abcd 1-for-10 Reverse Split,SPR,90S,,', 'ABCD,Abcd 1-for-10 Reverse Split,SPR,9,,']
  const { transactions } = await robinhoodRows(gone, come)
  expect(transactions).toMatchObject([{ type: 'SPLIT', rows: [3, 2], asset: 'ABCD', quantity: '-81', ratio: '1:10' }])
  for (const row of [gone, come]) expect((await robinhoodRows(row)).issues).toMatchObject([{ code: 'no-pair' }])
  const buy = 'ABCD,Abcd,Buy,1,$5.00,($5.00)'
  for (const odd of ['0S', '9S']) {
    const { transactions, issues } = await robinhoodRows(gone.replace('90S', odd), come, buy)
    expect(transactions.map(({ type }) => type)).not.toContain('SPLIT')
    expect(issues.slice(0, 2)).toMatchObject([{ code: 'no-change' }, { code: 'no-change' }])
  }
  const forward = [gone, come].map((row) => row.replace('1-for-10 Reverse', 'Forward'))
  expect((await robinhoodRows(...forward)).issues).toMatchObject([{ code: 'no-pair' }, { code: 'no-pair' }])
})

test('Robinhood: what moves to another broker is shares, money, or the charge for it', async () => {
  const { transactions } = await robinhoodRows(
    'ABCD,Abcd,ACATO,5,,',
    'ABCD,Abcd,ITRF,2S,,',
    ',ACATS Out Fee,ACATO,,,($100.00)',
    ',ACATS cash,ACATI,,,$12.34',
  )
  expect(transactions.map(({ type, quantity, amount }) => [type, quantity ?? amount])).toEqual([
    ['TRANSFER', '-5'],
    ['TRANSFER', '-2'],
    ['FEE', '-100'],
    ['TRANSFER', '12.34'],
  ])
})

test('Robinhood: short sales, tax of non-residents and the shares of a spin-off are booked', async () => {
  const { transactions } = await robinhoodRows(
    'ABCD,Abcd,BC,3,$9.00,($27.00)',
    'ABCD,Abcd,SS,3,$10.00,$29.99',
    'ABCD,Abcd NRA withholding,NRAT,,,($0.30)',
    'SPNX,Spinco,SOFF,10,,',
  )
  expect(transactions.map(({ type, quantity, amount }) => [type, quantity, amount])).toEqual([
    ['BUY', '3', '-27'],
    ['SELL', '-3', '29.99'],
    ['TAX', undefined, '-0.3'],
    ['ADJUSTMENT', '10', undefined],
  ])
})

test('interest that is owed on margin is interest below zero, at every broker', async () => {
  const files = [
    [
      robinhood,
      'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount\n' +
        '6/10/2025,6/10/2025,6/10/2025,,Margin interest for May,MINT,,,($3.20)\n',
    ],
    [
      fidelity,
      'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date\n' +
        '06/10/2025,MARGIN INTEREST @ 12.5% (Margin),,No Description,Margin,,0,,,,-3.2,\n',
    ],
    [
      schwab,
      '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n' +
        '"06/10/2025","Margin Interest","","INTEREST 05/29 THRU 06/28","","","","-$3.20"\n',
    ],
  ] as const
  for (const [plugin, text] of files) {
    const { result } = await parseSample(plugin, text)
    expect(result.issues).toEqual([])
    expect(result.transactions).toMatchObject([{ type: 'INTEREST', date: '2025-06-10', amount: '-3.2', tags: ['margin'] }])
  }
})

test('Vanguard: holdings and sweeps are no transactions, and holdings alone are refused', async () => {
  const { ignored } = await read(vanguardUs, 'download.csv')
  expect(ignored.map(({ row }) => row)).toEqual([1, 2, 4, 10])
  const alone = await parseSample(
    vanguardUs,
    'Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,\n1,A,B,1,2,2,\n',
  )
  expect(alone.result.issues).toMatchObject([
    { row: null, code: 'positions-report' },
    { row: 2, code: 'no-day' },
  ])
})

const WEALTHSIMPLE =
  'transaction_date,settlement_date,account_id,account_type,activity_type,activity_sub_type,direction,symbol,name,currency,quantity,unit_price,commission,net_cash_amount\n'
const wealthsimpleRows = async (...rows: readonly string[]) =>
  (await parseSample(wealthsimple, WEALTHSIMPLE + rows.map((row) => `2026-06-19,,A1,TFSA,${row}\n`).join(''))).result

test('Wealthsimple: conversions are pairs, reinvestments purchases, taxes taxes, and transfers of shares move no money', async () => {
  const { transactions } = await wealthsimpleRows(
    'Trade,DRIP,LONG,MDW,Meadow World,CAD,0.1,38,0,-3.80',
    'FxExchange,,,,,CAD,,,,-137',
    'FxExchange,,,,,USD,,,,100',
    'NonResidentTax,,,HLTP,Hilltop Tools,USD,0.15,,,-0.15',
    'ReturnOfCapital,,,MDW,Meadow World,CAD,2,,,2',
    'InternalSecurityTransfer,,LONG,HLTP,Hilltop Tools,USD,-2,,,-800',
    'InterestCharged,,,,,CAD,1,,,-1',
    'MoneyMovement,TRANSFER_TF,,,,CAD,50,,,-50',
    'Refund,,,,,CAD,0.5,,,0.5',
  )
  expect(transactions.map(({ type, quantity, amount }) => `${type} ${quantity ?? '-'} ${amount ?? '-'}`)).toEqual([
    'BUY 0.1 -3.8',
    'TAX - -0.15',
    'RETURN_OF_CAPITAL - 2',
    'TRANSFER -2 -',
    'INTEREST - -1',
    'TRANSFER - -50',
    'FEE - 0.5',
    'FX_CONVERSION - -137',
    'FX_CONVERSION - 100',
  ])
})

test('Wealthsimple: the column direction tells whether an option that ended was bought or written', async () => {
  const { transactions, issues } = await wealthsimpleRows(
    'Trade,STO,SHORT,HLTP  260619C00070000,HLTP Call,USD,-1,5.10,0.75,509.25',
    'OptionExpiry,,SHORT,HLTP  260619C00070000,HLTP Call,USD,1,,,',
    'OptionExpiry,,LONG,HLTP  260619P00050000,HLTP Put,USD,-2,,,',
    'OptionExpiry,,,HLTP  260619P00040000,HLTP Put,USD,1,,,',
  )
  expect(transactions.map(({ type, asset, quantity }) => [type, asset, quantity])).toEqual([
    ['SELL', 'HLTP260619C00070000', '-1'],
    ['BUY', 'HLTP260619C00070000', '1'],
    ['SELL', 'HLTP260619P00050000', '-2'],
  ])
  expect(issues).toMatchObject([{ row: 5, code: 'unclear-option' }])
})

test('Wealthsimple: a consolidation is a split in two rows; a code that changed without its other row is refused', async () => {
  const { transactions, issues } = await wealthsimpleRows(
    'CorporateAction,CONSOLIDATION,LONG,OLDH,Old Harbour,,-100,,,',
    'CorporateAction,CONSOLIDATION,LONG,OLDH,Old Harbour,,10,,,',
    'CorporateAction,INTERNATIONAL_CODE_CHANGE,LONG,OLDR,Old River,,100,,,',
  )
  expect(transactions).toMatchObject([{ type: 'SPLIT', asset: 'OLDH', quantity: '-90', ratio: '1:10' }])
  expect(issues).toMatchObject([{ row: 4, code: 'unclear-event' }])
})

test('Wealthsimple: a merger that pays money, a split that takes shares and a transfer out without a sign are refused', async () => {
  const { transactions, issues } = await wealthsimpleRows(
    'CorporateAction,MERGER,LONG,OLDH,Old Harbour,CAD,-100,,,500',
    'CorporateAction,MERGER,LONG,NEWH,New Harbour,CAD,10,,,',
    'CorporateAction,SPLIT,LONG,AAA,Alpha,CAD,-90,,,',
    'SecurityTransfer,TRANSFER_OUT,LONG,HLTP,Hilltop Tools,USD,2,,,-800',
    'CorporateAction,SPLIT,LONG,MDW,Meadow World,CAD,20,,,',
  )
  expect(transactions).toMatchObject([{ type: 'SPLIT', asset: 'MDW', quantity: '20' }])
  expect(issues.map(({ row }) => row).sort()).toEqual([2, 3, 4, 5])
})

test('Wealthsimple: its holdings report and its monthly statement are refused with the report to take', async () => {
  const holdings =
    'Account Name,Account Type,Account Classification,Account Number,Symbol,Exchange,MIC,Name,Security Type,Quantity,Position Direction,Market Price,Market Price Currency,Book Value (CAD),Book Value Currency (CAD),Book Value (Market),Book Value Currency (Market),Market Value,Market Value Currency,Market Unrealized Returns,Market Unrealized Returns Currency\n' +
    '"Demo","TFSA","Trade","D1","HLTP","NASDAQ","XNAS","Hilltop Tools","EQUITY","10","LONG","100","USD","1000","CAD","750","USD","1000","USD","0","USD"\n\n"As of 2026-05-08 12:00 GMT-04:00"\n'
  const held = await parseSample(wealthsimple, holdings)
  expect(held.confidence).toBe(1)
  expect(held.result.issues).toMatchObject([{ row: null, code: 'positions-report' }])
  expect([...(held.result.positions ?? [])]).toMatchObject([{ asset: 'HLTP', quantity: '10', cost: '750', date: '2026-05-08' }])
  const statement = await parseSample(
    wealthsimple,
    'date,transaction,description,amount,balance,currency\n2026-01-02,CONT,Contribution,500.00,500.00,CAD\n',
  )
  expect(statement.result.issues).toMatchObject([{ row: null, code: 'other-report' }])
})

const VANGUARD =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,\n'
const vanguardRows = async (...rows: readonly string[]) => {
  const text = rows.map((row) => `1,2025-06-20,2025-06-23,${row},0.0,CASH,\n`).join('')
  return (await parseSample(vanguardUs, VANGUARD + text)).result
}

test('Vanguard: dividends of the settlement fund stay in it, gains are reinvested, and redemptions are sales', async () => {
  const { transactions, ignored, issues } = await vanguardRows(
    'Dividend,Dividend Received,FEDERAL MONEY MARKET,VMFXX,0.0,1.0,0.95,0.0,0.95',
    'Reinvestment,Dividend Reinvestment,FEDERAL MONEY MARKET,VMFXX,0.0,1.0,-0.95,0.0,-0.95',
    'Reinvestment (LT gain),Gain,MEADOW FUND,MDWFX,0.5,20,-10,0.0,-10',
    'Corp Action (Redemption),Redemption,TREASURY BILL,912797XX0,1000,1,1000,0.0,1000',
    'Interest charge,Margin,,,0.0,0.0,-3,0.0,-3',
    'Corp Action (Cash in Lieu),Cash,HILLTOP TOOLS,HLTP,0.0,0.0,1.2,0.0,1.2',
    'Corp Action (Spinoff),Spin,SPINCO,SPNX,5,0.0,0.0,0.0,0.0',
  )
  expect(transactions.map(({ type, quantity, amount }) => [type, quantity ?? amount])).toEqual([
    ['DIVIDEND', '0.95'],
    ['BUY', '0.5'],
    ['SELL', '-1000'],
    ['INTEREST', '-3'],
    ['DIVIDEND', '1.2'],
    ['ADJUSTMENT', '5'],
  ])
  expect(ignored.map(({ row }) => row)).toEqual([1, 3])
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('Vanguard: a reverse split is two rows, and a class of a fund becomes another', async () => {
  const { transactions } = await vanguardRows(
    'Stock split,Reverse,HILLTOP TOOLS,HLTP,-100,0.0,0.0,0.0,0.0',
    'Stock split,Reverse,HILLTOP TOOLS,HLTP,10,0.0,0.0,0.0,0.0',
    'Stock split,Forward,MEADOW,MDW,10,0.0,0.0,0.0,0.0',
    'Share Conversion (outgoing),Conversion,MEADOW INVESTOR,MDWIX,-10,5,-50,0.0,-50',
    'Share Conversion (incoming),Conversion,MEADOW ADMIRAL,MDWAX,8,6.25,50,0.0,50',
  )
  expect(transactions).toMatchObject([
    { type: 'SPLIT', asset: 'HLTP', quantity: '-90', ratio: '1:10' },
    { type: 'SPLIT', asset: 'MDW', quantity: '10' },
    { type: 'EXCHANGE', asset: 'MDWIX', quantity: '-10' },
    { type: 'EXCHANGE', asset: 'MDWAX', quantity: '8' },
  ])
})

test('Vanguard: what is redeemed for nothing, the shares of a distribution and one half of a reverse split are refused', async () => {
  const rows = [
    'Corp Action (Redemption),Redemption,TREASURY BILL,912797XX0,1000,0.0,0.0,0.0,0.0',
    'Distribution,Distribution,HILLTOP TOOLS,HLTP,-5,10,-50,0.0,-50',
    'Stock split,Reverse,HILLTOP TOOLS,HLTP,-100,0.0,0.0,0.0,0.0',
    'Reinvestment,Dividend Reinvestment,MEADOW FUND,MDWFX,,20,-10,0.0,-10',
  ]
  const { transactions, issues } = await vanguardRows(...rows)
  expect(transactions).toEqual([])
  expect(issues.map(({ row, code }) => `${row} ${code}`)).toEqual([
    '2 unclear-event',
    '3 unclear-event',
    '5 no-quantity',
    '4 no-pair',
  ])
  const renamed = await vanguardRows(...rows.slice(2, 3), 'Stock split,Reverse,HILLTOP TOOLS,HLTX,10,0.0,0.0,0.0,0.0')
  expect(renamed.transactions).toMatchObject([
    { type: 'EXCHANGE', asset: 'HLTP', quantity: '-100' },
    { type: 'EXCHANGE', asset: 'HLTX', quantity: '10' },
  ])
  const money = await vanguardRows('Distribution,Distribution,MEADOW MONEY,VMFXX,-50,1.00,-50,0.0,-50')
  expect(money.transactions).toMatchObject([{ type: 'WITHDRAWAL', amount: '-50' }])
})

const QUESTRADE =
  'Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type\n'
const questradeRows = async (...rows: readonly string[]) => {
  const text = rows.map((row) => `2025-06-20 12:00:00 AM,2025-06-23 12:00:00 AM,${row},Individual margin\n`).join('')
  return (await parseSample(questrade, QUESTRADE + text)).result
}

test('Questrade: an assignment ends the option for nothing, and its row with money is of the shares', async () => {
  const { transactions } = await questradeRows(
    'ASN,,PUT HLTP 06/20/25 50 HILLTOP TOOLS OPTION ASSIGNMENT,1,0,0,0,0,USD,1,Trades',
    'ASN,HLTP,HILLTOP TOOLS INC ASSIGNMENT OF OPTION PUT HLTP 06/20/25 50,100,50,-5000,0,-5000,USD,1,Trades',
    'EX,,CALL MDW 06/20/25 20 MEADOW WORLD OPTION EXERCISE,-2,0,0,0,0,USD,1,Trades',
  )
  expect(transactions.map(({ type, asset, quantity, amount }) => [type, asset, quantity, amount])).toEqual([
    ['BUY', 'HLTP250620P00050000', '1', '0'],
    ['BUY', 'HLTP', '100', '-5000'],
    ['SELL', 'MDW250620C00020000', '-2', '0'],
  ])
})

test('Questrade: money for fractions, lending, taxes on fees and conversions without a code are booked', async () => {
  const { transactions, issues } = await questradeRows(
    'CIL,HLTP,HILLTOP TOOLS INC CASH IN LIEU OF 0.5 SHS,0,0,0,0,4.20,CAD,1,Dividends',
    'LFJ,,LOANED SECURITIES,0,0,0,0,1.20,CAD,1,Other',
    'HST,,HST ON FEE,0,0,0,0,-1.30,CAD,1,Fees and rebates',
    'EWD,,ELECTRONIC WITHDRAWAL,0,0,0,0,-10,CAD,1,Withdrawals',
    ',,CONVERSION - USD/CAD,0,0,0,0,-100,USD,1,FX conversion',
    ',,CONVERSION - USD/CAD,0,0,0,0,135,CAD,1,FX conversion',
  )
  expect(issues.map(({ code }) => code)).toEqual(['cash-in-lieu'])
  expect(transactions.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
    'DIVIDEND 4.2',
    'INTEREST 1.2',
    'FEE -1.3',
    'WITHDRAWAL -10',
    'FX_CONVERSION -100',
    'FX_CONVERSION 135',
  ])
})

test('Questrade: returned capital is no dividend, a reinvestment with turned signs takes one back, and a price in US dollars has its rate', async () => {
  const { transactions } = await questradeRows(
    'DIV,MDW,MEADOW WORLD ETF RETURN OF CAPITAL ON 500 SHS,0,0,0,0,30,CAD,1,Dividends',
    'DIV,HLTP,HILLTOP TOOLS INC NON-RES TAX WITHHELD,0,0,0,0,-3,USD,1,Dividends',
    'REI,MDW,MEADOW WORLD ETF REINV@C$7.12,2,0,0,0,-14.24,CAD,1,Dividend reinvestment',
    'REI,MDW,MEADOW WORLD ETF REINV@C$7.12,-2,0,0,0,14.24,CAD,1,Dividend reinvestment',
    'Buy,HLTP,HILLTOP TOOLS INC WE ACTED AS AGENT EXCHANGE RATE 1.35000000,1,100,-100,0,-135,CAD,1,Trades',
  )
  expect(transactions).toMatchObject([
    { type: 'RETURN_OF_CAPITAL', amount: '30' },
    { type: 'TAX', amount: '-3' },
    { type: 'BUY', quantity: '2', amount: '-14.24' },
    { type: 'BUY', quantity: '-2', amount: '14.24', reverses: 'same' },
    { type: 'BUY', amount: '-135', price: '100', priceCurrency: 'USD', fxRate: '1.35' },
  ])
})

test("Questrade: income under a number of the broker's is that of the security which is described alike and was traded", async () => {
  const bought = 'Buy,MDW.TO,MEADOW WORLD ETF UNITS WE ACTED AS AGENT,20,30,-600,-4.95,-604.95,CAD,1,Trades'
  const paid = 'DIV,H012345,MEADOW WORLD ETF UNITS DIST ON 20 SHS REC 06/12/25,0,0,0,0,4,CAD,1,Dividends'
  const { transactions } = await questradeRows(bought, paid)
  expect(transactions.map(({ asset }) => asset)).toEqual(['MDW.TO', 'MDW.TO'])
  expect((await questradeRows(paid)).transactions).toMatchObject([{ asset: 'H012345' }])
})

test('Questrade: what shares had cost that come from another broker is in the description, and two journals of a day are two', async () => {
  const { transactions, issues } = await questradeRows(
    'TF6,HLTP,HILLTOP TOOLS INC TRANSFER BOOK VALUE 1234.56,10,0,0,0,0,CAD,1,Transfers',
    'BRW,MDW.TO,MEADOW WORLD ETF JOURNAL POSITION TO USD,-10,0,0,0,0,CAD,1,Other',
    'BRW,MDW.U.TO,MEADOW WORLD ETF JOURNAL POSITION FROM CAD,10,0,0,0,0,USD,1,Other',
    'BRW,RVR.TO,RIVER BONDS ETF JOURNAL POSITION TO USD,-5,0,0,0,0,CAD,1,Other',
    'BRW,RVR.U.TO,RIVER BONDS ETF JOURNAL POSITION FROM CAD,5,0,0,0,0,USD,1,Other',
  )
  expect(issues).toEqual([])
  expect(transactions[0]).toMatchObject({ type: 'TRANSFER', quantity: '10', costBasis: '1234.56', currency: 'CAD' })
  expect(transactions.map(({ type }) => type)).toEqual(['TRANSFER', 'EXCHANGE', 'EXCHANGE', 'EXCHANGE', 'EXCHANGE'])
})

test('Questrade: rows that move both money and units, or units of two securities, are refused instead of losing one of them', async () => {
  const rows = [
    'REI,MDW,MEADOW WORLD ETF REINV@C$7.12,-2,7.12,0,0,,CAD,1,Dividend reinvestment',
    'DIS,MDW,MEADOW WORLD ETF DIST ON 100 SHS,100,0,0,0,12.50,CAD,1,Dividends',
    'ASN,,PUT HLTP 06/20/25 50 HILLTOP TOOLS,100,50,-5000,0,-5000,USD,1,Trades',
    'EXP,,PUT HLTP 06/20/25 50 HILLTOP TOOLS,1,0,0,0,12,USD,1,Trades',
    'CON,HLTP,CONTRIBUTION IN KIND,10,0,0,0,500,USD,1,Deposits',
    'TFO,HLTP,HILLTOP TOOLS TRANSFER,10,0,0,0,0,USD,1,Transfers',
    'MGR,HLTP,HILLTOP MERGER,-10,0,0,0,55,USD,1,Other',
    'MGR,NEWH,NEW HILL MERGER,5,0,0,0,0,USD,1,Other',
    'BRW,AAA,ALPHA TO USD,-10,0,0,0,0,CAD,1,Other',
    'BRW,BBB,BETA FROM CAD,5,0,0,0,0,USD,1,Other',
  ]
  const { transactions, issues } = await questradeRows(...rows)
  expect(transactions).toEqual([])
  expect(new Set(issues.map(({ row, severity }) => `${row} ${severity}`)).size).toBe(rows.length)
  expect(issues.every(({ severity }) => severity === 'error')).toBe(true)
})

const RBC = 'Date,Activity,Symbol,Symbol Description,Quantity,Price,Settlement Date,Value,Currency,Description\n'
const rbcRows = async (...rows: readonly string[]) => (await parseSample(rbcDirectInvesting, `${RBC}${rows.join('\n')}\n`)).result

test('RBC: an option is the one that its description names, and ends for nothing; the shares of an assignment are its underlying', async () => {
  const { transactions } = await rbcRows(
    '1/6/2025,Buy,8DABC1,CALL .HLTP 01/17/25 50,2,1.10,7-Jan-25,-229.95,USD,CALL .HLTP 01/17/25 50 HILLTOP TOOLS',
    '1/18/2025,Reorganization,8DABC1,CALL .HLTP 01/17/25 50,-2,,,,USD,EXP - CALL .HLTP 01/17/25 50 HILLTOP TOOLS',
    '1/18/2025,Other,8DABC2,PUT .HLTP 01/17/25 40,1,,,,USD,ASN - PUT .HLTP 01/17/25 40 HILLTOP TOOLS',
    '1/18/2025,Buy,HLTP,HILLTOP TOOLS,100,40,20-Jan-25,-4000,USD,HILLTOP TOOLS ASSIGNMENT OF OPTION PUT .HLTP 01/17/25 40',
  )
  expect(transactions.map(({ type, asset, quantity, amount, settledOn }) => [type, asset, quantity, amount, settledOn])).toEqual([
    ['BUY', 'HLTP250117C00050000', '2', '-229.95', '2025-01-07'],
    ['SELL', 'HLTP250117C00050000', '-2', '0', undefined],
    ['BUY', 'HLTP250117P00040000', '1', '0', undefined],
    ['BUY', 'HLTP', '100', '-4000', '2025-01-20'],
  ])
})

test('RBC: the price of an option is for a unit of 100, and what is given for nothing is refused', async () => {
  const { transactions, issues } = await rbcRows(
    '1/6/2025,Buy,8DABC1,CALL .HLTP 01/17/25 50,1,0.05,7-Jan-25,-6.25,USD,CALL .HLTP 01/17/25 50 HILLTOP TOOLS',
    '1/6/2025,Buy,8DABC3,PUT .BRK.B 01/17/25 50,1,0.05,7-Jan-25,-6.25,USD,PUT .BRK.B 01/17/25 50 BERK',
    '1/6/2025,Other,MDW,MEADOW WORLD,-10,,,0,CAD,TEN - MEADOW WORLD TENDERED',
    '1/7/2025,Reorganization,OLDH,OLD HARBOUR,-100,,,0,CAD,REV - OLD HARBOUR REVERSE STK SPLIT',
    '1/7/2025,Reorganization,OLDH,OLD HARBOUR,10,,,0,CAD,REV - OLD HARBOUR REVERSE STK SPLIT',
    '1/8/2025,Dividends,MDW,MEADOW WORLD,2,10.25,,0,CAD,REI - MEADOW WORLD REINV@C$10.25',
    '1/9/2025,Withdrawals & De-registrations,MDW,MEADOW WORLD,-2,,,-20,CAD,DE-REGISTRATION IN KIND',
  )
  expect(transactions).toMatchObject([{ type: 'BUY', asset: 'HLTP250117C00050000', price: '0.05', fees: '1.25' }])
  expect(issues.map(({ row, code }) => `${row} ${code}`)).toEqual([
    '3 no-option',
    ...['4 unclear-event', '5 unclear-event', '6 unclear-event', '7 unclear-event', '8 unclear-event'],
  ])
})

test('RBC: transfers, reinvestments, returned capital, fractions and redemptions are booked; mergers are not', async () => {
  const { transactions, issues } = await rbcRows(
    '1/6/2025,Transfers,HLTP,HILLTOP TOOLS,10,,,0,USD,TFI - HILLTOP TOOLS DTC 1234',
    '1/6/2025,Transfers,HLTP,HILLTOP TOOLS,4,,,0,USD,TFO - HILLTOP TOOLS DTC 1234',
    '1/6/2025,Transfers,,,,,,100,CAD,TSF - FROM ACCOUNT',
    '1/6/2025,Dividends,MDW,MEADOW WORLD,2,,,-20.50,CAD,REI - MEADOW WORLD REINV@C$10.25',
    '1/6/2025,Dividends,MDW,MEADOW WORLD,,,,5,CAD,RTC - MEADOW WORLD RETURN OF CAPITAL ON 50 SHS',
    '1/6/2025,Reorganization,MDW,MEADOW WORLD,,,,3.30,CAD,CIL - MEADOW WORLD CASH IN LIEU OF FRAC SHS',
    '1/6/2025,Reorganization,MDW,MEADOW WORLD,3,,,0,CAD,DIS - MEADOW WORLD STK DIV ON 30 SHS',
    '1/6/2025,Other,MDW,MEADOW WORLD,-10,,,99,CAD,TEN - MEADOW WORLD RETRACTION',
    '1/6/2025,Reorganization,H012345,OLD HARBOUR,-15,,,0,USD,MGR - OLD HARBOUR',
  )
  expect(transactions.map(({ type, quantity, amount }) => [type, quantity, amount])).toEqual([
    ['TRANSFER', '10', undefined],
    ['TRANSFER', '-4', undefined],
    ['TRANSFER', undefined, '100'],
    ['BUY', '2', '-20.5'],
    ['RETURN_OF_CAPITAL', undefined, '5'],
    ['DIVIDEND', undefined, '3.3'],
    ['ADJUSTMENT', '3', undefined],
    ['SELL', '-10', '99'],
  ])
  expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([{ row: 10, code: 'unclear-event' }])
})

test('Questrade: two conversions of one day are two pairs, and one that does not pair is refused whole', async () => {
  const { transactions } = await read(questrade, 'activities.csv')
  const legs = transactions.filter(({ type }) => type === 'FX_CONVERSION')
  expect(legs.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['-700 CAD', '500 USD'])
  const text = await Bun.file(new URL('fixtures/questrade/activities.csv', import.meta.url)).text()
  const { result } = await parseSample(questrade, text.replace('500.00,USD', '-500.00,USD'))
  expect(result.issues).toMatchObject([
    { row: 4, code: 'no-pair' },
    { row: 5, code: 'no-pair' },
  ])
})

test('RBC: what a value lacks of price x quantity is the commission, and a split is no purchase', async () => {
  const { transactions } = await read(rbcDirectInvesting, 'activity.csv')
  expect(transactions.filter(({ fees }) => fees === '9.95').map(({ type }) => type)).toEqual(['BUY', 'SELL'])
  expect(transactions.find(({ type }) => type === 'SPLIT')).toMatchObject({ asset: 'MDW', quantity: '20' })
})

test('E*TRADE: a vesting is one line of its shares at what they were taxed for; grants are none', async () => {
  const result = await read(etrade, 'benefits.csv')
  expect(result.transactions).toMatchObject([
    { type: 'TRANSFER', date: '2024-05-20', quantity: '20', costBasis: '880', rows: [3, 4] },
    { type: 'TRANSFER', date: '2025-05-20', quantity: '10', costBasis: '515.5', rows: [5, 6] },
  ])
})

test('Fidelity: shares that roll over carry a value, no money, and an ISO day of before counts', async () => {
  const titles =
    'Run Date,Account,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date'
  const rows = [
    '07-17-2026,IRA,1,INTEREST EARNED as of 2026-07-15 DEPOSIT (Cash),QPIFQ,FDIC,Cash,,,,,,0.05,',
    '07-09-2026,IRA,1,ROLLOVER SHARES HILLTOP (Shares),HLTP,HILLTOP,Shares,155,10,0,0,,1550,',
    '07-08-2026,IRA,1,MUNI EXEMPT INT CITY BOND (Cash),CTYB,CITY,Cash,,,,,,12,',
    '07-07-2026,IRA,1,FED TAX W/H FEDERAL (Cash),,No Description,Cash,,,,,,-5,',
    '07-06-2026,IRA,1,NORMAL DISTR PARTIAL (Cash),,No Description,Cash,,,,,,-50,',
    '07-05-2026,IRA,1,ADVISOR FEE (Cash),,No Description,Cash,,,,,,-1,',
  ]
  const { result } = await parseSample(fidelity, [titles, ...rows, ''].join('\n'))
  expect(result.transactions.map(({ type, date, quantity, amount }) => [type, date.slice(5), amount ?? quantity])).toEqual([
    ['INTEREST', '07-15', '0.05'],
    ['TRANSFER', '07-09', '10'],
    ['INTEREST', '07-08', '12'],
    ['TAX', '07-07', '-5'],
    ['WITHDRAWAL', '07-06', '-50'],
    ['FEE', '07-05', '-1'],
  ])
})

test('Fidelity: a distribution of shares moves them and no money, and an option that ends with money is refused', async () => {
  const titles =
    'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date\n'
  const rows = [
    'NORMAL DISTR PARTIAL VS HILLTOP (Cash),HLTP,HILLTOP,Cash,10,-10,,,,-100',
    'ROLLOVER CASH (Cash),,No Description,Cash,,0,,,,50',
    'ASSIGNED PUT (IDX) (Cash),-IDX250620P50,PUT,Cash,,1,,,,-500',
  ].map((row) => `06/10/2025,${row},\n`)
  const { result } = await parseSample(fidelity, titles + rows.join(''))
  expect(result.transactions.map(({ type, asset, quantity, amount }) => [type, asset, quantity, amount])).toEqual([
    ['TRANSFER', 'HLTP', '-10', undefined],
    ['DEPOSIT', undefined, undefined, '50'],
  ])
  expect(result.issues).toMatchObject([{ row: 4, code: 'unclear-option' }])
})

test('Schwab: an option that ends with money is refused, and so is a merger of shares that pays some', async () => {
  const titles = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n'
  const rows = [
    '"06/23/2025","Exchange or Exercise","IDX 06/20/2025 50.00 C","CALL INDEX","-1","","","$500.00"\n',
    '"06/24/2025","Stock Merger","OLDH","OLD HARBOUR","-10","","","$55.00"\n',
    '"06/24/2025","Stock Merger","NEWH","NEW HARBOUR","5","","",""\n',
  ]
  const { result } = await parseSample(schwab, titles + rows.join(''))
  expect(result.transactions).toEqual([])
  expect(result.issues.map(({ row, code }) => `${row} ${code}`)).toEqual([
    ...['2 unclear-option', '3 unclear-event', '4 unclear-event'],
  ])
})

test('Schwab: the JSON of a brokerage account says what its CSV says, and adjustments and returned capital are booked', async () => {
  const [titles, ...rows] = [
    ['Date', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Fees & Comm', 'Amount'],
    ['06/16/2025', 'Bank Transfer', '', 'TO CHECKING', '', '', '', '-$50.00'],
    ['06/16/2025', 'NRA Withhold', 'HLTP', 'HILLTOP TOOLS', '', '', '', '-$0.30'],
    ['06/16/2025', 'Promotional Award', '', 'BONUS', '', '', '', '$100.00'],
    ['06/16/2025', 'Return Of Capital', 'HLTP', 'HILLTOP TOOLS', '', '', '', '$2.00'],
    ['06/16/2025', 'Qual Div Reinvest Adj', 'HLTP', 'HILLTOP TOOLS', '', '', '', '$1.00'],
    ['06/16/2025 as of 06/13/2025', 'Buy', 'HLTP', 'HILLTOP TOOLS', '1', '$50.00', '', '-$50.00'],
  ]
  const list = rows.map((row) => Object.fromEntries(row.map((cell, at) => [titles?.[at] ?? '', cell])))
  const json = JSON.stringify({ FromDate: '06/01/2025', ToDate: '06/30/2025', BrokerageTransactions: list })
  const records = await parseSample(schwab, `${json}\n`)
  expect(records.confidence).toBe(1)
  const booked = records.result.transactions.map(({ type, date, amount }) => [type, date, amount])
  expect(booked).toEqual([
    ['WITHDRAWAL', '2025-06-16', '-50'],
    ['TAX', '2025-06-16', '-0.3'],
    ['INTEREST', '2025-06-16', '100'],
    ['RETURN_OF_CAPITAL', '2025-06-16', '2'],
    ['DIVIDEND', '2025-06-16', '1'],
    ['BUY', '2025-06-13', '-50'],
  ])
  const csv = [titles ?? [], ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  const table = await parseSample(schwab, `${csv}\n`)
  expect(table.result.transactions.map(({ type, date, amount }) => [type, date, amount])).toEqual(booked)
})

test('E*TRADE: an assignment ends what was written, shares for the option have a row of their own, and reinvesting is a purchase', async () => {
  const { transactions, issues } = await read(etrade, 'activity.csv')
  const on = (day: string) => transactions.filter(({ date }) => date === day)
  expect(on('2026-06-22')).toMatchObject([{ type: 'BUY', asset: 'HLTP260619P00050000', quantity: '1', amount: '0' }])
  expect(on('2026-06-19')).toMatchObject([{ type: 'BUY', asset: 'HLTP', quantity: '100', amount: '-5000' }])
  expect(on('2026-06-05').map(({ type, amount }) => [type, amount])).toEqual([
    ['BUY', '-5.2'],
    ['DIVIDEND', '5.2'],
  ])
  expect(on('2026-06-10')).toMatchObject([{ type: 'SPLIT', asset: 'MDW', quantity: '50' }])
  expect(issues).toEqual([])
})

test('E*TRADE: before 2025 a number may stand for the type, and the gains and losses are refused with the reports to take', async () => {
  const { transactions } = await read(etrade, 'transactions.csv')
  expect(transactions.find(({ date }) => date === '2019-12-18')).toMatchObject({ type: 'SELL', quantity: '-1', fees: '0.52' })
  expect(transactions.slice(0, 2)).toMatchObject([
    { type: 'BUY', asset: 'MDWFX', quantity: '0.5', amount: '-10' },
    { type: 'DIVIDEND', asset: 'MDWFX', amount: '10' },
  ])
  const titles =
    'Record Type,Symbol,Plan Type,Quantity,Date Acquired,Acquisition Cost,Date Sold,Total Proceeds,Proceeds Per Share,Gain/Loss\n'
  const gains = await parseSample(etrade, `${titles}Sell,HLTP,RS,10,05/20/2024,0,06/03/2024,500,50,60\n`)
  expect(gains.result.issues).toMatchObject([{ row: null, code: 'other-report' }])
})

test('E*TRADE: what cancels out within the account is left out and the rest was moved; splits in two rows and options that end with money', async () => {
  const titles =
    'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note\n'
  const rows = [
    '06/01/26,Adjustment,TRNSFR CASH TO MARGIN,--,--,,,5,0',
    '06/01/26,Adjustment,TRNSFR CASH TO MARGIN,--,--,,,-5,0',
    '06/02/26,Transfer,INTERNAL FUND TRANSFER TO 2000,--,--,,,-100,0',
    '06/03/26,Stock Split,HILLTOP REVERSE SPLIT,HLTP,--,-100,,0,0',
    '06/03/26,Stock Split,HILLTOP REVERSE SPLIT,HLTP,--,10,,0,0',
    '06/04/26,Stock Split,MEADOW SPLIT,MDW,--,,,0,0',
    '06/05/26,Option Expired,CALL IDX 06/05/26 50.000,IDX,--,-1,,500,0',
  ].map((row) => row.replace(/^(\S+?),/, '$1,$1,$1,').concat(',--,--\n'))
  const { result } = await parseSample(etrade, titles + rows.join(''))
  expect(result.ignored.map(({ row }) => row)).toEqual([1, 2, 3])
  expect(result.transactions).toMatchObject([
    { type: 'TRANSFER', amount: '-100' },
    { type: 'SPLIT', asset: 'HLTP', quantity: '-90', ratio: '1:10' },
  ])
  expect(result.issues).toMatchObject([
    { row: 8, code: 'unclear-option' },
    { row: 7, code: 'no-quantity' },
  ])
})

test('Merrill: foreign tax is a tax, an assigned option sells the shares, and interest among the trades is what it bought', async () => {
  const titles =
    'Trade Date,Settlement Date,Pending/Settled,Account Nickname,Account Registration,Account #,Type,Description 1 ,Description 2,Symbol/CUSIP #,Quantity,Price ($),Amount ($)'
  const rows = [
    'Other,Foreign Tax Withholding,HILLTOP TOOLS INC,HLTP,--,--,(0.60)',
    'SecurityTransactions,Sale-Option Assigned,HILLTOP TOOLS INC,HLTP,-100,50.00,"5,000.00"',
    'SecurityTransactions,Interest,MEADOW FUND,MDWFX,0.5,20.00,(10.00)',
    'SecurityTransactions,Interest,BANK DEPOSIT,990000001,0.21,1.00,(0.21)',
    'SecurityTransactions,Interest,CITY BOND,123456789,1000,--,25.00',
  ].map((row) => `6/16/2025,6/17/2025,Settled,--,CMA-Edge,20A-00001,${row}`)
  const { result } = await parseSample(merrill, [titles, ...rows, ''].join('\n'))
  expect(result.transactions.map(({ type, asset, amount }) => [type, asset, amount])).toEqual([
    ['TAX', 'HLTP', '-0.6'],
    ['SELL', 'HLTP', '5000'],
    ['BUY', 'MDWFX', '-10'],
  ])
  expect(result.issues).toMatchObject([{ row: 6, code: 'unexpected-sign' }])
})

test('Zerodha: the workbook of the tradebook has titles with spaces, and Groww refuses its holdings with the report to take', async () => {
  const workbook =
    'Symbol,ISIN,Trade Date,Exchange,Segment,Series,Trade Type,Auction,Quantity,Price,Trade ID,Order ID,Order Execution Time\n'
  const row = 'GANGAMILL,INE000000019,2026-01-08,NSE,EQ,EQ,buy,false,10,250.5,400001,1100000001,2026-01-08T09:56:04\n'
  const { result } = await parseSample(zerodha, workbook + row)
  expect(result.transactions).toMatchObject([{ type: 'BUY', quantity: '10', amount: '-2505' }])
  const holdings = 'Stock Name,ISIN,Quantity,Average buy price,Buy value,Closing price,Closing value,Unrealised P&L\n'
  const held = await parseSample(groww, `${holdings}Ganga Mills,INE000000019,10,200,2000,210,2100,100\n`)
  expect(held.result.issues).toMatchObject([{ row: null, code: 'other-report' }])
})

test('Selfwealth: its cash report is refused with the report to take', async () => {
  const text =
    'TransactionDate,Comment,Credit,Debit,Balance * Please note, this is not a bank statement.\n,Opening Balance,,,0.000000\n'
  const { confidence, result } = await parseSample(selfwealth, text)
  expect(confidence).toBe(1)
  expect(result.issues).toMatchObject([{ row: null, code: 'other-report' }])
})

test('CommSec: transfers are deposits and withdrawals, a rejected one among them', async () => {
  const rows = [
    '24/06/2026,P90000001,Direct Transfer - Payee SAMPLE OWNER,490.00,,0.00',
    '19/06/2026,R90000010,Direct Transfer 000000 10000000 SAMPLE OWNER,,1234.95,0.00',
    '18/06/2026,J90000011,Rej D/Tsfer B/S 18/06/2026 DE REFER TO CUST,100,,1234.95',
    '18/06/2026,J90000012,Rej D/Tsfer Fee,5,,1234.95',
  ]
  const { result } = await parseSample(commsec, ['Date,Reference,Details,Debit($),Credit($),Balance($)', ...rows, ''].join('\n'))
  expect(result.transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['WITHDRAWAL', '-490'],
    ['DEPOSIT', '1234.95'],
    ['WITHDRAWAL', '-100'],
  ])
  expect(result.issues).toMatchObject([{ row: 5, code: 'unknown-type' }])
})

test('Morgan Stanley: releases are stated as of after the split, sales of before it are not; together nothing is short', async () => {
  const names = ['releases.csv', 'withdrawals.csv'].map((name) => new URL(`fixtures/morgan-stanley/${name}`, import.meta.url))
  const files = (await Promise.all(names.map((name) => openSample(name)))).flat()
  const result = morganStanley.parseSet?.(files, {}, kit)
  expect(result && holdingsOf(result)).toEqual({ 'GSU Class C': '21.5' })
  expect(result?.transactions.find(({ date }) => date === '2022-06-01')).toMatchObject({
    quantity: '-40',
    price: '110',
    fees: '0.1',
  })
})

test('Questrade: an option is one asset under its symbol and under a number, and what expired is closed for nothing', async () => {
  const titles =
    'Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type'
  const day = '2024-02-08 12:00:00 AM,2024-02-09 12:00:00 AM'
  const row = (action: string, symbol: string, text: string, figures: string) =>
    `${day},${action},${symbol},${text},${figures},USD,20000001,Trades,Individual margin`
  const call = 'CALL HLTP 02/23/24 37.50 HILLTOP TOOLS INC'
  const source = [
    titles,
    row('Buy', 'HLTP23Feb24C37.50', `${call} WE ACTED AS AGENT`, '2.00000,3.75000000,-750.00,-11.95,-761.95'),
    row('Sell', '8UMPGN7', `${call} WE ACTED AS AGENT`, '-1.00000,4.00000000,400.00,-10.95,389.05'),
    row('EXP', '8UMPGN7', `${call} OPTION EXPIRATION - EXPIRED`, '-1.00000,0.00000000,0.00,0.00,0.00'),
    row(
      'Sell',
      'HLTP23Feb24P30.00',
      'PUT HLTP 02/23/24 30 HILLTOP TOOLS INC WE ACTED AS AGENT',
      '-1.00000,0.50,50.00,-1.00,49.00',
    ),
    row(
      'EXP',
      'HLTP23Feb24P30.00',
      'PUT HLTP 02/23/24 30 HILLTOP TOOLS INC OPTION EXPIRATION - EXPIRED',
      '1.00000,0,0.00,0.00,0.00',
    ),
    row('Buy', '8XXXXX7', 'CALL HLTP 02/30/24 37 HILLTOP TOOLS INC WE ACTED AS AGENT', '1.00000,1.00,-100.00,-1.00,-101.00'),
    row('EXP', 'HLTP', 'HILLTOP TOOLS INC', '-1.00000,0,0.00,0.00,0.00'),
  ]
  const { result } = await parseSample(questrade, `${source.join('\n')}\n`)
  expect(result.transactions.map(({ type, asset, quantity, price, amount }) => [type, asset, quantity, price, amount])).toEqual([
    ['BUY', 'HLTP240223C00037500', '2', '3.75', '-761.95'],
    ['SELL', 'HLTP240223C00037500', '-1', '4', '389.05'],
    ['SELL', 'HLTP240223C00037500', '-1', undefined, '0'],
    ['SELL', 'HLTP240223P00030000', '-1', '0.5', '49'],
    ['BUY', 'HLTP240223P00030000', '1', undefined, '0'],
  ])
  expect(result.assets[0]).toMatchObject({
    type: 'OPTION',
    priceQuantity: '0.01',
    name: call,
    contract: { right: 'CALL', strike: '37.5' },
  })
  expect(holdingsOf(result)).toEqual({})
  expect(result.issues.map(({ row, code }) => [row, code])).toEqual([
    [7, 'no-option'],
    [8, 'no-option'],
  ])
})
