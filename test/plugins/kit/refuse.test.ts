import { expect, test } from 'bun:test'
import { attempt, openRowBook, refuse } from '#plugins/kit/index.ts'
import { divide, ONE, ZERO } from '#src/shared/decimal.ts'

const SPOT = { row: 7, cells: ['a'] }

test('a row whose figures are divided by 0 is an error of that row, like one that is refused', () => {
  const book = openRowBook()
  attempt(book, [SPOT], () => refuse('no-amount', 'It has none.'))
  attempt(book, [SPOT], () => divide(ONE, ZERO))
  expect(book.issues.map(({ row, severity, code }) => [row, severity, code])).toEqual([
    [7, 'error', 'no-amount'],
    [7, 'error', 'figure-too-small'],
  ])
})

test('every other error goes on: it is none of the row', () => {
  const deep = (): number => 1 + deep()
  for (const work of [deep, () => JSON.parse('{'), () => 'x'.repeat(-1)])
    expect(() => attempt(openRowBook(), [SPOT], work)).toThrow()
})
