/** A split that is not booked, against the transaction that books it: every report says the same. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays } from '#src/shared/date.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const FIRST = '2024-01-01'
const LENGTH = 60
const day = (index: number) => addDays(FIRST, index)
const TODAY = day(LENGTH + 30)

type Ratio = readonly [after: number, before: number]
type Split = { readonly at: number; readonly ratio: Ratio }
type Move = {
  readonly at: number
  readonly kind: 'BUY' | 'SELL' | 'MOVE' | 'PAID' | 'GIFT' | 'FEE' | 'CHANGED'
  readonly broker: 0 | 1
  readonly size: number
  readonly noise: number
}
type Case = { readonly splits: readonly Split[]; readonly moves: readonly Move[]; readonly bookedBy: readonly number[] }

const cases: fc.Arbitrary<Case> = fc.record({
  splits: fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 10, max: LENGTH - 10 }),
      ratio: fc.constantFrom<Ratio>([2, 1], [4, 1], [3, 2], [1, 5], [20, 1], [21, 20]),
    }),
    { minLength: 1, maxLength: 2, selector: ({ at }) => Math.floor(at / 3) },
  ),
  moves: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: LENGTH }),
      kind: fc.constantFrom<Move['kind']>('BUY', 'BUY', 'BUY', 'SELL', 'SELL', 'MOVE', 'PAID', 'GIFT', 'FEE', 'CHANGED'),
      broker: fc.constantFrom<0 | 1>(0, 1),
      size: fc.integer({ min: 1, max: 40 }),
      noise: fc.integer({ min: 96, max: 104 }),
    }),
    { minLength: 3, maxLength: 10 },
  ),
  bookedBy: fc.subarray([0, 1]),
})

/** What a unit is worth, before noise; it begins at 240. */
function levelOn({ splits }: Case, at: number): number {
  return splits.reduce((level, split) => (split.at <= at ? (level * split.ratio[1]) / split.ratio[0] : level), 240)
}

const text = (value: number) => value.toFixed(6)

function linesOf(given: Case, brokers: readonly number[], assets: readonly number[]): object[] {
  return given.moves.flatMap(({ at, kind, broker, size, noise }, place): object[] => {
    const base = { broker_id: brokers[broker], asset_id: assets[0], date: day(at), currency: 'EUR' }
    const price = text((levelOn(given, at) * noise) / 100)
    switch (kind) {
      case 'BUY':
        return [{ ...base, type: kind, quantity: `${size}`, price, fees: '1' }]
      case 'SELL':
        return [{ ...base, type: kind, quantity: `-${size}`, price }]
      case 'PAID':
        return [{ ...base, type: 'DIVIDEND', amount: `${size}` }]
      case 'GIFT':
        return [{ ...base, type: 'ADJUSTMENT', quantity: `${size}`, cost_basis: price }]
      case 'FEE':
        return [{ broker_id: base.broker_id, asset_id: base.asset_id, date: base.date, type: 'FEE', quantity: `-${size / 40}` }]
      default: {
        const leg = { type: kind === 'MOVE' ? 'TRANSFER' : 'EXCHANGE', group: `g${place}` }
        const { currency: _, ...out } = { ...base, ...leg, quantity: `-${size}` }
        const into = kind === 'MOVE' ? { broker_id: brokers[1 - broker] } : { asset_id: assets[1], cost_share: '1' }
        return [out, { ...out, ...into, quantity: `${size}` }]
      }
    }
  })
}

const METHODS = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104']
const REPORTS = [
  ...METHODS.map((method) => `portfolio/holdings?lots=true&explain=true&method=${method}`),
  ...METHODS.map((method) => `portfolio/gains?explain=true&method=${method}`),
  'portfolio/holdings?as_of=2024-02-05&broker_ids=1',
  'portfolio/history?interval=daily',
  'portfolio/history?interval=daily&asset_ids=1',
  'portfolio/performance?explain=true',
  'portfolio/performance?scope=assets&from=2024-02-01&broker_ids=2',
  'portfolio/performance/breakdown?by=asset&scope=assets',
  'portfolio/performance/breakdown?by=broker',
  'portfolio/income?explain=true',
  'portfolio/costs',
  'portfolio/cash-flows',
  'portfolio/allocation?by=asset&explain=true',
  'portfolio/summary',
  'portfolio/charts/history.svg',
  'portfolio/charts/performance.svg',
  'brokers/1/summary',
  'brokers/2/summary',
]

