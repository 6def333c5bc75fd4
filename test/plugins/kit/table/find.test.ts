import { expect, test } from 'bun:test'
import type { Table } from '#plugins/brim/contract.ts'
import { after, day, layout, made, nth, number, optional, text } from '#plugins/kit/index.ts'
import { factsOf, findLayout } from '#plugins/kit/table/find.ts'

const table = (...rows: string[]): Table => ({
  name: '',
  rows: rows.map((row, index) => ({ number: index + 1, cells: row.split(',') })),
})
const plain = { dates: 'ymd', numbers: 'dot' } as const
const places = (found: ReturnType<typeof findLayout>) => Object.fromEntries(found?.places ?? [])

test('the nth column of a title, and the column right of one, are found; where they are not, the next title is tried', () => {
  const columns = {
    date: day('Date', 'Datum'),
    first: text('Cur.'),
    second: text(nth('Cur.', 2)),
    change: number(after('Change')),
    last: optional(text(after('Cur.', 2))),
  }
  const one = layout({ name: 'one', columns, ...plain })
  const found = findLayout(table('Report of May', 'DATUM,Cur.,Change,,cur.', '2024-01-02,EUR,x,1,USD'), [one])
  expect([found?.index, places(found)]).toEqual([1, { date: 0, first: 1, second: 4, change: 3 }])
  expect(found?.confidence).toBe(0.75)
  expect(findLayout(table('Date,Cur.,Change,'), [one])).toBeUndefined()
  expect(findLayout(table('Date,Cur.,Cur.,Change'), [one])).toBeUndefined()
})

test('of two layouts the one that knows more of the titles is taken, in whatever order they are given', () => {
  const small = layout({ name: 'small', columns: { date: day('Date'), amount: number('Amount') }, ...plain })
  const large = layout({
    name: 'large',
    columns: { date: day('Date'), amount: number('Amount'), fees: optional(number('Fee')) },
    ...plain,
  })
  for (const layouts of [
    [small, large],
    [large, small],
  ])
    expect(findLayout(table('Date,Amount,Fee'), layouts)?.layout.name).toBe('large')
  expect(findLayout(table('Date,Sum,Fee'), [small, large])).toBeUndefined()
  const rows = Array.from({ length: 40 }, () => 'x')
  expect(findLayout(table(...rows, 'Date,Amount'), [small])).toBeUndefined()
  expect(findLayout(table(...rows.slice(1), 'Date,Amount'), [small])?.index).toBe(39)
})

test('what is made of a column is no title of its own', () => {
  const kind = text('Kind')
  const facts = factsOf(layout({ name: 'one', columns: { kind, isBuy: made(kind, (word) => word === 'Buy') }, ...plain }))
  expect([facts.titles, facts.required]).toEqual([[['Kind']], 1])
})
