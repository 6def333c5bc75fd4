/** Which rates a user needs, and what brings those that are missing. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { FxCoverage } from '#src/fx/coverage.schema.ts'
import { routeWhatIsNeeded } from '#src/fx/route-watch.ts'
import { addDays } from '#src/shared/date.ts'
import type { TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'
import { daysOf, syncApp, TODAY, table, tableProvider } from './source.ts'
import { storeRates } from './store.ts'

const NORTH = tableProvider('NORTH', 'EUR', 'USD CHF', { historyFrom: '2024-02-01' })
const WEST = tableProvider('WEST', 'EUR', 'USD', { historyFrom: '2024-02-01' })

async function setup(env: Record<string, string> = {}, providers = [NORTH]) {
  const answer = ({ url }: { url: string }) => {
    const { from, to } = daysOf(url)
    return url.includes('north')
      ? table('USD CHF', from, to < '2024-05-31' ? to : '2024-05-31', () => '2')
      : table('USD', from, to, () => '3')
  }
  const app = await syncApp(providers, answer, env)
  const [user, stranger] = [await app.createUser(), await app.createUser()]
  const broker_id = await createBroker(app, user)
  const write = async (create: object[]) => {
    const answer = await app.call(user, 'POST', '/transactions/batch', { create: create.map((one) => ({ broker_id, ...one })) })
    expect(answer.status).toBe(200)
  }
  const deposit = (currency: string, date: string, amount = '8') => write([{ type: 'DEPOSIT', date, currency, amount }])
  const coverage = async (by: TestUser = user, query = '') =>
    (await app.call(by, 'GET', `/fx/coverage${query}`)).as(z.array(FxCoverage))
  /** Sends the remedy as it stands. */
  const heal = async ({ remedy }: z.infer<typeof FxCoverage>) => {
    const answer = await app.call(user, remedy?.method ?? '', remedy?.path ?? '', remedy?.body)
    expect([remedy?.operation_id, answer.status < 300]).toEqual([remedy?.operation_id, true])
    return remedy?.operation_id
  }
  return { ...app, user, stranger, broker_id, write, deposit, coverage, heal }
}

test('a currency without a rate: the route and the sync that it names, sent as they stand, bring every day that its source has', async () => {
  const { deposit, coverage, heal } = await setup({}, [NORTH, WEST])
  await deposit('USD', '2024-03-04')
  const [first] = await coverage()
  expect(first).toMatchObject({
    ...{ currency: 'USD', to: 'EUR', needed_from: '2024-03-04', needed_to: null, held_from: null, held_to: null },
    ...{ complete: false, gap_days: 117, gap_count: 1, gaps: [{ from: '2024-03-04', to: TODAY }], route: null },
    remedy: { operation_id: 'registerFxRoute', body: { chain_steps: [{ from: 'USD', to: 'EUR', provider: 'NORTH' }] } },
  })
  expect(first?.detail).toContain('automatically')
  expect(await heal(first!)).toBe('registerFxRoute')
  const [second] = await coverage()
  expect(second).toMatchObject({ route: { pair: 'EUR/USD', automatic: false }, remedy: { body: { currencies: ['EUR', 'USD'] } } })
  expect(await heal(second!)).toBe('syncFxCurrencies')
  const [third] = await coverage()
  expect(third).toMatchObject({ held_from: '2024-03-04', held_to: '2024-05-31', gaps: [{ from: '2024-06-08', to: TODAY }] })
  expect(third?.remedy).toMatchObject({ operation_id: 'registerFxRoute', body: { chain_steps: [{ provider: 'WEST' }] } })
  await heal(third!)
  const [fourth] = await coverage()
  await heal(fourth!)
  expect((await coverage())[0]).toMatchObject({ complete: true, gap_days: 0, gaps: [], held_to: TODAY, remedy: null })
})

