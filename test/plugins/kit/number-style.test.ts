import { expect, test } from 'bun:test'
import { commonStyle, provenStyle } from '#plugins/kit/index.ts'

test('a text proves its decimal sign when only one reading is possible', () => {
  const proven = ['1.234,50', '-12,5', '0,125', '1234,567', '1.234.567', 'EUR 1,20'].map(provenStyle)
  expect(proven).toEqual(['comma', 'comma', 'comma', 'comma', 'comma', 'comma'])
  expect(['1,234.50', '12.5', '.125', '1234.567', '1,234,567', '$0.5'].map(provenStyle)).toEqual([
    'dot',
    'dot',
    'dot',
    'dot',
    'dot',
    'dot',
  ])
  expect(['1.234', '12,345', '1234', '', 'text'].map(provenStyle)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a file has the sign that most of its texts prove, none when they are even', () => {
  expect(commonStyle(['1.234', '1,5', '2,25', '3.5'])).toBe('comma')
  expect(commonStyle(['1,5', '3.5'])).toBeUndefined()
  expect(commonStyle(['1.234', ''])).toBeUndefined()
})
