import { expect, test } from 'bun:test'
import { faultLines } from '#src/cli/fault-lines.ts'

test('faults stand by row or place below a refusal, those of the whole file once', () => {
  const whole = 'This is no report of transactions.'
  const detail = `Nothing can be imported from this file. ${whole} 2 rows have faults, too.`
  const errors = [
    { pointer: '', detail: whole },
    { pointer: '/rows/2', detail: 'Day: "x" is no day.' },
    { pointer: '/rows/31', detail: 'Day: "x" is no day.' },
    { pointer: '/options/currency', detail: 'Missing: the currency.' },
    { pointer: '', detail: 'Another thing.' },
  ]
  expect(faultLines({ detail, extras: { errors } })).toEqual([
    'row 2: Day: "x" is no day.',
    'row 31: Day: "x" is no day.',
    '/options/currency: Missing: the currency.',
    'Another thing.',
  ])
  expect(faultLines({ detail: whole, extras: { errors: [{ pointer: '/plugin', detail: whole }] } })).toEqual([])
  expect(faultLines({ detail: whole, extras: {} })).toEqual([])
})

test('a sentence that says where it is of has no pointer before it', () => {
  const errors = [
    { pointer: '/3/close', detail: 'Line 3, column close: Must be a decimal number.' },
    { pointer: '/4', detail: 'Line 4: The row has 2 cells.' },
    { pointer: '/2/close', detail: 'Must be a decimal number.' },
  ]
  expect(faultLines({ detail: '3 faults; nothing was stored.', extras: { errors } })).toEqual([
    'Line 3, column close: Must be a decimal number.',
    'Line 4: The row has 2 cells.',
    '/2/close: Must be a decimal number.',
  ])
})
