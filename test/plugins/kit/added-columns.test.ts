import { expect, test } from 'bun:test'
import { withColumns } from '#plugins/kit/index.ts'

const header = { number: 2, cells: ['Day', 'Text'] }
const rowsOf = (...rows: readonly string[][]) => [
  { number: 1, cells: ['Some words'] },
  header,
  ...rows.map((cells, index) => ({ number: index + 3, cells })),
]

test('cells come under their own titles, also in rows that are shorter or longer than the titles', () => {
  const table = { name: 'rows', rows: rowsOf(['1', 'a'], ['2'], ['3', 'c', 'beyond']) }
  const { name, rows } = withColumns(table, header, ['Tax', 'Rate'], ({ number }) => [`tax ${number}`, 'rate'])
  expect(name).toBe('rows')
  expect(rows).toEqual([
    { number: 1, cells: ['Some words'] },
    { number: 2, cells: ['Day', 'Text', 'Tax', 'Rate'] },
    { number: 3, cells: ['1', 'a', 'tax 3', 'rate'] },
    { number: 4, cells: ['2', '', 'tax 4', 'rate'] },
    { number: 5, cells: ['3', 'c', 'tax 5', 'rate', 'beyond'] },
  ])
})

test('a row that nothing is said of stays as it is', () => {
  const table = { name: '', rows: rowsOf(['1'], ['2', 'b']) }
  const { rows } = withColumns(table, header, ['Tax'], ({ number }) => (number === 4 ? ['9'] : undefined))
  expect(rows.slice(2).map(({ cells }) => cells)).toEqual([['1'], ['2', 'b', '9']])
})
