import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { Price } from '#src/prices/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset } from '#test/support/factories.ts'

const DAY = 86_400_000
const START = Date.UTC(2023, 10, 20)
const DAYS = 500
const dayAt = (index: number) => new Date(START + index * DAY).toISOString().slice(0, 10)

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2026-06-30T12:00:00Z') })
  const user = await app.createUser()
  const add = async (days: readonly string[]) => {
    const id = await createAsset(app, { symbol: 'ACME', currency: 'EUR', createdBy: user.id })
    const prices = days.map((date, index) => ({ date, close: `${index + 1}.25`, currency: index % 3 ? 'EUR' : 'USD' }))
    expect((await app.call(user, 'PUT', `/assets/${id}/prices`, prices)).status).toBe(200)
    return id
  }
  const ask = (id: number, query: string) => app.call(user, 'GET', `/assets/${id}/prices?${query}`)
  const list = async (id: number, query: string) => (await ask(id, query)).as(z.array(Price))
  const pages = async (id: number, query: string) => {
    const found: z.infer<typeof Price>[] = []
    for (let next: string | undefined = `/assets/${id}/prices?${query}`; next !== undefined; ) {
      const page = await app.call(user, 'GET', next)
      found.push(...page.as(z.array(Price)))
      next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]?.replace('/api/v1', '')
    }
    return found
  }
  return { add, ask, list, pages }
}

/** Which month or week a day is in; weeks by counting Mondays. */
function spanOf(every: 'week' | 'month', day: string): string {
  if (every === 'month') return day.slice(0, 7)
  let time = Date.parse(day)
  while (new Date(time).getUTCDay() !== 1) time -= DAY
  return String(time)
}

/** Of closes that are newest first, the first one of each week or month. */
const naive = (closes: readonly z.infer<typeof Price>[], every: 'week' | 'month') =>
  closes.filter(({ date }, index) => {
    const later = closes[index - 1]
    return later === undefined || spanOf(every, later.date) !== spanOf(every, date)
  })

test('the last close of each week or month, of any days, in pages of any size, is what a naive reader picks', async () => {
  const { add, ask, list, pages } = await setUp()
  const index = fc.integer({ min: 0, max: DAYS - 1 })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(index, { minLength: 1, maxLength: 120 }),
      fc.constantFrom('week' as const, 'month' as const),
      fc.tuple(fc.option(index), fc.option(index)),
      fc.integer({ min: 1, max: 40 }),
      async (days, every, [from, to], limit) => {
        const id = await add(days.toSorted((a, b) => a - b).map(dayAt))
        const range = `${from === null ? '' : `&from=${dayAt(from)}`}${to === null ? '' : `&to=${dayAt(to)}`}`
        const expected = naive(await list(id, `limit=1000${range}`), every)
        expect(await pages(id, `every=${every}&limit=${limit}${range}`)).toEqual(expected)
        const counted = await ask(id, `every=${every}&count=true&limit=1${range}`)
        expect(counted.headers.get('x-total-count')).toBe(String(expected.length))
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('a week is from Monday to Sunday across years, and the last close may be on any of its days', async () => {
  const { add, list } = await setUp()
  const id = await add(['2024-12-29', '2024-12-30', '2025-01-03', '2025-01-05', '2025-01-06', '2025-01-31', '2025-02-01'])
  const daysOf = async (query: string) => (await list(id, query)).map(({ date }) => date)
  expect(await daysOf('every=week')).toEqual(['2025-02-01', '2025-01-06', '2025-01-05', '2024-12-29'])
  expect(await daysOf('every=month')).toEqual(['2025-02-01', '2025-01-31', '2024-12-30'])
  expect(await daysOf('every=month&to=2025-01-05')).toEqual(['2025-01-05', '2024-12-30'])
})

test('CSV has the same closes, and 422 names what may be said', async () => {
  const { add, ask } = await setUp()
  const id = await add(['2025-01-02', '2025-01-03', '2025-01-06'])
  const csv = await ask(id, 'every=week&format=csv')
  expect(csv.text.trim().split(/\r?\n/)).toEqual([
    'date,close,currency,source',
    '2025-01-06,3.25,EUR,MANUAL',
    '2025-01-03,2.25,EUR,MANUAL',
  ])
  expect((await ask(id, 'every=year')).status).toBe(422)
})

test('a century of closes is thinned by as many look-ups as there are weeks on the page', async () => {
  const { add, list } = await setUp()
  const id = await add(
    Array.from({ length: 30_000 }, (_, n) => new Date(Date.UTC(2026, 5, 30) - n * DAY).toISOString().slice(0, 10)).reverse(),
  )
  const before = process.cpuUsage()
  expect(await list(id, 'every=week&limit=1000')).toHaveLength(1000)
  const { user } = process.cpuUsage(before)
  expect(user).toBeLessThan(500_000)
}, 60_000)
