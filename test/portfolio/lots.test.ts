import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { costOf, SEVERAL, scaleEach, sizeOf } from '#src/lots/lot.ts'
import { addLots, consumeLots, emptyPosition, openLotsOf } from '#src/lots/position.ts'
import {
  add,
  type Decimal,
  decimal,
  divideHalfEven,
  formatDecimal,
  minimum,
  negate,
  ONE,
  subtract,
  sum,
  ZERO,
} from '#src/shared/decimal.ts'
import { positiveDecimal, seeded } from '#test/support/arbitraries.ts'
import { type CostBasisMethod, type Lot, type Movement, openLots, positionKey } from './movements.ts'

const METHODS: readonly CostBasisMethod[] = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE']

let ids = 0
function movement(
  type: string,
  date: string,
  quantity: string,
  fields: {
    amount?: string
    cost?: string
    share?: string
    group?: string
    broker?: number
    asset?: number
    currency?: string
    time?: string
  } = {},
): Movement {
  ids += 1
  return {
    id: ids,
    brokerId: fields.broker ?? 1,
    assetId: fields.asset ?? 1,
    type,
    date,
    time: fields.time ?? null,
    quantity: decimal(quantity),
    amount: decimal(fields.amount ?? '0'),
    currency: fields.currency ?? 'EUR',
    costBasis: fields.cost === undefined ? null : decimal(fields.cost),
    costShare: fields.share === undefined ? null : decimal(fields.share),
    groupId: fields.group ?? null,
  }
}

function replay(movements: readonly Movement[], method: CostBasisMethod = 'FIFO') {
  const closings: { movement: Movement; lots: readonly Lot[]; counter: Decimal }[] = []
  const positions = openLots(movements, method, (movement, lots, counter) => closings.push({ movement, lots, counter }))
  const lots = (broker = 1, asset = 1) => positions.get(positionKey(broker, asset)) ?? []
  const shown = (broker = 1, asset = 1) =>
    lots(broker, asset).map((lot) => [lot.acquiredOn, formatDecimal(lot.quantity), formatDecimal(lot.cost)])
  const gain = formatDecimal(
    sum(closings.map((closing) => negate(add(closing.counter, sum(closing.lots.map((lot) => lot.cost)))))),
  )
  return { positions, closings, lots, shown, gain }
}

const buy = (date: string, quantity: string, amount: string, fields = {}) =>
  movement('BUY', date, quantity, { amount: `-${amount}`, ...fields })
const sell = (date: string, quantity: string, amount: string, fields = {}) =>
  movement('SELL', date, `-${quantity}`, { amount, ...fields })

describe('which lots a sale takes', () => {
  const history = () => [
    buy('2024-01-01', '10', '100'),
    buy('2024-01-02', '10', '300'),
    buy('2024-01-03', '10', '200'),
    sell('2024-02-01', '15', '600'),
  ]
  const expected: Record<CostBasisMethod, [string[][], string]> = {
    FIFO: [
      [
        ['2024-01-02', '5', '150'],
        ['2024-01-03', '10', '200'],
      ],
      '350',
    ],
    LIFO: [
      [
        ['2024-01-01', '10', '100'],
        ['2024-01-02', '5', '150'],
      ],
      '250',
    ],
    HIFO: [
      [
        ['2024-01-01', '10', '100'],
        ['2024-01-03', '5', '100'],
      ],
      '200',
    ],
    AVERAGE: [[['2024-01-01', '15', '300']], '300'],
  }
  for (const method of METHODS) {
    test(`${method}: open lots and gain`, () => {
      const { shown, gain } = replay(history(), method)
      expect(shown()).toEqual(expected[method][0])
      expect(gain).toBe(expected[method][1])
    })
  }

  test('HIFO compares cost per unit without rounding: a dust lot at a higher price goes first', () => {
    const { shown } = replay(
      [
        buy('2024-01-01', '0.000000000002', '0.000000000002'),
        buy('2024-01-02', '0.000000000001', '0.000000000003'),
        sell('2024-02-01', '0.000000000001', '0'),
      ],
      'HIFO',
    )
    expect(shown()).toEqual([['2024-01-01', '0.000000000002', '0.000000000002']])
  })

  test('HIFO takes the older of lots that cost the same, also when rounding left one of them a digit less', () => {
    const cost = '286.481647269472'
    const { shown } = replay(
      [
        buy('2024-01-24', '5.5', cost),
        sell('2024-02-07', '4.5', '0'),
        buy('2024-03-16', '5.5', cost),
        sell('2024-03-23', '1', '0'),
      ],
      'HIFO',
    )
    expect(shown()).toEqual([['2024-03-16', '5.5', cost]])
  })

  test('buying fees and taxes are part of the cost: amount is net', () => {
    expect(replay([buy('2024-01-01', '10', '126')]).shown()).toEqual([['2024-01-01', '10', '126']])
  })

  test('a third of 100 leaves no digit behind: the last sale takes the rest', () => {
    const { shown, gain } = replay([
      buy('2024-01-01', '3', '100'),
      sell('2024-01-02', '1', '0'),
      sell('2024-01-03', '1', '0'),
      sell('2024-01-04', '1', '0'),
    ])
    expect(shown()).toEqual([])
    expect(gain).toBe('-100')
  })
})

