import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fxProviders } from '#plugins/fx/index.ts'
import { loadRates, type RateContext } from '#src/fx/converter.ts'
import { Conversion, ConversionList } from '#src/fx/rate.schema.ts'
import { convertAmount } from '#src/fx/service.ts'
import { addDays } from '#src/shared/date.ts'
import { absolute, decimal, formatDecimal, multiply, subtract } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { storeRates } from './store.ts'

const DAY = '2024-05-02'
const step = (from: string, to: string, provider: string) => ({ from, to, provider })

async function setup() {
  const app = await createTestApp({
    deps: { plugins: { brim: [], assets: [], fx: fxProviders } },
    clock: () => new Date(`${DAY}T12:00:00Z`),
  })
  const user = await app.createUser()
  const convert = (query: string) => app.call(user, 'GET', `/fx/convert?${query}`)
  const register = async (...steps: ReturnType<typeof step>[]) =>
    (await app.call(user, 'POST', '/fx/providers/routes', { chain_steps: steps })).body.id as number
  const put = (base: string, quote: string, date: string, rate: string) =>
    app.call(user, 'PUT', '/fx/rates', [{ base, quote, date, rate }])
  const save = (provider: string, ...rates: [string, string, string, string][]) => storeRates(app, provider, rates)
  return { ...app, user, convert, register, put, save }
}

test('200 along a registered chain, multiplied exactly, with every step shown; the same route serves the other direction', async () => {
  const { convert, register, save } = await setup()
  await save('ECB', ['EUR', 'USD', DAY, '1.25'])
  await save('SNB', ['CHF', 'EUR', '2024-05-01', '1.024'])
  const route_id = await register(step('USD', 'EUR', 'ECB'), step('EUR', 'CHF', 'SNB'))
  expect((await convert(`from=USD&to=CHF&amount=100&date=${DAY}`)).as(Conversion)).toEqual({
    from: 'USD',
    to: 'CHF',
    source_amount: '100',
    amount: '78.125',
    rate: '0.78125',
    date: DAY,
    stale_days: 1,
    registered: true,
    route_id,
    steps: [
      { ...step('USD', 'EUR', 'ECB'), rate: '1.25', rate_date: DAY, inverted: true },
      { ...step('EUR', 'CHF', 'SNB'), rate: '1.024', rate_date: '2024-05-01', inverted: true },
    ],
  })
  const back = (await convert(`from=CHF&to=USD&amount=78.125&date=${DAY}`)).as(Conversion)
  expect([back.amount, back.rate, back.steps.map((one) => one.inverted)]).toEqual(['100', '1.28', [false, false]])
})

test('200 with the amount 1 and today as defaults', async () => {
  const { convert, put } = await setup()
  await put('EUR', 'USD', DAY, '1.25')
  expect((await convert('from=EUR&to=USD')).as(Conversion)).toMatchObject({ source_amount: '1', amount: '1.25', date: DAY })
})

test('200 from a currency to itself: 1, without steps and without any rate', async () => {
  const { convert } = await setup()
  expect((await convert('from=EUR&to=EUR&amount=-12.5')).as(Conversion)).toMatchObject({
    amount: '-12.5',
    rate: '1',
    steps: [],
    registered: true,
  })
})

test('200 by priority: the first route whose every step has a fresh rate; any failing step fails its route', async () => {
  const { convert, register, save, call, user } = await setup()
  const first = await register(step('USD', 'EUR', 'ECB'), step('EUR', 'GBP', 'BOE'))
  const second = await register(step('USD', 'GBP', 'BOE'))
  await save('ECB', ['EUR', 'USD', DAY, '1.25'])
  await save('BOE', ['GBP', 'USD', DAY, '1.25'], ['EUR', 'GBP', '2024-04-24', '0.9'])
  const used = async () => (await convert(`from=USD&to=GBP&date=${DAY}`)).as(Conversion).route_id
  expect(await used()).toBe(second)
  await save('BOE', ['EUR', 'GBP', '2024-04-25', '0.9'])
  expect(await used()).toBe(first)
  await call(user, 'PATCH', `/fx/providers/routes/${first}`, { priority: 9 })
  expect(await used()).toBe(second)
})

