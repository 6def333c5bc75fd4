import { expect, test } from 'bun:test'
import { europeanTermsOf } from '#plugins/kit/option.ts'

test('names of options at exchanges of Europe have their terms; everything else has none', () => {
  const terms = { underlying: 'AEX', expiry: '2024-02-09', multiplier: '100' }
  expect(europeanTermsOf('AEX P825.50 09FEB24')).toEqual({ ...terms, strike: '825.5', right: 'PUT' })
  expect(europeanTermsOf('AEX C800.00 9FEB24')).toEqual({ ...terms, strike: '800', right: 'CALL' })
  for (const name of ['AEX C800.00 31FEB24', 'AEX C800.00 09FEX24', 'AEX C 09FEB24', 'AEX C800.00 09FEB24 X', 'POLDER C', ''])
    expect([name, europeanTermsOf(name)]).toEqual([name, undefined])
})
