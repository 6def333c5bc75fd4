import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { NO_COST } from '#src/lots/cost.ts'
import type { Disposal, LotEntry } from '#src/lots/entry.ts'
import { costOf, totalQuantity } from '#src/lots/lot.ts'
import type { MatchResult } from '#src/lots/match.ts'
import { matchSection104 } from '#src/lots/section104.ts'
import { costAndProceeds } from '#src/lots/trade.ts'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, decimal, formatDecimal, sum } from '#src/shared/decimal.ts'
import { byTheLaw, numberOf } from './section104-law.ts'

const matching = { relocate: (cost: LotEntry['worth']) => cost }

function entry(transactionId: number, date: string, quantity: string, worth: string, more: Partial<LotEntry> = {}): LotEntry {
  const paid = decimal(worth)
  return {
    kind: 'trade',
    transactionId,
    brokerId: 1,
    assetId: 1,
    date,
    timed: false,
    quantity: decimal(quantity),
    worth: { inReport: paid, inAsset: paid, paid },
    known: true,
    realises: true,
    groupId: null,
    costShare: null,
    currency: null,
    specificLots: null,
    ...more,
  }
}

const gainOf = (one: Disposal): Decimal => {
  const { cost, proceeds } = costAndProceeds(one)
  return (proceeds.inReport - cost.inReport) as Decimal
}
const gain = ({ disposals }: MatchResult) => formatDecimal(sum(disposals.map(gainOf)))
const rows = ({ disposals }: MatchResult) =>
  disposals.map((one) => [one.transactionId, one.rule, formatDecimal(one.lot.quantity), formatDecimal(one.lot.cost.inReport)])

/** Both orders of entry. */
const bothOrders = (make: (first: string, second: string) => LotEntry[]) =>
  [make('100', '200'), make('200', '100')].map((entries) => matchSection104(entries, matching))

test('purchases of one day are one: a sale of that day costs their average, in whichever order they were entered', () => {
  const found = bothOrders((first, second) => [
    entry(1, '2024-05-01', '10', first),
    entry(2, '2024-05-01', '10', second),
    entry(3, '2024-05-01', '-10', '-160'),
  ])
  expect(found.map(gain)).toEqual(['10', '10'])
  for (const one of found) expect(rows(one)).toEqual([[3, 'same-day', '10', '150']])
  for (const { open } of found) expect([...open.values()].flat().map((lot) => formatDecimal(lot.cost.inReport))).toEqual(['150'])
})

test('purchases of one day within thirty days are one as well, and belong to no single lot', () => {
  const found = bothOrders((first, second) => [
    entry(1, '2023-01-02', '10', '50'),
    entry(2, '2024-05-01', '-10', '-160'),
    entry(3, '2024-05-11', '10', first),
    entry(4, '2024-05-11', '10', second),
  ])
  expect(found.map(gain)).toEqual(['10', '10'])
  for (const { disposals } of found)
    expect(disposals).toMatchObject([
      { rule: '30-days', lot: { transactionId: 3, joined: true, mixed: false, acquiredOn: '2024-05-11' } },
    ])
})

test('sales of one day share what they cost by their quantities, each with its own proceeds', () => {
  const found = matchSection104(
    [
      entry(1, '2023-01-02', '10', '50'),
      entry(2, '2024-05-01', '10', '150'),
      entry(3, '2024-05-01', '-10', '-160'),
      entry(4, '2024-05-01', '-10', '-200'),
    ],
    matching,
  )
  const costOfSale = (id: number) =>
    formatDecimal(sum(found.disposals.filter((one) => one.transactionId === id).map((one) => one.lot.cost.inReport)))
  expect([costOfSale(3), costOfSale(4)]).toEqual(['100', '100'])
  expect(rows(found)).toEqual([
    [3, 'same-day', '5', '75'],
    [3, 'pool', '5', '25'],
    [4, 'same-day', '5', '75'],
    [4, 'pool', '5', '25'],
  ])
  expect(found.disposals.map((one) => formatDecimal(one.closing.inReport))).toEqual(['-80', '-80', '-100', '-100'])
})

test('trades of one day at several brokers are one, fees in', () => {
  const found = matchSection104(
    [
      entry(1, '2024-05-01', '10', '101', { brokerId: 1 }),
      entry(2, '2024-05-01', '10', '203', { brokerId: 2 }),
      entry(3, '2024-05-01', '-10', '-158', { brokerId: 3 }),
    ],
    matching,
  )
  expect(gain(found)).toBe('6')
})

