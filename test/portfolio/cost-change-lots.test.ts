import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LotEntry } from '#src/lots/entry.ts'
import { costOf, totalQuantity } from '#src/lots/lot.ts'
import { type MatchResult, matchEntries } from '#src/lots/match.ts'
import { matchSection104 } from '#src/lots/section104.ts'
import { costAndProceeds } from '#src/lots/trade.ts'
import { addDays } from '#src/shared/date.ts'
import { decimal, formatDecimal, subtract, sum } from '#src/shared/decimal.ts'
import { type Event, type Order, walkCosts } from './cost-change-walk.ts'

const ORDERS: readonly Order[] = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE']
const relocate = (cost: LotEntry['worth']) => cost

let ids = 0
function entry(kind: LotEntry['kind'], date: string, quantity: string, worth: string, more: Partial<LotEntry> = {}): LotEntry {
  const paid = decimal(worth)
  ids += 1
  return {
    ...{ kind, transactionId: ids, brokerId: 1, assetId: 1, date, timed: false, quantity: decimal(quantity) },
    ...{ worth: { inReport: paid, inAsset: paid, paid }, known: true, realises: true, groupId: null, costShare: null },
    ...{ currency: 'GBP', specificLots: null },
    ...more,
  }
}
const trade = (date: string, quantity: string, worth: string, more: Partial<LotEntry> = {}) =>
  entry('trade', date, quantity, worth, more)
const change = (date: string, worth: string, more: Partial<LotEntry> = {}) => entry('cost', date, '0', worth, more)

const match = (entries: readonly LotEntry[], order: Order) =>
  matchEntries(entries, { order, pooled: false, rule: null, relocate })
const gainsOf = ({ disposals }: MatchResult) =>
  disposals.map((one) => {
    const { cost, proceeds } = costAndProceeds(one)
    return formatDecimal(subtract(proceeds.inReport, cost.inReport))
  })
const open = ({ open }: MatchResult) => [...open.values()].flat()
const costs = (result: MatchResult) => open(result).map((lot) => formatDecimal(lot.cost.inReport))

describe('published cases', () => {
  test('HMRC CG57844: a capital distribution of £5,000 leaves £40,000 of a pool of £45,000', () => {
    const found = matchSection104([trade('1988-03-01', '10000', '45000'), change('1992-09-01', '-5000')], { relocate })
    expect([costs(found), formatDecimal(totalQuantity(open(found)))]).toEqual([['40000'], '10000'])
    expect(found.disposals).toEqual([])
  })

  test('HMRC on accumulation units (CG57707, community forum): £200 with notional distributions of £10 and £20 are £230, half of it £115', () => {
    const bought = [trade('2023-01-10', '100', '200'), change('2023-06-30', '10'), change('2023-12-31', '20')]
    const found = matchSection104([...bought, trade('2024-02-01', '-50', '-150')], { relocate })
    expect([costs(found), gainsOf(found)]).toEqual([['115'], ['35']])
  })

  test('IRS publication 550: nondividend distributions of $80 and $30 on stock bought for $100 leave a basis of 0 and a gain of $10', () => {
    const entries = [trade('2010-05-03', '10', '100'), change('2013-05-03', '-80'), change('2023-05-03', '-30')]
    for (const order of ORDERS) {
      const found = match(entries, order)
      expect([costs(found), gainsOf(found)]).toEqual([['0'], ['10']])
      expect(found.disposals[0]).toMatchObject({ date: '2023-05-03', lot: { quantity: 0n, acquiredOn: '2010-05-03' } })
    }
  })
})