test('200 with a rate of 7 days ago, 45 for a monthly and 14 for a weekly publisher; 422 a day later', async () => {
  const { convert, register, save } = await setup()
  await save('ECB', ['EUR', 'USD', '2024-01-01', '1.25'])
  await save('SNB', ['CHF', 'USD', '2024-01-01', '1.1'])
  await save('FED', ['GBP', 'USD', '2024-01-01', '1.1'])
  await save('HKMA', ['HKD', 'USD', '2024-01-01', '0.128'])
  await register(step('USD', 'HKD', 'HKMA'))
  await register(step('USD', 'EUR', 'ECB'))
  await register(step('USD', 'CHF', 'SNB'))
  await register(step('USD', 'GBP', 'FED'))
  for (const [to, last, next] of [
    ['EUR', '2024-01-08', '2024-01-09'],
    ['CHF', '2024-02-15', '2024-02-16'],
    ['HKD', '2024-02-15', '2024-02-16'],
    ['GBP', '2024-01-15', '2024-01-16'],
  ]) {
    expect((await convert(`from=USD&to=${to}&date=${last}`)).status).toBe(200)
    expect((await convert(`from=USD&to=${to}&date=${next}`)).body).toMatchObject({ status: 422, code: 'fx/no-rate' })
  }
})

test('422 fx/no-rate naming the pair, the step at fault and what to do; never a later rate, never 1', async () => {
  const { convert, register, save } = await setup()
  const none = (await convert(`from=USD&to=CHF&date=${DAY}`)).body
  expect(none).toMatchObject({ code: 'fx/no-rate', pair: 'CHF/USD', date: DAY, errors: [{ pointer: '/query/date' }] })
  expect(none.detail).toMatch(/No route of this pair is registered.*POST \/fx\/providers\/routes.*PUT \/fx\/rates/)
  await register(step('USD', 'EUR', 'ECB'), step('EUR', 'CHF', 'ECB'))
  await save('ECB', ['EUR', 'USD', DAY, '1.25'], ['CHF', 'EUR', '2024-05-03', '1.02'])
  const later = (await convert(`from=USD&to=CHF&date=${DAY}`)).body
  expect(later.code).toBe('fx/no-rate')
  expect(later.detail).toContain('of CHF/EUR from ECB there is none on or before that day')
  await save('ECB', ['CHF', 'EUR', '2024-04-01', '1.02'])
  expect((await convert(`from=USD&to=CHF&date=${DAY}`)).body.detail).toContain('none newer than 2024-04-01')
})

test('200 by hand before all routes; a route with MANUAL gives rates by hand a place of their own', async () => {
  const { convert, register, save, put, call, user } = await setup()
  await save('ECB', ['EUR', 'USD', DAY, '1.25'])
  await register(step('USD', 'EUR', 'ECB'))
  await put('EUR', 'USD', DAY, '2')
  const rate = async () => (await convert(`from=EUR&to=USD&date=${DAY}`)).as(Conversion)
  expect(await rate()).toMatchObject({ rate: '2', registered: false, route_id: null, steps: [{ provider: 'MANUAL' }] })
  const manual = await register(step('EUR', 'USD', 'MANUAL'))
  expect(await rate()).toMatchObject({ rate: '1.25', registered: true })
  await call(user, 'PATCH', `/fx/providers/routes/${manual}`, { priority: 1 })
  await call(user, 'PATCH', `/fx/providers/routes/1`, { priority: 2 })
  expect(await rate()).toMatchObject({ rate: '2', registered: true, route_id: manual })
})

test('200 without a registered route: stored rates in the order of rule 9, flagged; not once a route is registered', async () => {
  const { convert, register, save } = await setup()
  await save('ECB', ['EUR', 'USD', DAY, '1.25'], ['EUR', 'GBP', DAY, '0.8'])
  const rate = async () => convert(`from=USD&to=GBP&date=${DAY}`)
  expect((await rate()).as(Conversion)).toMatchObject({
    rate: '0.64',
    registered: false,
    steps: [{ provider: 'ECB' }, { provider: 'ECB' }],
  })
  await save('BOE', ['GBP', 'USD', DAY, '1.6'])
  expect((await rate()).as(Conversion)).toMatchObject({ rate: '0.625', registered: false, steps: [{ provider: 'BOE' }] })
  await register(step('USD', 'GBP', 'FED'))
  expect((await rate()).body).toMatchObject({ status: 422, code: 'fx/no-rate' })
})

test('200 for a currency that has ended, on days when it was in force', async () => {
  const { convert, save } = await setup()
  await save('ECB', ['EUR', 'HRK', '2022-12-30', '7.5345'], ['EUR', 'USD', '2022-12-30', '1.0666'])
  const answer = (await convert('from=HRK&to=USD&amount=7534.5&date=2022-12-31')).as(Conversion)
  expect([answer.amount, answer.stale_days]).toEqual(['1066.6', 1])
})

