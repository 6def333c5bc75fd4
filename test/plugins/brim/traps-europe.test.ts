/** The worst trap of each European broker's report, on rows of our own. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { avanza } from '#plugins/brim/avanza/index.ts'
import { bux } from '#plugins/brim/bux/index.ts'
import type { BrokerPlugin, ImportOptions } from '#plugins/brim/contract.ts'
import { etoro } from '#plugins/brim/etoro/index.ts'
import { finpension } from '#plugins/brim/finpension/index.ts'
import { freetrade } from '#plugins/brim/freetrade/index.ts'
import { interactiveInvestor } from '#plugins/brim/interactive-investor/index.ts'
import { saxo } from '#plugins/brim/saxo/index.ts'
import { scalable } from '#plugins/brim/scalable/index.ts'
import { swissquote } from '#plugins/brim/swissquote/index.ts'
import { tradeRepublic } from '#plugins/brim/traderepublic/index.ts'
import { xtb } from '#plugins/brim/xtb/index.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { cashOf, parseSample } from '#test/support/importers.ts'

/** Type, quantity, price, net amount, fees and taxes of what a fixture becomes on one day, in the order of its rows. */
async function bookedOn(plugin: BrokerPlugin, fixture: string, day: string, options: ImportOptions = {}): Promise<string[]> {
  const { result } = await parseSample(plugin, new URL(`fixtures/${plugin.code}/${fixture}`, import.meta.url), { options })
  const onDay = result.transactions.filter(({ date }) => date === day).toSorted((a, b) => a.rows[0] - b.rows[0])
  return onDay.map(({ type, quantity, price, amount, fees, taxes }) =>
    [type, quantity ?? '-', price ?? '-', amount ?? '-', fees ?? '-', taxes ?? '-'].join(' '),
  )
}

test('Trade Republic: a dividend that is taken back takes its tax back, and is then paid again', async () => {
  expect(await bookedOn(tradeRepublic, 'corrections.csv', '2025-03-10')).toEqual([
    'DIVIDEND - - 6.3 - 2.1',
    'DIVIDEND - - -6.3 - 2.1',
    'DIVIDEND - - 7.14 - 1.26',
  ])
})

test('Trade Republic: a negative fee or tax is a cost, a positive one comes back as a line of its own, and the cash comes out', async () => {
  const titles =
    'datetime,date,account_type,category,type,asset_class,name,symbol,shares,price,amount,fee,tax,currency,description,transaction_id'
  const cents = fc.integer({ min: -900, max: 900 })
  await fc.assert(
    fc.asyncProperty(cents, cents, fc.constantFrom('BUY', 'SELL', 'DIVIDEND'), async (fee, tax, type) => {
      const gross = type === 'BUY' ? -1000 : 1000
      const units = type === 'DIVIDEND' ? ',' : `${type === 'BUY' ? '10' : '-10'},100`
      const costs = [fee, tax].map((cost) => (cost === 0 ? '' : (cost / 100).toFixed(2)))
      const row = `,2025-01-08,DEFAULT,TRADING,${type},STOCK,Rail,US0000000017,${units},${gross}.00,${costs.join()},EUR,,`
      const { result } = await parseSample(tradeRepublic, `${titles}\n${row}\n`)
      expect(cashOf(result)).toEqual({ EUR: String((gross * 100 + fee + tax) / 100) })
      const [first, ...back] = result.transactions
      const paid = (cost: number) => (cost < 0 ? String(-cost / 100) : undefined)
      expect([first?.fees, first?.taxes]).toEqual([paid(fee), paid(tax)])
      expect(back.map((draft) => draft.type as string)).toEqual([fee > 0 ? 'FEE' : [], tax > 0 ? 'TAX' : []].flat())
      expect(result.issues).toEqual([])
    }),
    seeded(200),
  )
})

test('Trade Republic: a bond that goes out by one row and is paid by another is sold once', async () => {
  expect(await bookedOn(tradeRepublic, 'corrections.csv', '2025-06-10')).toEqual([])
  expect(await bookedOn(tradeRepublic, 'corrections.csv', '2025-06-12')).toEqual(['SELL -50 - 49.87 - 0.13'])
})

