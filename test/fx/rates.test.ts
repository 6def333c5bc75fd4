import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { fxProviders } from '#plugins/fx/index.ts'
import { FxRate, ManualRatesResult } from '#src/fx/rate.schema.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp } from '#test/support/app.ts'
import { storeRates } from './store.ts'

async function setup() {
  const clock = () => new Date('2026-06-30T12:00:00Z')
  const app = await createTestApp({ clock, deps: { plugins: { brim: [], assets: [], fx: fxProviders } } })
  const [admin, user, other] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const put = (rates: unknown, by = user) => app.call(by, 'PUT', '/fx/rates', rates)
  const list = async (query = '', by = user) => (await app.call(by, 'GET', `/fx/rates${query}`)).as(z.array(FxRate))
  return { ...app, admin, user, other, put, list }
}

const rate = (base: string, quote: string, date: string, rate: unknown) => ({ base, quote, date, rate })

test('200 for rates by hand, in either order of the pair; the same again changes nothing', async () => {
  const { put, list, user } = await setup()
  const rates = [
    rate('EUR', 'USD', '2024-05-02', '1.25'),
    rate('CHF', 'EUR', '2024-05-02', 0.8),
    rate('USD', 'CHF', '2024-05-02', '4'),
  ]
  expect((await put(rates)).as(ManualRatesResult)).toEqual({ added: 3, updated: 0, unchanged: 0, warnings: [] })
  expect(await list()).toEqual([
    { base: 'CHF', quote: 'EUR', date: '2024-05-02', rate: '0.8', provider: 'MANUAL', created_by: user.id, shared: false },
    { base: 'CHF', quote: 'USD', date: '2024-05-02', rate: '0.25', provider: 'MANUAL', created_by: user.id, shared: false },
    { base: 'EUR', quote: 'USD', date: '2024-05-02', rate: '1.25', provider: 'MANUAL', created_by: user.id, shared: false },
  ])
  expect((await put(rates)).body).toEqual({ added: 0, updated: 0, unchanged: 3, warnings: [] })
  expect((await put([rate('EUR', 'USD', '2024-05-02', '1.3'), rate('EUR', 'USD', '2024-05-03', '1.3')])).body).toEqual({
    added: 1,
    updated: 1,
    unchanged: 0,
    warnings: [],
  })
  expect((await list('?base=USD&quote=EUR')).map((one) => [one.date, one.rate])).toEqual([
    ['2024-05-03', '1.3'],
    ['2024-05-02', '1.3'],
  ])
})

test('200 for a rate that has no finite inverse: 28 significant digits stay', async () => {
  const { put, list } = await setup()
  await put([rate('USD', 'EUR', '2024-05-02', '0.9')])
  expect(await list()).toMatchObject([{ base: 'EUR', quote: 'USD', rate: '1.111111111111111111111111111' }])
})

