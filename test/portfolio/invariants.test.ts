import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { costOf, totalQuantity } from '#src/lots/lot.ts'
import { costAndProceeds } from '#src/lots/trade.ts'
import { allocationOf } from '#src/portfolio/allocation/report.ts'
import { gainsOf } from '#src/portfolio/gains/report.ts'
import { historyOf } from '#src/portfolio/history/report.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import type { ReportScope } from '#src/portfolio/ledger/request.ts'
import { REPORT_METHODS } from '#src/portfolio/ledger/request.ts'
import { type Performance, performanceOf } from '#src/portfolio/returns/performance.ts'
import type { ReportInputs } from '#src/portfolio/valuation/inputs.ts'
import { matchLots } from '#src/portfolio/valuation/lot-entries.ts'
import { addDays } from '#src/shared/date.ts'
import { absolute, add, type Decimal, decimal, divide, negate, subtract, sum, whole, ZERO } from '#src/shared/decimal.ts'
import { bookOf, closesOf, FIRST, LENGTH, ledger, linesOf, range } from './ledgers.ts'

/** The same return, or none for the same reason. */
function sameReturn(before: Performance, after: Performance, size: number): void {
  expect(after.twrReason).toBe(before.twrReason)
  const growth = 1 + (before.twr ?? 0)
  expect(Math.abs(1 + (after.twr ?? 0) - growth)).toBeLessThanOrEqual(size * Math.max(1, Math.abs(growth)))
}

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
        const linked = (from: number, to: number) => {
          const { twr, twrReason } = performanceOf(bookOf(lines), range(from, to, { scope }), undefined)
          return twrReason === 'no-value' ? 0 : (twr ?? twrReason)
        }
        const [all, early, late] = [linked(0, LENGTH - 1), linked(0, cut), linked(cut + 1, LENGTH - 1)]
        if ([early, late].some((one) => one === 'out-of-range')) return
        if (typeof early !== 'number' || typeof late !== 'number')
          return expect(all).toBe(typeof early === 'number' ? late : early)
        const whole = (1 + early) * (1 + late)
        if (typeof all !== 'number') return expect([all, whole > 10.999]).toEqual(['out-of-range', true])
        expect(Math.abs(1 + all - whole)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(whole)))
      },
    ),
    { numRuns: 100 },
  )
})

test('the history ends where performance and holdings do; value = cash + invested in every point', () => {
  fc.assert(
    fc.property(ledger, (steps) => {
      const book = bookOf(linesOf(steps))
      const request = range(0, LENGTH - 1)
      const points = historyOf(book, request, 'daily')
      const { endValue, netFlows, twr } = performanceOf(book, request, undefined)
      expect(points.at(-1)).toMatchObject({ value: endValue, netFlows })
      if (twr !== null) expect(points.at(-1)!.twr).toBeCloseTo(twr, 9)
      else expect(points.at(-1)!.twr ?? 0).toBe(0)
      expect(holdingsOf(book, request).totalValue).toBe(endValue)
      for (const point of points) expect(point.value).toBe(add(point.cash, point.invested))
    }),
    { numRuns: 60 },
  )
})

test('every method conserves quantity and cost exactly: what came in = what was sold + what is open', () => {
  fc.assert(
    fc.property(ledger, fc.constantFrom(...REPORT_METHODS), (steps, method) => {
      const lines = linesOf(steps.filter((one) => one.kind <= 10))
      const book = bookOf(lines)
      const { open, disposals } = matchLots(book, method)
      const parcels = [...open.values()].flat()
      expect(totalQuantity(parcels)).toBe(sum(lines.map((line) => line.quantity)))
      const paid = sum(
        lines.map((line) =>
          line.type === 'BUY'
            ? book.exchange.atBookedRate(negate(line.amount), line)!
            : line.costBasis === null
              ? ZERO
              : book.exchange.atBookedRate(line.costBasis, line)!,
        ),
      )
      const sold = sum(disposals.map((one) => costAndProceeds(one).cost.inReport))
      expect(add(sold, costOf(parcels).inReport)).toBe(paid)
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
      sameReturn(before, after, 1e-8)
    }),
    { numRuns: 100 },
  )
})

/** The first asset never split, against split two for one on a day, its later trades and closes in the new units. */
function splitInTwo(lines: readonly Line[], day: string): Line[] {
  const held = new Map<number, Decimal>()
  for (const line of lines)
    if (line.assetId === 1 && line.date < day) held.set(line.brokerId, add(held.get(line.brokerId) ?? ZERO, line.quantity))
  const splits = [...held].flatMap(([brokerId, quantity]) =>
    quantity === ZERO
      ? []
      : [{ ...lines[0]!, ...NOTHING, id: 9000 + brokerId, brokerId, type: 'SPLIT', date: day, assetId: 1, quantity }],
  )
  const scaled = lines.map((line) => {
    if (line.assetId !== 1 || line.date < day) return line
    return {
      ...line,
      quantity: add(line.quantity, line.quantity),
      price: line.price === null ? null : divide(line.price, whole(2)),
    }
  })
  return [...scaled.filter((line) => line.date < day), ...splits, ...scaled.filter((line) => line.date >= day)]
}

const NOTHING = {
  ...{ quantity: ZERO, amount: ZERO, fees: ZERO, taxes: ZERO, currency: null, groupId: null },
  ...{ costBasis: null, costShare: null, price: null, priceCurrency: null, fxRate: null },
}

