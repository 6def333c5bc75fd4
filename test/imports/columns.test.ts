/** Lists as columns and back: what JSON would have made of them. */
import { expect, test } from 'bun:test'
import { fromColumns, toColumns } from '#src/imports/columns.ts'

const through = (items: readonly object[]) => JSON.stringify(fromColumns(JSON.parse(JSON.stringify(toColumns(items)))))

test('every list comes back as it is in JSON: names in their order, what is not there, lists, texts of all kinds', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    key: `${index}`,
    draft: { rows: [index], date: `2024-01-${index % 28}` },
  }))
  const lists: readonly (readonly object[])[] = [
    [],
    [{}],
    [{}, { a: 1 }, {}],
    many,
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1, b: undefined }, { a: undefined }, { a: null, b: 0 }],
    [{ a: 'x' }, { a: 'y' }, { a: 'x' }, { a: 1 }, { a: null }, { a: false }],
    [{ a: { b: { c: [] } } }, { a: { b: { c: [{ d: 1 }] } } }, { a: { b: null } }, { a: [] }, { a: 'text' }, {}],
    [{ list: [{ row: 1 }, { row: 2 }] }, { list: [] }, { list: [1, 'a', null, { row: 3 }] }],
    [{ a: '“déposé” № \u0000 \ud800' }, { a: '' }, { a: '“déposé” № \u0000 \ud800' }],
    [{ count: 1, shapes: [], order: [0], same: 1, words: ['a'], at: [0], inner: {}, each: [] }],
  ]
  for (const items of lists) expect(through(items)).toBe(JSON.stringify(items))
})

test('a name that is special is a name like any other, and changes nothing of what an object inherits', () => {
  const items: object[] = JSON.parse('[{"__proto__":{"reverses":"x"},"constructor":1},{"a":{"__proto__":2}}]')
  const [first] = fromColumns(JSON.parse(JSON.stringify(toColumns(items))))
  expect(through(items)).toBe(JSON.stringify(items))
  expect([Object.getPrototypeOf(first), (first as Record<string, unknown>)['reverses']]).toEqual([Object.prototype, undefined])
})

test('what repeats itself is said once', () => {
  const lines = Array.from({ length: 500 }, (_, row) => ({
    row,
    file: null,
    draft: { type: 'BUY', asset: `asset number ${row % 7}` },
  }))
  expect(JSON.stringify(toColumns(lines)).length).toBeLessThan(JSON.stringify(lines).length / 4)
})
