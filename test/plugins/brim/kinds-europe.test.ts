/** Kinds of rows of brokers and banks in Europe that are documented and in no fixture, with figures of our own. */
import { expect, test } from 'bun:test'
import { etoro } from '#plugins/brim/etoro/index.ts'
import { flatex } from '#plugins/brim/flatex/index.ts'
import { revolut } from '#plugins/brim/revolut/index.ts'
import { parseSample } from '#test/support/importers.ts'
import { documented } from './documented.ts'

const DEGIRO = 'Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden'
documented('degiro', 'taxes of dividends and moves of cash in Spanish, distributions of funds in Dutch', DEGIRO, {
  [`04-03-2025,07:12,03-03-2025,FERRO SA,ES0000000014,Dividendo,,EUR,"10,00",EUR,"18,10",
04-03-2025,07:11,03-03-2025,FERRO SA,ES0000000014,Impuesto sobre dividendo,,EUR,"-1,90",EUR,"8,10",`]: 'DIVIDEND 8.1 EUR',
  [`04-04-2025,07:12,03-04-2025,FERRO SA,ES0000000014,Dividendo,,EUR,"20,00",EUR,"16,20",
04-04-2025,07:11,03-04-2025,FERRO SA,ES0000000014,Retención del impuesto,,EUR,"-3,80",EUR,"-3,80",`]: 'DIVIDEND 16.2 EUR',
  '05-03-2025,07:10,05-03-2025,,,Transferencia a cuenta de efectivo,,EUR,"0,00",EUR,"8,10",':
    'left out: moved between the trading account and its own cash account at the bank: the balance counts both',
  '06-03-2025,07:10,06-03-2025,VELD FONDS,NL0000000015,Fondsuitkering,,EUR,"4,25",EUR,"12,35",': 'DIVIDEND 4.25 EUR',
})

const COINBASE =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address'
documented('coinbase', 'trades of its exchange without a custodian, in two rows a second apart', COINBASE, {
  [`d2,2025-08-11 19:08:21 UTC,Retail Mgx Dex Trade,USDC,40,USD,$1.00,$40.00,$40.20,0.20,,,
d1,2025-08-11 19:08:20 UTC,Retail Mgx Dex Trade,BTC,-0.0004,USD,$100000.00,-$40.00,-$39.80,0.20,,,`]:
    'SELL -0.0004 BTC 39.8 USD; BUY 40 USDC -39.8 USD',
  'd3,2025-08-11 19:08:20 UTC,Retail Mgx Dex Trade,BTC,-0.0004,USD,$100000.00,-$40.00,-$39.80,0.20,,,': 'error convert-unclear',
  'd4,2025-08-12 10:00:00 UTC,Retail MGX DEX Send,USDC,-5,USD,$1.00,-$5.00,-$5.00,$0.00,,,': 'TRANSFER -5 USDC',
  'd5,2025-08-13 10:00:00 UTC,Retail MGX DEX Buy,WIDG,10,USD,$2.00,$20.00,$20.30,$0.30,,,': 'BUY 10 WIDG -20.3 USD fees 0.3',
})

