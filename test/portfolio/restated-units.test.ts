/** Files exported after a split often have the units and prices of before it divided; the oracle is the same history as it was traded. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays } from '#src/shared/date.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const FIRST = '2024-01-01'
const LENGTH = 60
const day = (index: number) => addDays(FIRST, index)
const TODAY = day(LENGTH + 10)

type Ratio = readonly [after: number, before: number]
type Split = { readonly at: number; readonly ratio: Ratio }
type Trade = {
  readonly at: number
  readonly broker: 0 | 1
  readonly size: number
  readonly noise: number
  readonly isSale: boolean
  readonly kind: 'trade' | 'in-kind' | 'fee' | 'capital' | 'retained'
}
type Case = { readonly splits: readonly Split[]; readonly trades: readonly Trade[] }

const cases: fc.Arbitrary<Case> = fc.record({
  splits: fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 10, max: LENGTH - 10 }),
      ratio: fc.constantFrom<Ratio>([2, 1], [4, 1], [3, 2], [3, 1], [1, 5], [20, 1]),
    }),
    { minLength: 1, maxLength: 2, selector: ({ at }) => Math.floor(at / 10) },
  ),
  trades: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: LENGTH }),
      broker: fc.constantFrom<0 | 1>(0, 0, 1),
      size: fc.integer({ min: 1, max: 40 }),
      noise: fc.integer({ min: 95, max: 105 }),
      isSale: fc.boolean(),
      kind: fc.constantFrom<Trade['kind']>('trade', 'trade', 'trade', 'in-kind', 'fee', 'capital', 'retained'),
    }),
    { minLength: 2, maxLength: 8 },
  ),
})

/** New units for one of `at`, once all splits after it have been. */
function factorAfter({ splits }: Case, at: number): Ratio {
  return splits.reduce<Ratio>(
    ([after, before], split) => (split.at > at ? [after * split.ratio[0], before * split.ratio[1]] : [after, before]),
    [1, 1],
  )
}

/** What a unit is worth on a day, as it is traded then. */
function levelOn(given: Case, at: number): number {
  const [after, before] = factorAfter(given, at)
  return (12 * after) / before
}

const text = (value: number) => value.toFixed(10)

/** The trades of one history: as they were made, or with the units and prices of the last day. Units can be divided by every ratio. */
function tradesOf(given: Case, brokers: readonly number[], isRestated: boolean) {
  return given.trades.map(({ at, broker, size, noise, isSale, kind }) => {
    const [after, before] = isRestated ? factorAfter(given, at) : [1, 1]
    const units = (size * 900 * after) / before
    const level = (levelOn(given, at) * noise) / 100
    const line = { broker_id: brokers[broker], asset_id: 1, date: day(at), currency: 'EUR' }
    const cents = text(size * noise)
    if (kind === 'in-kind') return { ...line, type: 'DIVIDEND', quantity: text(units), cost_basis: cents }
    if (kind === 'fee') return { ...line, type: 'FEE', quantity: text(-units) }
    if (kind === 'capital') return { ...line, type: 'RETURN_OF_CAPITAL', amount: cents }
    if (kind === 'retained') return { ...line, type: 'DIVIDEND', cost_basis: cents }
    return {
      ...line,
      ...{
        fees: '1',
        type: isSale ? 'SELL' : 'BUY',
        quantity: text(isSale ? -units : units),
        price: text((level * before) / after),
      },
      amount: ((isSale ? 1 : -1) * size * 900 * level - 1).toFixed(2),
    }
  })
}

const METHODS = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104']
const REPORTS = [
  ...METHODS.map((method) => `portfolio/holdings?method=${method}`),
  ...METHODS.map((method) => `portfolio/gains?method=${method}`),
  `portfolio/holdings?as_of=${day(9)}`,
  'portfolio/history?interval=daily',
  'portfolio/history?interval=daily&broker_ids=1',
  'portfolio/history?interval=daily&asset_ids=1',
  'portfolio/performance',
  'portfolio/performance?scope=assets',
  'portfolio/performance/breakdown?by=broker',
  'portfolio/cash-flows',
  'portfolio/income',
  'portfolio/costs',
  'portfolio/summary',
]