test('pytr: both decimal signs in one file, and a row that does not show its own is refused', async () => {
  expect(await bookedOn(tradeRepublic, 'pytr-mixed.csv', '2025-02-03')).toEqual(['DEPOSIT - - 1500 - -'])
  expect(await bookedOn(tradeRepublic, 'pytr-mixed.csv', '2025-02-04')).toEqual(['BUY 40 - -1201 1 -'])
  expect(await bookedOn(tradeRepublic, 'pytr-mixed.csv', '2025-02-05')).toEqual(['BUY 2.002 - -61.06 1 -'])
})

test('Scalable: amounts are before fee and tax, and a change of the custodian changes nothing', async () => {
  expect(await bookedOn(scalable, 'custodian.csv', '2025-12-16')).toEqual(['SELL -3 51 147.89 0.99 4.12'])
  expect(await bookedOn(scalable, 'custodian.csv', '2025-12-05')).toEqual([])
})

test('XTB: quantity and price are in the comment, and only the part of the order counts', async () => {
  expect(await bookedOn(xtb, 'operations-2025.csv', '2025-11-04', { currency: 'PLN' })).toEqual(['SELL -100 10.15 1015 - -'])
  const { result } = await parseSample(xtb, new URL('fixtures/xtb/orders.csv', import.meta.url), { options: { currency: 'EUR' } })
  const part = result.transactions.find(({ quantity }) => quantity === '0.5')
  expect([part?.price, part?.priceCurrency, part?.fxRate, part?.amount]).toEqual(['50', 'USD', '0.884', '-22.1'])
})

test('eToro: a closed position pays its whole amount, and a fee inside a withdrawal is not paid twice', async () => {
  expect(await bookedOn(etoro, 'activity.csv', '2025-01-10')).toEqual(['SELL -10.5 - 510.3 - -'])
  expect(await bookedOn(etoro, 'activity.csv', '2025-01-13')).toEqual(['WITHDRAWAL - - -100 - -'])
})

test('Freetrade: a free share costs nothing, and the tax of a dividend is in the currency of the account', async () => {
  expect(await bookedOn(freetrade, 'feed.csv', '2025-02-05')).toEqual(['INTEREST 1 - - - -'])
  expect(await bookedOn(freetrade, 'feed.csv', '2025-03-20')).toEqual(['DIVIDEND - - 6.8 - 1.2'])
})

test('Swissquote: a conversion is a pair of one order, and partial fills of one order stay two', async () => {
  expect(await bookedOn(swissquote, 'orders.csv', '2025-06-02')).toEqual([
    'FX_CONVERSION - - -1000.95 - -',
    'FX_CONVERSION - - 1100 - -',
  ])
  expect(await bookedOn(swissquote, 'orders.csv', '2025-06-03')).toEqual(['BUY 20 50 -1004 4 -', 'BUY 1 50.1 -86 35.9 -'])
})

test('Saxo: what an amount is more than quantity x price are the costs', async () => {
  expect(await bookedOn(saxo, 'transactions.csv', '2025-03-03', { currency: 'EUR' })).toEqual(['BUY 10 100 -1003.5 3.5 -'])
  expect(await bookedOn(saxo, 'transactions.csv', '2025-03-10', { currency: 'EUR' })).toEqual(['SELL -2 105 207 3 -'])
})

test('Finpension: money has six places, and quantities of sales a minus', async () => {
  expect(await bookedOn(finpension, 'portfolio.csv', '2025-04-01')).toEqual(['SELL -0.5 113 56.5 - -'])
  expect(await bookedOn(finpension, 'portfolio.csv', '2025-07-07')).toEqual(['FEE - - -1.2345 - -'])
})

