import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type BookAsset, createBook } from '#src/portfolio/book.ts'
import { matchLots, REPORT_METHODS } from '#src/portfolio/entries.ts'
import { historyOf } from '#src/portfolio/history.ts'
import { holdingsOf } from '#src/portfolio/holdings.ts'
import type { Line } from '#src/portfolio/lines.repository.ts'
import { costOf, totalQuantity } from '#src/portfolio/lot-parts.ts'
import { costAndProceeds } from '#src/portfolio/lot-trade.ts'
import { performanceOf } from '#src/portfolio/performance.ts'
import type { Close } from '#src/portfolio/quotes.ts'
import type { Asked, ReportScope } from '#src/portfolio/request.ts'
import { addDays } from '#src/shared/date.ts'
import { add, type Decimal, decimal, multiply, negate, ONE, subtract, sum, whole, ZERO } from '#src/shared/decimal.ts'

const FIRST = '2024-01-01'
const LENGTH = 60
const ASSETS = new Map<number, BookAsset>([
  [1, { symbol: 'AAA', name: 'A', type: 'STOCK', currency: 'EUR', priceQuantity: ONE }],
  [2, { symbol: 'BBB', name: 'B', type: 'STOCK', currency: 'USD', priceQuantity: ONE }],
  [3, { symbol: 'CCC', name: 'C', type: 'BOND', currency: 'USD', priceQuantity: whole(100) }],
])

type Step = { day: number; kind: number; asset: number; size: number; price: number; costs: number; broker: number }

const step = fc.record({
  day: fc.integer({ min: 0, max: LENGTH - 1 }),
  kind: fc.integer({ min: 0, max: 10 }),
  asset: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 97 }),
  price: fc.integer({ min: 1, max: 9_999 }),
  costs: fc.integer({ min: 0, max: 333 }),
  broker: fc.integer({ min: 1, max: 2 }),
})
const ledger = fc.array(step, { minLength: 1, maxLength: 40 })

const cents = (value: number) => decimal((value / 100).toFixed(2))

function linesOf(steps: readonly Step[]): Line[] {
  const held = new Map<string, Decimal>()
  const lines: Line[] = []
  const ordered = [...steps].sort((a, b) => a.day - b.day)
  for (const one of ordered)
    for (const line of linesOfStep(one, held, lines.length + 1)) {
      lines.push(line)
      if (line.assetId !== null) {
        const key = `${line.brokerId}:${line.assetId}`
        held.set(key, add(held.get(key) ?? ZERO, line.quantity))
      }
    }
  return lines
}

function linesOfStep(one: Step, held: ReadonlyMap<string, Decimal>, id: number): Line[] {
  const currency = ASSETS.get(one.asset)!.currency
  const [fees, price, size] = [cents(one.costs), cents(one.price), decimal((one.size / 7).toFixed(4))]
  const base: Line = {
    ...{
      id,
      brokerId: one.broker,
      type: '',
      date: addDays(FIRST, one.day),
      assetId: one.asset,
      quantity: ZERO,
      amount: ZERO,
      currency,
    },
    ...{
      fees: ZERO,
      taxes: ZERO,
      costBasis: null,
      costShare: null,
      groupId: null,
      price: null,
      priceCurrency: null,
      fxRate: null,
    },
  }
  const has = held.get(`${one.broker}:${one.asset}`) ?? ZERO
  const part = has > ZERO ? multiply(has, decimal((one.size / 100).toFixed(2))) : ZERO
  const other = { brokerId: 3 - one.broker, id: id + 1 }
  switch (one.kind) {
    case 0:
      return [{ ...base, type: 'DEPOSIT', assetId: null, amount: cents(one.price * 100) }]
    case 1:
      return [{ ...base, type: 'WITHDRAWAL', assetId: null, amount: negate(cents(one.price)) }]
    case 2:
    case 3:
      return [{ ...base, type: 'BUY', quantity: size, price, fees, amount: negate(add(multiply(size, price), fees)) }]
    case 4:
      return part === ZERO
        ? []
        : [{ ...base, type: 'SELL', quantity: negate(part), price, fees, amount: subtract(multiply(part, price), fees) }]
    case 5:
      return [{ ...base, type: 'DIVIDEND', amount: subtract(cents(one.price), fees), taxes: fees }]
    case 6:
      return has === ZERO ? [] : [{ ...base, type: 'SPLIT', quantity: has, currency: null }]
    case 7:
      if (part === ZERO) return []
      return [
        { ...base, type: 'TRANSFER', quantity: negate(part), currency: null, groupId: `g${id}` },
        { ...base, ...other, type: 'TRANSFER', quantity: part, currency: null, groupId: `g${id}` },
      ]
    case 8:
      return [
        { ...base, type: 'FX_CONVERSION', assetId: null, currency: 'USD', amount: negate(cents(one.price)), groupId: `g${id}` },
        {
          ...base,
          id: id + 1,
          type: 'FX_CONVERSION',
          assetId: null,
          currency: 'EUR',
          amount: cents(one.price - one.costs),
          groupId: `g${id}`,
        },
      ]
    case 9:
      return [{ ...base, type: 'ADJUSTMENT', quantity: size, costBasis: price }]
    default:
      return [{ ...base, type: one.asset === 1 ? 'FEE' : 'TAX', amount: negate(cents(one.costs + 1)) }]
  }
}

function closesOf(assetId: number): Close[] {
  const currency = ASSETS.get(assetId)!.currency
  return Array.from({ length: LENGTH / 2 }, (_, index) => ({
    date: addDays(FIRST, index * 2),
    close: cents(1000 + ((index * 7919 * assetId) % 977)),
    currency,
  }))
}

