import { expect, test } from 'bun:test'
import fc from 'fast-check'
import tableUrl from '#plugins/assets/table-url/index.ts'
import { plainRows, readColumns, readLooseRows, readRows, requireEven } from '#plugins/kit/columns.ts'
import { readCsvInSteps } from '#plugins/kit/csv.ts'
import { raggedFault } from '#plugins/kit/even.ts'
import { collect, serve } from '../assets/serve.ts'

test('a row is even when every filled cell has a title and every title a cell', () => {
  const cells = fc.array(fc.constantFrom('', ' ', 'a', '1'), { maxLength: 6 })
  fc.assert(
    fc.property(cells, cells, (header, row) => {
      const titled = header.map((title) => title.trim() !== '')
      const beyond = row.some((cell, place) => place >= header.length && cell.trim() !== '')
      const lost = titled.some((is, place) => is && place >= row.length)
      expect(raggedFault(header, row) !== undefined).toBe(beyond || lost)
    }),
    { numRuns: 1000 },
  )
})

test('rates: a row of more or fewer cells than the header refuses the table before its first row', () => {
  for (const row of ['2024-01-03,1,08', '2024-01-03']) {
    const text = `DATE,USD\n2024-01-02,1.09\n${row}\n`
    expect(() => readRows(text, 'Bank')).toThrow('2024-01-03')
    expect(() => readColumns(text, ['DATE', 'USD'], 'Bank')).toThrow('2024-01-03')
    expect(() => plainRows(text, 'Bank').next()).toThrow('2024-01-03')
    expect(() => requireEven(['DATE', 'USD'], readLooseRows(`Title\n${text}`, 'Bank').slice(2), 'Bank')).toThrow('2024-01-03')
  }
  expect([...plainRows('A,B,\n1,2,\n3,4\n', 'Bank')]).toEqual([
    ['A', 'B', ''],
    ['1', '2', ''],
    ['3', '4'],
  ])
})

test('prices at an address: nothing of a table with such a row is taken, and its line is named', async () => {
  for (const [line, row] of [
    [4, '2026-01-06,12,5'],
    [4, '2026-01-06'],
  ] as const) {
    const { tools } = serve(() => `Fund\nDay,Close\n2026-01-05,11\n${row}\n`)
    const options = { format: 'csv', date: 'Day', close: 'Close', currency: 'EUR' }
    const taken = collect(tableUrl, { identifier: 'https://example.org/p.csv', options }, tools)
    await expect(taken).rejects.toThrow(`line ${line}`)
  }
})

test('a file of line breaks is refused after two million of them, in steps', () => {
  const steps = readCsvInSteps('\n'.repeat(4_000_000))
  let count = 0
  const run = () => {
    while (steps.next().done === false) count++
  }
  expect(run).toThrow('2000000 lines')
  expect(count).toBe(1_000)
})