const SAVED = '2025-03-04 10:00:00,2025-03-04 10:00:00'
documented(
  'revolut',
  'a current account in Portuguese',
  'Tipo,Produto,Data de início,Data de Conclusão,Descrição,Montante,Comissão,Moeda,Estado,Saldo',
  {
    'Carregamento,Atual,2025-03-01 10:00:00,2025-03-01 10:00:01,Carregamento,50.00,0.00,EUR,CONCLUÍDA,50.00': 'DEPOSIT 50 EUR',
    'Pagamento com cartão,Atual,2025-03-02 10:00:00,2025-03-03 10:00:00,Pão,-5.00,0.00,EUR,CONCLUÍDA,45.00':
      'WITHDRAWAL -5 EUR (card)',
    'Pagamento com cartão,Atual,2025-03-02 11:00:00,,Pão,-5.00,0.00,EUR,REVERTIDA,': 'left out: reverted: no money moved',
    [`Transferência,Atual,${SAVED},Poupar,-20.00,0.00,EUR,CONCLUÍDA,25.00
Transferência,Poupanças,${SAVED},Poupar,20.00,0.00,EUR,CONCLUÍDA,20.00`]:
      'left out: moved between two products of the same account; left out: moved between two products of the same account',
    [`Câmbio,Atual,${SAVED},Para USD,-10.00,0.10,EUR,CONCLUÍDA,14.90
Câmbio,Atual,${SAVED},Para USD,11.00,0.00,USD,CONCLUÍDA,11.00`]: 'FX_CONVERSION -10 EUR; FEE -0.1 EUR; FX_CONVERSION 11 USD',
  },
)
documented(
  'revolut',
  'a current account in Spanish with all its titles, and in French',
  'Tipo,Producto,Fecha de inicio,Fecha de finalización,Descripción,Importe,Comisión,Moneda,Estado,Saldo',
  {
    'Transferencia,Actual,2025-03-01 10:00:00,2025-03-01 10:00:01,Ana,50.00,0.00,EUR,COMPLETADO,50.00': 'DEPOSIT 50 EUR',
    'Cajero,Actual,2025-03-02 10:00:00,2025-03-02 10:00:01,Banco,-20.00,1.00,EUR,COMPLETADO,29.00':
      'WITHDRAWAL -20 EUR; FEE -1 EUR',
    'Pago con tarjeta,Actual,2025-03-03 10:00:00,,Pan,-5.00,0.00,EUR,REVERTIDO,': 'left out: reverted: no money moved',
    'Pago con tarjeta,Actual,2025-03-03 10:00:00,,Pain,-5.00,0.00,EUR,EN ATTENTE,': 'left out: pending: no money moved',
  },
)
documented(
  'revolut',
  'a position that the broker closed without saying its units',
  'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
  {
    '2025-03-02T09:00:00.100Z,OLDC,POSITION CLOSURE,,,USD 12.40,USD,1.1': 'error incomplete-trade',
    '2025-03-02T09:00:00.100Z,OLDC,POSITION CLOSURE,4,,USD 12.40,USD,1.1': 'SELL -4 OLDC 12.4 USD',
  },
)

for (const [name, file, sentence] of [
  [
    'consolidated statement',
    'Personal Account (EUR),,,,\nDate,Description,Category,Money in/out,Balance,Tax withheld,Other taxes,Fees\n"Jan 2, 2025",Pan,Merchant,-12.00 EUR,8.00 EUR,0,0,0\n',
    /Consolidated statement.*Account statement > Excel/,
  ],
  [
    'statement of flexible cash funds',
    'Date,Description,"Value, USD","Value, EUR",FX Rate,Price per share,Quantity of shares\n"Mar 3, 2025, 1:00:00 AM",Interest PAID USD Class R IE0000000019,0.12,0.11,0.92,,\n',
    /flexible cash funds.*Account statement > Excel/,
  ],
] as const)
  test(`Revolut: the ${name} is answered with the report to take`, async () => {
    const { confidence, result } = await parseSample(revolut, file)
    expect([confidence >= 0.9, result.transactions]).toEqual([true, []])
    expect(result.issues.map(({ code, detail }) => [code, sentence.test(detail)])).toEqual([['other-report', true]])
  })

const ETORO = 'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA'
documented('etoro', 'splits, what is copied, and fees until 2021', ETORO, {
  // One holding of two positions is split once.
  [`03/02/2025 10:00:00,corp action: Split,RAIL/USD 2:1,0.00,-,0.00,900.00,800.00,71,Stocks,0.00
03/02/2025 10:00:01,corp action: Split,RAIL/USD 2:1,0.00,-,0.00,900.00,800.00,72,Stocks,0.00`]: 'SPLIT',
  '03/02/2025 10:00:00,corp action: Split,RAIL/USD,0.00,-,0.00,900.00,800.00,71,Stocks,0.00': 'error no-asset',
  '04/02/2025 10:00:00,Start Copy,somebody,200.00,-,0.00,900.00,700.00,-,-,0.00':
    'left out: moved between the balance and what is copied',
  '05/02/2025 10:00:00,Account balance to mirror,somebody,50.00,-,0.00,900.00,650.00,-,-,0.00':
    'left out: moved between the balance and what is copied',
  '06/02/2025 10:00:00,Stop Copy,somebody,250.00,-,1.00,901.00,900.00,-,-,0.00': 'error unknown-type',
  '02/02/2021 10:00:00,Rollover Fee,Payment caused by dividend,0.36,-,0.36,900.36,800.36,99,Stocks,0.00': 'error no-asset',
  '02/02/2021 22:00:00,Rollover Fee,Weekend fee,-0.12,-,-0.12,899.88,799.88,71,CFD,0.00': 'FEE -0.12 USD (margin)',
})

