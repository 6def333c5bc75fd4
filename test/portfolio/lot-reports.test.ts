import { describe, expect, test } from 'bun:test'
import { add, decimal, formatDecimal, sum } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

type Item = Record<string, unknown>

const METHODS = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104'] as const

async function setUp() {
  const world = await openPortfolio({ broker: { allowAssetShorting: true } })
  const brokers = [world.broker_id, await world.addBroker()]
  const assets = [world.asset_id, await world.addAsset('BOLT')]
  const line = (type: string, date: string, quantity: string, rest: Item & { broker?: number; asset?: number } = {}): Item => {
    const { broker = 0, asset = 0, ...fields } = rest
    const currency = type === 'BUY' || type === 'SELL' ? { currency: 'EUR' } : {}
    return { broker_id: brokers[broker], asset_id: assets[asset], type, date, quantity, ...currency, ...fields }
  }
  const gains = (method: string) => world.gains(`method=${method}`)
  const holdings = (method: string, broker?: number) =>
    world.holdings(`lots=true&method=${method}${broker === undefined ? '' : `&broker_ids=${brokers[broker]}`}`)
  return { line, enter: world.book, gains, holdings }
}

type Ledger = Awaited<ReturnType<typeof setUp>>

async function lotsOf(ledger: Ledger, method: string, broker?: number) {
  const { holdings } = await ledger.holdings(method, broker)
  return holdings.map((holding) => [
    holding.symbol,
    ...(holding.lots ?? []).map((lot) => [lot.acquired_on, lot.quantity, lot.cost]),
  ])
}

describe('reports match lots as the broker summary does', () => {
  test('200: a split comes before the trades of its day although it was entered after them', async () => {
    for (const method of METHODS) {
      const ledger = await setUp()
      const { line, enter } = ledger
      await enter(line('BUY', '2024-01-01', '7', { price: '100' }), line('BUY', '2024-02-01', '10', { price: '10' }))
      await enter(line('SPLIT', '2024-02-01', '63'))
      await enter(line('SELL', '2024-03-01', '-70', { price: '11' }))
      const { disposals } = await ledger.gains(method)
      expect([method, formatDecimal(sum(disposals.map((row) => decimal(row.cost ?? '0'))))]).toEqual([method, '700'])
    }
  })

  test('200: an untimed sale entered before the purchase of its day is no short sale', async () => {
    for (const method of METHODS) {
      const ledger = await setUp()
      await ledger.enter(ledger.line('SELL', '2024-01-02', '-5', { price: '12' }))
      await ledger.enter(ledger.line('BUY', '2024-01-02', '10', { price: '10' }))
      const { disposals } = await ledger.gains(method)
      expect(disposals.map((row) => [row.short, row.acquired_on, row.quantity, row.cost, row.gain])).toEqual([
        [false, '2024-01-02', '5', '50', '10'],
      ])
      expect(await lotsOf(ledger, method)).toEqual([['ACME', ['2024-01-02', '5', '50']]])
    }
  })

  test('200: with times of day it is one', async () => {
    const ledger = await setUp()
    const { line, enter } = ledger
    await enter(
      line('SELL', '2024-01-02', '-5', { price: '12', time: '09:00' }),
      line('BUY', '2024-01-02', '10', { price: '10', time: '15:00' }),
    )
    const { disposals } = await ledger.gains('FIFO')
    expect(disposals.map((row) => [row.short, row.quantity, row.gain])).toEqual([[true, '5', '10']])
  })

  test('200: a chain of transfers entered backwards keeps day and cost', async () => {
    for (const method of METHODS) {
      const ledger = await setUp()
      const { line, enter } = ledger
      await enter(
        line('BUY', '2024-01-01', '10', { price: '10' }),
        line('TRANSFER', '2024-02-01', '10', { group: 'g', broker: 1 }),
        line('BUY', '2024-02-01', '1', { price: '7', asset: 1 }),
        line('TRANSFER', '2024-02-01', '-10', { group: 'g' }),
      )
      expect(await lotsOf(ledger, method, 1)).toEqual([['ACME', ['2024-01-01', '10', '100']]])
      expect((await ledger.gains(method)).disposals).toEqual([])
    }
  })

  test('200: units that are booked out after they arrived are not at two places', async () => {
    for (const method of METHODS) {
      const ledger = await setUp()
      const { line, enter } = ledger
      await enter(
        line('BUY', '2024-01-01', '10', { price: '10' }),
        line('TRANSFER', '2024-02-01', '10', { group: 'g', broker: 1 }),
        line('TRANSFER', '2024-02-03', '-10', { group: 'g' }),
        line('SELL', '2024-02-02', '-4', { price: '15', broker: 1 }),
      )
      const { disposals } = await ledger.gains(method)
      expect(disposals.map((row) => [row.acquired_on, row.cost, row.gain])).toEqual([['2024-01-01', '40', '20']])
      expect(await lotsOf(ledger, method)).toEqual([['ACME', ['2024-01-01', '6', '60']]])
    }
  })

  test('200: a short position moves to another broker with its day and proceeds', async () => {
    for (const method of ['FIFO', 'LIFO', 'HIFO', 'AVERAGE'] as const) {
      const ledger = await setUp()
      const { line, enter } = ledger
      await enter(
        line('SELL', '2024-01-01', '-5', { price: '100' }),
        line('TRANSFER', '2024-02-01', '-5', { group: 'g', broker: 1 }),
        line('TRANSFER', '2024-02-01', '5', { group: 'g' }),
      )
      expect(await lotsOf(ledger, method)).toEqual([['ACME', ['2024-01-01', '-5', '-500']]])
      expect((await ledger.gains(method)).disposals).toEqual([])
    }
  })

  test('200: units that arrive where the asset is short close the short first', async () => {
    for (const method of ['FIFO', 'LIFO', 'HIFO', 'AVERAGE'] as const) {
      const ledger = await setUp()
      const { line, enter } = ledger
      await enter(
        line('BUY', '2024-01-01', '8', { price: '10' }),
        line('SELL', '2024-01-02', '-5', { price: '20', broker: 1 }),
        line('TRANSFER', '2024-02-01', '-8', { group: 'g' }),
        line('TRANSFER', '2024-02-01', '8', { group: 'g', broker: 1 }),
      )
      const { disposals } = await ledger.gains(method)
      expect(disposals.map((row) => [row.short, row.sold_on, row.quantity, row.cost, row.proceeds, row.gain])).toEqual([
        [true, '2024-02-01', '5', '50', '100', '50'],
      ])
      expect(await lotsOf(ledger, method)).toEqual([['ACME', ['2024-01-01', '3', '30']]])
    }
  })
})

