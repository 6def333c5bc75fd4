import { expect, test } from 'bun:test'
import type { BrokerPlugin, ReportHead } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { day, layout, number, tableImporter, text } from '#plugins/kit/index.ts'
import { describeNearMisses, nearMisses } from '#src/imports/reading/near-misses.ts'

const facts = {
  broker: 'X',
  website: 'https://x',
  version: '1',
  extensions: ['csv'],
  languages: ['en'],
  description: '',
  docs: '',
}
const importer = (code: string, ...titles: string[]): BrokerPlugin => {
  const columns = {
    date: day('Date'),
    ...Object.fromEntries(titles.map((title) => [title, title === 'Note' ? text(title) : number(title)])),
  }
  return tableImporter({ ...facts, code, name: code.toUpperCase() }, [
    layout({ name: 'L', columns, dates: 'ymd', numbers: 'dot' }),
  ])
}
const head = (...cells: string[]): ReportHead => ({
  filename: 'x.csv',
  format: 'csv',
  text: '',
  tables: [{ name: '', rows: [{ number: 1, cells }] }],
})

test('the three nearest formats are named, best first, with what they lack and what they do not know', () => {
  const all = [
    importer('a', 'Amount', 'Fee', 'Note'),
    importer('b', 'Amount', 'Fee'),
    importer('c', 'Amount'),
    importer('d', 'Price', 'Tax'),
    importer('e', 'Amount', 'Fee', 'Note', 'Tax'),
  ]
  const misses = nearMisses(all, [head('DATE', 'Amount', 'Fee', 'Währung')])
  expect(misses).toHaveLength(3)
  expect(misses[0]).toMatchObject({ plugin: 'b', name: 'B (L)', missing: [], unknown: ['Währung'] })
  expect(misses.find(({ plugin }) => plugin === 'a')).toMatchObject({ missing: ['Note'] })
  expect(describeNearMisses(misses.slice(0, 1))).toBe(
    ' It is like a report of B (L), but with columns that it does not know: "Währung".',
  )
})

test('where hardly a title is known, nothing is near', () => {
  expect(nearMisses([importer('a', 'Amount', 'Fee', 'Note')], [head('Date', 'x', 'y', 'z')])).toEqual([])
  expect(nearMisses([importer('a', 'Amount')], [])).toEqual([])
  expect(describeNearMisses([])).toBe('')
})

test('a table that is near to a broker whose files are read by hand is answered with what it lacks', () => {
  const nearest = (...cells: string[]) => nearMisses(brokerPlugins, [head(...cells)])[0]
  expect(nearest('Action', 'Time', 'ISIN', 'Ticker', 'Price / share', 'Total (GBP)', 'Notes')).toMatchObject({
    ...{ plugin: 'trading212', layout: 'History', missing: ['No. of shares'] },
  })
  expect(nearest('Timestamp', 'Asset', 'Quantity Transacted', 'Price at Transaction', 'Subtotal', 'Notes')).toMatchObject({
    ...{ plugin: 'coinbase', missing: ['Transaction Type'] },
  })
  expect(nearest('Date', 'Ticker', 'Type', 'Quantity', 'Price per share', 'Currency', 'FX Rate')).toMatchObject({
    ...{ plugin: 'revolut', layout: 'Trading account statement', missing: ['Total Amount'] },
  })
  expect(nearest('Datum', 'Tijd', 'Valutadatum', 'Product', 'Omschrijving', 'Mutatie', 'Saldo', 'Order Id')).toMatchObject({
    ...{ plugin: 'degiro', layout: 'Account statement', missing: ['ISIN'] },
  })
  expect(nearest('ClientAccountID', 'Symbol', 'TradeDate', 'Quantity', 'TradePrice', 'IBCommission')).toMatchObject({
    ...{ plugin: 'ibkr', layout: 'Flex Query: trades', missing: ['CurrencyPrimary'] },
  })
})

test('the columns of any table are among the nearest where a file has most of them', () => {
  const rows = [{ number: 1, cells: ['date', 'type', 'symbol', 'quantity', 'amount', 'gross'] }]
  const head: ReportHead = { filename: 'a.csv', format: 'csv', text: '', tables: [{ name: '', rows }] }
  const own = nearMisses(brokerPlugins, [head]).find(({ plugin }) => plugin === 'broker_generic_csv')
  expect(own).toMatchObject({ layout: 'documented columns', missing: [], unknown: ['gross'] })
})
