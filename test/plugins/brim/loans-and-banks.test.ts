import { describe, expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { wise } from '#plugins/brim/wise/index.ts'
import { readCsv } from '#plugins/kit/index.ts'
import { xlsx } from '#test/support/archives.ts'
import { cashOf, holdingsOf, parseSample } from '#test/support/importers.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)

async function read(code: string, source: string, options = {}) {
  const plugin = brokerPlugins.find((one) => one.code === code)
  if (plugin === undefined) throw new Error(`there is no importer ${code}`)
  const { result, confidence } = await parseSample(plugin, source.includes('\n') ? source : new URL(source, FIXTURES), {
    options,
  })
  return { ...result, confidence }
}

describe('mintos', () => {
  test('a premium is part of the price of its trade, and both rows are one transaction', async () => {
    const { transactions } = await read('mintos', 'mintos/statement.csv')
    const trades = transactions
      .filter(({ rows }) => rows.length === 2)
      .map(({ type, quantity, amount }) => [type, quantity, amount])
    expect(trades.filter(([type]) => type === 'BUY' || type === 'SELL')).toEqual([
      ['BUY', '50', '-50.75'],
      ['SELL', '-50', '50.4'],
    ])
  })

  test('one side of a conversion moves money and says where the other side is', async () => {
    const { transactions, issues } = await read(
      'mintos',
      'Date,Transaction ID:,Details,Turnover,Balance,Currency\n2024-03-07 12:00:00,7,Outgoing currency exchange transaction,-100.5,0,EUR\n',
    )
    expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([['TRANSFER', '-100.5']])
    expect(issues.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'half-a-conversion']])
  })
})

test('bondora: money that moves to Go & Grow is neither withdrawn nor lost', async () => {
  const { transactions, issues } = await read('bondora', 'bondora/statement.csv')
  expect(transactions.find(({ type }) => type === 'TRANSFER')?.amount).toBe('-150')
  expect(issues.map(({ row, code }) => [row, code])).toEqual([[3, 'other-account']])
})

test('robocash: the columns of further portfolios do not hide whose file it is', async () => {
  const { confidence, ignored } = await read('robocash', 'robocash/two-portfolios.csv', { currency: 'EUR' })
  expect(confidence).toBe(1)
  expect(ignored.map(({ reason }) => reason)).toEqual(['header', 'moved within Robocash', 'moved within Robocash'])
})

test('debitum: a repayment is what the user says, and nothing without that', async () => {
  const file = 'debitum/statement.csv'
  const [neither, principal, interest] = [
    await read('debitum', file),
    await read('debitum', file, { repayments: 'principal' }),
    await read('debitum', file, { repayments: 'interest' }),
  ]
  expect([neither, principal, interest].map(cashOf)).toEqual([{ EUR: '160.5' }, { EUR: '173.11' }, { EUR: '173.11' }])
  expect([principal, interest].map(holdingsOf)).toEqual([{ 'Debitum loans EUR': '37.39' }, { 'Debitum loans EUR': '50' }])
})

test('viainvest: months stand before days, withheld tax is a tax', async () => {
  const { transactions } = await read('viainvest', 'viainvest/transactions.csv')
  expect(transactions.find(({ type }) => type === 'TAX')).toMatchObject({ date: '2021-04-01', amount: '-0.07' })
})

describe('bunq', () => {
  test('thousands of either spelling, where the file proves it', async () => {
    const rows = (amount: string) =>
      `"Date";"Interest Date";"Amount";"Account";"Counterparty";"Name";"Description"\n"2024-05-03";"2024-05-03";"${amount}";"A";"B";"C";""\n`
    for (const amount of ['1.500,00', '1,500.00'])
      expect(cashOf(await read('bunq', rows(amount), { currency: 'EUR' }))).toEqual({ EUR: '1500' })
    expect((await read('bunq', rows('1,500'), { currency: 'EUR' })).issues.map(({ code }) => code)).toEqual(['unproven-numbers'])
  })

  test('interest in another currency than the one given is refused', async () => {
    const { issues } = await read('bunq', 'bunq/statement.csv', { currency: 'USD' })
    expect(issues.map(({ code }) => code)).toEqual(['other-currency'])
  })
})

test('nibc: interest and bonus of one reference stay two, each with an id', async () => {
  const { transactions } = await read('nibc', 'nibc/bonus-with-the-reference-of-the-interest.csv')
  expect(transactions.filter(({ type }) => type === 'INTEREST').map(({ externalId }) => externalId)).toEqual([
    'C1331IN0000A0001',
    'C1331IN0000A0001 bonus',
  ])
})

test('wise: a workbook calls the number of a row ID, says fees elsewhere, and is booked like the CSV', async () => {
  const text = await Bun.file(new URL('wise/balance.csv', FIXTURES)).text()
  const { rows } = readCsv(text)
  const [titles = [], ...body] = rows.map(({ cells }) => cells)
  const iso = (cell: string) => cell.replace(/^(\d\d)-(\d\d)-(\d{4})/, '$3-$2-$1')
  const sheet = [
    titles.map((title) => ({ 'TransferWise ID': 'ID', 'Total fees': 'Total Fees' })[title] ?? title),
    ...body.map((cells) => cells.map(iso)),
  ]
  const book = await parseSample(wise, await xlsx({ name: 'Statement', rows: sheet }), { filename: 'statement.xlsx' })
  const csv = await parseSample(wise, text)
  expect([book.confidence, csv.confidence]).toEqual([1, 1])
  expect(book.result.transactions.map(({ rows: _, ...draft }) => draft)).toEqual(
    csv.result.transactions.map(({ rows: _, ...draft }) => draft),
  )
  const bare = 'ID,Date,Amount,Currency,Description,Total fees\n'
  expect((await parseSample(wise, bare)).confidence).toBe(0)
})

test('wise: fees are inside the amount; both sides of a conversion in one file are one conversion', async () => {
  const { transactions } = await read('wise', 'wise/balance.csv')
  expect(transactions.find(({ externalId }) => externalId === 'TRANSFER-301 EUR')).toMatchObject({ amount: '-150', fees: '1.74' })
  const text = await Bun.file(new URL('wise/balance.csv', FIXTURES)).text()
  const other =
    'BALANCE-501,20-03-2024,"20-03-2024 12:00:00.200",216.05,USD,"Converted 200.00 EUR to 216.05 USD",,216.05,EUR,USD,1.0850,,,,,,,,,0.00,,CREDIT,CONVERSION\n'
  const both = await read('wise', text + other)
  expect(
    both.transactions.filter(({ type }) => type === 'FX_CONVERSION').map(({ amount, currency }) => [amount, currency]),
  ).toEqual([
    ['-200', 'EUR'],
    ['216.05', 'USD'],
  ])
})
