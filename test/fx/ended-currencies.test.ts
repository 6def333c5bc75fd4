/** Currencies that ended: what conversions and publishers say on the last day before, and from the day of the change on. */
import { describe, expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { SUCCESSIONS } from '#plugins/fx/kit.ts'
import { normaliseRate } from '#src/fx/convert.ts'
import { loadRates } from '#src/fx/converter.ts'
import { FIXED } from '#src/fx/legacy-currencies.ts'
import { Conversion } from '#src/fx/rate.schema.ts'
import { convertAmount } from '#src/fx/service.ts'
import { isOlder } from '#src/shared/currency-successions.ts'
import { addDays } from '#src/shared/date.ts'
import { decimal, formatDecimal } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { storeRates } from './store.ts'

async function setup(...rates: [provider: string, base: string, quote: string, date: string, rate: string][]) {
  const app = await createTestApp({ deps: { plugins: { brim: [], assets: [], fx: fxProviders } } })
  const user = await app.createUser()
  for (const [provider, one, other, date, published] of rates) {
    const { base, quote, rate } = normaliseRate({ base: one, quote: other, rate: published })
    await storeRates(app, provider, [[base, quote, date, rate]])
  }
  const ask = (from: string, to: string, amount: string, date: string) =>
    app.call(user, 'GET', `/fx/convert?from=${from}&to=${to}&amount=${amount}&date=${date}`)
  const convert = async (...request: Parameters<typeof ask>) => (await ask(...request)).as(Conversion)
  return { ...app, user, ask, convert }
}

/** An ended currency against another one, on the day before its end and since. */
const changes: [code: string, successor: string, units: string, other: string, lastDay: string, before: string, after: string][] =
  [
    ['HRK', 'EUR', '7.5345', 'USD', '2022-12-30', '7.5365', '1.05'],
    ['BGN', 'EUR', '1.95583', 'USD', '2025-12-31', '1.9558', '1.17'],
    ['LTL', 'EUR', '3.4528', 'USD', '2014-12-31', '3.4528', '1.2'],
  ]
for (const [code, successor, units, other, lastDay, before, after] of changes)
  test(`${code} has the market's rate up to ${lastDay} and ${units} for one ${successor} for good from the next day on`, async () => {
    const since = SUCCESSIONS.find((one) => one.code === code)?.since ?? ''
    const { convert } = await setup(
      ['ECB', successor, code, lastDay, before],
      ['ECB', successor, other, lastDay, after],
      ['ECB', successor, other, since, after],
      ['ECB', successor, other, addDays(since, 700), after],
    )
    const last = await convert(code, successor, before, addDays(since, -1))
    expect([last.amount, last.steps.map((one) => one.provider)]).toEqual(['1', ['ECB']])
    for (const date of [since, addDays(since, 1), addDays(since, 700)]) {
      const fixed = await convert(code, successor, units, date)
      expect([fixed.amount, fixed.stale_days, fixed.registered]).toEqual(['1', 0, false])
      expect(fixed.steps).toEqual([
        { from: code, to: successor, provider: FIXED, rate: expect.any(String), rate_date: since, inverted: code > successor },
      ])
      expect((await convert(successor, code, '1', date)).amount).toBe(units)
    }
    const onward = await convert(code, other, units, addDays(since, 700))
    expect([onward.amount, onward.steps.map((one) => one.provider)]).toEqual([after, [FIXED, 'ECB']])
    const back = await convert(other, code, after, addDays(since, 700))
    expect([back.amount, back.steps.map((one) => one.provider)]).toEqual([units, ['ECB', FIXED]])
  })

const renamed: [old: string, renewed: string, times: string, since: string][] = [
  ['TRL', 'TRY', '1000000', '2005-01-01'],
  ['ROL', 'RON', '10000', '2005-07-01'],
  ['BYR', 'BYN', '10000', '2016-07-01'],
  ['VEF', 'VES', '100000', '2018-08-20'],
]
for (const [old, renewed, times, since] of renamed)
  test(`${old} is ${times} for one ${renewed} from ${since} on; before, ${old} has its own rates and ${renewed} none`, async () => {
    const eve = addDays(since, -1)
    const { convert, ask } = await setup(['NBP', 'EUR', old, eve, times], ['NBP', 'EUR', renewed, since, '2'])
    const before = await convert('EUR', old, '3', eve)
    expect([before.amount, before.steps[0]?.provider]).toEqual([`3${times.slice(1)}`, 'NBP'])
    const early = (await ask('EUR', renewed, '1', eve)).body
    expect(early).toMatchObject({ status: 422, code: 'fx/no-rate' })
    expect(early.detail).toContain(`${renewed} came on ${since}, one for ${times} ${old}: convert ${old} for days before.`)
    expect((await ask(old, renewed, '1', eve)).status).toBe(422)
    const after = await convert(old, 'EUR', `6${times.slice(1)}`, since)
    expect([after.amount, after.steps.map((one) => one.provider)]).toEqual(['3', [FIXED, 'NBP']])
    expect((await convert(old, renewed, times, since)).amount).toBe('1')
    expect((await convert(renewed, old, '1', addDays(since, 3000))).amount).toBe(times)
  })

test('two currencies that both became the euro convert by way of it, as the law has it (never by an inverse that was rounded)', async () => {
  const { convert, ask } = await setup()
  const answer = await convert('DEM', 'FRF', '1.95583', '2001-06-01')
  expect([answer.amount, answer.steps.map((one) => `${one.from}-${one.to}:${one.provider}`)]).toEqual([
    '6.55957',
    ['DEM-EUR:FIXED', 'EUR-FRF:FIXED'],
  ])
  expect((await convert('BEF', 'EUR', '403399000000', '1999-01-01')).amount).toBe('10000000000')
  expect((await ask('DEM', 'FRF', '1', '1998-12-31')).body.code).toBe('fx/no-rate')
  expect((await convert('HRK', 'BGN', '7.5345', '2026-01-01')).amount).toBe('1.95583')
})

test('every succession goes there and back without a loss, on its first day and never the day before', async () => {
  const { ask, convert } = await setup()
  expect(SUCCESSIONS).toHaveLength(48)
  for (const { code, successor, units, since } of SUCCESSIONS) {
    const there = await convert(successor, code, '12.34', since)
    expect((await convert(code, successor, there.amount, since)).amount).toBe('12.34')
    expect([code, (await convert(successor, code, '1', since)).amount]).toEqual([code, formatDecimal(decimal(units))])
    expect([code, (await ask(code, successor, '1', addDays(since, -1))).status]).toEqual([code, 422])
  }
})

test.each([
  ['MRO', '10', 'MRU', '1', '2018-01-01'],
  ['GHC', '92000', 'GHS', '9.2', '2007-07-01'],
  ['AZM', '4600', 'AZN', '0.92', '2006-01-01'],
  ['MZM', '25000', 'MZN', '25', '2006-07-01'],
  ['TMM', '14250', 'TMT', '2.85', '2009-01-01'],
  ['SDD', '200', 'SDG', '2', '2007-01-10'],
  ['MGF', '10000', 'MGA', '2000', '2005-01-01'],
  ['ECS', '25000', 'USD', '1', '2000-09-10'],
  ['ZWL', '2498.7242', 'ZWG', '1', '2024-04-05'],
  ['ANG', '179', 'XCG', '179', '2025-03-31'],
  ['ADP', '166.386', 'EUR', '1', '1999-01-01'],
])('%s %s are %s %s from %s on, as the central bank published it', async (old, amount, renewed, is, since) => {
  const { convert } = await setup()
  const { amount: found, steps } = await convert(old, renewed, amount, addDays(since, 1000))
  expect([found, steps.map((one) => [one.provider, one.rate_date])]).toEqual([is, [[FIXED, since]]])
})

test('money that changed twice goes by both changes, each from its day on; and by the market between them', async () => {
  const { convert, ask } = await setup(['NBP', 'EUR', 'VEF', '2010-01-04', '6'], ['NBP', 'EUR', 'VES', '2018-08-21', '70'])
  const chain = async (...request: Parameters<typeof convert>) => {
    const { amount, steps } = await convert(...request)
    return [amount, steps.map(({ from, to, provider }) => `${from}-${to}:${provider}`).join(' ')]
  }
  expect(await chain('VEB', 'VES', '100000000', '2018-08-20')).toEqual(['1', 'VEB-VEF:FIXED VEF-VES:FIXED'])
  expect(await chain('VES', 'VEB', '1', '2018-08-20')).toEqual(['100000000', 'VES-VEF:FIXED VEF-VEB:FIXED'])
  expect(await chain('VEB', 'EUR', '6000', '2010-01-04')).toEqual(['1', 'VEB-VEF:FIXED VEF-EUR:NBP'])
  expect(await chain('VEB', 'EUR', '7000000000', '2018-08-21')).toEqual(['1', 'VEB-VEF:FIXED VEF-VES:FIXED VES-EUR:NBP'])
  expect(await chain('BGL', 'EUR', '1955.83', '2026-01-01')).toEqual(['1', 'BGL-BGN:FIXED BGN-EUR:FIXED'])
  expect((await ask('VEB', 'VES', '1', '2018-08-19')).status).toBe(422)
})

test('an ended currency meets one that ended later, or not yet, by the euro and its market rate', async () => {
  const { convert } = await setup(['ECB', 'EUR', 'BGN', '2024-01-02', '1.9558'], ['ECB', 'EUR', 'HRK', '2020-01-02', '7.44'])
  expect((await convert('HRK', 'BGN', '7.5345', '2024-01-02')).amount).toBe('1.9558')
  expect((await convert('HRK', 'FRF', '7.44', '2020-01-02')).amount).toBe('6.55957')
  expect((await convert('FRF', 'HRK', '6.55957', '2020-01-02')).amount).toBe('7.44')
})

test('a registered route serves the days before the change; since then the fixed rate comes first; a rate by hand comes before both', async () => {
  const { convert, call, user } = await setup(
    ['ECB', 'EUR', 'HRK', '2022-12-30', '7.5365'],
    ['ECB', 'EUR', 'USD', '2022-12-30', '1.0666'],
  )
  const chain_steps = [
    { from: 'HRK', to: 'EUR', provider: 'ECB' },
    { from: 'EUR', to: 'USD', provider: 'ECB' },
  ]
  expect((await call(user, 'POST', '/fx/providers/routes', { chain_steps })).status).toBe(201)
  const used = async (date: string) => (await convert('HRK', 'USD', '1', date)).steps.map((one) => `${one.provider} ${one.rate}`)
  expect(await used('2022-12-31')).toEqual(['ECB 7.5365', 'ECB 1.0666'])
  expect(await used('2023-01-01')).toEqual(['FIXED 7.5345', 'ECB 1.0666'])
  await call(user, 'PUT', '/fx/rates', [{ base: 'HRK', quote: 'USD', date: '2023-01-01', rate: '0.2' }])
  expect(await used('2023-01-01')).toEqual(['MANUAL 0.2'])
  expect(
    (await call(user, 'POST', '/fx/providers/routes', { chain_steps: [{ from: 'HRK', to: 'EUR', provider: FIXED }] })).status,
  ).toBe(422)
})

test('reports get the fixed rate without a warning where the last market rate would be years old', async () => {
  const { deps } = await setup(['ECB', 'EUR', 'HRK', '2022-12-30', '7.5365'])
  const rates = await loadRates(deps, { pairs: [['HRK', 'EUR']], from: '2022-12-30', until: '2026-11-21' })
  const [market, fixed] = [rates.rate('HRK', 'EUR', '2022-12-31'), rates.rate('HRK', 'EUR', '2026-11-21')]
  expect([market?.staleDays, market?.isStale, fixed?.staleDays, fixed?.isStale]).toEqual([1, false, 0, false])
  expect(formatDecimal(convertAmount(decimal('753.45'), fixed!.ratio))).toBe('100')
  expect(formatDecimal(convertAmount(decimal('753.65'), market!.ratio))).toBe('100')
})

describe('publishers', () => {
  test('none has a currency on days when its code meant other money, or after it ended (notes of the first euro countries: 2001)', () => {
    for (const provider of fxProviders)
      for (const series of provider.series) {
        const one = SUCCESSIONS.find((known) => known.code === series.currency)
        const last = one && (one.since < '2002' ? '2002-01-01' : one.since)
        if (one && last)
          expect([provider.code, one.code, (series.until ?? '9999') < last]).toEqual([provider.code, one.code, true])
        const renewed = SUCCESSIONS.find((known) => known.successor === series.currency && !isOlder(known))
        if (renewed)
          expect([provider.code, series.currency, (series.since ?? '') >= renewed.since]).toEqual([
            provider.code,
            series.currency,
            true,
          ])
      }
  })

  test('have history of more than sixty ended series, each of which begins before it ends', () => {
    const ended = fxProviders.flatMap((provider) => provider.series.filter((one) => one.until !== undefined))
    expect(ended.length).toBeGreaterThan(60)
    expect(ended.filter(({ since = '1900-01-01', until = '' }) => since > until)).toEqual([])
  })
})