const refused: Record<string, [rates: unknown, pointers: string[]]> = {
  'no rate': [[], ['']],
  'no list': [rate('EUR', 'USD', '2024-05-02', '1'), ['']],
  'a rate of 0': [[rate('EUR', 'USD', '2024-05-02', '0')], ['/0/rate']],
  'a negative rate': [[rate('EUR', 'USD', '2024-05-02', '-1.2')], ['/0/rate']],
  'a rate that is no number': [[rate('EUR', 'USD', '2024-05-02', '1,2')], ['/0/rate']],
  'more places than are stored': [[rate('EUR', 'USD', '2024-05-02', '1.1234567890123')], ['/0/rate']],
  'one currency twice': [[rate('EUR', 'EUR', '2024-05-02', '1')], ['/0/quote']],
  'an unknown currency': [
    [rate('EUR', 'XXZ', '2024-05-02', '1'), rate('eu', 'USD', '2024-05-02', '1')],
    ['/0/quote', '/1/base'],
  ],
  'a day that does not exist': [[rate('EUR', 'USD', '2023-02-29', '1')], ['/0/date']],
  'another provider': [[{ ...rate('EUR', 'USD', '2024-05-02', '1'), provider: 'ECB' }], ['/0/provider']],
  'forty digits': [[rate('EUR', 'USD', '2024-05-02', '1.234567890123456789012345678901234567890')], ['/0/rate']],
  'a number that JSON may have rounded': [[rate('EUR', 'USD', '2024-05-02', 1.2345678901234567)], ['/0/rate']],
  'a day before 1900': [[rate('EUR', 'USD', '1899-12-31', '1')], ['/0/date']],
  'a day that nobody knows yet': [
    [rate('EUR', 'USD', '2026-06-30', '1'), rate('EUR', 'USD', '2026-07-01', '1'), rate('EUR', 'USD', '2026-07-02', '1')],
    ['/2/date'],
  ],
  'an amount in crypto': [[rate('BTC', 'USD', '2024-05-02', '1')], ['/0/base']],
  'the same day twice, in both orders': [[rate('EUR', 'USD', '2024-05-02', '2'), rate('USD', 'EUR', '2024-05-02', '2')], ['/1']],
}
for (const [what, [rates, pointers]] of Object.entries(refused))
  test(`422 and nothing stored for ${what}`, async () => {
    const { put, list } = await setup()
    const answer = await put(rates)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual(pointers)
    expect(await list()).toEqual([])
  })

test('403 for entering rates where shared_data is for superusers', async () => {
  const { put, call, admin } = await setup()
  await call(admin, 'PATCH', '/settings', { shared_data: 'superusers' })
  expect((await put([rate('EUR', 'USD', '2024-05-02', '1.25')])).body).toMatchObject({
    status: 403,
    code: 'fx/adding-restricted',
  })
  expect((await put([rate('EUR', 'USD', '2024-05-02', '1.25')], admin)).status).toBe(200)
})

test('204 for removing some days; again nothing is left to remove', async () => {
  const { put, list, call, user } = await setup()
  await put(['01', '02', '03', '04'].map((day) => rate('EUR', 'USD', `2024-05-${day}`, '1.25')))
  const path = '/fx/rates?base=EUR&quote=USD&from=2024-05-02&to=2024-05-03'
  for (let turn = 0; turn < 2; turn++) expect((await call(user, 'DELETE', path)).status).toBe(204)
  expect((await list()).map((one) => one.date)).toEqual(['2024-05-04', '2024-05-01'])
  expect((await call(user, 'DELETE', '/fx/rates?base=EUR')).status).toBe(422)
  expect((await call(user, 'DELETE', '/fx/rates?base=EUR&quote=EUR')).status).toBe(422)
})

test('rates of a provider are never touched by hand', async () => {
  const app = await setup()
  await storeRates(app, 'ECB', [['EUR', 'USD', '2024-05-02', '1.07']])
  await app.put([rate('EUR', 'USD', '2024-05-02', '1.25')], app.admin)
  expect((await app.list('?base=EUR&quote=USD')).map((one) => [one.provider, one.rate])).toEqual([
    ['ECB', '1.07'],
    ['MANUAL', '1.25'],
  ])
  await app.call(app.admin, 'DELETE', '/fx/rates?base=EUR&quote=USD')
  expect((await app.list('?base=EUR&quote=USD')).map((one) => [one.provider, one.rate])).toEqual([['ECB', '1.07']])
})