test('a split on any day changes no figure: value, gain and its parts, return, cost, realised gains', () => {
  const near = (a: Decimal, b: Decimal) => expect(absolute(subtract(a, b)) <= decimal('0.00001')).toBe(true)
  fc.assert(
    fc.property(ledger, fc.integer({ min: 1, max: LENGTH - 1 }), fc.constantFrom(...REPORT_METHODS), (steps, at, method) => {
      const lines = linesOf(steps.filter((one) => one.kind !== 6))
      const day = addDays(FIRST, at)
      const halved = (assetId: number) =>
        closesOf(assetId).map((one) => (assetId === 1 && one.date >= day ? { ...one, close: divide(one.close, whole(2)) } : one))
      const request = range(0, LENGTH - 1, { method })
      const changed = splitInTwo(lines, day)
      if (changed.length === lines.length) return
      const [plain, split] = [bookOf(lines), bookOf(changed, 'EUR', [1, 2], halved)]
      const [before, after] = [performanceOf(plain, request, undefined), performanceOf(split, request, undefined)]
      near(before.endValue, after.endValue)
      near(before.netFlows, after.netFlows)
      for (const name of ['realised', 'unrealised', 'currency'] as const) near(before.parts[name], after.parts[name])
      const returns = (book: ReportInputs) => performanceOf(book, { ...request, scope: 'assets' }, undefined)
      sameReturn(returns(plain), returns(split), 1e-6)
      near(gainsOf(plain, request).total.gain, gainsOf(split, request).total.gain)
      const costs = (book: ReportInputs) => sum(holdingsOf(book, request).holdings.map((one) => one.cost ?? ZERO))
      near(costs(plain), costs(split))
    }),
    { numRuns: 60 },
  )
})

test('the gains of each broker are those rows of the gains of all, but for the one pool of S104', () => {
  fc.assert(
    fc.property(ledger, fc.constantFrom('FIFO', 'LIFO', 'HIFO', 'AVERAGE'), (steps, method) => {
      const lines = linesOf(steps)
      const request = range(0, LENGTH - 1, { method })
      const all = gainsOf(bookOf(lines), request)
      const rows = [...all.rows]
      for (const id of [1, 2])
        expect([...gainsOf(bookOf(lines, 'EUR', [id]), request).rows]).toEqual(rows.filter((row) => row.brokerId === id))
      expect(sum(rows.map((row) => row.gain ?? ZERO))).toBe(all.total.gain)
      for (const groups of [all.byYear, all.byAsset, all.byCurrency])
        expect(sum([...groups.values()].map((one) => one.gain))).toBe(all.total.gain)
      expect(add(all.total.priceGain, all.total.currencyGain)).toBe(all.total.gain)
    }),
    { numRuns: 60 },
  )
})

test('holdings: price gain + currency gain = gain = value - cost in every row; value of all = those of the brokers', () => {
  fc.assert(
    fc.property(ledger, fc.constantFrom(...REPORT_METHODS), fc.nat(LENGTH - 1), (steps, method, at) => {
      const lines = linesOf(steps)
      const request = range(0, at, { method })
      const whole = holdingsOf(bookOf(lines.filter((line) => line.date <= request.to)), request)
      for (const { unrealised, unrealisedPrice, unrealisedCurrency, marketValue, cost } of whole.holdings) {
        if (unrealised === null) continue
        expect(add(unrealisedPrice!, unrealisedCurrency!)).toBe(unrealised)
        expect(subtract(marketValue!, cost!)).toBe(unrealised)
      }
      const parts = [1, 2].map((id) => holdingsOf(bookOf(lines, 'EUR', [id]), { ...request, brokerIds: [id] }).totalValue)
      expect(absolute(subtract(sum(parts), whole.totalValue)) <= decimal('0.0000001')).toBe(true)
      const slices = allocationOf(bookOf(lines), request, 'broker', () => new Map(), String)
      expect(sum(slices.map((slice) => slice.value))).toBe(whole.totalValue)
    }),
    { numRuns: 60 },
  )
})

test('units moved between brokers on any day change no figure of the whole, in either scope', () => {
  const moves = fc.record({
    at: fc.nat(LENGTH - 1),
    asset: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(
      ledger,
      moves,
      fc.constantFrom<ReportScope>('total', 'assets'),
      fc.nat(LENGTH - 1),
      (steps, move, scope, from) => {
        const plain = linesOf(steps.filter((one) => one.kind !== 6))
        const leg = { ...NOTHING, type: 'TRANSFER', date: addDays(FIRST, move.at), assetId: move.asset, groupId: 'moved' }
        const legs = [
          { ...leg, id: 9001, brokerId: 1, quantity: negate(whole(move.size)) },
          { ...leg, id: 9002, brokerId: 2, quantity: whole(move.size) },
        ]
        const moved = [...plain, ...legs].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
        const request = range(from, LENGTH - 1, { scope })
        const [before, after] = [plain, moved].map((lines) => performanceOf(bookOf(lines), request, undefined))
        const exact = ({ startValue, endValue, netFlows, gain, parts }: NonNullable<typeof before>) => [
          ...[startValue, endValue, netFlows, gain],
          parts,
        ]
        expect(exact(after!)).toEqual(exact(before!))
        sameReturn(before!, after!, 1e-6)
        expect(after!.mwrReason).toBe(before!.mwrReason)
      },
    ),
    { numRuns: 100 },
  )
})
