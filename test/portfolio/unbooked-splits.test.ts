import { expect, test } from 'bun:test'
import { bookableSplits } from '#src/portfolio/unbooked/catalogue-split.ts'
import { distinctSplits } from '#src/prices/splits.ts'
import { type ByDay, openPortfolio } from '#test/support/portfolio-world.ts'

const CLOSES: ByDay = { '2024-01-02': '100', '2024-02-29': '104', '2024-03-01': '26', '2024-03-04': '26', '2024-06-28': '27' }
const DAY = '2024-03-01'

/** Ten units bought for 100 each on 2 January, in a catalogue with a split 4:1 on 1 March. */
async function setUp({ lines = [] as object[], closes = CLOSES, ratio = '4:1', broker = {}, first = {} } = {}) {
  const world = await openPortfolio({ today: '2024-06-30', broker: { allowAssetShorting: true, ...broker } })
  const bought = { ...world.line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100', ...first }
  await world.book(bought, ...lines.map((line) => ({ ...world.line, ...line })))
  if (Object.keys(closes).length > 0) await world.price(closes)
  await world.split(DAY, ratio)
  const held = async (query = '') =>
    (await world.holdings(query)).holdings.map(({ quantity, market_value }) => [quantity, market_value])
  const warnings = async () => (await world.holdings()).warnings.filter(({ code }) => code === 'split-not-booked')
  return { ...world, held, warnings }
}

test('200 with units as after a split that the broker has not booked: no value jumps, and a warning with the transaction that books it', async () => {
  const { held, history, performance, warnings, broker_id, asset_id, send, holdings } = await setUp()
  expect(await held('as_of=2024-02-29')).toEqual([['10', '1040']])
  expect(await held(`as_of=${DAY}`)).toEqual([['40', '1040']])
  expect(await held()).toEqual([['40', '1080']])
  const points = (await history('scope=assets&from=2024-02-28&to=2024-03-02')).points
  expect(points.map(({ value }) => value)).toEqual(['1000', '1040', '1040', '1040'])
  const before = await performance('scope=assets')
  expect([before.gain.total, before.max_drawdown?.ratio]).toEqual(['80', 0])
  const [warning, ...others] = await warnings()
  expect(others).toEqual([])
  const body = { broker_id, asset_id, type: 'SPLIT', date: DAY, quantity: '30', ratio: '4:1' }
  expect(warning).toMatchObject({
    ...{ severity: 'warning', asset_id, from: DAY, to: '2024-06-30' },
    detail: expect.stringMatching(
      /^ACME name \(ACME\) was split 4:1 on 2024-03-01, which the broker ".+" has not booked: its 10 units count as 40 from then on\. Book it; or, if they are the units after it already, with the ratio 1:1\.$/,
    ),
    affects: { amount: '1080', share_of_value: expect.any(Number), brokers_total: 1 },
    remedy: { operation_id: 'createTransaction', method: 'POST', path: '/api/v1/transactions', body },
  })
  expect((await holdings('as_of=2024-02-29')).warnings.filter(({ code }) => code === 'split-not-booked')).toEqual([])
  await send('POST', '/transactions', warning?.remedy?.body)
  expect(await warnings()).toEqual([])
  expect(await held()).toEqual([['40', '1080']])
  expect((await performance('scope=assets')).twr).toBe(before.twr)
})

test('200 with the units as they stand where the broker says by 1:1 that they are those after it', async () => {
  const { held, warnings, send } = await setUp()
  const [warning] = await warnings()
  await send('POST', '/transactions', { ...warning?.remedy?.body, quantity: undefined, ratio: '1:1' })
  expect(await warnings()).toEqual([])
  expect(await held()).toEqual([['10', '270']])
})

/** Another day and other lines at the same broker. */
const sold = (date: string, quantity: string, price: string) => ({ type: 'SELL', date, quantity, price })

test('200 for what is hostile: each with what is held in the end, its value, and whether a split is warned of', async () => {
  const cases: Record<string, [Parameters<typeof setUp>[0], [string, string] | null, number]> = {
    'a reverse split': [{ ratio: '1:10', closes: { '2024-01-02': '100', '2024-03-04': '1000' } }, ['1', '1000'], 1],
    'a fraction': [{ ratio: '3:2', closes: { '2024-01-02': '90', '2024-03-04': '60' } }, ['15', '900'], 1],
    'a short holding': [{ first: { type: 'SELL', quantity: '-10' } }, ['-40', '-1080'], 1],
    'sold out before': [{ lines: [sold('2024-02-01', '-10', '100')] }, null, 0],
    'sold on its day, as after it': [{ lines: [sold(DAY, '-10', '26')] }, ['30', '810'], 1],
    'all sold on its day, as before it': [{ lines: [sold(DAY, '-10', '104')] }, null, 0],
    'some sold on its day, as before it': [{ lines: [sold(DAY, '-4', '104')] }, ['24', '648'], 1],
    'sold later, more than without it': [{ lines: [sold('2024-05-02', '-36', '26')] }, ['4', '108'], 1],
    'units that are those after it already': [{ first: { quantity: '40', price: '25' } }, ['40', '1080'], 0],
    'the same without closes of those days': [
      {
        first: { date: '2024-02-12', quantity: '40', price: '25' },
        lines: [sold('2024-03-12', '-1', '26')],
        closes: { '2024-06-28': '27' },
      },
      ['39', '1053'],
      0,
    ],
    'closes that do not jump: there was no split': [
      { closes: { '2024-01-02': '100', '2024-02-29': '104', '2024-03-04': '105' } },
      ['10', '1050'],
      0,
    ],
    'no closes at all': [{ closes: {} }, ['40', '1000'], 1],
    'units from nowhere, and all of them sold later': [
      { first: { type: 'ADJUSTMENT', cost_basis: '1000', price: undefined }, lines: [sold('2024-05-02', '-10', '26')] },
      null,
      0,
    ],
    'booked as units that came in': [{ lines: [{ type: 'ADJUSTMENT', date: '2024-03-05', quantity: '30' }] }, ['40', '1080'], 0],
    'an exchange into another after a reverse split': [
      { ratio: '1:10', closes: { '2024-01-02': '100', '2024-03-04': '1000' }, lines: [sold('2024-03-08', '-10', '100')] },
      null,
      0,
    ],
    'any ratio that a user entered': [
      { ratio: '1253:1000', closes: { '2024-01-02': '100', '2024-03-04': '80' } },
      ['12.53', '1002.4'],
      1,
    ],
  }
  const found: Record<string, unknown> = {}
  for (const [name, [given]] of Object.entries(cases)) {
    const { held, warnings } = await setUp(given)
    const [[quantity, value] = [], ...others] = await held()
    expect(others).toEqual([])
    found[name] = [quantity === undefined ? null : [quantity, value], (await warnings()).length]
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(cases).map(([name, [, ...expected]]) => [name, expected])))
})