test('what the automatic routes bring is complete, up to what no source has', async () => {
  const { deposit, coverage, deps } = await setup()
  await deposit('USD', '2024-01-29')
  await deposit('CHF', '2024-05-20')
  await deposit('ISK', '2024-05-20')
  await routeWhatIsNeeded(deps)
  const [chf, isk, usd, ...rest] = await coverage()
  expect(rest).toEqual([])
  expect(chf).toMatchObject({ currency: 'CHF', held_from: '2024-05-20', route: { automatic: true, created_by: null } })
  expect(isk).toMatchObject({
    currency: 'ISK',
    gap_days: 40,
    route: null,
    remedy: { operation_id: 'putFxRates', figures: 'missing' },
  })
  expect(isk?.detail).toContain('Enter rates by hand')
  expect(usd).toMatchObject({
    held_from: '2024-02-01',
    gap_count: 2,
    gaps: [{ from: '2024-01-29', to: '2024-01-31' }, {}],
    remedy: {
      operation_id: 'putFxRates',
      body: [{ date: '2024-01-29' }, { date: '2024-01-31', rate: null }],
      figures: 'missing',
    },
  })
})

test('what is no longer held is needed up to its last line', async () => {
  const { deposit, write, coverage } = await setup()
  await deposit('USD', '2024-03-04')
  await write([{ type: 'WITHDRAWAL', date: '2024-03-06', currency: 'USD', amount: '-8' }])
  expect(await coverage()).toMatchObject([{ needed_from: '2024-03-04', needed_to: '2024-03-06', gap_days: 3 }])
})