test('eToro: a split of a holding in two positions counts once, by its ratio', async () => {
  const rows = ['71', '72'].map(
    (id) => `03/02/2025 10:00:00,corp action: Split,RAIL/USD 1:4,0.00,-,0.00,9.00,8.00,${id},Stocks,0.00`,
  )
  const { result } = await parseSample(etoro, `${[ETORO, ...rows].join('\n')}\n`)
  expect(result.transactions.map(({ rows, asset, ratio }) => [rows, asset, ratio])).toEqual([[[2, 3], 'RAIL', '1:4']])
})

for (const [name, titles] of [
  ['Transactions Report', 'Date,Account Balance,Type,Details,Position ID,Amount,Realized Equity Change,Realized Equity,NWA'],
  [
    'Closed Positions',
    'Position ID,Action,Copy Trader Name,Amount,Units,Open Rate,Close Rate,Spread,Profit,Open Date,Close Date,Take Profit Rate,Stop Loss Rate,Rollover Fees And Dividends,Is Real,Leverage,Notes',
  ],
] as const)
  test(`eToro: ${name} is answered with the report to take`, async () => {
    const { confidence, result } = await parseSample(etoro, `${titles}\n${titles.replaceAll(/[^,]+/g, '1')}\n`)
    expect([confidence >= 0.9, result.transactions]).toEqual([true, []])
    expect(result.issues.map(({ code, detail }) => [code, detail.includes('sheet Account Activity')])).toEqual([
      ['other-report', true],
    ])
  })

const FLATEX_ACCOUNT = 'Buchtag;Valuta;BIC / BLZ;IBAN / Kontonummer;Buchungsinformationen;TA-Nr.;Betrag;;Auftraggeberkonto;Konto'
documented('flatex', 'costs, taxes and direct debits of the account without a security', FLATEX_ACCOUNT, {
  '05.01.2025;05.01.2025;;;Depotgebühren 01.12.2024 - 31.12.2024,;A1;-0,26;EUR;;1': 'FEE -0.26 EUR',
  '05.01.2025;31.12.2024;;;Steuertopfoptimierung 2024;A2;4,94;EUR;;1': 'TAX 4.94 EUR',
  '06.01.2025;06.01.2025;;;Lastschrift;A3;50,00;EUR;;1': 'DEPOSIT 50 EUR',
  '09.01.2025;09.01.2025;;;R-Transaktion;A4;-50,00;EUR;;1': 'WITHDRAWAL -50 EUR',
})
const FLATEX_DEPOT = 'Nummer;Buchtag;Valuta;ISIN;Bezeichnung;Nominal;;Buchungsinformationen;TA-Nr.;Kurs;;Depot'
const MOVED_IN = (day: string, what: string, units: string) =>
  `1;${day}.01.2025;${day}.01.2025;DE0000000017;FERRO AG;${units};Stk;${what} DE0000000017;D${day};10,00;EUR;1`
documented('flatex', 'units that came in and were taken back', FLATEX_DEPOT, {
  [MOVED_IN('07', 'WP-Eingang', '5,000')]: 'TRANSFER 5 DE0000000017',
  [MOVED_IN('08', 'Storno WP-Eingang', '-5,000')]: 'TRANSFER -5 DE0000000017',
  [MOVED_IN('09', 'Storno WP-Eingang', '5,000')]: 'TRANSFER -5 DE0000000017',
})
test('flatex: what takes units back that came in reverses them', async () => {
  const { result } = await parseSample(flatex, `${FLATEX_DEPOT}\n${MOVED_IN('08', 'Storno WP-Eingang', '-5,000')}\n`)
  expect(result.transactions.map(({ quantity, reverses }) => [quantity, reverses])).toEqual([['-5', 'same']])
})
