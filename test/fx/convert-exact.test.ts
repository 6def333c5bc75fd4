/** The figures of the front door against fractions worked out here, with nothing in common with the code under test. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fxProviders } from '#plugins/fx/index.ts'
import { ConversionList } from '#src/fx/rate.schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { storeRates } from './store.ts'

const DAY = '2024-05-02'
/** TRY to JPY by way of three others: against, with, against and with the alphabet. */
const CHAIN = [
  ['TRY', 'EUR', 'ECB'],
  ['EUR', 'GBP', 'ECB'],
  ['GBP', 'CZK', 'BOE'],
  ['CZK', 'JPY', 'CNB'],
] as const

const scaled = (text: string): [digits: bigint, places: bigint] => {
  const [whole = '', part = ''] = text.split('.')
  return [BigInt(whole + part), BigInt(part.length)]
}

/** The amount along the rates as one fraction, then to twelve places, half to even, as plain text. */
function naive(amount: string, rates: readonly string[], back: boolean): string {
  const negative = amount.startsWith('-')
  const [digits, places] = scaled(amount.replace('-', ''))
  let [n, d] = [digits, 10n ** places]
  CHAIN.forEach(([from, to], index) => {
    const [value, points] = scaled(rates[index] ?? '')
    const times = from < to !== back
    n *= times ? value : 10n ** points
    d *= times ? 10n ** points : value
  })
  const twice = n * 10n ** 12n * 2n
  let rounded = (twice + d) / (2n * d)
  if ((twice + d) % (2n * d) === 0n && rounded % 2n === 1n) rounded -= 1n
  const text = rounded.toString().padStart(13, '0')
  const plain = `${text.slice(0, -12)}.${text.slice(-12)}`.replace(/\.?0+$/, '')
  return negative && plain !== '0' ? `-${plain}` : plain
}

const rate = fc.tuple(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 0, max: 12 })).map(([digits, places]) => {
  const text = digits.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
})
const amount = fc.tuple(fc.boolean(), fc.bigInt(0n, 10n ** 14n), fc.bigInt(0n, 10n ** 6n - 1n)).map(([minus, whole, part]) => {
  const text = `${whole}.${part.toString().padStart(6, '0')}`.replace(/\.?0+$/, '') || '0'
  return minus && text !== '0' ? `-${text}` : text
})

test('amounts along four stored rates, there and back, are the exact fraction rounded once', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: [], assets: [], fx: fxProviders } } })
  const user = await app.createUser()
  const chain_steps = CHAIN.map(([from, to, provider]) => ({ from, to, provider }))
  expect((await app.call(user, 'POST', '/fx/providers/routes', { chain_steps })).status).toBe(201)
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(rate, rate, rate, rate),
      fc.array(amount, { minLength: 1, maxLength: 20 }),
      async (rates, amounts) => {
        await app.store.writer.deleteFrom('fx_rate').execute()
        for (const [index, [from, to, provider]] of CHAIN.entries()) {
          const [base, quote] = [from, to].toSorted()
          await storeRates(app, provider, [[base ?? '', quote ?? '', DAY, rates[index] ?? '']])
        }
        for (const back of [false, true]) {
          const [from, to] = back ? ['JPY', 'TRY'] : ['TRY', 'JPY']
          const body = { from, to, amounts: amounts.map((one) => ({ amount: one, date: DAY })) }
          const { conversions } = (await app.call(user, 'POST', '/fx/convert', body)).as(ConversionList)
          expect(conversions.map((one) => one.amount)).toEqual(amounts.map((one) => naive(one, rates, back)))
          compared += conversions.length
        }
      },
    ),
    { numRuns: 150 },
  )
  console.log(`exact conversions compared: ${compared}`)
})
