/** What a report says does not depend on what was read before: not its figures, and not what it warns of. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { addDays } from '#src/shared/date.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const FIRST = '2024-01-01'
const LENGTH = 40
const day = (at: number) => addDays(FIRST, at)
const SPLIT_AT = 20

const KINDS = ['BUY', 'BUY', 'SELL', 'SELL', 'GIFT', 'GIVEN', 'MOVE', 'SWAP', 'FEE', 'PAID', 'STOCK', 'BACK'] as const
type Move = {
  readonly at: number
  readonly kind: (typeof KINDS)[number]
  readonly broker: 0 | 1
  readonly asset: 0 | 1
  readonly size: number
  readonly isStated: boolean
}

const cases = fc.record({
  moves: fc.array(
    fc.record<Move>({
      at: fc.integer({ min: 0, max: LENGTH }),
      kind: fc.constantFrom(...KINDS),
      broker: fc.constantFrom<0 | 1>(0, 1),
      asset: fc.constantFrom<0 | 1>(0, 1),
      size: fc.integer({ min: 1, max: 9 }),
      isStated: fc.boolean(),
    }),
    { minLength: 3, maxLength: 12 },
  ),
  /** The days of the closes of each asset, and of the rates between their currencies. */
  closes: fc.tuple(days(5), days(3)),
  rates: days(4),
})

function days(maxLength: number): fc.Arbitrary<number[]> {
  return fc.uniqueArray(fc.integer({ min: 0, max: LENGTH }), { maxLength })
}

type Places = { readonly brokers: readonly number[]; readonly assets: readonly number[] }

const CURRENCIES = ['EUR', 'USD']

function linesOf({ at, kind, broker, asset, size, isStated }: Move, place: number, { brokers, assets }: Places): object[] {
  const base = { broker_id: brokers[broker], asset_id: assets[asset], date: day(at) }
  const money = { currency: CURRENCIES[asset] }
  const cost = isStated ? { cost_basis: `${size * 11}`, ...money } : {}
  switch (kind) {
    case 'BUY':
      return [{ ...base, ...money, type: kind, quantity: `${size}`, price: `${10 + (at % 3)}`, fees: '0.5' }]
    case 'SELL':
      return [{ ...base, ...money, type: kind, quantity: `-${size}`, price: `${10 + (at % 4)}` }]
    case 'GIFT':
      return [{ ...base, ...cost, type: 'ADJUSTMENT', quantity: `${size}` }]
    case 'GIVEN':
      return [{ ...base, type: 'ADJUSTMENT', quantity: `-${size}` }]
    case 'STOCK':
      return [{ ...base, ...cost, type: 'DIVIDEND', quantity: `${size}` }]
    case 'PAID':
      return [{ ...base, ...money, type: 'DIVIDEND', amount: `${size}` }]
    case 'BACK':
      return [{ ...base, ...money, type: 'RETURN_OF_CAPITAL', amount: `${size * 9}` }]
    case 'FEE':
      return [{ ...base, type: 'FEE', quantity: `-0.${size}` }]
    default: {
      const out = { ...base, type: kind === 'MOVE' ? 'TRANSFER' : 'EXCHANGE', group: `g${place}`, quantity: `-${size}` }
      const into = kind === 'MOVE' ? { broker_id: brokers[1 - broker] } : { asset_id: assets[1 - asset], cost_share: '1' }
      return [out, { ...out, ...into, date: day(Math.min(at + (isStated ? 2 : 0), LENGTH)), quantity: `${size}` }]
    }
  }
}

const METHODS = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104']
const REPORTS = [
  ...METHODS.map((method) => `/portfolio/holdings?method=${method}`),
  ...METHODS.map((method) => `/portfolio/gains?method=${method}`),
  ...METHODS.map((method) => `/portfolio/performance?method=${method}`),
  `/portfolio/holdings?broker_ids=1&lots=true&explain=true&as_of=${day(30)}`,
  `/portfolio/gains?broker_ids=2&explain=true&from=${day(10)}`,
  `/portfolio/performance?scope=assets&from=${day(12)}&to=${day(35)}&explain=true`,
  '/portfolio/history?interval=daily',
  '/portfolio/history?interval=weekly&asset_ids=2',
  '/portfolio/performance/breakdown?by=broker',
  '/portfolio/performance/breakdown?by=asset&scope=assets',
  '/portfolio/income?explain=true',
  '/portfolio/costs',
  '/portfolio/cash-flows',
  '/portfolio/allocation?by=currency',
  '/portfolio/summary',
  '/portfolio/charts/gains.svg?',
  '/portfolio/charts/performance.svg?',
  '/brokers/1/summary?',
  '/brokers/2/summary?currency=USD',
  '/portfolio/holdings?currency=USD&method=AVERAGE',
  '/portfolio/performance?currency=USD&owned=true',
  `/portfolio/performance?currency=USD&benchmark=2&from=${day(8)}`,
].map((path) => (path.includes('currency=') ? path : `${path}${path.includes('?') ? '&' : '?'}currency=EUR`))

async function open({ moves, closes, rates }: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
  const broker = { allowAssetShorting: true, allowCashOverdraft: true }
  const world = await openPortfolio({ today: day(LENGTH + 20), broker })
  const brokers = [world.broker_id, await world.addBroker(broker)]
  const assets = [world.asset_id, await world.addAsset('OTHER', 'USD')]
  const funds = { broker_id: brokers[0], type: 'DEPOSIT', date: FIRST, amount: '900', currency: 'EUR' }
  await world.book(funds, ...moves.flatMap((one, place) => linesOf(one, place, { brokers, assets })))
  for (const [place, some] of closes.entries())
    if (some.length > 0) await world.price(Object.fromEntries(some.map((at) => [day(at), `${12 + (at % 5)}`])), assets[place])
  if (rates.length > 0) await world.rate('EUR', 'USD', Object.fromEntries(rates.map((at) => [day(at), `1.${at + 10}`])))
  await world.split(day(SPLIT_AT), '2:1')
  const headers = { Cookie: `session=${world.user.token}` }
  /** From a service that remembers nothing. */
  const alone = async (path: string) => {
    const memory = createMemory()
    const answer = await createServer({ ...world.deps, memory }).request(`/api/v1${path}`, { headers })
    const text = await answer.text()
    await memory.close()
    return [path, answer.status, text]
  }
  let writes = 0
  return {
    alone,
    afterOthers: async (path: string) => {
      const { status, text } = await world.call(world.user, 'GET', path)
      return [path, status, text]
    },
    /** Writes what no report says, so that none is answered from the last time. */
    touch: () => world.call(world.user, 'PATCH', '/transactions/1', { description: `${++writes}` }),
  }
}

test('200 the same of every report, byte for byte, alone and after any others, and again after a write that changes none', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.shuffledSubarray(REPORTS, { minLength: REPORTS.length }), async (given, order) => {
      const { alone, afterOthers, touch } = await open(given)
      const expected = new Map<string, unknown>()
      for (const path of REPORTS) expected.set(path, await alone(path))
      expect([...expected.values()]).toEqual(REPORTS.map((path) => [path, 200, expect.any(String)]))
      for (const path of [...order, ...order.toReversed()]) {
        expect<unknown>(await afterOthers(path)).toEqual(expected.get(path))
        await touch()
      }
    }),
    seeded(5),
  )
}, 600_000)
