import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fxProviders } from '#plugins/fx/index.ts'
import { catalogueOf, legOf, seriesOf } from '#src/fx/catalogue.ts'
import type { ChainStep } from '#src/fx/graph.ts'
import { chooseRoute, chooseShortRoute } from '#src/fx/route-choice.ts'
import { createMemory } from '#src/memory.ts'
import { historicCurrencies } from '#src/shared/currency.ts'
import { tableProvider } from './source.ts'

function chooser(providers = fxProviders, registered: readonly ChainStep[] = []) {
  const catalogue = catalogueOf({ memory: createMemory(), plugins: { brim: [], assets: [], fx: providers } })
  const isUsable = (provider: (typeof providers)[number]) => !provider.key?.required
  const rules = { catalogue, isUsable, registered }
  const named = (steps: readonly ChainStep[] | undefined) =>
    steps?.map((step) => `${step.from}-${step.to}:${step.provider}`).join(' ')
  const choose = async (from: string, to: string, since: string) => named(await chooseRoute({ from, to, since }, rules))
  const chooseShort = (from: string, to: string, since: string) => named(chooseShortRoute({ from, to, since }, rules))
  return { catalogue, choose, chooseShort }
}

test.each([
  ['USD', 'EUR', '2001-05-01', 'USD-EUR:ECB'],
  ['EUR', 'CHF', '2001-05-01', 'EUR-CHF:ECB'],
  ['PLN', 'CZK', '2010-05-01', 'PLN-CZK:NBP'],
  ['HRK', 'EUR', '2019-05-01', 'HRK-EUR:ECB'],
  ['ISK', 'EUR', '2021-05-01', 'ISK-EUR:ECB'],
])('%s to %s since %s goes by %s', async (from, to, since, expected) => {
  expect(await chooser().choose(from, to, since)).toBe(expected)
})

test('a source is passed over that wants a key, has no rates of the first days, publishes months or is a last resort', async () => {
  const plain = tableProvider('PLAIN', 'EUR', 'USD', { historyFrom: '2015-01-01' })
  const good = tableProvider('ZGOOD', 'EUR', 'USD', { historyFrom: '2010-01-01' })
  const months = { ...tableProvider('AMONTH', 'EUR', 'USD', { historyFrom: '2000-01-01' }) }
  const monthly = { ...months, schedule: { frequency: 'monthly' as const, time: '16:00', timeZone: 'UTC' } }
  const decreed = { ...tableProvider('ADECREE', 'EUR', 'USD', { historyFrom: '2000-01-01' }), lastResort: ['USD'] }
  const keyed = tableProvider('AKEY', 'EUR', 'USD', { historyFrom: '2000-01-01', key: true })
  const { choose } = chooser([keyed, monthly, decreed, plain, good])
  expect(await choose('USD', 'EUR', '2016-01-01')).toBe('USD-EUR:PLAIN')
  expect(await choose('USD', 'EUR', '2012-01-01')).toBe('USD-EUR:ZGOOD')
  expect(await choose('USD', 'EUR', '2005-01-01')).toBe('USD-EUR:ZGOOD')
  expect(await chooser([keyed, monthly, decreed]).choose('USD', 'EUR', '2005-01-01')).toBe('USD-EUR:AMONTH')
  expect(await chooser([keyed]).choose('USD', 'EUR', '2005-01-01')).toBeUndefined()
})

test('what is proposed at once is what is chosen, of one step and of two; nothing that wants a key or three steps', async () => {
  const all = chooser()
  for (const [from, to, since] of [
    ['USD', 'EUR', '2001-05-01'],
    ['CHF', 'GBP', '2012-05-01'],
    ['PLN', 'CZK', '2010-05-01'],
    ['HRK', 'EUR', '2019-05-01'],
  ] as const)
    expect(all.chooseShort(from, to, since)).toBe((await all.choose(from, to, since)) ?? 'none')
  const keyed = tableProvider('AKEY', 'EUR', 'USD', { historyFrom: '2000-01-01', key: true })
  const free = tableProvider('ZFREE', 'EUR', 'USD', { historyFrom: '2000-01-01' })
  expect(chooser([keyed, free]).chooseShort('USD', 'EUR', '2005-01-01')).toBe('USD-EUR:ZFREE')
  expect(chooser([keyed]).chooseShort('USD', 'EUR', '2005-01-01')).toBeUndefined()
  const chain = ['USD', 'CHF', 'SEK'].map((code, index) =>
    tableProvider(`P${index}`, code, ['CHF', 'SEK', 'EUR'][index] ?? '', { historyFrom: '2000-01-01' }),
  )
  const { choose, chooseShort } = chooser(chain)
  expect([chooseShort('USD', 'EUR', '2005-01-01'), await choose('USD', 'EUR', '2005-01-01')]).toEqual([
    undefined,
    'USD-CHF:P0 CHF-SEK:P1 SEK-EUR:P2',
  ])
})

test('two steps day by day come before one of monthly means', async () => {
  const daily = tableProvider('DAILY', 'EUR', 'USD CHF', { historyFrom: '2000-01-01' })
  const months = tableProvider('MONTHS', 'CHF', 'USD', { historyFrom: '2000-01-01' })
  const monthly = { ...months, schedule: { frequency: 'monthly' as const, time: '16:00', timeZone: 'UTC' } }
  expect(await chooser([monthly, daily]).choose('USD', 'CHF', '2005-01-01')).toBe('USD-EUR:DAILY EUR-CHF:DAILY')
})

test('a leg that is registered already is taken again', async () => {
  const providers = ['ONE', 'TWO'].map((code) => tableProvider(code, 'EUR', 'USD CHF', { historyFrom: '2000-01-01' }))
  const registered = [{ from: 'EUR', to: 'CHF', provider: 'TWO' }]
  expect(await chooser(providers).choose('USD', 'CHF', '2005-01-01')).toBe('USD-EUR:ONE EUR-CHF:ONE')
  expect(await chooser(providers, registered).choose('USD', 'CHF', '2005-01-01')).toBe('USD-EUR:TWO EUR-CHF:TWO')
})

const { catalogue, choose } = chooser()
const ended = new Set(historicCurrencies().map((one) => one.code))
const day = fc.integer({ min: 1995, max: 2025 }).map((year) => `${year}-06-15`)

test('whatever the pair: a route of today’s sources that joins, whose every step can be fetched, whatever else there is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...catalogue.currencies.map((one) => one.code)),
      fc.constantFrom('EUR', 'USD', 'CHF', 'GBP', 'PLN'),
      day,
      async (from, to, since) => {
        const route = await choose(from, to, since)
        if (from === to || route === undefined) return
        const steps = route.split(' ').map((text) => /^(\w+)-(\w+):(\w+)$/.exec(text)?.slice(1) ?? [])
        expect([steps[0]?.[0], steps.at(-1)?.[1]]).toEqual([from, to])
        steps.forEach(([start = '', end = '', code = ''], index) => {
          if (index > 0) expect(steps[index - 1]?.[1]).toBe(start)
          const provider = catalogue.byCode.get(code)
          expect(provider && seriesOf(provider, legOf({ from: start, to: end, provider: code })).length).toBeGreaterThan(0)
          if (index > 0) expect(ended.has(start)).toBe(false)
        })
      },
    ),
    { numRuns: 60, seed: 11 },
  )
}, 120_000)
