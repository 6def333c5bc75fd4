import { expect, test } from 'bun:test'
import type { Table } from '#plugins/brim/contract.ts'
import { findHeader, headerRows, readRecords, rowText } from '#plugins/kit/record.ts'

const TITLES = { date: ['Date', 'Datum'], amount: ['Amount', 'Betrag (€)'], note: ['Note'] } as const

const table = (...rows: string[][]): Table => ({ name: '', rows: rows.map((cells, index) => ({ number: index + 1, cells })) })

test('the header is the first row with every required title, whatever the language, case or blanks', () => {
  const found = findHeader(table(['Account 7'], ['Datum', 'x'], [' betrag  (€)', 'DATUM']), TITLES, ['date', 'amount'])
  expect(found).toEqual({ row: { number: 3, cells: [' betrag  (€)', 'DATUM'] }, columns: { amount: 0, date: 1 } })
})

test('there is no header without the required titles, beyond row 40, or in no table', () => {
  expect(findHeader(table(['Date']), TITLES, ['date', 'amount'])).toBeUndefined()
  expect(findHeader(table(...Array.from({ length: 40 }, () => ['x']), ['Date', 'Amount']), TITLES, ['date'])).toBeUndefined()
  expect(findHeader(undefined, TITLES, ['date'])).toBeUndefined()
})

test('a repeated title counts at its first place', () => {
  expect(findHeader(table(['Date', 'Amount', 'Amount']), TITLES, ['amount'])?.columns.amount).toBe(1)
})

test('records are read by our names: trimmed, empty where there is nothing', () => {
  const file = table(['preamble'], ['Date', 'Amount'], [' 2024-01-02 ', '5', 'more'], ['2024-01-03'])
  const header = findHeader<keyof typeof TITLES>(file, TITLES, ['date', 'amount'])
  if (!header) throw new Error('no header')
  const records = readRecords(file, header)
  expect(records.map(({ number, get, text }) => [number, get('date'), get('amount'), get('note'), text])).toEqual([
    [3, '2024-01-02', '5', '', ' 2024-01-02  | 5 | more'],
    [4, '2024-01-03', '', '', '2024-01-03'],
  ])
  expect(headerRows(file, header)).toEqual([
    { row: 1, reason: 'preamble' },
    { row: 2, reason: 'header' },
  ])
})

test('a row as text has at most 300 characters', () => {
  expect(rowText({ number: 1, cells: ['x'.repeat(500), 'y'] })).toHaveLength(300)
})