/** `booked`: both brokers have booked every split, as who exports before it has. */
async function open(given: Case, how: 'restated' | 'booked') {
  const broker = { allowAssetShorting: true, allowCashOverdraft: true }
  const world = await openPortfolio({ today: TODAY, broker })
  const brokers = [world.broker_id, await world.addBroker(broker)]
  await world.book(...tradesOf(given, brokers, how === 'restated'))
  await world.price(Object.fromEntries(Array.from({ length: LENGTH + 1 }, (_, at) => [day(at), text(levelOn(given, at))])))
  const splits = given.splits.toSorted((a, b) => a.at - b.at)
  for (const { at, ratio } of splits) await world.split(day(at), ratio.join(':'))
  for (const { at, ratio } of how === 'booked' ? splits : [])
    for (const broker_id of brokers.filter((_, place) => given.trades.some(({ broker }) => broker === place)))
      await world.call(world.user, 'POST', '/transactions', {
        broker_id,
        asset_id: 1,
        type: 'SPLIT',
        date: day(at),
        ratio: ratio.join(':'),
      })
  const figures = async () => {
    const found: unknown[] = []
    for (const path of REPORTS) {
      const { body } = await world.call(world.user, 'GET', `/${path}${path.includes('?') ? '&' : '?'}currency=EUR`)
      found.push([path, withoutNames(body)])
    }
    return found
  }
  const proposals = async () => (await world.call(world.user, 'GET', '/transactions/proposals')).body
  return { ...world, figures, proposals }
}

/** An answer without what says how the split came in. */
function withoutNames(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => (/^((lot_|transaction_)?id|label|warnings)$/.test(key) ? null : value))
}

/** Whether every broker traded before each split. */
function isKnowable({ splits, trades }: Case): boolean {
  const [first] = splits.toSorted((a, b) => a.at - b.at)
  return [0, 1].every((broker) => {
    const own = trades.filter((trade) => trade.broker === broker)
    return own.length === 0 || own.some(({ at, kind }) => kind === 'trade' && at < (first?.at ?? 0))
  })
}

test('every report over units that are restated says what it says over the same history as it was traded, and when the proposals are booked', async () => {
  let [found, proposed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(cases.filter(isKnowable), async (given) => {
      const [restated, traded] = [await open(given, 'restated'), await open(given, 'booked')]
      const expected = await traded.figures()
      expect(await restated.figures()).toEqual(expected)
      found++
      const proposals = await restated.proposals()
      for (const { reason, transaction } of proposals) {
        expect([reason, transaction.ratio]).toEqual(['units-restated', '1:1'])
        await restated.send('POST', '/transactions', transaction)
        proposed++
      }
      expect(await restated.proposals()).toEqual([])
      expect(await restated.figures()).toEqual(expected)
    }),
    seeded(5),
  )
  expect([found > 0, proposed > 3]).toEqual([true, true])
}, 600_000)

const DAY = '2024-03-01'
const CLOSES = { '2024-01-02': '100', '2024-02-01': '110', '2024-02-29': '104', [DAY]: '26', '2024-06-28': '27' }
const bought = (quantity: string, price: string, date = '2024-01-02') => ({ type: 'BUY', date, quantity, price })

/** Lines of one broker in a catalogue with a split on 1 March. */
async function setUp(lines: readonly object[], closes: Readonly<Record<string, string>> = CLOSES, ratio = '4:1') {
  const world = await openPortfolio({ today: '2024-06-30', broker: { allowAssetShorting: true } })
  await world.book(...lines.map((line) => ({ ...world.line, ...line })))
  await world.price(closes)
  await world.split(DAY, ratio)
  const valueOn = async (day: string) =>
    (await world.holdings(`as_of=${day}`)).holdings.map(({ quantity, market_value }) => [quantity, market_value])
  const warnings = async () => (await world.holdings()).warnings.filter(({ code }) => /^(split|units)-/.test(code))
  return { ...world, valueOn, warnings }
}