describe('shorts', () => {
  test('a short lot carries what the sale brought; buying back closes it with the opposite gain', () => {
    const short = [sell('2024-01-01', '10', '1000')]
    expect(replay(short).shown()).toEqual([['2024-01-01', '-10', '-1000']])
    const { shown, gain } = replay([...short, buy('2024-02-01', '4', '300')])
    expect(shown()).toEqual([['2024-01-01', '-6', '-600']])
    expect(gain).toBe('100')
  })

  test('a sale of more than is held closes the lots and opens a short one with the rest of the proceeds', () => {
    const { shown, gain } = replay([buy('2024-01-01', '4', '40'), sell('2024-02-01', '10', '200')])
    expect(shown()).toEqual([['2024-02-01', '-6', '-120']])
    expect(gain).toBe('40')
  })

  test('a short position moves to another broker with its day and proceeds', () => {
    const { shown, closings } = replay([
      sell('2024-01-01', '5', '500'),
      movement('TRANSFER', '2024-02-01', '-5', { group: 'g', broker: 2 }),
      movement('TRANSFER', '2024-02-01', '5', { group: 'g' }),
    ])
    expect([shown(1), shown(2)]).toEqual([[], [['2024-01-01', '-5', '-500']]])
    expect(closings).toEqual([])
  })

  test('units that arrive where the asset is short close the short first', () => {
    const { shown, gain } = replay([
      buy('2024-01-01', '8', '80'),
      sell('2024-01-02', '5', '100', { broker: 2 }),
      movement('TRANSFER', '2024-02-01', '-8', { group: 'g' }),
      movement('TRANSFER', '2024-02-01', '8', { group: 'g', broker: 2 }),
    ])
    expect([shown(1), shown(2)]).toEqual([[], [['2024-01-01', '3', '30']]])
    expect(gain).toBe('50')
  })
})

