import { expect, test } from 'bun:test'
import { meanOf } from '#plugins/fx/sides.ts'

test('the rate of a buying and a selling rate is their exact mean, and none where one of them is missing', () => {
  expect(meanOf('1.2345', '1.2346')).toBe('1.23455')
  for (const [buying, selling] of [
    ['N/A', '1.5'],
    ['1.5', '-'],
    ['', '1.5'],
    [undefined, '1.5'],
    ['1.5', undefined],
  ] as const)
    expect([buying, selling, meanOf(buying, selling)]).toEqual([buying, selling, undefined])
})

test('a side that cannot be read stands for both, so that it is reported', () => {
  expect([meanOf('1.5?', '1.6'), meanOf('1.5', '1,6,7')]).toEqual(['1.5?', '1,6,7'])
})
