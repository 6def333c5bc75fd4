import { heapSize } from 'bun:jsc'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCutter } from '#plugins/kit/csv-cells.ts'
import { seeded } from '#test/support/arbitraries.ts'

/** Few, so that they come again: empty, one the beginning of another, longer than any that is looked up, outside the Latin alphabet. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'ab',
    'abc',
    'ba',
    ' ',
    'EUR',
    'é',
    '株式',
    '2024-01-02',
    '2024-01-03',
    'x'.repeat(24),
    'x'.repeat(25),
  ),
  fc.stringMatching(/^[a-c]{0,3}$/),
)

test('property: lines are cut as `split` cuts them, whatever stood above', () => {
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 40 })
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t', 'b', '::'), (all, delimiter) => {
      const lines = all.map((cells) => cells.join(delimiter))
      const text = lines.join('\n')
      const { cut } = createCutter(text, delimiter)
      let at = 0
      for (const line of lines) {
        expect(cut(at, at + line.length)).toEqual(line.split(delimiter))
        at += line.length + 1
      }
    }),
    seeded(300),
  )
})

test('a column that repeats itself and one that never does are both cut, however long the file is', () => {
  const lines = Array.from({ length: 3_000 }, (_, row) => `${row % 7},x${row},${row % 600},`)
  const text = lines.join('\n')
  const { cut } = createCutter(text, ',')
  let at = 0
  for (const line of lines) {
    expect(cut(at, at + line.length)).toEqual(line.split(','))
    at += line.length + 1
  }
})

test('a quote is found in the line that has it', () => {
  const text = 'a,b\nc,"d"\ne,f\n"g"'
  const { hasQuote } = createCutter(text, ',')
  const lines = [
    [0, 3],
    [4, 9],
    [10, 13],
    [14, 17],
  ] as const
  expect(lines.map(([from, end]) => hasQuote(from, end))).toEqual([false, true, false, true])
})

test('a row of a hundred thousand cells takes the memory of its cells, not of as many columns', () => {
  const line = Array.from({ length: 100_000 }, (_, index) => 'abcdefghij'.charAt(index % 10)).join(',')
  Bun.gc(true)
  const before = heapSize()
  const cutter = createCutter(line, ',')
  expect(cutter.cut(0, line.length)).toEqual(line.split(','))
  Bun.gc(true)
  expect((heapSize() - before) / 1_048_576).toBeLessThan(40)
  // It is there still, with what it remembers of the columns.
  expect(cutter.hasQuote(0, line.length)).toBe(false)
})
