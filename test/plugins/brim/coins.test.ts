/** The worst traps in the reports of coin exchanges, each by its name. */
import { expect, test } from 'bun:test'
import type { BrokerPlugin, ParsedReport } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { cashOf, holdingsOf, parseSample } from '#test/support/importers.ts'

async function read(code: string, name: string): Promise<ParsedReport> {
  const plugin = brokerPlugins.find((one) => one.code === code)
  if (plugin === undefined) throw new Error(`there is no importer ${code}`)
  return (await parseSample(plugin, new URL(`fixtures/${code}/${name}`, import.meta.url))).result
}

const ofRows = ({ transactions }: ParsedReport, ...rows: number[]) =>
  transactions.filter((draft) => draft.rows.some((row) => rows.includes(row)))

test('Kraken: a row without a transaction id is the twin of the row that counts', async () => {
  const result = await read('kraken', 'ledgers.csv')
  expect(ofRows(result, 2)).toEqual([])
  expect(ofRows(result, 3)).toMatchObject([{ type: 'DEPOSIT', amount: '600', currency: 'EUR' }])
})

test('Kraken: staked coins are the coins, and come to the balances of both wallets', async () => {
  const { DOT, BTC } = holdingsOf(await read('kraken', 'ledgers.csv'))
  expect({ DOT, BTC }).toEqual({ DOT: '15.017', BTC: '0.004001' })
})

test('Bitvavo: the zone counts where all rows name one, and exists', async () => {
  const plugin = brokerPlugins.find(({ code }) => code === 'bitvavo') as BrokerPlugin
  const [titles = '', row = ''] = (await Bun.file(new URL('fixtures/bitvavo/history.csv', import.meta.url)).text()).split('\n')
  const zoned = async (...zones: string[]) => {
    const rows = zones.map((zone, index) => row.replace('Europe/Amsterdam', zone).replace('008,', `10${index},`))
    return (await parseSample(plugin, `${[titles, ...rows].join('\n')}\n`)).result.zone
  }
  expect(await zoned('Europe/Rome', 'Europe/Rome', '')).toBe('Europe/Rome')
  expect(await zoned('Europe/Rome', 'UTC')).toBeUndefined()
  expect(await zoned('Rome')).toBeUndefined()
  expect(await zoned('')).toBeUndefined()
})

test('Bitvavo: the fee of a withdrawal is inside its amount', async () => {
  const [sent, fee] = ofRows(await read('bitvavo', 'history.csv'), 2)
  expect([sent, fee]).toMatchObject([
    { type: 'TRANSFER', quantity: '-0.0194' },
    { type: 'FEE', quantity: '-0.0005' },
  ])
})

test('Nexo: a deposit of two rows is one, and a purchase by card with its rows one withdrawal', async () => {
  const result = await read('nexo', 'transactions.csv')
  expect(ofRows(result, 16, 17)).toMatchObject([{ type: 'DEPOSIT', amount: '150', currency: 'EUR', rows: [16] }])
  expect(ofRows(result, 5, 6, 7)).toMatchObject([{ type: 'WITHDRAWAL', amount: '-20', currency: 'EUR' }])
})

test('Crypto.com: the overall swap is the sum of those of wallet and stake, which do not count again', async () => {
  const swap = ofRows(await read('cryptocom', 'wallet.csv'), 9, 10, 11, 12, 13, 14)
  expect(swap.map(({ type, asset, quantity, amount }) => ({ type, asset, quantity, amount }))).toEqual([
    { type: 'SELL', asset: 'MCO', quantity: '-10.1', amount: '27' },
    { type: 'BUY', asset: 'CRO', quantity: '280', amount: '-27' },
  ])
})

test('Coinbase Pro: one number of two markets is two trades, and all comes to the last balances', async () => {
  const result = await read('coinbase-pro', 'statement.csv')
  expect(ofRows(result, 3, 4, 5).map(({ type }) => type)).toEqual(['BUY'])
  expect(ofRows(result, 6, 7, 8).map(({ type }) => type)).toEqual(['EXCHANGE', 'EXCHANGE'])
  expect({ ...cashOf(result), ...holdingsOf(result) }).toEqual({ EUR: '258.3', BTC: '0.00098', ETH: '0.05' })
})

test('BitMEX: amounts are satoshis, and the fee of a withdrawal is inside', async () => {
  expect(ofRows(await read('bitmex', 'wallet.csv'), 4).map(({ type, quantity }) => [type, quantity])).toEqual([
    ['TRANSFER', '-0.005'],
    ['FEE', '-0.0002'],
  ])
})

test('Relai: money comes in for each purchase and goes out after each sale', async () => {
  expect(ofRows(await read('relai', 'transactions.csv'), 2, 3).map(({ type, amount }) => [type, amount])).toEqual([
    ['SELL', '54.45'],
    ['WITHDRAWAL', '-54.45'],
    ['DEPOSIT', '101'],
    ['BUY', '-101'],
  ])
})

test('a trade whose sums have more digits than can be held is refused, not cut', async () => {
  const plugin = brokerPlugins.find(({ code }) => code === 'kucoin')
  if (plugin === undefined) throw new Error('there is no importer kucoin')
  const titles = 'Symbol,Side,Filled Time,Avg. Filled Price,Filled Amount,Filled Volume,Fee,Fee Currency'
  const row = `BTC-USDT,buy,2024-03-01 10:00:00,1,12345678901234567890.123456789,5,0,USDT`
  const { result } = await parseSample(plugin, `${titles}\n${row}\n`)
  expect(result.transactions).toEqual([])
  expect(result.issues).toMatchObject([{ row: 2, severity: 'error', code: 'invalid-number' }])
})

/** The titles of reports that users take by mistake, as the exchanges write them. */
const MISTAKEN: Readonly<Record<string, readonly string[]>> = {
  binance: [
    'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
    'Tiempo,Par,Lado,Precio,Ejecutado,Cantidad,Tarifa',
    'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin',
    'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status',
    'Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status',
    'Date(UTC+1),Coin,Amount,Status,Payment Method,Indicated Amount,Fee,Order ID',
  ],
  coinbase: [
    'Tax lot ID,Asset name,Amount,Date Acquired,Cost basis (USD),Date of Disposition',
    'Transaction Type,Date & time,Asset Acquired,"Quantity Acquired (Bought, Received, etc)",Cost Basis (incl. fees and/or spread) (USD),"Asset Disposed (Sold, Sent, etc)"',
  ],
  kucoin: ['UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+08:00),Remark'],
  revolut: ['Date acquired,Date sold,Symbol,Security name,ISIN,Country,Quantity,Cost basis,Gross proceeds,Gross PnL,Currency'],
  wise: [
    'ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note',
  ],
}

for (const [code, files] of Object.entries(MISTAKEN))
  test(`${code}: other reports of it are refused with the one to take`, async () => {
    for (const titles of files) {
      const row = titles.replaceAll(/[^,;]+/g, 'x')
      const opened = await Promise.all(
        brokerPlugins.map(async (plugin) => ({ plugin, ...(await parseSample(plugin, `${titles}\n${row}\n`)) })),
      )
      const sure = opened.filter(({ plugin, confidence }) => confidence >= 0.7 || plugin.code === code)
      expect(sure.map(({ plugin, confidence }) => [plugin.code, confidence >= 0.7, titles])).toEqual([[code, true, titles]])
      expect(sure[0]?.result.issues.map((issue) => issue.code)).toEqual(['other-report'])
    }
  })
