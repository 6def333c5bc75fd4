import { expect, test } from 'bun:test'
import { createRepeats } from '#plugins/kit/index.ts'

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
