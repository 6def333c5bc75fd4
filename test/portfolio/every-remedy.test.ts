/**
 * Every code of warnings with what mends it. Where the remedy is a request that changes something, it is sent as it stands and the warning is gone; where
 * only a person knows what to do, it shows the lines that the sentence is about, and the warning is gone once it is done.
 */
import { expect, test } from 'bun:test'
import { WARNINGS, type WarningCode } from '#src/portfolio/valuation/warning-codes.ts'
import { type Answering, loopback } from '#test/plugins/fx/loopback.ts'
import { fakeSource, hit } from '#test/prices/suggest-world.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { daysOf, table, tableProvider } from '../fx/source.ts'

const TODAY = '2024-06-30'
const ISIN = 'US0378331005'

/** A source of rates, and one of closes that knows the asset by its ISIN. */
async function open(env: Record<string, string> = {}) {
  const answer: Answering = ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD CHF', from, to < TODAY ? to : TODAY, () => '2')
  }
  const outside = loopback(answer)
  const fetch = ((url: string, init: RequestInit) => outside.tools.fetch(url, init)) as unknown as typeof globalThis.fetch
  const closes = { ACME: { '2024-01-03': '50', [TODAY]: '60' } }
  const source = fakeSource('FAKE', {
    hits: { [ISIN]: [hit('ACME', { isin: ISIN, currency: 'EUR' })] },
    closes,
    currency: 'EUR',
  })
  const fx = [tableProvider('NORTH', 'EUR', 'USD CHF', { historyFrom: '2000-01-01' })]
  const deps = { plugins: { brim: [], assets: [source], fx }, fetch }
  const world = await openPortfolio({ today: TODAY, deps, env, broker: { allowAssetShorting: true }, asset: { isin: ISIN } })
  const { broker_id, book, line } = world
  return {
    ...world,
    deposit: (amount: string, currency = 'EUR', date = '2024-01-02') =>
      book({ broker_id, type: 'DEPOSIT', date, amount, currency }),
    buy: (fields: object = {}) => book({ ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50', ...fields }),
    hasSource: () =>
      world.send('PATCH', `/assets/${line.asset_id}`, {
        price_source: { provider: 'FAKE', identifier: 'ACME', options: {} },
      }),
  }
}

type World = Awaited<ReturnType<typeof open>>
type Shown = {
  readonly code: string
  readonly detail: string
  readonly remedy: {
    readonly method: string
    readonly path: string
    readonly body: unknown
    readonly operation_id: string
  } | null
}

async function warningsOf({ app, user }: World, path: string): Promise<Shown[]> {
  const answer = await app.call(user, 'GET', path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.warnings
}

async function findWarning(world: World, path: string, code: string): Promise<Shown | undefined> {
  return (await warningsOf(world, path)).find((one) => one.code === code)
}

/** Sends the remedy as it stands; no warning of that code is left. */
async function mends(world: World, path: string, code: string): Promise<void> {
  const remedy = (await findWarning(world, path, code))?.remedy
  expect([code, remedy?.method]).not.toEqual([code, 'GET'])
  await world.send(remedy?.method ?? '', remedy?.path.slice('/api/v1'.length) ?? '', remedy?.body)
  expect((await findWarning(world, path, code)) ?? 'gone').toBe('gone')
}

/** The lines that the remedy shows; what is then done ends the warning. */
async function shows(
  world: World,
  path: string,
  code: string,
  mend: (ids: readonly number[]) => Promise<unknown>,
): Promise<void> {
  const remedy = (await findWarning(world, path, code))?.remedy
  expect([code, remedy?.method, remedy?.operation_id]).toEqual([code, 'GET', 'listTransactions'])
  const lines = await world.send('GET', remedy?.path.slice('/api/v1'.length) ?? '')
  await mend(lines.map(({ id }: { id: number }) => id))
  expect((await findWarning(world, path, code)) ?? 'gone').toBe('gone')
}

const HOLDINGS = '/portfolio/holdings?currency=EUR'
const PERFORMANCE = '/portfolio/performance?currency=EUR'

/** As the table of codes in the source has them: one without a story does not compile. */
const STORIES: Readonly<Record<WarningCode, () => Promise<void>>> = {
  async 'rate-missing'() {
    const world = await open()
    await world.deposit('100', 'USD')
    await world.deposit('100', 'CHF')
    await mends(world, HOLDINGS, 'rate-missing')
  },
  async 'rate-stale'() {
    const world = await open()
    await world.deposit('100', 'USD')
    await world.rate('EUR', 'USD', { '2024-01-10': '2' })
    await mends(world, HOLDINGS, 'rate-stale')
  },
  async 'lot-order-unknown'() {
    const world = await open()
    await world.deposit('1000', 'USD')
    await world.buy({ currency: 'USD' })
    await world.buy({ currency: 'USD', type: 'SELL', quantity: '-4', date: '2024-02-01' })
    const path = '/portfolio/gains?currency=EUR&method=HIFO'
    const [missing, ...others] = await warningsOf(world, path)
    expect([missing?.code, missing?.detail.includes('HIFO cannot compare'), others]).toEqual(['rate-missing', true, []])
    await mends(world, path, 'rate-missing')
    expect(await warningsOf(world, path)).toEqual([])
  },
  async 'currency-gain-unknown'() {
    const world = await open()
    const foreign = await world.addAsset('FAR', 'CHF')
    await world.deposit('1000')
    await world.buy({ asset_id: foreign })
    await world.price({ '2024-01-03': '50', [TODAY]: '60' }, foreign, 'EUR')
    await mends(world, HOLDINGS, 'currency-gain-unknown')
  },
  async 'price-missing'() {
    const world = await open()
    await world.hasSource()
    await world.book({ ...world.line, type: 'ADJUSTMENT', date: '2024-01-02', quantity: '1', currency: undefined })
    await mends(world, HOLDINGS, 'price-missing')
  },
  async 'price-of-trade'() {
    for (const env of [{}, { OFFLINE: 'true' }]) {
      const world = await open(env)
      await world.deposit('1000')
      await world.buy()
      await mends(world, HOLDINGS, 'price-missing')
    }
  },
  async 'price-stale'() {
    const world = await open()
    await world.hasSource()
    await world.deposit('1000')
    await world.buy()
    await world.price({ '2024-01-03': '50' })
    await mends(world, HOLDINGS, 'price-stale')
  },
  async 'cost-unknown'() {
    const world = await open()
    await world.price({ [TODAY]: '50' })
    await world.book({ ...world.line, type: 'ADJUSTMENT', date: '2024-01-02', quantity: '1', currency: undefined })
    await shows(world, HOLDINGS, 'cost-unknown', ([id]) =>
      world.send('PATCH', `/transactions/${id}`, { cost_basis: '40', currency: 'EUR' }),
    )
  },
  async 'return-base-not-positive'() {
    const world = await open()
    await world.price({ '2024-01-03': '50', [TODAY]: '60' })
    await world.buy()
    await mends(world, PERFORMANCE, 'return-base-not-positive')
  },
  async 'cash-without-deposits'() {
    const world = await open()
    await world.price({ '2024-01-03': '50', [TODAY]: '60' })
    await world.buy()
    await mends(world, HOLDINGS, 'cash-without-deposits')
  },
  async 'return-out-of-range'() {
    const world = await open()
    await world.price({ '2024-01-03': '0.0000001', '2024-01-04': '50', [TODAY]: '50' })
    await world.deposit('0.000001', 'EUR', '2024-01-03')
    await world.buy({ price: '0.0000001' })
    await shows(world, PERFORMANCE, 'return-out-of-range', async (ids) => {
      expect(ids.length).toBe(2)
      await world.price({ '2024-01-03': '50' })
      for (const id of ids) {
        const { type } = await world.send('GET', `/transactions/${id}`)
        await world.send('PATCH', `/transactions/${id}`, type === 'BUY' ? { price: '50', amount: null } : { amount: '500' })
      }
    })
  },
  async 'split-not-booked'() {
    const world = await split({ price: '100' })
    await mends(world, HOLDINGS, 'split-not-booked')
  },
  async 'units-restated'() {
    const world = await split({ quantity: '40', price: '25' })
    await mends(world, HOLDINGS, 'units-restated')
  },
  async 'split-unclear'() {
    const world = await split({ quantity: '40', price: '25' }, { quantity: '4', price: '110', date: '2024-02-01' })
    await shows(world, HOLDINGS, 'split-unclear', (ids) => {
      expect(ids.length).toBe(2)
      return world.book({ ...world.line, type: 'SPLIT', date: '2024-03-01', ratio: '1:1', currency: undefined })
    })
  },
  async 'contract-expired'() {
    const world = await open()
    const option = { symbol: 'ACME240119C00150000', name: 'ACME call', type: 'OPTION', currency: 'EUR' }
    const { id } = await world.send('POST', '/assets', option)
    await world.deposit('1000')
    await world.buy({ asset_id: id })
    await mends(world, HOLDINGS, 'contract-expired')
  },
  async 'lot-unknown'() {
    const world = await open()
    await world.price({ '2024-01-03': '50', [TODAY]: '60' })
    await world.deposit('1000')
    const buy = { ...world.line, type: 'BUY', quantity: '10', price: '50' }
    const { id } = await world.send('POST', '/transactions', { ...buy, date: '2024-01-03' })
    await world.buy({ date: '2024-01-04' })
    await world.buy({ type: 'SELL', quantity: '-10', date: '2024-02-01', lots: [{ lot_id: id, quantity: '10' }] })
    await world.send('DELETE', `/transactions/${id}`)
    await shows(world, '/portfolio/gains?currency=EUR', 'lot-unknown', (ids) => {
      expect(ids.length).toBe(2)
      return world.send('PATCH', `/transactions/${Math.max(...ids)}`, { lots: null })
    })
  },
  /** A note of how things are: nothing lacks. */
  async 'cost-in-several-currencies'() {
    const world = await open()
    await world.price({ '2024-01-03': '50', [TODAY]: '60' })
    await world.deposit('1000')
    await world.deposit('1000', 'USD')
    await world.rate('EUR', 'USD', { '2024-01-02': '2', [TODAY]: '2' })
    await world.buy()
    await world.buy({ currency: 'USD' })
    await shows(world, `/brokers/${world.broker_id}/summary`, 'cost-in-several-currencies', (ids) => {
      expect(ids.length).toBe(2)
      return world.buy({ type: 'SELL', quantity: '-10', date: '2024-06-28' })
    })
  },
}

/** A split 4:1 of the catalogue, after these purchases. */
async function split(...bought: object[]): Promise<World> {
  const world = await open()
  await world.deposit('9000')
  for (const one of bought) await world.buy({ date: '2024-01-02', ...one })
  await world.price({ '2024-01-02': '100', '2024-02-01': '110', '2024-02-29': '104', '2024-03-04': '26', [TODAY]: '27' })
  await world.split('2024-03-01', '4:1')
  return world
}

for (const code of Object.keys(WARNINGS) as WarningCode[]) test(`${code}: what mends it`, () => STORIES[code]())
