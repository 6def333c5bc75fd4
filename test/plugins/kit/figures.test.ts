/** Figures that every importer judges alike. */
import { expect, test } from 'bun:test'
import { isZero } from '#plugins/kit/figures.ts'

test('a figure is zero where no digit of it counts, also where there is none', () => {
  for (const figure of [undefined, '', '0', '-0', '0.00', '-']) expect(isZero(figure)).toBe(true)
  for (const figure of ['1', '9', '-1', '0.01', '-0.5', '10', '.5']) expect(isZero(figure)).toBe(false)
})