describe('within one day', () => {
  test('a sale entered before the purchase of the same day waits for it', () => {
    for (const method of METHODS) {
      const { shown, gain } = replay([sell('2024-01-02', '5', '60'), buy('2024-01-02', '10', '100')], method)
      expect(shown()).toEqual([['2024-01-02', '5', '50']])
      expect(gain).toBe('10')
    }
  })

  test('a sale with a time of day does not wait: it was short until the purchase', () => {
    const { closings } = replay([
      sell('2024-01-02', '5', '60', { time: '09:00' }),
      buy('2024-01-02', '10', '100', { time: '15:00' }),
    ])
    expect(closings.map((closing) => closing.movement.type)).toEqual(['BUY'])
  })

  test('a split comes before the trades of its day, which are in new units', () => {
    const { shown } = replay([
      buy('2024-01-01', '7', '700'),
      buy('2024-02-01', '10', '100'),
      movement('SPLIT', '2024-02-01', '63', {}),
    ])
    expect(shown()).toEqual([
      ['2024-01-01', '70', '700'],
      ['2024-02-01', '10', '100'],
    ])
  })

  test('an incoming leg that was entered first waits for the outgoing one, with other lines in between', () => {
    const { shown } = replay([
      buy('2024-01-01', '10', '100'),
      movement('TRANSFER', '2024-02-01', '10', { group: 'g', broker: 2 }),
      buy('2024-02-01', '1', '7', { broker: 3 }),
      movement('TRANSFER', '2024-02-01', '-10', { group: 'g' }),
    ])
    expect([shown(1), shown(2)]).toEqual([[], [['2024-01-01', '10', '100']]])
  })

  test('a chain of transfers entered backwards keeps day and cost', () => {
    const { shown } = replay([
      buy('2024-01-01', '10', '100'),
      movement('TRANSFER', '2024-02-01', '-10', { group: 'h', broker: 2 }),
      movement('TRANSFER', '2024-02-01', '10', { group: 'h', broker: 3 }),
      movement('TRANSFER', '2024-02-01', '-10', { group: 'g' }),
      movement('TRANSFER', '2024-02-01', '10', { group: 'g', broker: 2 }),
    ])
    expect([shown(1), shown(2), shown(3)]).toEqual([[], [], [['2024-01-01', '10', '100']]])
  })

  test('units that arrive before they are booked out are not at two places', () => {
    const { shown } = replay([
      buy('2024-01-01', '10', '100'),
      movement('TRANSFER', '2024-02-01', '10', { group: 'g', broker: 2 }),
      movement('TRANSFER', '2024-02-03', '-10', { group: 'g' }),
    ])
    expect([shown(1), shown(2)]).toEqual([[], [['2024-01-01', '10', '100']]])
  })
})

