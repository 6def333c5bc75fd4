/** Files of our own for the importers, of any number of rows: `plain` spreads them over days and securities, `alike` puts all of them into one minute. */
export type Shape = 'plain' | 'alike'

type Maker = (index: number, shape: Shape) => string

function day(index: number, shape: Shape): Date {
  return new Date(Date.UTC(2000, 0, 1) + (shape === 'alike' ? 0 : Math.floor(index / 12) * 86_400_000))
}

function iso(index: number, shape: Shape): string {
  return day(index, shape).toISOString().slice(0, 10)
}

function european(index: number, shape: Shape): string {
  return iso(index, shape).split('-').reverse().join('-')
}

function isin(index: number, shape: Shape): string {
  return shape === 'alike' ? 'US0000000AA7' : `US0000${String(index % 400).padStart(5, '0')}7`
}

/** Six rows: a trade in dollars, its fee and its conversion, a dividend with its tax. */
const degiro: Maker = (index, shape) => {
  const [date, asset, order] = [european(index, shape), isin(index, shape), shape === 'alike' ? '' : `o-${index}`]
  const start = `${date},09:30,${date}`
  return [
    `${start},ACME,${asset},FX Debit,1.25,USD,100.00,USD,0.00,${order}`,
    `${start},ACME,${asset},FX Credit,,EUR,-80.00,EUR,0.00,${order}`,
    `${start},ACME,${asset},Buy 10 ACME@10 USD (${asset}),,USD,-100.00,USD,0.00,${order}`,
    `${start},ACME,${asset},DEGIRO Transaction and/or third party fees,,EUR,-1.00,EUR,0.00,${order}`,
    `${date},07:40,${date},ACME,${asset},Dividend,,USD,4.00,USD,0.00,`,
    `${date},07:40,${date},ACME,${asset},Dividend Tax,,USD,-0.60,USD,0.00,`,
  ].join('\n')
}

const ibkr: Maker = (index, shape) => {
  const [date, asset, symbol] = [iso(index, shape), isin(index, shape), shape === 'alike' ? 'ACME' : `A${index % 400}`]
  const text = `${symbol}(${asset}) Cash Dividend USD 0.50 per Share`
  const trade = (quantity: number, code: string) =>
    `Trades,Data,Trade,Stocks,USD,${symbol},"${date}, 09:30:00",${quantity},10,10,${-quantity * 10},-1,${quantity * 10},0,0,${code}`
  return [
    trade(10, 'O'),
    trade(5, 'O'),
    trade(-5, 'Ca'),
    `Dividends,Data,USD,${date},${text} (Ordinary Dividend),5`,
    `Withholding Tax,Data,USD,${date},${text} - US Tax,-0.75,`,
    trade(1, 'O'),
  ].join('\n')
}
const IBKR_HEAD = [
  'Statement,Header,Field Name,Field Value',
  'Statement,Data,BrokerName,Interactive Brokers',
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
  'Dividends,Header,Currency,Date,Description,Amount',
  'Withholding Tax,Header,Currency,Date,Description,Amount,Code',
]

const trading212: Maker = (index, shape) => {
  const [time, asset] = [`${iso(index, shape)} 09:30:00`, isin(index, shape)]
  const row = (action: string, shares: string, price: string, total: string) =>
    `${action},${time},${asset},ACME,Acme,${shares},${price},EUR,${total},EUR`
  return [
    row('Market buy', '10', '10', '100'),
    row('Dividend (Ordinary)', '10', '0.4', '4'),
    row('Stock split close', '10', '10', '100'),
    row('Stock split open', '20', '5', '100'),
    row('Deposit', '', '', '50'),
    row('Market sell', '1', '5', '5'),
  ].join('\n')
}

const coinbase: Maker = (index, shape) => {
  const time = `${iso(index, shape)} 09:30:00 UTC`
  const row = (type: string, asset: string, quantity: string, value: string, notes: string) =>
    `${time},${type},${asset},${quantity},EUR,10,${value},${value},0,${notes}`
  return [
    row('Buy', 'BTC', '1', '10', 'Bought'),
    row('Convert', 'BTC', '-1', '10', `Converted ${index}`),
    row('Convert', 'ETH', '2', '10', `Converted ${index}`),
    row('Send', 'ETH', '-1', '10', 'Sent'),
    row('Receive', 'ETH2', '1', '10', 'Received'),
    row('Staking Income', 'ETH', '0.01', '0.1', 'Reward'),
  ].join('\n')
}

const revolut: Maker = (index, shape) => {
  const [date, symbol] = [european(index, shape).replaceAll('-', '.'), shape === 'alike' ? 'ACME' : `A${index % 400}`]
  const row = (code: string, quantity: number, price: number, amount: number) =>
    `${date},-,USD,${code},Acme,Acme,${symbol},${quantity},${price},${amount}`
  return [
    row('BUY', 4, 10, 40),
    row('SELL', -1, 10, 10),
    row('SELL CANCEL', 1, 10, 10),
    row('DIV', 0, 0, 3),
    row('SSP', -3, 20, 0),
    row('SSP', 6, 10, 0),
  ].join('\n')
}

const generic: Maker = (index, shape) => {
  const [date, symbol] = [iso(index, shape), shape === 'alike' ? 'ACME' : `A${index % 400}`]
  return [
    `${date},BUY,${symbol},10,10,-101,EUR,1,`,
    `${date},SELL,${symbol},5,10,49,EUR,1,`,
    `${date},DIVIDEND,${symbol},,,4,EUR,,`,
    `${date},DEPOSIT,,,,50,EUR,,`,
    `${date},FX_CONVERSION,,,,-50,EUR,,g${index}`,
    `${date},FX_CONVERSION,,,,55,USD,,g${index}`,
  ].join('\n')
}

const FILES: Readonly<Record<string, { readonly head: readonly string[]; readonly maker: Maker }>> = {
  degiro: { head: ['Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id'], maker: degiro },
  ibkr: { head: IBKR_HEAD, maker: ibkr },
  trading212: {
    head: ['Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,Currency (Total)'],
    maker: trading212,
  },
  coinbase: {
    head: [
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
    ],
    maker: coinbase,
  },
  revolut: {
    head: ['Trade Date,Settle Date,Currency,Activity Type,Company,Symbol Description,Symbol,Quantity,Price,Amount'],
    maker: revolut,
  },
  broker_generic_csv: { head: ['date,type,symbol,quantity,price,amount,currency,fees,group'], maker: generic },
}

/** Whether there are files for an importer. */
export function isMade(code: string): boolean {
  return Object.hasOwn(FILES, code)
}

/** The text of a file of about so many rows for the importer of this code. */
export function importerFile(code: string, rows: number, shape: Shape): string {
  const file = FILES[code]
  if (!file) throw new Error(`no file for ${code}`)
  const parts = Array.from({ length: Math.ceil(rows / 6) }, (_, index) => file.maker(index, shape))
  return `${[...file.head, ...parts].join('\n')}\n`
}
