import { expect, test } from 'bun:test'
import { createRepeats } from '#plugins/kit/index.ts'
import { processorTime } from '#test/support/processor-time.ts'

const row = (number: number, ...cells: readonly string[]) => ({ number, cells })

test('a row repeats the first that says the same in every cell under its number', () => {
  const find = createRepeats()
  expect(find('T1', row(2, 'T1', 'buy', '5'))).toBeUndefined()
  expect(find('T1', row(3, 'T1', 'fee', '1'))).toBeUndefined()
  expect(find('T2', row(4, 'T2', 'buy', '5'))).toBeUndefined()
  expect(find('T1', row(5, 'T1', 'buy', '5'))).toBe(2)
  expect(find('T1', row(6, 'T1', 'fee', '1', ''))).toBe(3)
  expect(find('T1', row(7, 'T1', 'fee', '1', 'late'))).toBeUndefined()
  expect(find('T1', row(8, 'T1', 'fee', '1'))).toBe(3)
})

test('what stands where there is no number says nothing of two rows', () => {
  for (const number of ['', '-', '0', '000', 'N/A', 'n/a', 'null', 'None', ' - ']) {
    const find = createRepeats()
    expect([find(number, row(2, number, '5')), find(number, row(3, number, '5'))]).toEqual([undefined, undefined])
  }
})

test('one number in all rows takes as long as the rows are many', () => {
  const find = createRepeats()
  const timeOf = (from: number, to: number) => {
    const start = processorTime()
    const known = new Set<number | undefined>()
    for (let n = from; n < to; n++) known.add(find('X1', row(n, 'X1', String(n))))
    expect([...known]).toEqual([undefined])
    return processorTime() - start
  }
  timeOf(0, 5_000)
  const early = timeOf(5_000, 45_000)
  // Compared one with the other, each of these would meet four times as many rows as those before.
  expect(timeOf(125_000, 165_000) + timeOf(165_000, 205_000)).toBeLessThan(4 * early + 200)
})