function bookOf(lines: readonly Line[], currency = 'EUR') {
  const dollar = (day: string) => whole(90 + (Number(day.slice(8)) % 13))
  const rates = (from: string, day: string) => {
    const ratio = { numerator: dollar(day) as bigint, denominator: whole(100) as bigint }
    if (from === currency) return { ratio: { numerator: 1n, denominator: 1n }, date: day, isStale: false }
    const turned = from === 'USD' ? ratio : { numerator: ratio.denominator, denominator: ratio.numerator }
    return { ratio: turned, date: day, isStale: false }
  }
  return createBook({ currency, brokerIds: [1, 2], lotLines: lines, assets: ASSETS, closes: closesOf, rates })
}

const range = (from: number, to: number, options: Partial<Asked> = {}): Asked => ({
  ...{
    brokerIds: [1, 2],
    currency: 'EUR',
    from: addDays(FIRST, from),
    to: addDays(FIRST, to),
    method: 'FIFO',
    scope: 'total',
    owned: false,
  },
  ...options,
})

test('start + net flows + gain = end and gain = the sum of its parts, to the last digit, for any ledger, range, scope and method', () => {
  fc.assert(
    fc.property(
      ledger,
      fc.nat(LENGTH - 1),
      fc.nat(LENGTH - 1),
      fc.constantFrom<ReportScope>('total', 'assets'),
      fc.constantFrom(...REPORT_METHODS),
      (steps, a, b, scope, method) => {
        const found = performanceOf(bookOf(linesOf(steps)), range(Math.min(a, b), Math.max(a, b), { scope, method }), undefined)
        expect(add(add(found.startValue, found.netFlows), found.gain)).toBe(found.endValue)
        expect(sum(Object.values(found.parts))).toBe(found.gain)
      },
    ),
    { numRuns: 300 },
  )
})

test('the return of a range = the returns of its parts linked, wherever it is divided', () => {
  fc.assert(
    fc.property(
      ledger,
      fc.integer({ min: 0, max: LENGTH - 2 }),
      fc.constantFrom<ReportScope>('total', 'assets'),
      (steps, cut, scope) => {
        const lines = linesOf(steps)
        const twr = (from: number, to: number) => performanceOf(bookOf(lines), range(from, to, { scope }), undefined).twr
        const whole = 1 + twr(0, LENGTH - 1)
        expect(Math.abs((1 + twr(0, cut)) * (1 + twr(cut + 1, LENGTH - 1)) - whole)).toBeLessThanOrEqual(
          1e-8 * Math.max(1, Math.abs(whole)),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('the history ends where performance and holdings do; value = cash + invested in every point', () => {
  fc.assert(
    fc.property(ledger, (steps) => {
      const book = bookOf(linesOf(steps))
      const asked = range(0, LENGTH - 1)
      const points = historyOf(book, asked, 'daily')
      const { endValue, netFlows, twr } = performanceOf(book, asked, undefined)
      expect(points.at(-1)).toMatchObject({ value: endValue, netFlows })
      expect(points.at(-1)!.twr).toBeCloseTo(twr, 9)
      expect(holdingsOf(book, asked).totalValue).toBe(endValue)
      for (const point of points) expect(point.value).toBe(add(point.cash, point.invested))
    }),
    { numRuns: 60 },
  )
})

test('every method conserves quantity and cost exactly: what came in = what was sold + what is open', () => {
  fc.assert(
    fc.property(ledger, fc.constantFrom(...REPORT_METHODS), (steps, method) => {
      const lines = linesOf(steps)
      const book = bookOf(lines)
      const { open, disposals } = matchLots(book, method)
      const parcels = [...open.values()].flat()
      expect(totalQuantity(parcels)).toBe(sum(lines.map((line) => line.quantity)))
      const paid = sum(
        lines.map((line) =>
          line.type === 'BUY'
            ? book.exchange.booked(negate(line.amount), line)!
            : line.costBasis === null
              ? ZERO
              : book.exchange.booked(line.costBasis, line)!,
        ),
      )
      const sold = sum(disposals.map((one) => costAndProceeds(one).cost.report))
      expect(add(sold, costOf(parcels).report)).toBe(paid)
    }),
    { numRuns: 200 },
  )
})

test('figures do not change when a holding moves between brokers, nor when it is split in the units of its price', () => {
  fc.assert(
    fc.property(ledger, (steps) => {
      const plain = linesOf(steps.filter((one) => one.kind !== 7))
      const last = plain.at(-1)?.date ?? FIRST
      const before = performanceOf(bookOf(plain), range(0, LENGTH - 1), undefined)
      const held = sum(plain.filter((line) => line.assetId === 1 && line.brokerId === 1).map((line) => line.quantity))
      if (held <= ZERO) return
      const leg = {
        ...plain[0]!,
        type: 'TRANSFER',
        date: last,
        assetId: 1,
        amount: ZERO,
        fees: ZERO,
        taxes: ZERO,
        currency: null,
        costBasis: null,
        price: null,
        groupId: 'move',
      }
      const moved = [
        ...plain,
        { ...leg, id: 9001, brokerId: 1, quantity: negate(held) },
        { ...leg, id: 9002, brokerId: 2, quantity: held },
      ]
      const after = performanceOf(bookOf(moved), range(0, LENGTH - 1), undefined)
      expect([after.endValue, after.netFlows, after.gain]).toEqual([before.endValue, before.netFlows, before.gain])
      expect(after.parts).toEqual(before.parts)
      expect(after.twr).toBeCloseTo(before.twr, 12)
    }),
    { numRuns: 100 },
  )
})