describe('splits, transfers and exchanges', () => {
  test('a split scales every lot and keeps cost and day; its inverse gives the lots back', () => {
    const lots = [buy('2024-01-01', '7', '100'), buy('2024-01-02', '3', '50')]
    const split = replay([...lots, movement('SPLIT', '2024-02-01', '90')])
    expect(split.shown()).toEqual([
      ['2024-01-01', '70', '100'],
      ['2024-01-02', '30', '50'],
    ])
    expect(replay([...lots, movement('SPLIT', '2024-02-01', '90'), movement('SPLIT', '2024-03-01', '-90')]).shown()).toEqual(
      replay(lots).shown(),
    )
  })

  test('a reverse split that leaves less than the smallest unit of a dust lot loses neither units nor cost', () => {
    const { lots } = replay([
      buy('2024-01-01', '0.000000000001', '5'),
      buy('2024-01-02', '10', '100'),
      movement('SPLIT', '2024-02-01', '-9'),
    ])
    expect(lots().map((lot) => [formatDecimal(lot.quantity), formatDecimal(lot.cost)])).toEqual([['1.000000000001', '105']])
  })

  test('a transfer of a part takes the oldest lots along and leaves the rest', () => {
    const { shown, closings } = replay([
      buy('2024-01-01', '10', '100'),
      buy('2024-01-05', '10', '200'),
      movement('TRANSFER', '2024-02-01', '-15', { group: 'g' }),
      movement('TRANSFER', '2024-02-04', '15', { group: 'g', broker: 2 }),
    ])
    expect(shown(1)).toEqual([['2024-01-05', '5', '100']])
    expect(shown(2)).toEqual([
      ['2024-01-01', '10', '100'],
      ['2024-01-05', '5', '100'],
    ])
    expect(closings).toEqual([])
  })

  test('a transfer of more than is known brings the rest at unknown cost', () => {
    const { lots } = replay([
      buy('2024-01-01', '6', '60'),
      movement('TRANSFER', '2024-02-01', '-10', { group: 'g' }),
      movement('TRANSFER', '2024-02-01', '10', { group: 'g', broker: 2 }),
    ])
    expect(lots(2).map((lot) => [formatDecimal(lot.quantity), formatDecimal(lot.cost), lot.costKnown])).toEqual([
      ['6', '60', true],
      ['4', '0', false],
    ])
    expect(lots(1).map((lot) => formatDecimal(lot.quantity))).toEqual(['-4'])
  })

  test('a transfer from outside costs what its cost_basis says, or is not known', () => {
    const { lots } = replay([movement('TRANSFER', '2024-01-01', '5', { cost: '80' }), movement('TRANSFER', '2024-01-02', '5')])
    expect(lots().map((lot) => [formatDecimal(lot.cost), lot.costKnown])).toEqual([
      ['80', true],
      ['0', false],
    ])
  })

  test('a spin-off divides the basis by cost_share to the last digit and keeps the days', () => {
    const { shown, lots } = replay([
      buy('2024-01-01', '3', '10'),
      buy('2024-01-02', '3', '20.000000000001'),
      movement('EXCHANGE', '2024-02-01', '2', { group: 'g', asset: 2, share: '0.333333333333' }),
      movement('EXCHANGE', '2024-02-01', '6', { group: 'g', share: '0.666666666667' }),
      movement('EXCHANGE', '2024-02-01', '-6', { group: 'g' }),
    ])
    expect(shown(1, 2).map(([day, quantity]) => [day, quantity])).toEqual([
      ['2024-01-01', '1'],
      ['2024-01-02', '1'],
    ])
    expect(formatDecimal(sum([...lots(1, 1), ...lots(1, 2)].map((lot) => lot.cost)))).toBe('30.000000000001')
    expect(shown(1, 1).map(([day]) => day)).toEqual(['2024-01-01', '2024-01-02'])
  })

  test('two assets merged into one: units by cost, so that a unit costs the same', () => {
    const { shown } = replay([
      buy('2024-01-01', '10', '900'),
      buy('2024-01-02', '1000', '100', { asset: 2 }),
      movement('EXCHANGE', '2024-02-01', '-10', { group: 'g' }),
      movement('EXCHANGE', '2024-02-01', '-1000', { group: 'g', asset: 2 }),
      movement('EXCHANGE', '2024-02-01', '100', { group: 'g', asset: 3 }),
    ])
    expect(shown(1, 3)).toEqual([
      ['2024-01-01', '90', '900'],
      ['2024-01-02', '10', '100'],
    ])
  })

  test('what an exchange brings closes what is short of it, at its part of the cost; the order of the legs does not matter', () => {
    const history = [buy('2024-01-01', '10', '1000'), sell('2024-01-02', '8', '1600', { asset: 2 })]
    const legs = [
      movement('EXCHANGE', '2024-02-01', '5', { group: 'g', asset: 2, share: '0.6' }),
      movement('EXCHANGE', '2024-02-01', '20', { group: 'g', asset: 3, share: '0.4' }),
      movement('EXCHANGE', '2024-02-01', '-10', { group: 'g' }),
    ]
    for (const order of [legs, legs.toReversed()]) {
      const { shown, gain } = replay([...history, ...order])
      expect([shown(1, 1), shown(1, 2), shown(1, 3), gain]).toEqual([
        [],
        [['2024-01-02', '-3', '-600']],
        [['2024-01-01', '20', '400']],
        '400',
      ])
    }
  })

  test('a short position that is exchanged stays short and keeps its day and what it brought', () => {
    const legs = [
      movement('EXCHANGE', '2024-02-01', '-5', { group: 'g', asset: 2 }),
      movement('EXCHANGE', '2024-02-01', '10', { group: 'g' }),
    ]
    for (const order of [legs, legs.toReversed()]) {
      const { shown, closings } = replay([sell('2024-01-01', '12', '1200'), ...order])
      expect([shown(1, 1), shown(1, 2), closings]).toEqual([[['2024-01-01', '-2', '-200']], [['2024-01-01', '-5', '-1000']], []])
    }
  })

  test('an exchange of more than is there, into an asset that is short: no cost is lost', () => {
    const { shown, gain } = replay([
      sell('2024-01-01', '3', '90', { asset: 2 }),
      movement('EXCHANGE', '2024-02-01', '-2', { group: 'g' }),
      movement('EXCHANGE', '2024-02-01', '2', { group: 'g', share: '0.7' }),
      movement('EXCHANGE', '2024-02-01', '3', { group: 'g', asset: 2, share: '0.3' }),
    ])
    expect([shown(1, 1), shown(1, 2), gain]).toEqual([[], [], '90'])
  })

  test('lots paid in different currencies stay apart; an average of them has been paid in several', () => {
    for (const method of METHODS) {
      const { lots } = replay([buy('2024-01-01', '1', '10'), buy('2024-01-02', '1', '20', { currency: 'USD' })], method)
      expect(lots().map((lot) => lot.currency)).toEqual(method === 'AVERAGE' ? [SEVERAL] : ['EUR', 'USD'])
    }
  })
})

