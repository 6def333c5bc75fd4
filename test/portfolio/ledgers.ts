import fc from 'fast-check'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import type { ReportRequest } from '#src/portfolio/ledger/request.ts'
import { createInputs, type ReportAsset, type ReportInputs } from '#src/portfolio/valuation/inputs.ts'
import type { Close, CloseLookup } from '#src/portfolio/valuation/prices.ts'
import { addDays } from '#src/shared/date.ts'
import { dayNumber } from '#src/shared/day-number.ts'
import { add, type Decimal, decimal, formatDecimal, multiply, negate, ONE, subtract, whole, ZERO } from '#src/shared/decimal.ts'

export const FIRST = '2024-01-01'
export const LENGTH = 60
export const ASSETS = new Map<number, ReportAsset>([
  [1, { symbol: 'AAA', name: 'A', isin: null, type: 'STOCK', currency: 'EUR', priceQuantity: ONE }],
  [2, { symbol: 'BBB', name: 'B', isin: null, type: 'STOCK', currency: 'USD', priceQuantity: ONE }],
  [3, { symbol: 'CCC', name: 'C', isin: null, type: 'BOND', currency: 'USD', priceQuantity: whole(100) }],
])

type Step = { day: number; kind: number; asset: number; size: number; price: number; costs: number; broker: number }

const step = fc.record({
  day: fc.integer({ min: 0, max: LENGTH - 1 }),
  kind: fc.integer({ min: 0, max: 22 }),
  asset: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 97 }),
  price: fc.integer({ min: 1, max: 9_999 }),
  costs: fc.integer({ min: 0, max: 333 }),
  broker: fc.integer({ min: 1, max: 2 }),
})
/** Transactions of every kind at two brokers over sixty days, three assets, two currencies; what is short or not there is exchanged too. */
export const ledger = fc.array(step, { minLength: 1, maxLength: 40 })

const cents = (value: number) => decimal((value / 100).toFixed(2))

/** In ledger order. */
export function linesOf(steps: readonly Step[]): Line[] {
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
  return lines.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id))
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
  const next = (one.asset % 3) + 1
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
        ...(one.costs % 3 === 0
          ? [{ ...base, id: id + 2, type: 'FEE', quantity: cents(-1), currency: null, groupId: `g${id}` }]
          : []),
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
    case 11:
      return exchange(base, [negate(part === ZERO ? size : part), [next, size, '1']])
    case 12:
      if (has < ZERO) return exchange(base, [negate(has), [next, negate(size), null]])
      return has === ZERO ? [] : exchange(base, [negate(has), [one.asset, has, '0.7'], [next, size, '0.3']])
    case 13: {
      const cash = { ...base, type: 'TRANSFER', assetId: null, groupId: `g${id}` }
      return [
        { ...cash, amount: negate(add(price, fees)), fees },
        { ...cash, ...other, amount: price },
      ]
    }
    case 14:
      return [{ ...base, type: 'TRANSFER', quantity: size, costBasis: price }]
    case 15: {
      const fxRate = decimal('0.9371')
      const amount = negate(add(multiply(multiply(size, price), fxRate), fees))
      return [
        { ...base, type: 'BUY', assetId: 2, quantity: size, price, priceCurrency: 'USD', fxRate, currency: 'EUR', fees, amount },
      ]
    }
    case 16:
      return [{ ...base, type: 'DIVIDEND', quantity: cents(one.size), costBasis: price }]
    case 17:
      return part === ZERO ? [] : [{ ...base, type: 'FEE', quantity: negate(part), currency: null }]
    case 18:
      return [{ ...base, type: 'SELL', quantity: negate(size), price, fees, amount: subtract(multiply(size, price), fees) }]
    case 20:
      return [{ ...base, type: 'RETURN_OF_CAPITAL', amount: subtract(cents(one.price - 2_000), fees), fees }]
    case 21:
      return [{ ...base, type: 'DIVIDEND', costBasis: cents(one.price), amount: negate(fees), taxes: fees }]
    case 22:
      return [{ ...base, type: 'ADJUSTMENT', costBasis: cents(one.price - 5_000) }]
    case 19: {
      const later = addDays(FIRST, Math.min(LENGTH - 1, one.day + (one.size % 5)))
      const move = { ...base, type: 'TRANSFER', currency: null, groupId: `g${id}` }
      return [
        { ...move, quantity: negate(part === ZERO ? size : part) },
        { ...move, ...other, date: later, quantity: part === ZERO ? size : part },
      ]
    }
    default:
      return [{ ...base, type: one.asset === 1 ? 'FEE' : 'TAX', amount: negate(cents(one.costs + 1)) }]
  }
}

type Incoming = readonly [asset: number, quantity: Decimal, share: string | null]

function exchange(base: Line, [out, ...incoming]: readonly [Decimal, ...Incoming[]]): Line[] {
  const leg = { ...base, type: 'EXCHANGE', currency: null, groupId: `g${base.id}` }
  const arrival = addDays(FIRST, Math.min(LENGTH - 1, dayNumber(base.date) - dayNumber(FIRST) + (base.id % 7 === 0 ? 2 : 0)))
  return [
    { ...leg, quantity: out },
    ...incoming.map(([assetId, quantity, share], index) => ({
      ...leg,
      ...{ date: arrival },
      ...{ id: base.id + 1 + index, assetId, quantity, costShare: share === null ? null : decimal(share) },
    })),
  ]
}

/** Every second day; the third asset is first priced on the twenty-first. */
export function closesOf(assetId: number): Close[] {
  const currency = ASSETS.get(assetId)!.currency
  const all = Array.from({ length: LENGTH / 2 }, (_, index) => ({
    date: addDays(FIRST, index * 2),
    close: cents(1000 + ((index * 7919 * assetId) % 977)),
    currency,
  }))
  return assetId === 3 ? all.slice(10) : all
}

export function bookOf(
  lines: readonly Line[],
  currency = 'EUR',
  brokerIds: readonly number[] = [1, 2],
  closes: CloseLookup = closesOf,
  chosen: readonly number[] | null = null,
  hasRate: (currency: string, day: string) => boolean = () => true,
): ReportInputs {
  const rates = (from: string, day: string) => {
    const dollar = decimal(((90 + (Number(day.slice(8)) % 13)) / 100).toFixed(2))
    const own = { date: day, isStale: false }
    if (from === currency) return { ...own, ratio: { numerator: ONE, denominator: ONE }, steps: [] }
    if (!hasRate(from, day)) return null
    const inverted = from !== 'USD'
    const ratio = inverted ? { numerator: ONE, denominator: dollar } : { numerator: dollar, denominator: ONE }
    const step = { from, to: currency, provider: 'MANUAL', rate: formatDecimal(dollar), rateDate: day, inverted }
    return { ...own, ratio, steps: [step] }
  }
  return createInputs({ currency, brokerIds, chosen, lotLines: lines, assets: ASSETS, closes, rates })
}

export const range = (from: number, to: number, options: Partial<ReportRequest> = {}): ReportRequest => ({
  ...{
    brokerIds: [1, 2],
    currency: 'EUR',
    from: addDays(FIRST, from),
    to: addDays(FIRST, to),
    method: 'FIFO',
    scope: 'total',
    owned: false,
    assetIds: null,
  },
  ...options,
})
