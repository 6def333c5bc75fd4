/** How old a rate may be is judged by the rhythm of its series. */
import { expect, test } from 'bun:test'
import { loadRates } from '#src/fx/converter.ts'
import { addDays } from '#src/shared/date.ts'
import { syncApp, tableProvider } from './source.ts'
import { storeRates } from './store.ts'

type Schedule = Partial<NonNullable<ReturnType<typeof tableProvider>['schedule']>>
const source = (code: string, schedule: Schedule, series: Schedule = {}) => {
  const made = tableProvider(code, 'EUR', 'USD', { historyFrom: '2020-01-01' })
  const rhythm = { frequency: 'daily' as const, time: '16:00', timeZone: 'UTC', ...schedule }
  return { ...made, schedule: rhythm, series: made.series.map((one) => ({ ...one, ...series })) }
}
const PROVIDERS = [
  source('DAILY', {}),
  source('BULK', { released: 'monthly' }),
  source('MEANS', { frequency: 'monthly', released: 'monthly' }),
  source('MIXED', {}, { frequency: 'monthly' }),
]

async function setup(today: string) {
  const app = await syncApp(PROVIDERS, () => '', {}, today)
  /** For how many days after its own a rate of a provider is fresh, with the newer ones that are stored. */
  const freshFor = async (provider: string, days: readonly string[], until = today) => {
    await storeRates(
      app,
      provider,
      days.map((day) => ['EUR', 'USD', day, '2'] as const),
    )
    const first = days[0] ?? ''
    const rates = await loadRates(app.deps, { pairs: [['EUR', 'USD']], from: first, until })
    for (let day = first; day <= until; day = addDays(day, 1))
      if (rates.rate('EUR', 'USD', day)?.isStale) return Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000) - 1
    return null
  }
  return { ...app, freshFor }
}

test('a gap within daily rates that are released once a month is stale after two weeks; at the end, until the release is due', async () => {
  expect(await (await setup('2024-06-28')).freshFor('BULK', ['2024-01-31', '2024-03-31'])).toBe(14)
  expect(await (await setup('2024-06-28')).freshFor('BULK', ['2024-04-30'])).toBe(45)
  expect(await (await setup('2024-06-28')).freshFor('DAILY', ['2024-01-31', '2024-03-31'])).toBe(7)
})

test('whether a rate is the newest does not depend on the days that are looked at', async () => {
  expect(await (await setup('2024-06-28')).freshFor('BULK', ['2024-01-31', '2024-06-27'], '2024-03-15')).toBe(14)
})

test('the newest mean of a month serves until the next is due; a month that is missing within them is noticed', async () => {
  expect(await (await setup('2024-06-28')).freshFor('MEANS', ['2024-05-01'])).toBeNull()
  expect(await (await setup('2024-07-20')).freshFor('MEANS', ['2024-05-01'])).toBe(45)
  expect(await (await setup('2024-06-28')).freshFor('MEANS', ['2024-02-01', '2024-05-01'])).toBe(45)
})

test('a series may have another rhythm than its source', async () => {
  expect(await (await setup('2024-06-28')).freshFor('MIXED', ['2024-02-01', '2024-05-01'])).toBe(45)
})
