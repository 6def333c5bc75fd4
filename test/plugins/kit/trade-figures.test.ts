import { expect, test } from 'bun:test'
import DecimalJs from 'decimal.js'
import fc from 'fast-check'
import { RowRefusal } from '#plugins/kit/refuse.ts'
import { figureTrade, type TradeTerms } from '#plugins/kit/trade-figures.ts'
import { decimal, formatDecimal, ONE } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'

const cents = (max: number) => fc.integer({ min: 1, max }).map((value) => new DecimalJs(value).div(100))
const trades = fc.record({
  direction: fc.constantFrom('BUY' as const, 'SELL' as const),
  quantity: fc.integer({ min: 1, max: 5_000 }).map((value) => new DecimalJs(value)),
  price: cents(100_000),
  costs: fc.oneof(fc.constant(new DecimalJs(0)), cents(5_000)),
})

type Plain = { direction: 'BUY' | 'SELL'; quantity: DecimalJs; price: DecimalJs; costs: DecimalJs }

const d = (value: DecimalJs) => decimal(value.toFixed())

function termsOf({ direction, quantity, price, costs }: Plain, more: Partial<TradeTerms>): TradeTerms {
  const common = { priceQuantity: ONE, rate: undefined, isForeign: false, amount: undefined, amounts: 'net' } as const
  return { direction, quantity: d(quantity), price: d(price), costs: d(costs), ...common, ...more }
}

const grossOf = ({ direction, quantity, price }: Plain) => quantity.times(price).times(direction === 'BUY' ? -1 : 1)

function plainly(terms: TradeTerms) {
  const { amount, price, rate, proves } = figureTrade(terms)
  return {
    amount: formatDecimal(amount),
    price: price === undefined ? undefined : formatDecimal(price),
    rate: rate === undefined ? undefined : formatDecimal(rate),
    leftOut: terms.price !== undefined && price === undefined,
    proves,
  }
}

test('net is gross without the costs, from either and from the price alone', () => {
  fc.assert(
    fc.property(trades, (trade) => {
      const gross = grossOf(trade)
      const net = gross.minus(trade.costs)
      fc.pre(trade.direction === 'BUY' || net.gte(0))
      const wanted = { amount: net.toFixed(), price: trade.price.toFixed(), rate: undefined, leftOut: false }
      expect(plainly(termsOf(trade, {}))).toMatchObject(wanted)
      expect(plainly(termsOf(trade, { amount: d(net) }))).toMatchObject(wanted)
      expect(plainly(termsOf(trade, { amount: d(gross), amounts: 'gross' }))).toMatchObject(wanted)
    }),
    seeded(1_000),
  )
})

test('what a trade proves of its amount is what is true of it, or nothing', () => {
  fc.assert(
    fc.property(trades, (trade) => {
      const gross = grossOf(trade)
      const net = gross.minus(trade.costs)
      fc.pre(trade.costs.gt(0) && (trade.direction === 'BUY' || net.gt(0)))
      expect(plainly(termsOf(trade, { amount: d(net) })).proves).toBe('net')
      expect(plainly(termsOf(trade, { amount: d(gross), amounts: 'gross' })).proves).toBe('gross')
      expect(plainly(termsOf({ ...trade, costs: new DecimalJs(0) }, { amount: d(gross) })).proves).toBeUndefined()
    }),
    seeded(1_000),
  )
})

test('a price stays exactly where it makes the amount to 0.02 or 0.2 %, else it is left out and the amount stands', () => {
  const off = fc.integer({ min: -500, max: 500 }).map((value) => new DecimalJs(value).div(100))
  fc.assert(
    fc.property(trades, off, (trade, error) => {
      const gross = grossOf(trade).plus(error)
      const isOut = trade.direction === 'BUY' ? gross.lt(0) : gross.gt(0)
      fc.pre(isOut && (trade.direction === 'BUY' || gross.gte(trade.costs)))
      const fits = error.abs().lte(DecimalJs.max('0.02', gross.abs().times('0.002')))
      const found = plainly(termsOf(trade, { amount: d(gross.minus(trade.costs)) }))
      expect(found).toMatchObject({ amount: gross.minus(trade.costs).toFixed(), leftOut: !fits })
      expect(found.price).toBe(fits ? trade.price.toFixed() : undefined)
    }),
    seeded(1_000),
  )
})

test('a rate is used the way round that fits, and follows from the amount where there is none', () => {
  const rates = fc.integer({ min: 1_500, max: 40_000 }).map((value) => new DecimalJs(value).div(1_000))
  fc.assert(
    fc.property(trades, rates, (trade, rate) => {
      fc.pre(trade.quantity.times(trade.price).gt(1))
      const gross = grossOf(trade).times(rate)
      const amount = d(gross.minus(trade.costs))
      fc.pre(trade.direction === 'BUY' || gross.gt(trade.costs))
      const inverse = new DecimalJs(1).div(rate).toDecimalPlaces(12)
      const same = plainly(termsOf(trade, { amount, rate: d(rate), isForeign: true }))
      expect(same).toMatchObject({ rate: rate.toFixed(), leftOut: false })
      const turned = plainly(termsOf(trade, { amount, rate: d(inverse), isForeign: true }))
      expect(turned.leftOut).toBe(false)
      expect(new DecimalJs(turned.rate ?? 0).minus(rate).abs().div(rate).lt('0.000001')).toBe(true)
      const none = plainly(termsOf(trade, { amount, isForeign: true }))
      expect(new DecimalJs(none.rate ?? 0).minus(rate).abs().div(rate).lt('0.000001')).toBe(true)
      const computed = plainly(termsOf(trade, { rate: d(rate), isForeign: true }))
      expect(computed.amount).toBe(gross.minus(trade.costs).toFixed())
    }),
    seeded(1_000),
  )
})

test('a price of so many units is divided by them', () => {
  const bond: Plain = { direction: 'BUY', quantity: new DecimalJs(5_000), price: new DecimalJs('101.5'), costs: new DecimalJs(0) }
  const found = plainly(termsOf(bond, { priceQuantity: decimal('100'), amount: decimal('-5075') }))
  expect(found).toMatchObject({ amount: '-5075', price: '101.5', leftOut: false })
})

test('what has neither amount nor price, no rate for a foreign price, or the wrong sign is refused', () => {
  const code = (more: Partial<TradeTerms>) => {
    const one: Plain = { direction: 'BUY', quantity: new DecimalJs(1), price: new DecimalJs(10), costs: new DecimalJs(1) }
    try {
      figureTrade(termsOf(one, more))
      return 'none'
    } catch (error) {
      return error instanceof RowRefusal ? error.code : 'another error'
    }
  }
  expect(code({ price: undefined })).toBe('no-amount')
  expect(code({ isForeign: true })).toBe('no-rate')
  expect(code({ amount: decimal('11') })).toBe('unexpected-sign')
  expect(code({ amount: decimal('-0.5') })).toBe('unexpected-sign')
  expect(code({ direction: 'SELL', amount: decimal('-10') })).toBe('unexpected-sign')
  expect(code({ direction: 'SELL', amount: decimal('9') })).toBe('none')
})