type Step = {
  readonly kind: 'buy' | 'sell' | 'split' | 'move' | 'spin' | 'gift'
  readonly broker: 1 | 2
  readonly asset: 1 | 2
  readonly quantity: Decimal
  readonly money: Decimal
  readonly gap: number
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('buy', 'buy', 'buy', 'sell', 'sell', 'split', 'move', 'spin', 'gift'),
    broker: fc.constantFrom(1, 2),
    asset: fc.constantFrom(1, 2),
    quantity: positiveDecimal(3, 12),
    money: positiveDecimal(5, 12),
    gap: fc.nat({ max: 2 }),
  }),
  { minLength: 1, maxLength: 30 },
) as fc.Arbitrary<Step[]>

function movementsOf(list: readonly Step[]): Movement[] {
  const held = new Map<string, Decimal>()
  const result: Movement[] = []
  let day = Date.UTC(2024, 0, 1)
  const push = (
    type: string,
    step: { broker: number; asset: number },
    quantity: Decimal,
    fields: Parameters<typeof movement>[3] = {},
  ) => {
    const key = positionKey(step.broker, step.asset)
    held.set(key, add(held.get(key) ?? ZERO, quantity))
    result.push(
      movement(type, new Date(day).toISOString().slice(0, 10), formatDecimal(quantity), {
        broker: step.broker,
        asset: step.asset,
        ...fields,
      }),
    )
  }
  list.forEach((step, index) => {
    day += step.gap * 86_400_000
    const there = held.get(positionKey(step.broker, step.asset)) ?? ZERO
    const group = `g${index}`
    const money = formatDecimal(step.money)
    if (step.kind === 'buy') push('BUY', step, step.quantity, { amount: `-${money}` })
    else if (step.kind === 'sell') push('SELL', step, negate(step.quantity), { amount: money })
    else if (step.kind === 'gift') push('ADJUSTMENT', step, step.quantity, { cost: money })
    else if (step.kind === 'split' && there !== ZERO) push('SPLIT', step, there > ZERO ? step.quantity : negate(step.quantity))
    else if (step.kind === 'move' && there > ZERO) {
      const quantity = minimum(step.quantity, there)
      const other = step.broker === 1 ? 2 : 1
      push('TRANSFER', step, negate(quantity), { group })
      push('TRANSFER', { ...step, broker: other }, quantity, { group })
    } else if (step.kind === 'spin' && there > ZERO) {
      push('EXCHANGE', step, negate(there), { group })
      push('EXCHANGE', { ...step, asset: 1 }, step.quantity, { group, share: '0.3' })
      push('EXCHANGE', { ...step, asset: 2 }, step.quantity, { group, share: '0.7' })
    }
  })
  return result
}

function ownCost(line: Movement): Decimal {
  return line.type === 'BUY' || line.type === 'SELL' ? negate(line.amount) : (line.costBasis ?? ZERO)
}