type Warning = { readonly code: string; readonly remedy: { readonly body: object } }

/** An answer without what says that a split is booked or not, and without the warnings of it; splits of one day may be booked in any order. */
function figuresOf(body: unknown, splits: ReadonlySet<number>): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (key, value) => {
    if (/^(lot_)?(transaction_)?id$/.test(key) && (splits.has(value) || value >= 2 ** 52)) return null
    if (key === 'events' && Array.isArray(value)) return value.filter((id) => !splits.has(id))
    if (key === 'label' && value === 'SPLIT, not booked') return 'SPLIT'
    if (key === 'terms') return value.map((term: unknown) => JSON.stringify(term)).sort()
    if (key === 'warnings') return Array.isArray(value) && value.filter(({ code }: Warning) => code !== 'split-not-booked')
    return value
  })
}

async function open(given: Case) {
  const broker = { allowAssetShorting: true, allowCashOverdraft: true }
  const world = await openPortfolio({ today: TODAY, broker })
  const brokers = [world.broker_id, await world.addBroker(broker)]
  const assets = [world.asset_id, await world.addAsset('OTHER')]
  const stale = { broker_id: 1, asset_id: assets[1], type: 'BUY', date: FIRST, quantity: '1', price: '7', currency: 'EUR' }
  const funds = { broker_id: 1, type: 'DEPOSIT', date: FIRST, amount: '100000', currency: 'EUR' }
  await world.book(funds, stale, ...linesOf(given, brokers, assets))
  const closes = Array.from(
    { length: LENGTH + 1 },
    (_, at) => [day(at), text(levelOn(given, at) * (1 + (at % 5) / 100))] as const,
  )
  await world.price(Object.fromEntries(closes))
  await world.price({ [FIRST]: '7' }, assets[1])
  const [first, ...others] = given.splits.toSorted((a, b) => a.at - b.at)
  const listed = [first, ...others].flatMap((split) => split ?? [])
  for (const { at, ratio } of listed) await world.split(day(at), ratio.join(':'))
  for (const place of first === undefined ? [] : given.bookedBy)
    await world.call(world.user, 'POST', '/transactions', {
      ...{ broker_id: brokers[place], asset_id: world.asset_id, type: 'SPLIT' },
      ...{ date: day((first?.at ?? 0) + place), ratio: first?.ratio.join(':') },
    })
  const read = async (path: string) => {
    const answer = await world.call(world.user, 'GET', `/${path}${path.includes('?') ? '&' : '?'}currency=EUR`)
    return { path, body: path.includes('.svg') ? answer.text.replace(/(?<=Warnings in the report: )\d+/g, '') : answer.body }
  }
  const splits = new Set<number>()
  return {
    ...world,
    splits,
    figures: async () => {
      const found: unknown[] = []
      for (const path of REPORTS) found.push(figuresOf(await read(path), splits))
      return found
    },
    warnings: async () => {
      const { warnings } = (await read('portfolio/holdings')).body
      return warnings.filter(({ code }: Warning) => code === 'split-not-booked') as Warning[]
    },
  }
}

test('every report says with a split that is not booked what it says when the transaction of the warning has been booked', async () => {
  let posted = 0
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async (given, isLastFirst) => {
      const { figures, warnings, send, splits } = await open(given)
      const before = await figures()
      for (let left = await warnings(); left.length > 0; ) {
        const next = isLastFirst ? left.at(-1) : left[0]
        splits.add((await send('POST', '/transactions', next?.remedy.body)).id)
        posted++
        expect(await figures()).toEqual(before)
        const now = await warnings()
        expect(now.length).toBe(left.length - 1)
        left = now
      }
    }),
    seeded(5),
  )
  expect(posted).toBeGreaterThan(3)
}, 600_000)