test('200 with restated units as fewer before the split, and a note whose remedy confirms it and changes nothing', async () => {
  const { history, valueOn, warnings, send, gains, holdings } = await setUp([
    bought('40', '25'),
    { type: 'SELL', date: '2024-02-01', quantity: '-8', price: '27.5' },
  ])
  const values = async () => (await history('scope=assets&from=2024-02-28&to=2024-03-02')).points.map(({ value }) => value)
  const disposals = async () => (await gains()).disposals.map(({ quantity, gain }) => [quantity, gain])
  const expected = ['880', '832', '832', '832']
  const before = [await values(), await valueOn('2024-02-29'), await valueOn('2024-03-01'), await disposals()]
  expect(before.slice(0, 3)).toEqual([expected, [['8', '832']], [['32', '832']]])
  expect(before[3]).toEqual([['2', '20']])
  const [note, ...others] = await warnings()
  expect(others).toEqual([])
  expect(note).toMatchObject({
    code: 'units-restated',
    severity: 'info',
    remedy: { body: { type: 'SPLIT', date: DAY, quantity: '0', ratio: '1:1' } },
  })
  expect((await holdings('explain=true')).holdings).toHaveLength(1)
  await send('POST', '/transactions', note?.remedy?.body)
  expect(await warnings()).toEqual([])
  expect([await values(), await valueOn('2024-02-29'), await valueOn('2024-03-01'), await disposals()]).toEqual(before)
})

test('200 for what is hostile: each with its units before the split and in the end, and what is warned of', async () => {
  const leg = { type: 'TRANSFER', date: '2024-01-20', group: 'moved', currency: undefined }
  const said = { type: 'SPLIT', date: DAY, ratio: '1:1', currency: undefined }
  const spread = { '2024-01-02': '100', '2024-02-29': '104', '2024-03-04': '26', '2024-06-28': '27' }
  const cases: Record<string, [object[], string, string, string | null, Record<string, string>?]> = {
    'trades that do not agree, most of them in new units': [
      [bought('40', '25'), bought('4', '110', '2024-02-01')],
      '44',
      '44',
      'split-unclear',
    ],
    'trades that do not agree, most of them in old units': [
      [bought('4', '25'), bought('40', '110', '2024-02-01')],
      '44',
      '176',
      'split-not-booked',
    ],
    'all trades in old units': [[bought('10', '100')], '10', '40', 'split-not-booked'],
    'a price far from both': [[bought('10', '50')], '10', '40', 'split-not-booked'],
    'said by 1:1, without a trade': [
      [{ type: 'ADJUSTMENT', date: '2024-01-02', quantity: '40', cost_basis: '1000' }, said],
      '10',
      '40',
      null,
    ],
    'said by 1:1, against all trades': [[bought('10', '100'), said], '10', '10', null],
    'a price in another currency': [[{ ...bought('40', '25'), currency: 'USD' }], '40', '160', 'split-not-booked'],
    'one price before and after, without closes near': [
      [bought('40', '25', '2024-02-12'), { type: 'SELL', date: '2024-03-12', quantity: '-1', price: '26' }],
      '10',
      '39',
      'units-restated',
      { '2024-06-28': '27' },
    ],
    'closes that go on over the day': [
      [bought('40', '25')],
      '40',
      '40',
      null,
      { ...spread, '2024-01-02': '25', '2024-02-29': '26', [DAY]: '26' },
    ],
    'moved from another broker': [
      [bought('40', '25'), { ...leg, quantity: '8' }, { ...leg, quantity: '-8', elsewhere: true }],
      '48',
      '48',
      'split-unclear',
    ],
    'said by 1:1, moved from another broker': [
      [bought('40', '25'), said, { ...leg, quantity: '8' }, { ...leg, quantity: '-8', elsewhere: true }],
      '48',
      '48',
      null,
    ],
  }
  const found: Record<string, unknown> = {}
  for (const [name, [lines, , , , closes]] of Object.entries(cases)) {
    const world = await openPortfolio({ today: '2024-06-30', broker: { allowAssetShorting: true } })
    const other = await world.addBroker()
    const placed = lines.map(({ elsewhere, ...line }: { elsewhere?: boolean }) => ({
      ...world.line,
      ...(elsewhere && { broker_id: other }),
      ...line,
    }))
    await world.book(...placed)
    await world.price(closes ?? CLOSES)
    await world.split(DAY, '4:1')
    const units = async (query: string) => (await world.holdings(`broker_ids=${world.broker_id}&${query}`)).holdings[0]?.quantity
    const codes = (await world.holdings(`broker_ids=${world.broker_id}`)).warnings.map(({ code }) => code)
    found[name] = [await units('as_of=2024-02-29'), await units(''), codes.find((code) => /^(split|units)-/.test(code)) ?? null]
  }
  expect(found).toEqual(
    Object.fromEntries(Object.entries(cases).map(([name, [, before, after, code]]) => [name, [before, after, code]])),
  )
})