test('422 for unknown or lower-case currencies, amounts and days', async () => {
  const { convert } = await setup()
  for (const query of [
    'from=USD',
    'to=USD',
    'from=usd&to=EUR',
    'from=USD&to=XXZ',
    'from=USD&to=EUR&amount=1e3',
    'from=USD&to=EUR&date=2024-02-30',
    'from=USD&to=EUR&day=2024-02-01',
  ])
    expect((await convert(query)).status).toBe(422)
})

test('200 for many amounts, each at its own day, in their order', async () => {
  const { call, user, save } = await setup()
  await save('ECB', ['EUR', 'USD', '2024-04-29', '1.2'], ['EUR', 'USD', '2024-04-30', '1.25'])
  const amounts = [{ amount: '100', date: '2024-05-01' }, { amount: '-60', date: '2024-04-29' }, { amount: 5 }]
  const answer = await call(user, 'POST', '/fx/convert', { from: 'USD', to: 'EUR', amounts })
  expect(answer.as(ConversionList).conversions.map((one) => [one.date, one.amount, one.stale_days])).toEqual([
    ['2024-05-01', '80', 1],
    ['2024-04-29', '-50', 0],
    [DAY, '4', 2],
  ])
})

test('422 naming every amount without a rate; none is converted', async () => {
  const { call, user, save } = await setup()
  await save('ECB', ['EUR', 'USD', '2024-04-29', '1.2'])
  const amounts = ['2024-04-01', '2024-04-29', '2024-04-28'].map((date) => ({ amount: '1', date }))
  const answer = await call(user, 'POST', '/fx/convert', { from: 'USD', to: 'EUR', amounts })
  expect(answer.body).toMatchObject({
    status: 422,
    code: 'fx/no-rate',
    missing: 2,
    errors: [{ pointer: '/amounts/0/date' }, { pointer: '/amounts/2/date' }],
  })
  for (const body of [
    { from: 'USD', to: 'EUR', amounts: [] },
    { from: 'USD', to: 'EUR' },
    { from: 'USD', to: 'EUR', amounts: [{ amount: '1', day: DAY }] },
  ])
    expect((await call(user, 'POST', '/fx/convert', body)).status).toBe(422)
})

test('there and back: within one unit of the last place of the amount between, for any chain of rates', async () => {
  const app = await setup()
  const figure = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((digits) => {
    const text = digits.toString().padStart(9, '0')
    return `${text.slice(0, -8)}.${text.slice(-8)}`
  })
  await fc.assert(
    fc.asyncProperty(fc.tuple(figure, figure, figure), fc.bigInt({ min: 1n, max: 10n ** 20n }), async (rates, cents) => {
      await app.store.writer.deleteFrom('fx_rate').execute()
      await storeRates(app, 'ECB', [
        ['EUR', 'USD', DAY, rates[0]],
        ['EUR', 'JPY', DAY, rates[1]],
      ])
      await storeRates(app, 'BOC', [['CAD', 'USD', DAY, rates[2]]])
      const pairs = [
        ['CAD', 'JPY'],
        ['JPY', 'CAD'],
      ] as const
      const find = await loadRates(app.deps, { pairs, from: DAY, until: DAY })
      const [there, back] = [find.rate('CAD', 'JPY', DAY), find.rate('JPY', 'CAD', DAY)]
      if (!there || !back) return expect.unreachable()
      const amount = decimal(`${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`)
      const between = convertAmount(amount, there.ratio)
      const again = convertAmount(between, back.ratio)
      const unit = decimal('0.000000000001')
      const allowed = convertAmount(unit, back.ratio)
      expect(absolute(subtract(again, amount)) <= allowed + unit).toBe(true)
      expect(there.ratio.numerator * back.ratio.numerator).toBe(there.ratio.denominator * back.ratio.denominator)
    }),
    seeded(100),
  )
})

