import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { commonStyle, type NumberStyle, provenStyle } from '#plugins/kit/index.ts'
import { seeded } from '#test/support/arbitraries.ts'

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

/** The same by the digits around a single sign, as texts. */
function signOf(cell: string): NumberStyle | undefined {
  const signs = cell.replace(/[^.,]/g, '')
  const name: Readonly<Record<string, NumberStyle>> = { '.': 'dot', ',': 'comma' }
  const [first = '', last = ''] = [signs[0], signs.at(-1)]
  if (signs === '') return undefined
  if (signs.includes('.') && signs.includes(',')) return name[last]
  if (signs.length > 1) return first === '.' ? 'comma' : 'dot'
  const [before = '', after = ''] = cell.split(first).map((part) => part.replace(/\D/g, ''))
  return after.length === 3 && before.length <= 3 && /[1-9]/.test(before) ? undefined : name[first]
}

test('what a text proves is what the digits around its signs say', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'0019.,- €'), maxLength: 12 })
  fc.assert(
    fc.property(cell, (text) => {
      expect(provenStyle(text)).toBe(signOf(text))
    }),
    seeded(20_000),
  )
})