test('200 for each by their role: a VIEWER gets the lines instead of what books it, and nobody is warned of a broker that they cannot read', async () => {
  const { app, broker_id, asset_id, addBroker, book, send, line } = await setUp()
  const other = await addBroker({ name: 'Elsewhere' })
  const leg = { asset_id, type: 'TRANSFER', date: '2024-01-10', group: 'moved' }
  await book(
    { ...line, broker_id: other, type: 'BUY', date: '2024-01-03', quantity: '20', price: '100' },
    { ...leg, broker_id: other, quantity: '-5' },
    { ...leg, broker_id, quantity: '5' },
  )
  const [viewer, stranger] = [await app.createUser(), await app.createUser()]
  await send('POST', `/brokers/${broker_id}/access`, { user_id: viewer.id, role: 'VIEWER', share: '0' })
  const seenBy = async (user: typeof viewer) => {
    const { body } = await app.call(user, 'GET', '/portfolio/holdings?currency=EUR&broker_ids=1')
    const warnings = body.warnings.filter(({ code }: { code: string }) => code === 'split-not-booked')
    return { held: body.holdings.map((one: { quantity: string }) => one.quantity), warnings }
  }
  const seen = await seenBy(viewer)
  expect(seen.held).toEqual(['60'])
  expect(seen.warnings).toMatchObject([{ affects: { brokers: [{ id: broker_id }] }, remedy: { method: 'GET' } }])
  expect(JSON.stringify(seen)).not.toContain('Elsewhere')
  expect(await seenBy(stranger)).toEqual({ held: [], warnings: [] })
})

test('200 with what moved between brokers over the day of a split in the units of its day, and the same in all', async () => {
  for (const [date, quantity, expected] of [
    ['2024-02-20', '4', ['24', '16']],
    ['2024-03-20', '16', ['24', '16']],
  ] as const) {
    const { broker_id, asset_id, addBroker, book, holdings, warnings } = await setUp()
    const other = await addBroker()
    const leg = { asset_id, type: 'TRANSFER', date, group: 'moved' }
    await book({ ...leg, broker_id, quantity: `-${quantity}` }, { ...leg, broker_id: other, quantity })
    const at = async (id: number) => (await holdings(`broker_ids=${id}`)).holdings[0]
    const [here, there] = [await at(broker_id), await at(other)]
    expect([here?.quantity, there?.quantity]).toEqual([...expected])
    expect([here?.cost_basis, there?.cost_basis]).toEqual(['600', '400'])
    expect((await warnings()).length).toBe(date < DAY ? 2 : 1)
  }
})

test('200 with two splits in a row, each sized with those before it, whichever is booked first', async () => {
  const { held, warnings, split, send, price } = await setUp()
  await split('2024-04-02', '2:1')
  await price({ '2024-04-02': '13', '2024-06-28': '13.5' })
  const found = await warnings()
  expect(found.map(({ remedy }) => ((remedy?.body ?? {}) as Record<string, unknown>)['quantity'])).toEqual(['30', '40'])
  for (const { remedy } of found.toReversed()) {
    expect(await held()).toEqual([['80', '1080']])
    await send('POST', '/transactions', remedy?.body)
  }
  expect([await held(), await warnings()]).toEqual([[['80', '1080']], []])
})

test('the splits that a broker would book: in small numbers, or entered by a user, whose word counts on its day', () => {
  const listed = (source: string, ratio: string, date = '2024-03-01') => ({ source, ratio, date })
  const bookable = (...splits: ReturnType<typeof listed>[]) => bookableSplits(distinctSplits(splits)).map(({ ratio }) => ratio)
  expect(bookable(listed('YAHOO', '4:1'))).toEqual(['4:1'])
  expect(bookable(listed('YAHOO', '1.5:1'), listed('YAHOO', '1:30', '2024-05-02'))).toEqual(['1.5:1', '1:30'])
  expect(bookable(listed('YAHOO', '1253:1000'), listed('YAHOO', '1.0489:1', '2024-05-02'))).toEqual([])
  expect(bookable(listed('MANUAL', '1253:1000'))).toEqual(['1253:1000'])
  expect(bookable(listed('MANUAL', '1:1'), listed('YAHOO', '4:1'))).toEqual([])
})