test('each sees what their brokers need, in the currency that they name or prefer; strangers see nothing', async () => {
  const app = await setup()
  const member = await app.createUser()
  const shared = await createBroker(app, app.user, { members: [[member, 'VIEWER']] })
  await app.deposit('USD', TODAY)
  const create = [{ broker_id: shared, type: 'DEPOSIT', date: TODAY, currency: 'CHF', amount: '1' }]
  expect((await app.call(app.user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const seen = async (by: TestUser, query = '') => (await app.coverage(by, query)).map((one) => `${one.currency} ${one.to}`)
  expect(await seen(app.user)).toEqual(['CHF EUR', 'USD EUR'])
  expect(await seen(app.user, '?currency=usd')).toEqual(['CHF USD'])
  expect(await seen(member)).toEqual(['CHF EUR'])
  expect([await seen(app.stranger), await seen(app.admin)]).toEqual([[], []])
  await app.call(app.user, 'PATCH', '/auth/users/me/preferences', { currency: 'CHF' })
  expect(await seen(app.user)).toEqual(['USD CHF'])
  expect((await app.call(app.user, 'GET', '/fx/coverage?currency=XYZ')).status).toBe(422)
  expect((await app.call(null, 'GET', '/fx/coverage')).status).toBe(401)
})

test('it says why nothing comes: offline, removed before, only for superusers', async () => {
  const offline = await setup({ OFFLINE: 'true' })
  await offline.deposit('USD', TODAY)
  expect(await offline.coverage()).toMatchObject([{ detail: expect.stringContaining('OFFLINE') }])
  const app = await setup()
  await app.deposit('USD', TODAY)
  await routeWhatIsNeeded(app.deps)
  const [row] = await app.coverage()
  expect((await app.call(app.user, 'DELETE', `/fx/providers/routes/${row?.route?.id}`)).status).toBe(204)
  const [removed] = await app.coverage()
  expect(removed?.detail).not.toContain('automatically')
  expect(removed?.remedy?.operation_id).toBe('registerFxRoute')
  await setSharedData(app, 'superusers')
  expect(await app.coverage()).toMatchObject([{ remedy: null, detail: expect.stringContaining('superuser') }])
})

test('offline it asks for rates as the warning of a report does: with those that brokers booked, which as they stand end the gap before them', async () => {
  const { call, user, broker_id, write, coverage, heal } = await setup({ OFFLINE: 'true' })
  const asset = (await call(user, 'POST', '/assets', { symbol: 'ONE', name: 'One', type: 'STOCK', currency: 'USD' })).body.id
  const trade = { type: 'BUY', asset_id: asset, quantity: '10', price: '20', price_currency: 'USD', currency: 'EUR' }
  await write([
    { ...trade, date: '2024-06-03', fx_rate: '0.9' },
    { type: 'FX_CONVERSION', date: '2024-06-05', currency: 'EUR', amount: '-100', group: 'a' },
    { type: 'FX_CONVERSION', date: '2024-06-05', currency: 'USD', amount: '125', group: 'a' },
    { type: 'DEPOSIT', date: '2024-06-05', currency: 'CHF', amount: '5' },
  ])
  const { warnings } = (await call(user, 'GET', `/portfolio/performance?currency=EUR&broker_ids=${broker_id}`)).body
  const bodyOf = (pair: string) => warnings.find((one: { pair: string }) => one.pair === pair)?.remedy.body
  const [chf, usd] = await coverage()
  expect(chf?.remedy).toEqual({
    ...{ operation_id: 'putFxRates', method: 'PUT', path: '/fx/rates', figures: 'missing' },
    body: [
      { base: 'CHF', quote: 'EUR', date: '2024-06-05', rate: null },
      { base: 'CHF', quote: 'EUR', date: TODAY, rate: null },
    ],
  })
  expect(usd?.remedy).toEqual({
    ...{ operation_id: 'putFxRates', method: 'PUT', path: '/fx/rates', figures: 'proposed' },
    body: [
      { base: 'USD', quote: 'EUR', date: '2024-06-03', rate: '0.9' },
      { base: 'EUR', quote: 'USD', date: '2024-06-05', rate: '1.25' },
      { base: 'EUR', quote: 'USD', date: TODAY, rate: '1.25' },
    ],
  })
  expect([bodyOf('CHF/EUR'), bodyOf('USD/EUR')]).toEqual([chf?.remedy?.body, usd?.remedy?.body])
  expect(await heal(usd!)).toBe('putFxRates')
  expect((await coverage())[1]).toMatchObject({
    ...{ currency: 'USD', held_from: '2024-06-03', gaps: [{ from: '2024-06-13', to: '2024-06-27' }] },
    remedy: {
      body: [
        { date: '2024-06-13', rate: null },
        { date: '2024-06-27', rate: null },
      ],
      figures: 'missing',
    },
  })
})

test('it never asks with what brokers booked that the caller may not read', async () => {
  const app = await setup({ OFFLINE: 'true' })
  const { stranger, user, write, coverage } = app
  await write([
    { type: 'FX_CONVERSION', date: '2024-06-05', currency: 'EUR', amount: '-100', group: 'a' },
    { type: 'FX_CONVERSION', date: '2024-06-05', currency: 'USD', amount: '125', group: 'a' },
  ])
  const own = await createBroker(app, stranger)
  const create = [{ broker_id: own, type: 'DEPOSIT', date: '2024-06-05', currency: 'USD', amount: '5' }]
  expect((await app.call(stranger, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await coverage(user)).map(({ remedy }) => remedy?.figures)).toEqual(['proposed'])
  expect((await coverage(stranger)).map(({ remedy }) => remedy?.figures)).toEqual(['missing'])
})

test('an ended currency needs its own rates while it lived, and those of its successor since then', async () => {
  const app = await setup()
  await app.deposit('HRK', '2022-12-20')
  await app.call(app.user, 'PATCH', '/auth/users/me/preferences', { currency: 'USD' })
  expect((await app.coverage()).map((one) => [one.currency, one.needed_from])).toEqual([
    ['EUR', '2023-01-01'],
    ['HRK', '2022-12-20'],
  ])
  await app.call(app.user, 'PATCH', '/auth/users/me/preferences', { currency: 'EUR' })
  expect(await app.coverage()).toMatchObject([
    { currency: 'HRK', gap_days: 12, gaps: [{ from: '2022-12-20', to: '2022-12-31' }] },
  ])
})

test('the days without a rate are exactly those on which an amount cannot be converted, whatever is stored', async () => {
  const first = '2024-04-01'
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: -10, max: 88 }), { maxLength: 8 }), async (offsets) => {
      const app = await setup()
      await app.deposit('USD', first)
      const days = offsets.map((offset) => addDays(first, offset)).filter((day) => day <= TODAY)
      await storeRates(
        app,
        'NORTH',
        days.map((day) => ['EUR', 'USD', day, '2'] as const),
      )
      const [row] = await app.coverage()
      const missing = new Set<string>()
      for (let day = first; day <= TODAY; day = addDays(day, 1)) {
        const { status } = await app.call(app.user, 'GET', `/fx/convert?from=USD&to=EUR&amount=1&date=${day}`)
        if (status === 422) missing.add(day)
      }
      const listed = new Set<string>()
      for (const gap of row?.gaps ?? []) for (let day = gap.from; day <= gap.to; day = addDays(day, 1)) listed.add(day)
      expect([...listed]).toEqual([...missing])
      expect([row?.gap_days, row?.complete]).toEqual([missing.size, missing.size === 0])
    }),
    { numRuns: 8, seed: 5 },
  )
}, 120_000)