describe('properties', () => {
  for (const method of METHODS) {
    test(`${method}: quantity and cost are conserved to the last digit over trades, shorts, splits, gifts, transfers and spin-offs`, () => {
      fc.assert(
        fc.property(steps, (list) => {
          const movements = movementsOf(list)
          const { positions, closings } = replay(movements, method)
          const wanted = new Map<string, Decimal>()
          for (const line of movements) {
            const key = positionKey(line.brokerId, line.assetId)
            wanted.set(key, add(wanted.get(key) ?? ZERO, line.quantity))
          }
          for (const [key, quantity] of wanted) {
            const lots = positions.get(key) ?? []
            expect(formatDecimal(sum(lots.map((lot) => lot.quantity)))).toBe(formatDecimal(quantity))
            expect(new Set(lots.map((lot) => lot.quantity > ZERO)).size).toBeLessThanOrEqual(1)
            expect(lots.every((lot) => lot.quantity !== ZERO)).toBe(true)
          }
          const open = sum([...positions.values()].flat().map((lot) => lot.cost))
          const closed = sum(closings.flatMap(({ lots, counter }) => [counter, ...lots.map((lot) => lot.cost)]))
          expect(formatDecimal(add(open, closed))).toBe(formatDecimal(sum(movements.map(ownCost))))
        }),
        seeded(150),
      )
    })
  }

  const trades = fc.array(
    fc.record({ buys: fc.boolean(), units: fc.integer({ min: 1, max: 6 }), price: fc.integer({ min: 1, max: 9 }) }),
    { maxLength: 40 },
  )

  for (const method of ['FIFO', 'LIFO', 'HIFO'] as const) {
    test(`${method}: the same as a second implementation that keeps every unit on a list of its own`, () => {
      fc.assert(
        fc.property(trades, (list) => {
          const units: { price: number; order: number }[] = []
          const movements: Movement[] = []
          let gain = 0
          list.forEach(({ buys, units: size, price }, index) => {
            const date = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
            if (buys) {
              movements.push(buy(date, String(size), String(size * price)))
              for (let count = 0; count < size; count++) units.push({ price, order: index })
            } else if (size <= units.length) {
              movements.push(sell(date, String(size), String(size * 10)))
              const inOrder = [...units].sort((a, b) =>
                method === 'FIFO'
                  ? a.order - b.order
                  : method === 'LIFO'
                    ? b.order - a.order
                    : b.price - a.price || a.order - b.order,
              )
              for (const unit of inOrder.slice(0, size)) {
                gain += 10 - unit.price
                units.splice(units.indexOf(unit), 1)
              }
            }
          })
          const result = replay(movements, method)
          const perDay = new Map<string, [number, number]>()
          for (const unit of units) {
            const day = new Date(Date.UTC(2024, 0, 1 + unit.order)).toISOString().slice(0, 10)
            const [count, cost] = perDay.get(day) ?? [0, 0]
            perDay.set(day, [count + 1, cost + unit.price])
          }
          expect(result.shown()).toEqual([...perDay].sort().map(([day, [count, cost]]) => [day, String(count), String(cost)]))
          expect(result.gain).toBe(String(gain))
        }),
        seeded(150),
      )
    })
  }

  test('sales that name lots, rightly or not: quantity and cost are conserved, and what is there of a named lot is taken from it', () => {
    const list = fc.array(
      fc.record({
        buys: fc.boolean(),
        size: positiveDecimal(2, 4),
        money: positiveDecimal(4, 2),
        names: fc.nat(3),
        back: fc.nat(5),
      }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), list, (method, steps) => {
        const movements: Movement[] = steps.map(({ buys, size, money }, index) => {
          const date = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
          return (buys ? buy : sell)(date, formatDecimal(size), formatDecimal(money))
        })
        const named = movements.map((one, index): Movement => {
          const { names, back, size, buys } = steps[index]!
          const lot = movements[Math.max(0, index - 1 - back)]
          return buys || names === 0 || !lot ? one : { ...one, lots: [{ lotId: lot.id, quantity: size }] }
        })
        const { positions, closings } = replay(named, method)
        const open = [...positions.values()].flat()
        expect(sum(open.map((lot) => lot.quantity))).toBe(sum(named.map((one) => one.quantity)))
        const closed = closings.flatMap(({ lots, counter }) => [counter, ...lots.map((lot) => lot.cost)])
        expect(add(sum(open.map((lot) => lot.cost)), sum(closed))).toBe(sum(named.map(ownCost)))
        const left = new Map(named.filter((one) => one.quantity > ZERO).map((one) => [one.id, one.quantity]))
        if (method === 'AVERAGE' || named.some((one) => one.quantity < ZERO && !one.lots)) return
        let held = ZERO
        for (const one of named) {
          const before = held
          held = add(held, one.quantity)
          const lot = one.lots?.[0]
          if (lot === undefined || before < negate(one.quantity)) {
            if (held < ZERO) return
            continue
          }
          const taken = closings.find((closing) => closing.movement.id === one.id)?.lots ?? []
          const ofLot = sum(taken.filter((part) => part.transactionId === lot.lotId).map((part) => part.quantity))
          expect(ofLot >= minimum(left.get(lot.lotId) ?? ZERO, lot.quantity)).toBe(true)
          for (const part of taken) left.set(part.transactionId, subtract(left.get(part.transactionId) ?? ZERO, part.quantity))
        }
      }),
      seeded(300),
    )
  })

  test('AVERAGE: the textbook pool, to the last digit, whatever the sizes', () => {
    const pool = fc.array(fc.record({ buys: fc.boolean(), quantity: positiveDecimal(3, 12), money: positiveDecimal(5, 12) }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(pool, (list) => {
        let [quantity, cost] = [0n, 0n]
        const movements: Movement[] = []
        list.forEach((step, index) => {
          const date = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
          if (step.buys) {
            movements.push(buy(date, formatDecimal(step.quantity), formatDecimal(step.money)))
            quantity += step.quantity
            cost += step.money
          } else if (step.quantity < quantity) {
            movements.push(sell(date, formatDecimal(step.quantity), '1'))
            cost -= divideHalfEven(cost * step.quantity, quantity)
            quantity -= step.quantity
          }
        })
        const { lots } = replay(movements, 'AVERAGE')
        expect([sum(lots().map((lot) => lot.quantity)), sum(lots().map((lot) => lot.cost))]).toEqual([
          quantity as Decimal,
          cost as Decimal,
        ])
      }),
      seeded(300),
    )
  })

  test('a holding that wanders between two brokers has the lots that it would have had at one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), trades, fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), (method, list, moves) => {
        const [still, wandering]: [Movement[], Movement[]] = [[], []]
        let [held, at] = [0, 1]
        list.forEach(({ buys, units, price }, index) => {
          const date = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
          if (buys || units <= held) {
            held += buys ? units : -units
            for (const [target, broker] of [
              [still, 1],
              [wandering, at],
            ] as const)
              target.push(
                buys ? buy(date, String(units), String(units * price), { broker }) : sell(date, String(units), '7', { broker }),
              )
          }
          if (moves.includes(index) && held > 0) {
            const group = `g${index}`
            wandering.push(
              movement('TRANSFER', date, String(held), { group, broker: 3 - at }),
              movement('TRANSFER', date, `-${held}`, { group, broker: at }),
            )
            at = 3 - at
          }
        })
        const [one, two] = [replay(still, method), replay(wandering, method)]
        expect(two.shown(at)).toEqual(one.shown(1))
        expect(two.shown(3 - at)).toEqual([])
        expect(two.gain).toBe(one.gain)
      }),
      seeded(150),
    )
  })

  test('HIFO: where every unit costs the same, the lots and gains are those of FIFO, whatever was sold, split or moved before', () => {
    const some = fc.record({ kind: fc.nat(4), many: fc.integer({ min: 1, max: 9 }), cents: fc.integer({ min: 1, max: 4_000 }) })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (list) => {
        let [held, factor] = [ZERO, 1]
        const movements = list.flatMap(({ kind, many, cents }, index) => {
          const date = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
          const part = minimum(decimal((cents / 100).toFixed(2)), held)
          if (kind === 2 && factor < 100 && held > ZERO) {
            const split = movement('SPLIT', date, formatDecimal(add(held, held)))
            held = add(held, add(held, held))
            factor *= 3
            return [split]
          }
          if (kind === 3 && part > ZERO) {
            held = subtract(held, part)
            return [sell(date, formatDecimal(part), '7')]
          }
          if (kind === 4 && part > ZERO) {
            const there = [-1, 1].map((sign) => ({ sign, group: `t${index}`, broker: sign < 0 ? 1 : 2 }))
            const back = [-1, 1].map((sign) => ({ sign, group: `b${index}`, broker: sign < 0 ? 2 : 1 }))
            return [...there, ...back].map(({ sign, ...fields }) =>
              movement('TRANSFER', date, formatDecimal(sign < 0 ? negate(part) : part), fields),
            )
          }
          held = add(held, decimal((many * 5.5 * factor).toFixed(1)))
          return [buy(date, (many * 5.5 * factor).toFixed(1), formatDecimal((BigInt(many) * 286_481647269472n) as Decimal))]
        })
        const [first, hifo] = [replay(movements, 'FIFO'), replay(movements, 'HIFO')]
        expect(hifo.shown()).toEqual(first.shown())
        expect(hifo.gain).toBe(first.gain)
        const taken = ({ closings }: typeof first) =>
          closings.map(({ lots }) => lots.map((lot) => [lot.transactionId, lot.quantity]))
        expect(taken(hifo)).toEqual(taken(first))
      }),
      seeded(300),
    )
  })

  test('scaleEach: parts add up to the whole rounded once, none off by more than the last digit', () => {
    fc.assert(
      fc.property(
        fc.array(positiveDecimal(3, 12), { minLength: 1, maxLength: 12 }),
        positiveDecimal(3, 12),
        positiveDecimal(3, 12),
        (values, numerator, denominator) => {
          const parts = scaleEach(values, numerator, denominator)
          expect(sum(parts)).toBe(divideHalfEven(sum(values) * numerator, denominator) as Decimal)
          parts.forEach((part, index) => {
            const error = part * denominator - (values[index] ?? ZERO) * numerator
            expect((error < 0n ? -error : error) <= denominator).toBe(true)
          })
        },
      ),
      seeded(300),
    )
  })

  test('takeLots: what is taken and what is left add up, for every method and any dust', () => {
    const lots = fc.array(fc.tuple(positiveDecimal(1, 12), positiveDecimal(3, 12)), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), lots, positiveDecimal(1, 12), (method, list, quantity) => {
        const open = list.map(([size, cost], index) => ({
          transactionId: index,
          brokerId: 1,
          assetId: 1,
          acquiredOn: '2024-01-01',
          mixed: false,
          joined: false,
          quantity: size,
          cost: { inReport: cost, inAsset: cost, paid: cost },
          known: true,
          unitCost: null,
          currency: 'EUR',
        }))
        const position = emptyPosition(method, false)
        addLots(position, open)
        const { taken, missing } = consumeLots(position, quantity)
        const left = openLotsOf(position)
        expect(add(sizeOf(taken), sizeOf(left))).toBe(sizeOf(open))
        expect(add(sizeOf(taken), missing)).toBe(quantity)
        expect(costOf([...taken, ...left])).toEqual(costOf(open))
        expect(missing === ZERO || left.length === 0).toBe(true)
      }),
      seeded(300),
    )
  })

  test('a day’s lines without times give the same open cost under FIFO in any order, if the day ends with units', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (order) => {
        const day = [
          buy('2024-01-02', '10', '100'),
          buy('2024-01-02', '10', '100'),
          sell('2024-01-02', '12', '150'),
          sell('2024-01-02', '3', '40'),
          buy('2024-01-02', '1', '10'),
        ]
        const { lots, gain } = replay([buy('2024-01-01', '2', '18'), ...order.flatMap((index) => day[index] ?? [])])
        expect(formatDecimal(sum(lots().map((lot) => lot.cost)))).toBe('80')
        expect(gain).toBe(formatDecimal(subtract(decimal('190'), decimal('148'))))
        expect(lots().every((lot) => lot.quantity > ZERO && lot.quantity <= 10n * ONE)).toBe(true)
      }),
      seeded(60),
    )
  })
})