test('200 page after page, newest first and then by provider, without a gap or a row twice', async () => {
  const app = await setup()
  const days = Array.from({ length: 9 }, (_, index) => `2024-05-0${index + 1}`)
  await storeRates(
    app,
    'ECB',
    days.map((date) => ['EUR', 'USD', date, '1.07']),
  )
  await storeRates(
    app,
    'FED',
    days.slice(3).map((date) => ['EUR', 'USD', date, '1.08']),
  )
  await app.put([...days.slice(0, 5).map((date) => rate('EUR', 'USD', date, '1.25')), rate('CHF', 'EUR', '2024-05-02', '1')])
  const whole = (await app.list('?base=EUR&quote=USD')).map((one) => `${one.date} ${one.provider}`)
  expect(whole).toEqual(whole.toSorted((a, b) => b.slice(0, 10).localeCompare(a.slice(0, 10)) || a.localeCompare(b)))
  expect(whole).toHaveLength(20)
  for (const [query, expected] of [
    ['base=EUR&quote=USD', whole],
    ['base=EUR&quote=USD&provider=FED', whole.filter((one) => one.endsWith('FED'))],
    ['base=EUR&quote=USD&from=2024-05-03&to=2024-05-06', whole.filter((one) => one >= '2024-05-03' && one < '2024-05-07')],
    ['', ['2024-05-02 MANUAL', ...whole.filter((one) => one.endsWith('MANUAL'))]],
  ] as const) {
    const seen: string[] = []
    let path: string | undefined = `/fx/rates?limit=3${query === '' ? '' : `&${query}`}`
    while (path !== undefined) {
      const page = await app.call(app.user, 'GET', path)
      seen.push(...page.as(z.array(FxRate)).map((one) => `${one.date} ${one.provider}`))
      path = /<\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual([...expected])
  }
})

test('422 for one currency of a pair alone and for a cursor that is none of ours', async () => {
  const { call, user } = await setup()
  for (const query of ['base=EUR', 'quote=EUR', 'base=EUR&quote=EUR', 'cursor=x', 'from=2024-13-01', 'day=2024-05-02'])
    expect((await call(user, 'GET', `/fx/rates?${query}`)).status).toBe(422)
})

test('a superuser who leaves keeps the rates that they entered for all in place', async () => {
  const app = await setup()
  await app.put([rate('EUR', 'USD', '2024-05-02', '1.25')], app.admin)
  await app.store.writer.deleteFrom('user').where('id', '=', app.admin.id).execute()
  expect(await app.list('', app.other)).toMatchObject([{ rate: '1.25', created_by: null, shared: true }])
})

const everyDay = (count: number, figure: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => rate('EUR', 'USD', addDays('1999-01-04', index), figure(index)))

test('200 for 10,000 rates at once; 422 for more, 413 for a huge body: nothing of those is stored', async () => {
  const { put, store } = await setup()
  const count = async () =>
    (
      await store.reader
        .selectFrom('fx_own_rate')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  for (const [rates, status] of [
    [everyDay(10_001, () => '1'), 422],
    [Array.from({ length: 100_000 }, () => rate('EUR', 'USD', '2024-05-02', '1')), 422],
    [[rate('EUR', 'USD', '2024-05-02', '1'.repeat(17 * 1024 * 1024))], 413],
  ] as const) {
    expect((await put(rates)).status).toBe(status)
    expect(await count()).toBe(0)
  }
  expect((await put(everyDay(10_000, (index) => `1.${index + 1000}`))).body).toEqual({
    added: 10_000,
    updated: 0,
    unchanged: 0,
    warnings: [],
  })
  expect((await put(everyDay(10_000, (index) => `1.${index + (index === 7 ? 1001 : 1000)}`))).body).toEqual({
    ...{ added: 0, updated: 1, unchanged: 9999, warnings: [] },
  })
  expect(await count()).toBe(10_000)
})

test('the same rates entered twice at once are stored once; of different ones the whole of one request stands', async () => {
  const { put, list } = await setup()
  const twice = await Promise.all([put(everyDay(200, () => '1.25')), put(everyDay(200, () => '1.25'))])
  expect(twice.map((answer) => answer.status)).toEqual([200, 200])
  expect(twice.reduce((sum, answer) => sum + answer.body.added, 0)).toBe(200)
  const different = await Promise.all(['2', '3', '4'].map((figure) => put(everyDay(200, () => figure))))
  expect(different.map((answer) => [answer.status, answer.body.updated])).toEqual([
    [200, 200],
    [200, 200],
    [200, 200],
  ])
  expect(new Set((await list('?base=EUR&quote=USD&limit=1000')).map((one) => one.rate)).size).toBe(1)
})
