import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Payment, xirr } from '#src/portfolio/returns/xirr.ts'
import { seeded } from '#test/support/arbitraries.ts'

const yearly = (...amounts: number[]) => amounts.map((amount, index) => ({ day: index * 365, amount }))

test('two rates close to each other are several solutions', () => {
  expect(xirr(yearly(-1000, 2202, -1212.2))).toEqual({ rate: null, reason: 'several-solutions' })
  expect(xirr(yearly(-1000, 2200.01, -1210.011))).toEqual({ rate: null, reason: 'several-solutions' })
})

test('a rate at which the present value touches zero is the one rate', () => {
  const { rate, reason } = xirr(yearly(-1000, 2200, -1210))
  expect([reason, rate]).toEqual([null, expect.closeTo(0.1, 6)])
})

test('a present value that comes close to zero and does not reach it has no rate', () => {
  expect(xirr(yearly(-1000, 2200, -1210.0001))).toEqual({ rate: null, reason: 'no-solution' })
})

test('a rate that no binary number holds is no rate', () => {
  expect(
    xirr([
      { day: 0, amount: -1 },
      { day: 1, amount: 10 },
    ]),
  ).toEqual({ rate: null, reason: 'no-solution' })
})

test('no rate of money that was owed: a loss would have one above zero, a gain one below', () => {
  for (const [owed, later] of [
    [100, -101],
    [100, -99],
  ] as const)
    expect(xirr(yearly(owed, later))).toEqual({ rate: null, reason: 'base-not-positive' })
  expect(xirr(yearly(100, 0, -50, -60))).toEqual({ rate: null, reason: 'base-not-positive' })
  expect(xirr(yearly(-100, 101)).rate).toBeCloseTo(0.01, 9)
})

test('a rate is above zero where more is got back than was paid in, and below where less is', () => {
  const payment = fc.record({ day: fc.nat(1000), amount: fc.integer({ min: -900, max: 900 }) })
  let found = 0
  fc.assert(
    fc.property(fc.array(payment, { minLength: 2, maxLength: 6 }), (payments) => {
      const { rate } = xirr(payments)
      if (rate === null || Math.abs(rate) < 1e-12) return
      found += 1
      expect(Math.sign(rate)).toBe(Math.sign(payments.reduce((sum, { amount }) => sum + amount, 0)))
    }),
    seeded(150),
  )
  expect(found).toBeGreaterThan(30)
})

/** (1 - c v^k) for each root: the payments of a portfolio with exactly these rates, and no others. */
function paymentsOf(factors: readonly { readonly rate: number; readonly days: number }[]): Payment[] {
  let byDay = new Map([[0, -1000]])
  for (const { rate, days } of factors) {
    const next = new Map(byDay)
    for (const [day, amount] of byDay) next.set(day + days, (next.get(day + days) ?? 0) - amount * (1 + rate) ** (days / 365))
    byDay = next
  }
  return [...byDay].map(([day, amount]) => ({ day, amount }))
}

const rates = fc.integer({ min: -80, max: 300 }).map((percent) => percent / 100)
const days = fc.integer({ min: 30, max: 900 })

test('payments made of known rates, at irregular days: one is found, several are said', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(rates, { minLength: 1, maxLength: 4 }),
      fc.array(days, { minLength: 4, maxLength: 4 }),
      (known, spans) => {
        const found = xirr(paymentsOf(known.map((rate, index) => ({ rate, days: spans[index] ?? 365 }))))
        if (known.length === 1) expect(found.rate).toBeCloseTo(known[0]!, 9)
        else expect(found.reason).toBe('several-solutions')
      },
    ),
    seeded(150),
  )
})

test('two known rates a hundredth of a per cent apart are several, and a third does not hide them', () => {
  fc.assert(
    fc.property(rates, fc.option(rates), fc.integer({ min: 200, max: 900 }), days, (rate, other, a, b) => {
      fc.pre(other === null || Math.abs(other - rate) > 0.2)
      const near = [
        { rate, days: a },
        { rate: rate + 0.0001, days: a },
      ]
      const more = other === null ? [] : [{ rate: other, days: b }]
      expect(xirr(paymentsOf([...near, ...more])).reason).toBe('several-solutions')
    }),
    seeded(100),
  )
})

type Whole = readonly bigint[]

/** How many rates above -100 % there are, counted without a rounding: Sturm's theorem for the discount factor. */
function countRates(amounts: readonly number[]): number {
  const trim = (list: Whole): Whole => {
    let end = list.length
    while (end > 0 && list[end - 1] === 0n) end--
    return list.slice(0, end)
  }
  const first = trim(amounts.map(BigInt))
  const chain: Whole[] = [first, trim(first.slice(1).map((one, index) => one * BigInt(index + 1)))]
  for (;;) {
    const [a, b] = [chain.at(-2)!, chain.at(-1)!]
    if (b.length === 0) break
    let rest = [...a]
    const lead = b.at(-1)!
    const size = lead < 0n ? -lead : lead
    while (rest.length >= b.length) {
      const top = rest.at(-1)! * (lead < 0n ? -1n : 1n)
      const shift = rest.length - b.length
      rest = rest.map((one, index) => one * size - top * (b[index - shift] ?? 0n)).slice(0, -1)
    }
    const next = trim(rest.map((one) => -one))
    if (next.length === 0) break
    chain.push(next)
  }
  const changes = (pick: (one: Whole) => bigint) => {
    const signs = chain.map(pick).filter((one) => one !== 0n)
    return signs.filter((one, index) => index > 0 && one > 0n !== signs[index - 1]! > 0n).length
  }
  return changes((one) => one[0] ?? 0n) - changes((one) => one.at(-1) ?? 0n)
}

test('as many solutions as Sturm counts, for whole amounts once a year', () => {
  const amounts = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(amounts, (list) => {
      const flows = list.slice(list.findIndex((one) => one !== 0))
      if (!flows.some((one) => one > 0) || !flows.some((one) => one < 0)) return
      const count = countRates(flows)
      const { rate, reason } = xirr(yearly(...flows))
      const isOwed = flows[0]! > 0 && flows.findLast((one) => one !== 0)! < 0
      const one = isOwed ? 'base-not-positive' : null
      expect([count, reason]).toEqual([count, count === 0 ? 'no-solution' : count === 1 ? one : 'several-solutions'])
      if (rate === null) return
      const present = flows.map((one, index) => one / (1 + rate) ** index)
      const size = present.reduce((sum, one) => sum + Math.abs(one), 0)
      expect(Math.abs(present.reduce((sum, one) => sum + one, 0)) / size).toBeLessThan(1e-6)
    }),
    seeded(600),
  )
})

/** How often e is raised to a power. */
function work(payments: readonly Payment[]): number {
  const exponential = Math.exp
  let count = 0
  Math.exp = (x) => {
    count += 1
    return exponential(x)
  }
  try {
    xirr(payments)
  } finally {
    Math.exp = exponential
  }
  return count
}

test('the work grows with the number of payments, even where each turns the sign and all but cancel', () => {
  const wild = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ day: index * 2, amount: (index % 2 === 0 ? -1 : 1) * (1000 + (index % 7)) }))
  const [small, large] = [work(wild(2_500)), work(wild(40_000))]
  expect(large / 40_000).toBeLessThan(1_200)
  expect(large / small).toBeLessThan(16 * 2)
})
