/** Columns that only a mapping names, and what the figures of anybody's table say of its columns. Figures of our own, worked out by hand or by another arithmetic. */
import { expect, test } from 'bun:test'
import DecimalJs from 'decimal.js'
import fc from 'fast-check'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { headOf } from '#plugins/kit/head.ts'
import { openSample, parseSample } from '#test/support/importers.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function read(text: string, columns: Readonly<Record<string, string>>, more: object = {}) {
  const options = { mapping: { columns: { date: 'date', type: 'type', ...columns }, ...more } }
  const { transactions, assets, issues } = (await parseSample(genericCsv, bytes(text), { options })).result
  const lines = transactions.map(({ type, asset, quantity, amount, currency, fees, taxes }) =>
    [type, asset, quantity, amount, currency, fees, taxes].map((cell) => cell ?? '').join(' '),
  )
  return { lines, assets, faults: issues.flatMap(({ row, severity, code }) => (severity === 'error' ? [`${row} ${code}`] : [])) }
}

/** What is proposed for a table, and what comes of it as it is. */
async function proposed(text: string) {
  const [file] = await openSample(bytes(text))
  const mapping = file && genericCsv.proposeMapping?.(headOf(file))?.mapping
  if (!mapping) throw new Error('nothing is proposed')
  const { columns, types, date_format, decimal } = mapping
  return { columns, types, read: () => read(text, columns, { types, date_format, decimal }) }
}

const GROSS = { symbol: 'symbol', quantity: 'units', price: 'price', gross: 'gross', fees: 'fee', taxes: 'tax', currency: 'unit' }

test('costs are taken from a gross amount, whatever sign the file gives it', async () => {
  const { lines, faults } = await read(
    [
      'date,type,symbol,units,price,gross,fee,tax,unit',
      '2024-01-02,DEPOSIT,,,,1000,2.5,,EUR',
      '2024-01-03,BUY,LANT,8,12.5,100,1.2,0.3,EUR',
      '2024-01-04,BUY,LANT,2,12.5,-25,1,,EUR',
      '2024-05-02,DIVIDEND,LANT,,,10,0.1,2.64,EUR',
      '2024-06-03,SELL,LANT,4,15,60,1.2,0,EUR',
      '2024-06-04,WITHDRAWAL,,,,50,0.5,,EUR',
      '2024-06-05,FEE,,,,3,,,EUR',
    ].join('\n'),
    GROSS,
  )
  expect(faults).toEqual([])
  expect(lines).toEqual([
    'DEPOSIT   997.5 EUR 2.5 ',
    'BUY LANT 8 -101.5 EUR 1.2 0.3',
    'BUY LANT 2 -26 EUR 1 ',
    'DIVIDEND LANT  7.26 EUR 0.1 2.64',
    'SELL LANT -4 58.8 EUR 1.2 ',
    'WITHDRAWAL   -50.5 EUR 0.5 ',
    'FEE   -3 EUR  ',
  ])
})

test('income that is taken back with taxes does not say whether these came back, too', async () => {
  const rows = ['date,type,symbol,gross,tax,unit', '2024-05-02,DIVIDEND,LANT,-10,2,EUR', '2024-05-03,DIVIDEND,LANT,-10,,EUR']
  const { lines, faults } = await read(rows.join('\n'), { symbol: 'symbol', gross: 'gross', taxes: 'tax', currency: 'unit' })
  expect(lines).toEqual(['DIVIDEND LANT  -10 EUR  '])
  expect(faults).toEqual(['2 sign-unclear'])
})

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((count) => new DecimalJs(count).div(100))
const trade = fc.record({
  type: fc.constantFrom('BUY', 'SELL'),
  units: fc.integer({ min: 1, max: 500 }),
  price: cents(99_999).filter((price) => price.gt(0)),
  fees: cents(999),
  taxes: cents(999),
})

test('property: a table with gross amounts gives the lines of the same table with net ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 20 }), async (trades) => {
      const rows = trades.map(({ type, units, price, fees, taxes }) => {
        const gross = price.times(units)
        const net = type === 'BUY' ? gross.plus(fees).plus(taxes).negated() : gross.minus(fees).minus(taxes)
        return `2024-01-02,${type},LANT,${units},${price},${gross},${net},${fees},${taxes},EUR`
      })
      const text = ['date,type,symbol,units,price,gross,net,fee,tax,unit', ...rows].join('\n')
      const { gross, ...others } = GROSS
      const net = await read(text, { ...others, amount: 'net' }, { ignore: [gross] })
      expect(await read(text, GROSS, { ignore: ['net'] })).toEqual(net)
      expect(net.lines).toHaveLength(trades.length)
    }),
  )
})

test('a pair is an asset and its money; what is in no money, or has fees in something else, refuses its row', async () => {
  const columns = { pair: 'pair', quantity: 'units', price: 'price', amount: 'total', fees: 'fee', fee_currency: 'of' }
  const { lines, assets, faults } = await read(
    [
      'date,type,pair,units,price,total,fee,of',
      '2024-01-02T10:20:30Z,buy,ETH/EUR,0.5,2000,1001,1,EUR',
      '2024-01-03T10:20:30Z,sell,eth_usd,0.25,2400,599,1,usd',
      '2024-01-04T10:20:30Z,buy,ETH-EUR,1,2000,2000,0.01,BNB',
      '2024-01-05T10:20:30Z,buy,ETH/USDT,1,2000,2000,0,',
      '2024-01-06T10:20:30Z,buy,Lantern World,1,20,20,0,',
      '2024-01-07T10:20:30Z,buy,EUR/USD,100,1.1,110,0,',
    ].join('\n'),
    columns,
  )
  expect(lines).toEqual(['BUY ETH 0.5 -1001 EUR 1 ', 'SELL ETH -0.25 599 USD 1 '])
  expect(assets.map(({ ref, type }) => [ref, type])).toEqual([['ETH', 'CRYPTO']])
  expect(faults).toEqual(['4 fee-currency', '5 unknown-currency', '6 missing-currency', '7 missing-currency'])
})