test('the order of priorities decides, whatever the order of registration', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }),
      fc.subarray(['ECB', 'FED', 'IMF', 'BOJ'], { minLength: 1 }),
      async (priorities, stored) => {
        const { convert, register, save, call, user } = await setup()
        const providers = ['ECB', 'FED', 'IMF', 'BOJ']
        const order: [priority: number, provider: string][] = []
        for (const [index, provider] of providers.entries()) {
          const id = await register(step('USD', 'EUR', provider))
          await call(user, 'PATCH', `/fx/providers/routes/${id}`, { priority: priorities[index] })
          order.push([priorities[index] ?? 0, provider])
        }
        for (const provider of stored) await save(provider, ['EUR', 'USD', DAY, '1.25'])
        const expected = order.toSorted(([a], [b]) => a - b).find(([, provider]) => stored.includes(provider))?.[1]
        expect((await convert(`from=EUR&to=USD&date=${DAY}`)).as(Conversion).steps[0]?.provider).toBe(expected as string)
      },
    ),
    { numRuns: 12 },
  )
})

async function ratesIntoEuro(deps: RateContext, currencies: readonly string[], from: string, until: string) {
  const pairs = currencies.map((currency) => [currency, 'EUR'] as const)
  const table = await loadRates(deps, { pairs, from, until })
  return (currency: string, day: string) => table.rate(currency, 'EUR', day)
}

test('rates of a range of days are those of each of its days alone, whatever is missing and whatever the routes', async () => {
  const days = Array.from({ length: 60 }, (_, index) => addDays('2024-01-01', index))
  const published = fc.uniqueArray(fc.nat(days.length - 1), { maxLength: 12 })
  const routes = fc.shuffledSubarray(['ECB', 'FED', 'IMF', 'SNB'], { minLength: 0 })
  const range = fc.tuple(fc.nat(days.length - 1), fc.nat(days.length - 1))
  await fc.assert(
    fc.asyncProperty(fc.tuple(published, published, published, published), routes, range, async (stored, order, [one, other]) => {
      const { deps, save, register } = await setup()
      for (const provider of order.slice(0, 2))
        await register(step('CHF', 'EUR', provider === 'FED' ? 'ECB' : provider)).catch(() => 0)
      for (const [index, provider] of ['ECB', 'IMF', 'SNB'].entries())
        await save(
          provider,
          ...(stored[index] ?? [])
            .sort((a, b) => a - b)
            .map((day): [string, string, string, string] => ['CHF', 'EUR', days[day] ?? '', `${index + 1}.${day + 10}`]),
        )
      const wanted = days.slice(Math.min(one, other), Math.max(one, other) + 1)
      const all = await ratesIntoEuro(deps, ['CHF'], wanted[0] ?? '', wanted.at(-1) ?? '')
      for (const day of wanted) expect(all('CHF', day)).toEqual((await ratesIntoEuro(deps, ['CHF'], day, day))('CHF', day))
    }),
    { numRuns: 40 },
  )
})

test('a converter answers any day of its range in bulk: fresh, stale with a flag, missing, itself', async () => {
  const { deps, save } = await setup()
  await save('ECB', ['EUR', 'USD', '2024-01-02', '1.25'], ['EUR', 'USD', '2024-01-10', '1.5'])
  const rate = await ratesIntoEuro(deps, ['USD', 'CHF'], '2024-01-03', '2024-06-30')
  expect(rate('USD', '2024-01-09')).toMatchObject({ date: '2024-01-02', staleDays: 7, isStale: false, routeId: null })
  expect(rate('USD', '2024-06-30')).toMatchObject({ date: '2024-01-10', staleDays: 172, isStale: true })
  expect(formatDecimal(convertAmount(decimal('3'), rate('USD', '2024-01-10')!.ratio))).toBe('2')
  expect(rate('CHF', '2024-02-01')).toBeNull()
  expect(rate('EUR', '2024-02-01')).toMatchObject({ staleDays: 0, steps: [] })
  expect(multiply(decimal('2'), convertAmount(decimal('7'), rate('EUR', '2024-02-01')!.ratio))).toBe(decimal('14'))
  expect(() => rate('USD', '2024-07-01')).toThrow(RangeError)
})

test('a converter prefers a fresh later route to a stale first one, and the least stale of several stale ones', async () => {
  const { deps, save, register } = await setup()
  await register(step('USD', 'EUR', 'ECB'))
  await register(step('USD', 'EUR', 'FED'))
  await save('ECB', ['EUR', 'USD', '2024-01-02', '1'])
  await save('FED', ['EUR', 'USD', '2024-01-12', '2'])
  const rate = await ratesIntoEuro(deps, ['USD'], '2024-01-01', '2024-06-30')
  expect(rate('USD', '2024-01-05')?.routeId).toBe(1)
  expect(rate('USD', '2024-01-12')?.routeId).toBe(2)
  expect(rate('USD', '2024-06-12')).toMatchObject({ routeId: 2, isStale: true })
})