test('BUX: an order is two trades and a fee, and a split two rows whose amounts move no cash', async () => {
  expect(await bookedOn(bux, 'order.csv', '2025-03-03')).toEqual([
    'BUY 20 10 -200 - -',
    'FEE - - -1.5 - -',
    'BUY 0.45 10 -4.5 - -',
  ])
  expect(await bookedOn(bux, 'order.csv', '2025-05-02')).toEqual(['SPLIT 8 - - - -'])
})

test('Avanza: fees in kronor are none of an amount in dollars; they are inside it', async () => {
  const titles =
    'Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;Courtage (SEK);Valutakurs;Instrumentvaluta;ISIN;Resultat'
  const bought = (amount: string, currency: string, rate: string) =>
    `2025-03-10;Depå 1;Köp;Hilltop Tools;10;50;${amount};${currency};19;${rate};USD;US4385801023;`
  const text = [titles, bought('-501', 'USD', '1'), bought('-5019', 'SEK', '10'), ''].join('\n')
  const { transactions, issues } = (await parseSample(avanza, text)).result
  expect(transactions.map(({ currency, amount, fees }) => [currency, amount, fees])).toEqual([
    ['USD', '-501', undefined],
    ['SEK', '-5019', '19'],
  ])
  expect(issues).toMatchObject([{ row: 2, severity: 'info', code: 'fees-left-out' }])
})

test('BUX: older reports call the size and the price of a trade otherwise, and have no column of the way that money went', async () => {
  const text = await Bun.file(new URL('fixtures/bux/order.csv', import.meta.url)).text()
  const older = text
    .split('\n')
    .filter((line) => !line.includes('corporate_actions'))
    .map((line) => line.split(',').toSpliced(3, 1).join(','))
    .join('\n')
    .replace('Asset Quantity', 'Trade Quantity')
    .replace('Asset Price', 'Trade Price')
  const whole = await parseSample(bux, text.replaceAll(/^.*corporate_actions.*\n/gm, ''))
  const { confidence, result } = await parseSample(bux, older)
  expect([confidence, result.transactions]).toEqual([1, whole.result.transactions])
  const [, action = ''] = /^(.*corporate_actions.*)$/m.exec(text) ?? []
  const half = await parseSample(bux, `${older}${action.split(',').toSpliced(3, 1).join(',')}\n`)
  expect(half.result.issues.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['no-pair'])
})

test('BUX: tax that was withheld in dollars counts in euros, at the rate of net amount and payment', async () => {
  const titles = (await Bun.file(new URL('fixtures/bux/order.csv', import.meta.url)).text()).split('\n')[0]
  const paid = (amount: string, gross: string, net: string, tax: string) =>
    `2025-06-03 10:00:00.100000,dividends,Cash Dividend,CASH_CREDIT,${amount},EUR,,US0000000120,Invented Rails,,,,,,,,USD,${gross},${net},${tax},`
  const rows = [paid('15.45', '20', '17', '3'), paid('0.01', '0.02', '0.01', '0.01')]
  const { transactions, issues } = (await parseSample(bux, [titles, ...rows, ''].join('\n'))).result
  expect(transactions.map(({ amount, taxes }) => [amount, taxes])).toEqual([
    ['15.45', '2.73'],
    ['0.01', undefined],
  ])
  expect(issues).toMatchObject([{ row: 3, severity: 'info', code: 'tax-left-out' }])
})

test('Scalable: interest with a tax is refused like a distribution with one, for the row does not say whether it is inside', async () => {
  const titles = 'date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency'
  const earned = (kind: string, tax: string) =>
    `2025-03-31;01:00:00;Executed;${kind};${kind};Cash;${kind};;;;12,50;0,00;${tax};EUR`
  const rows = [earned('Interest', '3,30'), earned('Distribution', '3,30'), earned('Interest', '0,00')]
  const { transactions, issues } = (await parseSample(scalable, [titles, ...rows, ''].join('\n'))).result
  expect(issues).toMatchObject([2, 3].map((row) => ({ row, code: 'unclear-tax' })))
  expect(transactions).toMatchObject([{ type: 'INTEREST', amount: '12.5', rows: [4] }])
})

