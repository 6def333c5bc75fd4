import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { definePrices } from '#plugins/assets/provider.ts'
import { HistoryReport } from '#src/portfolio/history/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { PriceRefresh } from '#src/prices/refresh.schema.ts'
import { signSession } from '#src/session/token.ts'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, formatDecimal, multiplyDivide, whole } from '#src/shared/decimal.ts'
import { createTestApp, TEST_SECRET, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const FIRST = '2026-01-05'
const LENGTH = 16
const UNITS = 432
const day = (index: number) => addDays(FIRST, index)

type Ratio = readonly [after: number, before: number]
type Market = {
  readonly base: readonly number[]
  readonly gaps: ReadonlySet<number>
  readonly splits: ReadonlyMap<number, Ratio>
}

const markets: fc.Arbitrary<Market> = fc
  .record({
    base: fc.array(fc.integer({ min: 60, max: 140 }), { minLength: LENGTH, maxLength: LENGTH }),
    gaps: fc.uniqueArray(fc.integer({ min: 1, max: LENGTH - 1 }), { maxLength: 5 }),
    splits: fc.uniqueArray(
      fc.tuple(fc.integer({ min: 2, max: LENGTH - 2 }), fc.constantFrom<Ratio>([2, 1], [3, 1], [4, 1], [1, 2], [3, 2])),
      { minLength: 1, maxLength: 2, selector: ([at]) => at },
    ),
  })
  .map(({ base, gaps, splits }) => ({ base, gaps: new Set(gaps), splits: new Map(splits) }))

/** A whole figure times new/old of the splits with `from` < day <= `to`. */
function scaled(value: Decimal, { splits }: Market, from: number, to: number): Decimal {
  return [...splits]
    .filter(([at]) => at > from && at <= to)
    .reduce((total, [, [after, before]]) => multiplyDivide(total, whole(after), whole(before)), value)
}

/** The close of a day as somebody reads it at the end of day `now`, whose history is adjusted for every split until `adjustedTo`. */
function closeOf(market: Market, index: number, adjustedTo: number): string {
  return formatDecimal(scaled(whole(market.base[index] ?? 0), market, Math.max(index, adjustedTo), LENGTH))
}

/** By hand: units held on a day times the last close before, in the units of that day. The base figures are the closes after all splits. */
function expectedValues(market: Market): string[] {
  let last = 0
  return Array.from({ length: LENGTH }, (_, index) => {
    if (!market.gaps.has(index)) last = index
    const held = scaled(whole(UNITS), market, -1, index)
    const price = scaled(whole(market.base[last] ?? 0), market, index, LENGTH)
    return formatDecimal(multiplyDivide(held, price, whole(1)))
  })
}

function source(code: string, market: Market, today: () => number, fields: Pick<PriceProvider, 'adjusted'> & { tells: boolean }) {
  const { adjusted, tells } = fields
  return definePrices({
    ...{ code, name: code, description: 'For tests', website: '', attribution: '', adjusted, identifierHint: 'x' },
    pauseMilliseconds: 0,
    fetchPrices: async function* ({ from, to }) {
      const now = today()
      const indices = Array.from({ length: now + 1 }, (_, index) => index).filter((index) => !market.gaps.has(index))
      const prices = indices
        .map((index) => ({ date: day(index), close: closeOf(market, index, adjusted === 'none' ? -1 : now), currency: 'EUR' }))
        .filter(({ date }) => date >= from && date <= to)
      const known = [...market.splits].filter(([at]) => at <= now)
      const splits = known.map(([at, [after, before]]) => ({ date: day(at), ratio: `${after}:${before}` }))
      yield { prices, issues: [], ...(tells ? { splits } : {}) }
    },
  })
}

/** The clock runs on for two weeks. */
async function longSession(user: TestUser): Promise<TestUser> {
  const issuedAt = Date.parse(`${FIRST}T20:00:00Z`) / 1000
  const token = await signSession({ userId: user.id, issuedAt, expiresAt: issuedAt + 30 * 86_400, epoch: 0 }, TEST_SECRET)
  return { ...user, token }
}

const CASES = [
  ['RAW', { adjusted: 'none', tells: false }, 'once'],
  ['KNOWN', { adjusted: 'splits', tells: true }, 'once'],
  ['UNTOLD', { adjusted: 'splits', tells: false }, 'once'],
  ['RAWDAILY', { adjusted: 'none', tells: false }, 'daily'],
  ['TOLDDAILY', { adjusted: 'splits', tells: true }, 'daily'],
  ['UNTOLDDAILY', { adjusted: 'splits', tells: false }, 'daily'],
] as const

test('property: adjusted history that tells its splits, one that does not, and unadjusted history give the same values, fetched at once or day by day', async () => {
  await fc.assert(
    fc.asyncProperty(markets, async (market) => {
      let now = 0
      const providers = CASES.map(([code, fields]) => source(code, market, () => now, fields))
      const app = await createTestApp({
        deps: { plugins: { brim: [], fx: [], assets: providers } },
        clock: () => new Date(`${day(now)}T20:00:00Z`),
      })
      const user = await longSession(await app.createUser())
      const empty = await createBroker(app, user)
      const made = new Map<string, { asset: number; broker: number }>()
      for (const [code] of CASES) {
        const body = {
          symbol: code,
          name: code,
          type: 'STOCK',
          currency: 'EUR',
          price_source: { provider: code, identifier: 'x' },
        }
        const asset: number = (await app.call(user, 'POST', '/assets', body)).body.id
        made.set(code, { asset, broker: await createBroker(app, user) })
      }
      const refresh = async (when: string) => {
        const ids = CASES.filter(([, , how]) => how === when).map(([code]) => made.get(code)?.asset)
        const answer = await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: ids })
        for (const one of answer.as(PriceRefresh).assets) expect([one.detail, one.refused]).toEqual([null, []])
      }
      for (const { asset, broker } of made.values()) {
        const price = closeOf(market, 0, -1)
        const buy = { broker_id: broker, asset_id: asset, type: 'BUY', date: FIRST, quantity: `${UNITS}`, price, currency: 'EUR' }
        expect((await app.call(user, 'POST', '/transactions', buy)).status).toBe(201)
      }
      for (now = 0; now < LENGTH; now++) {
        const split = market.splits.get(now)
        for (const [code, { tells }] of CASES) {
          const { asset = 0, broker = 0 } = made.get(code) ?? {}
          if (!split) continue
          const line = { broker_id: broker, asset_id: asset, type: 'SPLIT', date: day(now), ratio: split.join(':') }
          expect((await app.call(user, 'POST', '/transactions', line)).status).toBe(201)
          const event = { type: 'SPLIT', date: day(now), ratio: split.join(':') }
          if (!tells) expect((await app.call(user, 'POST', `/assets/${asset}/events`, event)).status).toBe(201)
        }
        await refresh('daily')
      }
      now = LENGTH - 1
      await refresh('once')
      const range = `from=${FIRST}&to=${day(LENGTH - 1)}&interval=daily&currency=EUR`
      const expected = expectedValues(market)
      const change = Number(expected.at(-1)) / Number(expected[0]) - 1
      for (const [code, { asset, broker }] of made) {
        const report = (await app.call(user, 'GET', `/portfolio/history?broker_ids=${broker}&${range}`)).as(HistoryReport)
        expect([code, report.points.map((point) => point.invested)]).toEqual([code, expected])
        const path = `/portfolio/performance?currency=EUR&from=${day(1)}&to=${day(LENGTH - 1)}&benchmark=${asset}`
        const performance = (await app.call(user, 'GET', `${path}&broker_ids=${broker}`)).as(PerformanceReport)
        expect([code, performance.benchmark?.twr]).toEqual([code, expect.closeTo(change, 9)])
        const elsewhere = (await app.call(user, 'GET', `${path}&broker_ids=${empty}`)).as(PerformanceReport)
        expect([code, elsewhere.benchmark?.twr]).toEqual([code, expect.closeTo(change, 9)])
      }
    }),
    { numRuns: 8 },
  )
}, 60_000)