test('units and amount go by what their figures make, where their titles do not tell', async () => {
  const table = await proposed(
    'timestamp,side,pair,amount,price,fee,fee_currency,total\n2024-01-05T10:20:30Z,buy,ETH/EUR,0.5,2000,1.00,EUR,1001.00\n2024-02-05T10:20:30Z,sell,ETH/EUR,0.25,2400,0.5,EUR,599.5\n',
  )
  expect(table.columns).toEqual({
    ...{ date: 'timestamp', type: 'side', pair: 'pair', quantity: 'amount', price: 'price', amount: 'total' },
    ...{ fees: 'fee', fee_currency: 'fee_currency' },
  })
  expect(await table.read()).toMatchObject({ lines: ['BUY ETH 0.5 -1001 EUR 1 ', 'SELL ETH -0.25 599.5 EUR 0.5 '], faults: [] })
})

const FRENCH = 'Date;Type;Titre;Quantité;Cours;Montant;Frais;Taxes;Devise;Référence;Compte'

test('amounts are proposed as gross where costs are in none of them, and words of longer names tell types', async () => {
  const gross = await proposed(
    `${FRENCH}\n02/01/2024;Achat comptant;Bruyère;10;55,20;552,00;1,50;1,66;EUR;REF000123;P 1\n15/06/2024;Dividende;Bruyère;;;10,00;;1,28;EUR;REF000124;P 1\n20/07/2024;Vente comptant;Bruyère;5;60,00;300,00;1,50;0;EUR;REF000125;P 1\n`,
  )
  expect(gross.columns).toMatchObject({ gross: 'Montant', external_id: 'Référence', account: 'Compte' })
  expect(gross.columns).not.toHaveProperty('amount')
  expect(gross.types).toEqual({ 'Achat comptant': 'BUY', Dividende: 'DIVIDEND', 'Vente comptant': 'SELL' })
  expect((await gross.read()).lines).toEqual([
    'BUY Bruyère 10 -555.16 EUR 1.5 1.66',
    'DIVIDEND Bruyère  8.72 EUR  1.28',
    'SELL Bruyère -5 298.5 EUR 1.5 ',
  ])
  const net = await proposed(`${FRENCH}\n02/01/2024;Achat;Bruyère;10;55,20;-555,16;1,50;1,66;EUR;17;P 1\n`)
  expect(net.columns).toMatchObject({ amount: 'Montant' })
  expect(net.columns).not.toHaveProperty('gross')
  // A number that counts rows is none of the broker's.
  expect(net.columns).not.toHaveProperty('external_id')
})

test('nothing is proposed for a booking that takes another back, says two things, or reinvests', async () => {
  const names = ['Cancelled buy', 'Storno Kauf', 'Dividend tax', 'Dividend reinvestment', 'Rückzahlung Gebühr', 'Market sell']
  const rows = names.map((name, index) => `2024-01-0${index + 1};${name};LANT;1;10;10;EUR`)
  const { types } = await proposed(['Date;Type;Symbol;Quantity;Price;Amount;Currency', ...rows].join('\n'))
  expect(types).toEqual({ 'Market sell': 'SELL' })
})

test('nothing is proposed for what was not booked, came back or cost what it mostly brings', async () => {
  const names = [
    'Deposit failed',
    'Expired buy order',
    'Rejected sell',
    'Kauf abgelehnt',
    'Remboursement frais',
    'Interest expense',
  ]
  const rows = [...names, 'Buy limit'].map((name, index) => `2024-01-0${index + 1};${name};LANT;1;10;10;EUR`)
  const { types } = await proposed(['Date;Type;Symbol;Quantity;Price;Amount;Currency', ...rows].join('\n'))
  expect(types).toEqual({ 'Buy limit': 'BUY' })
})

test('accounts of many others are no accounts of one’s own', async () => {
  const rows = Array.from({ length: 8 }, (_, row) => `2024-01-0${row + 1};Buy;LANT;1;10;10;EUR;DE0${row}`)
  const { columns } = await proposed(['Date;Type;Symbol;Quantity;Price;Amount;Currency;Account number', ...rows].join('\n'))
  expect(columns).not.toHaveProperty('account')
})

test('figures show which columns are units and amount, but not among more columns of figures than are tried together', async () => {
  const table = (more: number) => {
    const rest = (text: string) => `,${text}`.repeat(more)
    const row = (day: string, units: number, price: number) =>
      `2024-01-${day},BUY,LANT,${price},${units},${units * price}${rest('1')}`
    return [`date,type,symbol,price,one,other${rest('x')}`, row('02', 3, 7), row('03', 4, 8), row('04', 5, 9)].join('\n')
  }
  expect((await proposed(table(0))).columns).toMatchObject({ price: 'price', quantity: 'one', amount: 'other' })
  expect(Object.keys((await proposed(table(20))).columns).sort()).toEqual(['date', 'price', 'symbol', 'type'])
})