test('sales of one day of more than there is: each takes an even part of the pool and is short of the rest', () => {
  for (const [first, second] of [
    ['-160', '-200'],
    ['-200', '-160'],
  ] as const) {
    const found = matchSection104(
      [
        entry(1, '2023-01-02', '10', '50'),
        entry(2, '2024-05-01', '-10', first),
        entry(3, '2024-05-01', '-10', second),
        entry(4, '2024-08-01', '10', '100'),
      ],
      matching,
    )
    expect(rows(found).slice(0, 2)).toEqual([
      [2, 'pool', '5', '25'],
      [3, 'pool', '5', '25'],
    ])
    expect(gain(found)).toBe('210')
  }
})

test('a transfer between brokers takes nothing out of the pool while it is under way', () => {
  const move = { kind: 'transfer', groupId: 'g', known: false, worth: NO_COST } as const
  const found = matchSection104(
    [
      entry(1, '2024-01-01', '10', '100'),
      entry(2, '2024-02-01', '-5', '0', move),
      entry(3, '2024-02-02', '5', '100'),
      entry(4, '2024-03-20', '-5', '-100'),
      entry(5, '2024-06-01', '5', '0', { ...move, brokerId: 2 }),
    ],
    matching,
  )
  expect(rows(found)).toEqual([[4, 'pool', '5', '66.666666666667']])
})

test('what was bought without a known cost takes an even part of a sale of its day', () => {
  const found = matchSection104(
    [
      entry(1, '2024-05-01', '10', '100'),
      entry(2, '2024-05-01', '10', '0', { known: false, realises: false }),
      entry(3, '2024-05-01', '-10', '-160'),
    ],
    matching,
  )
  const parts = found.disposals.map(({ known, lot }) => [known, formatDecimal(lot.quantity), formatDecimal(lot.cost.inReport)])
  expect(parts).toContainEqual([true, '5', '50'])
  expect(parts).toContainEqual([false, '5', '0'])
  expect(parts).toHaveLength(2)
})

test('a split between sale and repurchase counts by its exact ratio', () => {
  const found = matchSection104(
    [
      entry(1, '2024-01-01', '30', '300'),
      entry(2, '2024-05-01', '-9', '-180'),
      entry(3, '2024-05-05', '-14', '0', { kind: 'split', known: false, worth: NO_COST }),
      entry(4, '2024-05-10', '3', '150'),
    ],
    matching,
  )
  expect(rows(found)).toEqual([[2, '30-days', '9', '150']])
})

test('a split that makes a long holding of a short one, for want of those of other brokers, has no ratio: units count as they are', () => {
  const found = matchSection104(
    [
      entry(1, '2024-01-01', '10', '100'),
      entry(2, '2024-01-01', '-15', '-300', { brokerId: 2 }),
      entry(3, '2024-01-02', '20', '0', { kind: 'split', known: false, worth: NO_COST }),
      entry(4, '2024-01-02', '10', '150'),
    ],
    matching,
  )
  expect(rows(found)).toEqual([
    [2, 'same-day', '10', '100'],
    [2, '30-days', '5', '75'],
  ])
  expect(gain(found)).toBe('125')
  expect(formatDecimal(totalQuantity([...found.open.values()].flat()))).toBe('25')
})

type Step = { day: number; kind: number; size: number; price: number; broker: number; known: boolean }

const step = fc.record({
  day: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 70 })),
  kind: fc.integer({ min: 0, max: 14 }),
  size: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 1, max: 900 }),
  broker: fc.integer({ min: 1, max: 2 }),
  known: fc.boolean(),
})