test('Scalable: what ends is two rows of one reference, and a fee of a deposit is refused, for the row does not say whether it is inside', async () => {
  expect(await bookedOn(scalable, 'redeemed.csv', '2026-04-20')).toEqual(['SELL -12 99.5 1194 - -'])
  expect(await bookedOn(scalable, 'redeemed.csv', '2026-03-18')).toEqual(['DIVIDEND - - 6.4 - -'])
  const titles = 'date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency'
  const rows = [
    '2026-04-25;02:00:00;Executed;W1;Invented Turbo;Security;Corporate action;DE000TUAG000;-26;0,001;-0,026;;;EUR',
    '2026-04-26;02:00:00;Executed;W2;Invented Bank;Cash;Deposit;;;;1.000,00;9,90;;EUR',
  ]
  const { transactions, issues } = (await parseSample(scalable, [titles, ...rows, ''].join('\n'))).result
  expect(transactions).toEqual([])
  expect(issues).toMatchObject([
    { row: 3, code: 'unclear-fee' },
    { row: 2, code: 'unclear-event' },
  ])
})

test('XTB: in the whole report a sale is what the shares had cost and what they earned, and nothing but both makes it', async () => {
  const euros = { options: { currency: 'EUR' } }
  expect(await bookedOn(xtb, 'whole-report.csv', '2025-08-11', euros.options)).toEqual(['SELL -20 7 140 - -'])
  expect(await bookedOn(xtb, 'whole-report.csv', '2025-05-05', euros.options)).toEqual(['FEE - - -4.2 - -'])
  const titles = 'ID;Type;Time;Comment;Symbol;Amount'
  const alone = '1;Stock sale;11/08/2025 09:14:43;CLOSE BUY 20 @ 7.0000;INVT.DE;152.40'
  const { result } = await parseSample(xtb, [titles, alone, ''].join('\n'), euros)
  expect(result.issues).toMatchObject([{ row: 2, code: 'unclear-trade' }])
  const positions = `Position;Symbol;Type;Volume;Open time;Open price;Close time;Close price;Open origin;Close origin;Purchase value;Sale value;SL;TP;Margin;Commission;Swap;Rollover;Gross P/L;Comment\n17;INVT.DE;BUY;20;01/05/2025 10:00:00;7.62;11/08/2025 09:14:43;7;x;x;152.4;140;;;;0;0;0;-12.4;\n`
  expect((await parseSample(xtb, positions, euros)).result.issues).toMatchObject([{ row: null, code: 'other-report' }])
})

test('Avanza: units that move with money, and the list of what is held, are refused', async () => {
  const titles =
    'Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;Courtage;Valutakurs;Instrumentvaluta;ISIN;Resultat'
  const moved = '2025-05-05;AF Ek;Värdepappersöverföring;Granby Verkstad B;-1;;310;SEK;;;SEK;SE0000009991;'
  expect((await parseSample(avanza, [titles, moved, ''].join('\n'))).result.issues).toMatchObject([
    { row: 2, code: 'unclear-transfer' },
  ])
  const held =
    'Namn;Kortnamn;Volym;Marknadsvärde;GAV (SEK);GAV;Valuta;Land;ISIN;Marknad;Typ\nGranby;GRA B;14;3506,67;247,76;247,76;SEK;SE;SE0000009991;XSTO;STOCK\n'
  const { confidence, result } = await parseSample(avanza, held)
  expect([confidence, result.issues.map(({ code }) => code)]).toEqual([1, ['positions-report']])
})

test('Saxo in Dutch: costs are in euros whatever the account is in, and bonds moved in had cost per cent of their nominal', async () => {
  expect(await bookedOn(saxo, 'transacties.csv', '2025-05-12', { currency: 'EUR' })).toEqual(['BUY 20 5.75 -119 4 -'])
  const { result } = await parseSample(saxo, new URL('fixtures/saxo/transacties.csv', import.meta.url), {
    options: { currency: 'EUR' },
  })
  expect(result.transactions.find(({ type }) => type === 'TRANSFER')).toMatchObject({
    quantity: '3000',
    costBasis: '3045',
    currency: 'EUR',
  })
})