describe('what the lots cost is the same before and after', () => {
  const EVENTS: Record<string, (line: Ledger['line']) => Item[]> = {
    split: (line) => [line('SPLIT', '2024-05-01', '47')],
    'reverse split': (line) => [line('SPLIT', '2024-05-01', '-11')],
    transfer: (line) => [
      line('TRANSFER', '2024-05-01', '5', { group: 'g', broker: 1 }),
      line('TRANSFER', '2024-05-01', '-5', { group: 'g' }),
    ],
    'change of ISIN': (line) => [
      line('EXCHANGE', '2024-05-01', '13', { group: 'g', asset: 1, cost_share: '1' }),
      line('EXCHANGE', '2024-05-01', '-13', { group: 'g' }),
    ],
    'spin-off': (line) => [
      line('EXCHANGE', '2024-05-01', '2', { group: 'g', asset: 1, cost_share: '0.333333333333' }),
      line('EXCHANGE', '2024-05-01', '13', { group: 'g', cost_share: '0.666666666667' }),
      line('EXCHANGE', '2024-05-01', '-13', { group: 'g' }),
    ],
    merger: (line) => [
      line('EXCHANGE', '2024-05-01', '7', { group: 'g', asset: 1, cost_share: '1' }),
      line('EXCHANGE', '2024-05-01', '-13', { group: 'g' }),
    ],
  }
  for (const [name, event] of Object.entries(EVENTS)) {
    test(`200: ${name}`, async () => {
      const ledger = await setUp()
      const { line, enter } = ledger
      await enter(
        line('BUY', '2024-01-01', '3', { price: '7.77', fees: '0.01' }),
        line('BUY', '2024-03-01', '10', { price: '9.999' }),
      )
      const costs = async (method: string) => {
        const { totals, holdings } = await ledger.holdings(method)
        const lots = holdings.flatMap((holding) => holding.lots ?? []).map((lot) => decimal(lot.cost ?? '0'))
        expect(formatDecimal(lots.reduce(add, decimal('0')))).toBe(totals.cost_basis)
        return totals.cost_basis
      }
      const before = await Promise.all(METHODS.map(costs))
      expect(new Set(before)).toEqual(new Set(['123.31']))
      await enter(...event(line))
      expect(await Promise.all(METHODS.map(costs))).toEqual(before)
    })
  }
})
