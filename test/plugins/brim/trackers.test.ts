import { describe, expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { headOf } from '#plugins/kit/head.ts'
import { cashOf, holdingsOf, openSample, parseSample } from '#test/support/importers.ts'

const pluginOf = (code: string) => brokerPlugins.find((one) => one.code === code) ?? brokerPlugins[0]
const claims = async (text: string) => {
  const [file] = await openSample(text)
  if (file === undefined) return []
  return brokerPlugins.flatMap((plugin) => (plugin.recognises(headOf(file)) >= 0.1 ? plugin.code : []))
}
async function parse(code: string, text: string) {
  const plugin = pluginOf(code)
  if (plugin === undefined) throw new Error('there are no importers')
  return (await parseSample(plugin, text)).result
}

describe('tables that anybody may have', () => {
  const row = '\n2024-01-02,BUY,HLNF,1,2,0,USD\n'
  test('RAW tables of cgt-calc are these titles and no other', async () => {
    expect(await claims(`date,action,symbol,quantity,price,fees,currency${row}`)).toEqual(['cgt-calc-raw'])
    expect(await claims(`date,action,symbol,quantity,price,fees,currency,amount${row}`)).toEqual([])
    expect(await claims(`Date,Action,Symbol,Quantity,Price,Fees,Currency${row}`)).toEqual([])
  })

  test('the generic importer keeps tables with its own titles', async () => {
    expect(await claims(`date,type,symbol,quantity,price,fees,currency${row}`)).toEqual(['broker_generic_csv'])
  })

  test('tables of Sidekick and Wealthfolio have words in common and are not confused', async () => {
    const words = 'ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee\nBuy,HLNF,2024-01-02,USD,1,2,0\n'
    expect(await claims(words)).toEqual(['sidekick-generic'])
    const others = 'date,symbol,quantity,activityType,unitPrice,currency,fee,amount\n2024-01-02,HLNF,1,BUY,2,USD,0,\n'
    expect(await claims(others)).toEqual(['wealthfolio'])
  })

  test('positions with a column that no snapshot has are nobody’s', async () => {
    expect(await claims('date,symbol,quantity,price,currency\n2024-01-02,HLNF,1,2,USD\n')).toEqual(['wealthfolio'])
    expect(await claims('date,symbol,quantity,price,currency,side\n2024-01-02,HLNF,1,2,USD,B\n')).toEqual([])
  })
})

test('Wealthfolio: an amount is final, but where it is units x price the fee is not in it', async () => {
  const titles = 'date,symbol,quantity,activityType,unitPrice,currency,fee,amount\n'
  const bought = async (amount: string) =>
    cashOf(await parse('wealthfolio', `${titles}2024-01-02,HLNF,10,BUY,5,USD,1.5,${amount}\n`))
  expect(await bought('')).toEqual({ USD: '-51.5' })
  expect(await bought('50')).toEqual({ USD: '-51.5' })
  expect(await bought('51.5')).toEqual({ USD: '-51.5' })
})

test('Wealthfolio: a charge is the amount, its own column, or quantity x price', async () => {
  const titles = 'date,symbol,quantity,activityType,unitPrice,currency,fee,amount\n'
  const charged = async (row: string) => cashOf(await parse('wealthfolio', `${titles}2024-01-02,$CASH-USD,${row}\n`))
  for (const row of ['1,FEE,1,USD,0,5', '1,FEE,1,USD,5,', '5,FEE,1,USD,0,', '5,TAX,1,USD,0,'])
    expect(await charged(row)).toEqual({ USD: '-5' })
})

test('CoinTracking: amounts are net of a fee in their currency; one in a third currency is an info and not booked', async () => {
  const titles = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"\n'
  const row = (fee: string) => `"Trade","0.02000000","BTC","505.00","EUR",${fee},"Harbour","","","03.01.2024 10:00:00"\n`
  const own = await parse('cointracking', titles + row('"5.00","EUR"'))
  expect([cashOf(own), own.transactions[0]?.fees]).toEqual([{ EUR: '-505' }, '5'])
  const third = await parse('cointracking', titles + row('"0.00100000","BNB"'))
  expect([cashOf(third), holdingsOf(third)]).toEqual([{ EUR: '-505' }, { BTC: '0.02' }])
  expect(third.issues.map(({ code }) => code)).toEqual(['fee-not-booked'])
})

test('Ghostfolio: the fee of a dividend is not in units x price', async () => {
  const csv = 'Date,Code,Currency,Price,Quantity,Action,Fee\n02.01.2024,HLNF,USD,0.5,10,dividend,1.25\n'
  expect(cashOf(await parse('ghostfolio', csv))).toEqual({ USD: '3.75' })
})

test('Ghostfolio: a day that was entered east of Greenwich is that day, not the one before at 22:00 or 23:00 UTC', async () => {
  const activity = (date: string) => ({
    ...{ fee: 1, quantity: 2, type: 'BUY', unitPrice: 10, currency: 'EUR', dataSource: 'YAHOO', symbol: 'HLNF', accountId: null },
    ...{ comment: null, date },
  })
  const stamps = [
    '2023-12-31T23:00:00.000Z',
    '2024-06-30T22:00:00.000Z',
    '2024-07-01T21:00:00.000Z',
    '2024-07-02T00:00:00.000Z',
    '2024-07-02T22:00:01.000Z',
  ]
  const { transactions } = await parse('ghostfolio', `${JSON.stringify({ meta: {}, activities: stamps.map(activity) })}\n`)
  expect(transactions.map(({ date }) => date)).toEqual(['2024-01-01', '2024-07-01', '2024-07-02', '2024-07-02', '2024-07-02'])
})

const ghostfolioDays = async (...rows: readonly (readonly [date: string, symbol?: string, kind?: string, source?: string])[]) => {
  const activities = rows.map(([date, symbol = 'HLNF', type = 'BUY', dataSource = 'YAHOO']) => ({
    ...{ fee: 1, quantity: 2, type, unitPrice: 10, currency: 'EUR', dataSource, symbol, accountId: null, comment: null, date },
  }))
  const { transactions, issues } = await parse('ghostfolio', `${JSON.stringify({ meta: {}, activities })}\n`)
  const said = issues.map(({ row, severity, code }) => `${row} ${severity} ${code}`)
  return { days: transactions.map(({ date }) => date), said }
}

test('Ghostfolio: a trade on a Sunday in UTC proves that days were entered at midnight in Asia or Australia', async () => {
  // Mondays in India and Japan; a dividend on a Saturday goes with them.
  expect(await ghostfolioDays(['2024-06-30T18:30:00.000Z'], ['2024-05-31T18:30:00.000Z', 'HLNF', 'DIVIDEND'])).toEqual({
    ...{ days: ['2024-07-01', '2024-06-01'], said: [] },
  })
  expect(await ghostfolioDays(['2024-06-30T15:00:00.000Z'], ['2024-07-03T15:00:00.000Z'])).toEqual({
    ...{ days: ['2024-07-01', '2024-07-04'], said: [] },
  })
  // In Sydney midnight is an hour earlier in its summer, where no Monday tells; in Nepal it is 18:15.
  expect(await ghostfolioDays(['2024-06-30T14:00:00.000Z'], ['2024-01-09T13:00:00.000Z'])).toEqual({
    ...{ days: ['2024-07-01', '2024-01-10'], said: [] },
  })
  expect((await ghostfolioDays(['2024-06-30T18:15:00.000Z'])).days).toEqual(['2024-07-01'])
})

test('Ghostfolio: a trade on a Friday in UTC was not entered as Saturday; where no trade tells, the day in UTC is taken and said once', async () => {
  expect(await ghostfolioDays(['2024-07-05T15:00:00.000Z'], ['2024-07-02T15:00:00.000Z'])).toEqual({
    ...{ days: ['2024-07-05', '2024-07-02'], said: [] },
  })
  expect(await ghostfolioDays(['2024-07-05T22:00:00.000Z'])).toEqual({ days: ['2024-07-05'], said: [] })
  const unsure = ['2024-07-02T18:30:00.000Z', '2024-07-03T18:30:00.000Z'] as const
  expect(await ghostfolioDays([unsure[0]], [unsure[1]])).toEqual({
    ...{ days: ['2024-07-02', '2024-07-03'], said: ['null warning days-unproved'] },
  })
  // As many Sundays as Fridays: the evening of Europe is taken for midnight, and that is said.
  expect(await ghostfolioDays(['2024-06-30T22:00:00.000Z'], ['2024-07-05T22:00:00.000Z'])).toEqual({
    ...{ days: ['2024-07-01', '2024-07-06'], said: ['null info days-unproved'] },
  })
  // What has no exchange is bought on all days.
  expect(
    await ghostfolioDays(
      ['2024-06-30T18:30:00.000Z', 'bitcoin', 'BUY', 'COINGECKO'],
      ['2024-06-30T18:30:00.000Z', 'ETHUSD'],
      ['2024-06-30T18:30:00.000Z', 'Cabin', 'BUY', 'MANUAL'],
    ),
  ).toEqual({ days: Array(3).fill('2024-06-30'), said: ['null warning days-unproved'] })
  // A coin of a Saturday in Europe, which was a Friday in UTC.
  expect(await ghostfolioDays(['2024-07-05T22:00:00.000Z', 'BTC-EUR'], ['2024-07-02T22:00:00.000Z'])).toEqual({
    ...{ days: ['2024-07-06', '2024-07-03'], said: ['null info days-unproved'] },
  })
})

test('Ghostfolio: its tables are read by the same midnights', async () => {
  const csv = 'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee\n2024-06-30T18:30:00.000Z,HLNF,YAHOO,INR,50,2,buy,0\n'
  expect((await parse('ghostfolio', csv)).transactions.map(({ date }) => date)).toEqual(['2024-07-01'])
})

const EXPORTED =
  '"id","activityType","subtype","status","date","quantity","unitPrice","amount","fee","currency","needsReview","comment","fxRate","createdAt","symbol","updatedAt","accountId","accountName","accountCurrency","assetSymbol","assetName"\n'
const exported = (id: string, date: string, money: string, kind = 'BUY', status = 'POSTED') =>
  `"${id}","${kind}","","${status}","${date}","2","10","20","0","${money}","false","","","2024-07-01T10:00:00Z","SEC:HLNF:XETR","2024-07-01T10:00:00Z","a","Main","${money}","HLNF","Highland Fund"\n`
const daysOf = async (...rows: readonly (readonly [date: string, money: string, kind?: string])[]) => {
  const text = EXPORTED + rows.map(([date, money, kind], index) => exported(`id-${index}`, date, money, kind)).join('')
  return (await parse('wealthfolio', text)).transactions.map(({ date }) => date)
}

test('Wealthfolio: its export is read by the symbol of the asset, without what is not final', async () => {
  const text =
    EXPORTED + exported('id-1', '2024-07-02T00:00:00+00:00', 'EUR') + exported('id-2', '2024-07-03', 'EUR', 'BUY', 'DRAFT')
  expect(await claims(text)).toEqual(['wealthfolio'])
  const { transactions, assets, ignored } = await parse('wealthfolio', text)
  expect(transactions.map(({ date, asset, account, externalId }) => [date, asset, account, externalId])).toEqual([
    ['2024-07-02', 'HLNF', 'Main', 'id-1'],
  ])
  expect([assets[0]?.name, ignored.at(-1)?.reason]).toEqual(['Highland Fund', 'not final: DRAFT'])
})

test('Wealthfolio: a day that was entered at midnight is that day; four in the afternoon in America is not the day after', async () => {
  // The midnights of Monday to Wednesday in Berlin; a payment on a Saturday goes with them.
  const berlin = [
    '2024-01-07T23:00:00.000Z',
    '2024-06-30T22:00:00.000Z',
    '2024-07-02T22:00:00.000Z',
    '2024-05-31T22:00:00.000Z',
  ] as const
  expect(await daysOf([berlin[0], 'USD'], [berlin[1], 'USD'], [berlin[2], 'USD'], [berlin[3], 'USD', 'DEPOSIT'])).toEqual([
    ...['2024-01-08', '2024-07-01', '2024-07-03', '2024-06-01'],
  ])
  // Sydney.
  expect(await daysOf(['2024-06-30T14:00:00Z', 'AUD'], ['2024-01-08T13:00:00Z', 'AUD'])).toEqual(['2024-07-01', '2024-01-09'])
  // Denver: a Friday, and a Monday.
  expect(await daysOf(['2024-07-05T22:00:00Z', 'EUR'], ['2024-01-08T23:00:00Z', 'EUR'])).toEqual(['2024-07-05', '2024-01-08'])
  // Nepal: 18:15, and no minute of an hour is 45.
  expect(await daysOf(['2024-06-30T18:15:00Z', 'EUR'], ['2024-06-30T18:45:00Z', 'EUR'])).toEqual(['2024-07-01', '2024-06-30'])
  // Nothing tells but the money of the account.
  expect(await daysOf(['2024-05-31T22:00:00.000Z', 'EUR', 'DEPOSIT'])).toEqual(['2024-06-01'])
  expect(await daysOf(['2024-05-31T22:00:00.000Z', 'USD', 'DEPOSIT'])).toEqual(['2024-05-31'])
  // An afternoon in Europe, a moment that is no hour, a plain day.
  expect(await daysOf(['2024-07-02T14:00:00Z', 'EUR'], ['2024-07-02T22:00:01Z', 'EUR'], ['2024-07-02', 'EUR'])).toEqual(
    Array(3).fill('2024-07-02'),
  )
})

test('Yahoo: lots of exchanges that quote in several currencies are taken for shares and say so; units in US dollars are in dollars', async () => {
  const titles =
    'Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type'
  const lot = (symbol: string) => `${symbol},1,2026/03/31,16:30 BST,,,,,,20260113,50.0,10.0,,,,,BUY`
  const { transactions, issues } = await parse(
    'yahoo',
    [titles, ...['TOOL.L', 'TOOL.SW', 'TOOL-U.TO', 'TOOL.TO'].map(lot), ''].join('\n'),
  )
  expect(transactions.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual([
    '-5 GBP',
    '-500 CHF',
    '-500 USD',
    '-500 CAD',
  ])
  expect(issues).toMatchObject([2, 3].map((row) => ({ row, severity: 'warning', code: 'currency-assumed' })))
})
