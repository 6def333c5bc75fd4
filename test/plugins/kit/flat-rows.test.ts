import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { flatCells, flatRows } from '#plugins/kit/flat-rows.ts'
import { AppError } from '#src/shared/errors.ts'

const name = fc.stringMatching(/^[a-z ,":\\]{0,8}$/)
const cell = fc.oneof(name, fc.constant(null), fc.boolean())
const row = fc.oneof(fc.array(cell, { maxLength: 4 }), fc.dictionary(name, cell, { maxKeys: 4 }))
const codeOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

test('gives the rows that JSON.parse gives, at the top and under a name, however it is laid out', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.constantFrom(undefined, 1), (rows, indent) => {
      const parsed = JSON.parse(JSON.stringify(rows))
      expect([...flatRows(JSON.stringify(rows, null, indent), 'X')]).toEqual(parsed)
      expect([...flatRows(JSON.stringify({ total: 9, data: rows, end: [] }, null, indent), 'X', 'data')]).toEqual(parsed)
    }),
  )
})

test('a list that is cut off anywhere is refused', () => {
  const text = '{"data": [["a", 1], ["b", 2.50]]}'
  for (let end = 0; end < text.length - 1; end++)
    expect([end, codeOf(() => [...flatRows(text.slice(0, end), 'X', 'data')])]).toEqual([end, 'source/format'])
  expect([...flatCells(text, 'X', 'data', 2)]).toEqual([
    ['a', '1'],
    ['b', '2.50'],
  ])
})

test.each([
  ['rows in rows', '[[["a"]]]', 2],
  ['another width', '{"data":[["a"]]}', 2],
  ['no rows', '{"data":["a"]}', 1],
  ['objects', '{"data":[{"a":1}]}', 1],
  ['braces in a text', '{"data":[["a}]"]]}', 1],
])('%s are refused, not misread', (_what, text, width) => {
  expect(codeOf(() => [...flatCells(text, 'X', 'data', width)])).toBe('source/format')
})
