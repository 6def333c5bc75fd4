import { expect, test } from 'bun:test'
import { pricePerUnit } from '#plugins/brim/per-unit.ts'

test('a stated price is one for a unit where it makes the stated value; bonds in percent and options are none', () => {
  expect(pricePerUnit('40.20', '12.5', '$502.50')).toBe('40.2')
  expect(pricePerUnit('33.3333', '3', '100')).toBe('33.3333')
  expect(pricePerUnit('10', '-3', '-$30.00')).toBe('10')
  expect(pricePerUnit('98.5', '10000', '$9,850.00')).toBeUndefined()
  expect(pricePerUnit('1.25', '2', '$250.00')).toBeUndefined()
  expect([pricePerUnit('0', '2', '0'), pricePerUnit('--', '2', '3'), pricePerUnit(undefined, '2', '3')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