test('Swissquote: capital that comes back is no income', async () => {
  const titles =
    'Datum;Auftrag #;Transaktionen;Symbol;Name;ISIN;Anzahl;Stückpreis;Kosten;Aufgelaufene Zinsen;Nettobetrag;Saldo;Währung'
  const row =
    "01-07-2026 16:00:54;00000000;Kapitalrückzahlung;INVD;INVENTED DIVIDEND ETF;IE0000000081;1.0;1'100.00;0.00;0.00;1'100.00;3'210.97;CHF"
  const { transactions } = (await parseSample(swissquote, [titles, row, ''].join('\n'))).result
  expect(transactions).toMatchObject([{ type: 'RETURN_OF_CAPITAL', asset: 'IE0000000081', amount: '1100' }])
})

test('Finpension: the fee has two names, and money may leave', async () => {
  const titles =
    'Date;Category;Asset Name;ISIN;Number of Shares;Asset Currency;Currency Rate;Asset Price in CHF;Cash Flow;Balance'
  const rows = [
    '2026-03-31;Withdrawal;;;;;;;-200.000000;796.500000',
    '2026-03-30;Flat-rate administration fee;;;;;;;-3.500000;996.500000',
  ]
  const { transactions } = (await parseSample(finpension, [titles, ...rows, ''].join('\n'))).result
  expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['WITHDRAWAL', '-200'],
    ['FEE', '-3.5'],
  ])
})

test('interactive investor: a debit buys and a credit sells, conversions are no trades, and accounts in other money are not taken for pounds', async () => {
  const titles = 'Date,Settlement Date,Symbol,Sedol,Quantity,Price,Description,Reference,Debit,Credit,Running Balance'
  const rows = [
    '01/07/2024,03/07/2024,HRBE,B0HRB11,100,£2.50,100 EUROPEAN HARB  Del    2.50 S Date 03/07/24,R1,£255.24,n/a,"£1,744.76"',
    '02/07/2024,04/07/2024,n/a,n/a,50.5,£0.84,50.5 EURO NoTf     .84 S Date 04/07/24,R2,n/a,£42.42,"£1,787.18"',
    '03/07/2024,05/07/2024,HRBE,B0HRB11,100,£2.60,100 EUROPEAN HARB  Del    2.60 S Date 05/07/24,R3,n/a,£260.00,"£2,047.18"',
    '04/07/2024,04/07/2024,HRBE,B0HRB11,n/a,n/a,Div 100   EUROPEAN HARBOUR TRUST,R4,n/a,$3.10,$103.10',
    '05/07/2024,05/07/2024,n/a,n/a,n/a,n/a,GROSS INTEREST,R5,n/a,3.10,106.20',
    '06/07/2024,06/07/2024,n/a,n/a,n/a,n/a,CASH RECEIVED,R6,£3.10,£3.10,£106.20',
    '07/07/2024,07/07/2024,n/a,n/a,n/a,n/a,CASH RECEIVED,R7,n/a,n/a,£106.20',
    '08/07/2024,10/07/2024,n/a,n/a,100,£2.60,100 HARB TRUS  Del    2.60 S Date 10/07/24,R8,n/a,£260.00,£366.20',
  ]
  const { transactions, issues } = (await parseSample(interactiveInvestor, [titles, ...rows, ''].join('\n'))).result
  expect(transactions.map(({ type, amount, currency, quantity, fees }) => [type, amount, currency, quantity, fees])).toEqual([
    ['BUY', '-255.24', 'GBP', '100', '5.24'],
    ['FX_CONVERSION', '-50.5', 'EUR', undefined, undefined],
    ['FX_CONVERSION', '42.42', 'GBP', undefined, undefined],
    ['SELL', '260', 'GBP', '-100', undefined],
  ])
  expect(issues.map(({ row, code }) => `${row} ${code}`)).toEqual([
    ...['5 unknown-currency', '6 unknown-currency', '7 no-amount', '8 no-amount', '9 no-asset'],
  ])
})