/** Trades, gifts, units got, moves between brokers and splits of one asset; `sells` of more than there is with them. */
function entriesOf(steps: readonly Step[]): LotEntry[] {
  const held = new Map<number, bigint>()
  const entries: LotEntry[] = []
  const add = (one: LotEntry) => {
    entries.push(one)
    held.set(one.brokerId, (held.get(one.brokerId) ?? 0n) + one.quantity)
  }
  const ordered = [...steps].sort((a, b) => a.day - b.day || Number(b.kind === 10) - Number(a.kind === 10))
  for (const { day, kind, size, price, broker } of ordered) {
    const [id, date] = [entries.length + 1, addDays('2024-01-01', day)]
    const worth = String((size * price) / 8)
    const units = String(size / 8)
    const mine = { brokerId: broker }
    if (kind <= 5) add(entry(id, date, units, worth, mine))
    else if (kind <= 8) add(entry(id, date, `-${units}`, `-${worth}`, mine))
    else if (kind === 9) add(entry(id, date, `-${units}`, '0', { ...mine, realises: false, known: false }))
    else if (kind >= 13) add(entry(id, date, '0', kind === 13 ? worth : `-${worth}`, { ...mine, kind: 'cost' }))
    else if (kind === 10)
      for (const [brokerId, quantity] of [...held])
        if (quantity !== 0n)
          add(entry(entries.length + 1, date, '0', '0', { kind: 'split', brokerId, quantity: quantity as Decimal, known: false }))
    if (kind !== 11 && kind !== 12) continue
    const move = { kind: 'transfer', groupId: `g${id}`, known: false, realises: false } as const
    add(entry(id, date, `-${units}`, '0', { ...move, brokerId: broker }))
    add(entry(id + 1, date, units, '0', { ...move, brokerId: 3 - broker }))
  }
  return entries
}

test('the gain of every day and the cost of the pool are those of a second implementation, straight from the law', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const isOfKnownCost = steps.some(({ kind }) => kind >= 13)
      const entries = entriesOf(isOfKnownCost ? steps.filter(({ kind }) => kind !== 9) : steps)
      const { open, disposals } = matchSection104(entries, matching)
      const law = byTheLaw(entries)
      const found = new Map<string, bigint>()
      for (const one of disposals) found.set(one.date, (found.get(one.date) ?? 0n) + gainOf(one))
      for (const date of new Set([...found.keys(), ...law.gains.keys()]))
        expect(Number(found.get(date) ?? 0n) / 1e12).toBeCloseTo(numberOf(law.gains.get(date) ?? [0n, 1n]), 8)
      const left = [...open.values()].flat()
      expect(totalQuantity(left)).toBe(sum(entries.map((one) => one.quantity)))
      expect(Number(costOf(left).inReport) / 1e12).toBeCloseTo(numberOf(law.cost), 8)
    }),
    { numRuns: 400 },
  )
})

/** The figures of each line, whichever id it has. */
function figuresOf(entries: readonly LotEntry[], content: ReadonlyMap<number, string>) {
  const { open, disposals } = matchSection104(entries, matching)
  const ofLine = (one: Disposal) => [content.get(one.transactionId), one.date, one.rule, one.lot.quantity, one.closing.inReport]
  const byLine = disposals.map((one) => [...ofLine(one), one.lot.cost.inReport, one.known].join(' ')).sort()
  const left = [...open.values()]
    .flat()
    .map(({ quantity, cost, known, acquiredOn }) => [quantity, cost.inReport, known, acquiredOn].join(' '))
  return { byLine, left: left.sort() }
}

test('the order in which the lines of a day were entered changes no figure, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), fc.infiniteStream(fc.nat()), (steps, random) => {
      const entries = entriesOf(steps).map((one, index) => ({ ...one, known: one.known && steps[index % steps.length]!.known }))
      const shuffled = [...Map.groupBy(entries, (one) => one.date).values()].flatMap((day) =>
        day.map((one) => ({ one, at: random.next().value })).sort((a, b) => a.at - b.at),
      )
      const renumbered = shuffled.map(({ one }, index) => ({ ...one, transactionId: index + 1 }))
      const contentOf = (list: readonly LotEntry[]) =>
        new Map(list.map((one) => [one.transactionId, [one.date, one.quantity, one.worth.inReport, one.known].join(' ')]))
      expect(figuresOf(renumbered, contentOf(renumbered))).toEqual(figuresOf(entries, contentOf(entries)))
    }),
    { numRuns: 300 },
  )
})

test('what came in is what was sold and what is left, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const entries = entriesOf(steps.filter((one) => one.kind !== 9))
      const { open, disposals } = matchSection104(entries, matching)
      const all = sum(entries.map((one) => one.worth.inReport))
      const closed = sum(disposals.map((one) => (one.lot.cost.inReport + one.closing.inReport) as Decimal))
      expect(closed + costOf([...open.values()].flat()).inReport).toBe(all)
    }),
    { numRuns: 300 },
  )
})