describe('which units a change of cost is of', () => {
  test('those held at the end of its day, each the same part, after splits and trades; a lot that costs nothing leaves its part as a gain', () => {
    const entries = [
      trade('2024-01-01', '10', '10'),
      trade('2024-02-01', '10', '100'),
      change('2024-03-01', '-40'),
      trade('2024-03-01', '20', '300'),
      entry('split', '2024-03-01', '20', '0', { known: false }),
    ]
    expect(costs(match(entries, 'FIFO'))).toEqual(['0', '86.666666666666', '286.666666666667'])
    expect(gainsOf(match(entries, 'FIFO'))).toEqual(['3.333333333333'])
    expect([costs(match(entries, 'AVERAGE')), gainsOf(match(entries, 'AVERAGE'))]).toEqual([['370'], []])
  })

  test('none are held: it is realised, gain or loss, so that nothing is lost', () => {
    const entries = [trade('2024-01-01', '10', '100'), trade('2024-02-01', '-10', '-150'), change('2024-03-01', '-7')]
    expect(gainsOf(match(entries, 'FIFO'))).toEqual(['50', '7'])
    expect(gainsOf(match([change('2024-03-01', '7')], 'HIFO'))).toEqual(['-7'])
  })

  test('sold short: who owes the units owes the distribution, so that the sale has brought less', () => {
    const entries = [trade('2024-01-01', '-10', '-100'), change('2024-03-01', '30'), trade('2024-04-01', '10', '60')]
    for (const order of ORDERS) expect(gainsOf(match(entries, order))).toEqual(['10'])
    expect(gainsOf(match([trade('2024-01-01', '-10', '-100'), change('2024-03-01', '130')], 'FIFO'))).toEqual(['-30'])
  })

  test('lots that a sale names keep their own cost, and of an average no lot costs less than nothing while another still costs something', () => {
    const [first, second] = [trade('2024-01-01', '10', '10'), trade('2024-02-01', '10', '100')]
    const named = { specificLots: [{ lotId: second.transactionId, quantity: decimal('10') }] }
    const entries = [first, second, change('2024-03-01', '-40'), trade('2024-04-01', '-10', '-90', named)]
    expect([gainsOf(match(entries, 'AVERAGE')), costs(match(entries, 'AVERAGE'))]).toEqual([['20'], ['0']])
    expect([gainsOf(match(entries, 'FIFO')), costs(match(entries, 'FIFO'))]).toEqual([['10', '10'], ['0']])
  })

  test('highest cost first goes by the cost after it; equal lots stay equal to the last digit, and the older goes first', () => {
    const lots = [trade('2024-01-01', '3', '30'), trade('2024-02-01', '7', '70'), trade('2024-02-02', '1', '9')]
    const found = match([...lots, change('2024-03-01', '-0.000000000007'), trade('2024-04-01', '-3', '-60')], 'HIFO')
    expect(found.disposals.map(({ lot }) => lot.acquiredOn)).toEqual(['2024-01-01'])
  })

  test('a cost that is not known stays so, and one without a rate makes what it changes unknown', () => {
    const unknown = trade('2024-01-01', '10', '0', { known: false, currency: null })
    expect(match([unknown, change('2024-03-01', '-40')], 'FIFO').disposals.map(({ known }) => known)).toEqual([false])
    const found = match([trade('2024-01-01', '10', '50'), change('2024-03-01', '0', { known: false })], 'FIFO')
    expect([open(found).map((lot) => lot.known), found.disposals]).toEqual([[false], []])
  })

  test('what was paid in another currency than the change is of several', () => {
    const found = match([trade('2024-01-01', '10', '50'), change('2024-03-01', '-5', { currency: 'USD' })], 'FIFO')
    expect(open(found).map((lot) => lot.currency)).toEqual(['*'])
  })
})

const step = fc.record({
  kind: fc.integer({ min: 0, max: 9 }),
  units: fc.integer({ min: 1, max: 60 }),
  money: fc.integer({ min: 1, max: 500 }),
})

function eventsOf(steps: readonly { kind: number; units: number; money: number }[]): Event[] {
  let held = 0n
  const events: Event[] = []
  for (const { kind, units, money } of steps) {
    const most = BigInt(units) < held ? BigInt(units) : held
    if (kind <= 3) events.push({ kind: 'buy', units: BigInt(units), money: BigInt(money) })
    else if (kind <= 6) events.push({ kind: 'cost', money: BigInt(kind === 4 ? money : -money) })
    else if (kind === 7 && held > 0n) events.push({ kind: 'split', factor: 3n })
    else if (kind > 7 && most > 0n) events.push({ kind: 'sell', units: most, money: BigInt(money) })
    const last = events.at(-1)
    if (kind <= 3) held += BigInt(units)
    else if (kind === 7) held *= 3n
    else if (kind > 7 && last?.kind === 'sell' && most > 0n) held -= most
  }
  return events
}

test('gains and costs of random ledgers are those of a second implementation with fractions, by every method', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.constantFrom(...ORDERS), (steps, order) => {
      const events = eventsOf(steps)
      let held = 0n
      const entries = events.map((event, index) => {
        const date = addDays('2024-01-01', index)
        if (event.kind === 'cost') return change(date, String(event.money))
        if (event.kind === 'split') {
          const more = held * (event.factor - 1n)
          held += more
          return entry('split', date, String(more), '0', { known: false })
        }
        const sign = event.kind === 'buy' ? 1n : -1n
        held += sign * event.units
        return trade(date, String(sign * event.units), String(sign * event.money))
      })
      const found = match(entries, order)
      const naive = walkCosts(events, order)
      const gains = found.disposals.map((one) => {
        const { cost, proceeds } = costAndProceeds(one)
        return Number(subtract(proceeds.inReport, cost.inReport)) / 1e12
      })
      const all = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
      expect(all(gains)).toBeCloseTo(all(naive.gains), 7)
      expect(Number(costOf(open(found)).inReport) / 1e12).toBeCloseTo(naive.cost, 7)
      expect(Number(totalQuantity(open(found))) / 1e12).toBe(naive.units)
      for (const lot of open(found)) expect(lot.cost.inReport >= 0n).toBe(true)
      const [worths, closed] = [
        entries.map((one) => one.worth.inReport),
        found.disposals.flatMap((one) => [one.lot.cost.inReport, one.closing.inReport]),
      ]
      expect(sum(closed) + costOf(open(found)).inReport).toBe(sum(worths))
    }),
    { numRuns: 500 },
  )
})
