import { expect, test } from 'bun:test'
import { europeanTermsOf, optionOf } from '#plugins/kit/option.ts'

test('names of options at exchanges of Europe have their terms; everything else has none', () => {
  const terms = { underlying: 'AEX', expiry: '2024-02-09', multiplier: '100' }
  expect(europeanTermsOf('AEX P825.50 09FEB24')).toEqual({ ...terms, strike: '825.5', right: 'PUT' })
  expect(europeanTermsOf('AEX C800.00 9FEB24')).toEqual({ ...terms, strike: '800', right: 'CALL' })
  for (const name of ['AEX C800.00 31FEB24', 'AEX C800.00 09FEX24', 'AEX C 09FEB24', 'AEX C800.00 09FEB24 X', 'POLDER C', ''])
    expect([name, europeanTermsOf(name)]).toEqual([name, undefined])
})

test('an option is the same one however brokers write it', () => {
  const terms = { underlying: 'HLTP', expiry: '2024-02-23', multiplier: '100', strike: '37.5', right: 'CALL' }
  for (const text of [
    'HLTP240223C00037500',
    'HLTP  240223C37.5',
    'HLTP 02/23/2024 37.50 C',
    'HLTP 2/23/2024 Call $37.50',
    'CALL HLTP 02/23/24 37.50 HILLTOP TOOLS INC WE ACTED AS AGENT',
    'CALL  HLTP      02/23/24    37.50',
    'HLTP23Feb24C37.50',
  ])
    expect([text, optionOf(text)]).toEqual([
      text,
      { symbol: 'HLTP240223C00037500', type: 'OPTION', priceQuantity: '0.01', contract: terms },
    ] as never)
  for (const text of [
    'HLTP',
    '8UMPGN7',
    'CALL HLTP',
    'PUT HLTP 02/30/24 37',
    'HLTP30Feb24C37',
    'HLTP23Fex24C37',
    'CALLED HLTP 02/23/24 37',
  ])
    expect([text, optionOf(text)]).toEqual([text, undefined])
})
