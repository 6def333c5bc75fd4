/** What warnings touch after writes: counted from the lines that changed, it is what all lines come to. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import { isBefore } from '#src/portfolio/ledger/lines.repository.ts'
import { type Tally, tallyOf } from '#src/portfolio/warnings/tally.ts'
import { type Decimal, ZERO } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'

const DAY = '2024-02-15'
const day = fc.constantFrom('2024-01-05', '2024-02-15', '2024-02-16', '2024-03-01')
const figure = fc.integer({ min: -3, max: 3 }).map((value) => BigInt(value) as Decimal)
const currency = fc.constantFrom('EUR', 'USD', null)

const line = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  brokerId: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom('BUY', 'DEPOSIT', 'TRANSFER', 'SPLIT'),
  date: day,
  assetId: fc.constantFrom(1, 2, null),
  quantity: figure,
  amount: figure,
  currency,
  priceCurrency: currency,
  isUntracked: fc.constantFrom(true as const, undefined),
})

const rest = { fees: ZERO, taxes: ZERO, costBasis: null, costShare: null, groupId: null, price: null, fxRate: null }
const ledger = fc
  .uniqueArray(line, { maxLength: 25, selector: ({ id }) => id })
  .map((lines) =>
    inOrder(lines.map(({ isUntracked, ...one }): Line => ({ ...one, ...rest, ...(isUntracked ? { isUntracked } : {}) }))),
  )

function inOrder(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Without brokers of which nothing is left. */
function plain({ balances, funded, brokersOfAsset, brokersOfCurrency }: Tally) {
  const counts = (all: ReadonlyMap<unknown, ReadonlyMap<number, number>>) =>
    [...all].flatMap(([key, some]) => [...some].map(([id, count]) => `${key} ${id} ${count}`)).sort()
  const stands = [...balances].flatMap(([id, { assets, cash }]) => [...assets, ...cash].map((one) => `${id} ${one.join(' ')}`))
  return [stands.sort(), [...funded].map((one) => one.join(' ')).sort(), counts(brokersOfAsset), counts(brokersOfCurrency)]
}

test('property: after any writes it is what counting every line gives, and what was counted before stays as it is', () => {
  const write = fc.record({ gone: fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), come: ledger })
  fc.assert(
    fc.property(ledger, fc.array(write, { maxLength: 4 }), (first, writes) => {
      let [lines, tally] = [first, tallyOf(first, DAY)]
      for (const { gone, come } of writes) {
        const fresh = come.filter(({ id }) => gone.includes(id) || lines.every((one) => one.id !== id))
        const next = inOrder([...lines.filter(({ id }) => !gone.includes(id)), ...fresh])
        const before = plain(tally)
        const after = tallyOf(next, DAY, tally)
        expect(plain(tally)).toEqual(before)
        expect(plain(after)).toEqual(plain(tallyOf(next, DAY)))
        ;[lines, tally] = [next, after]
      }
    }),
    seeded(300),
  )
})

test('only lines that changed are counted again: those that are the same objects are not looked at', () => {
  let reads = 0
  const counted = (id: number): Line => ({
    ...{ id, brokerId: 1, type: 'BUY', date: '2024-01-05', assetId: 1, quantity: 1n as Decimal, currency: 'EUR' },
    ...rest,
    priceCurrency: null,
    get amount() {
      reads++
      return 1n as Decimal
    },
  })
  const lines = Array.from({ length: 1000 }, (_, id) => counted(id))
  const tally = tallyOf(lines, DAY)
  expect(reads).toBeGreaterThanOrEqual(1000)
  reads = 0
  const changed = lines.with(500, counted(500))
  expect(plain(tallyOf(changed, DAY, tally))).toEqual(plain(tallyOf(lines, DAY, tally)))
  expect(reads).toBeLessThan(10)
})