test('200 with the lots that sales name, before and after the split, in their units', async () => {
  const { book, gains, holdings, valueOn, line } = await setUp([bought('40', '25'), bought('8', '27.5', '2024-02-01')])
  const [first, second] = (await holdings('lots=true')).holdings[0]?.lots ?? []
  const sale = { ...line, type: 'SELL', quantity: '-4', price: '26' }
  await book({ ...sale, date: '2024-02-29', lots: [{ lot_id: second?.transaction_id, quantity: '4' }] })
  await book({ ...sale, date: '2024-06-28', lots: [{ lot_id: first?.transaction_id, quantity: '4' }] })
  expect((await gains()).disposals.map(({ quantity, cost, gain }) => [quantity, cost, gain])).toEqual([
    ['1', '110', '-6'],
    ['4', '100', '4'],
  ])
  expect((await gains()).warnings.map(({ code }) => code)).toEqual(['units-restated'])
  expect(await valueOn('2024-06-30')).toEqual([['40', '1080']])
})

test('200 with units that a reverse split restates back, found by the trades between and said by 1:1', async () => {
  const closes = {
    '2024-01-02': '100',
    '2024-02-29': '100',
    [DAY]: '25',
    '2024-04-02': '25',
    '2024-04-30': '25',
    '2024-05-01': '100',
  }
  const { split, send, line, valueOn, warnings } = await setUp([bought('10', '100'), bought('10', '100', '2024-04-02')], closes)
  await split('2024-05-01', '1:4')
  const values = async () => [
    ...(await valueOn('2024-02-29')),
    ...(await valueOn('2024-03-31')),
    ...(await valueOn('2024-04-30')),
    ...(await valueOn('2024-05-31')),
  ]
  const expected = [
    ['10', '1000'],
    ['40', '1000'],
    ['80', '2000'],
    ['20', '2000'],
  ]
  expect(await values()).toEqual(expected)
  expect((await warnings()).map(({ code }) => code)).toEqual(['units-restated', 'units-restated'])
  for (const date of [DAY, '2024-05-01'])
    await send('POST', '/transactions', { ...line, currency: undefined, type: 'SPLIT', date, ratio: '1:1' })
  expect([await values(), await warnings()]).toEqual([expected, []])
})

test('200 with restated units whatever splits there were before the first line', async () => {
  const { split, valueOn, warnings } = await setUp([bought('40', '25')])
  for (const year of Array.from({ length: 12 }, (_, index) => 2010 + index)) await split(`${year}-03-01`, '1:4')
  await split('2022-03-01', '21:20')
  expect(await valueOn('2024-02-29')).toEqual([['10', '1040']])
  expect(await valueOn('2024-03-01')).toEqual([['40', '1040']])
  expect((await warnings()).map(({ code }) => code)).toEqual(['units-restated'])
})

test('200 without a warning of lots that rounding alone has made smaller than a sale names them', async () => {
  const closes = { '2024-01-02': '99', '2024-02-29': '99', [DAY]: '33' }
  const { book, gains, line } = await setUp([bought('10', '33'), bought('7', '33')], closes, '3:1')
  await book({ ...line, type: 'SELL', date: '2024-04-01', quantity: '-10', price: '33', lots: [{ lot_id: 1, quantity: '10' }] })
  const { disposals, warnings } = await gains()
  expect(disposals.map(({ lot_id, cost }) => [lot_id, Number(cost).toFixed(6)])).toContainEqual([1, '330.000000'])
  expect(warnings.map(({ code }) => code)).toEqual(['units-restated'])
})
