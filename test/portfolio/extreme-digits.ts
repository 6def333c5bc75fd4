import fc from 'fast-check'
import { addDays } from '#src/shared/date.ts'

export const LARGEST = '9'.repeat(28)
export const LEAST = '0.000000000001'
export const DAYS = 500
export const CURRENCIES = ['EUR', 'USD', 'JPY', 'GBP', 'CHF'] as const
export const PAIRS = CURRENCIES.flatMap((base, index) => CURRENCIES.slice(index + 1).map((quote) => [base, quote] as const)) as [
  readonly [string, string],
  ...(readonly [string, string])[],
]

const FIRST = '2023-01-02'
const KINDS = [
  ...(['BUY', 'BUY', 'SELL', 'SELL', 'PAID', 'PAID', 'SOLD', 'FOREIGN', 'DERIVED', 'PENCE', 'SPLIT', 'SPLIT', 'MOVE'] as const),
  ...(['COSTS', 'EXCHANGE', 'ADJUSTMENT', 'DIVIDEND', 'INTEREST', 'DEPOSIT', 'WITHDRAWAL', 'FEE', 'FX_CONVERSION'] as const),
]

export type ExtremeLine = {
  readonly kind: (typeof KINDS)[number]
  readonly day: number
  readonly asset: number
  readonly broker: number
  readonly currency: string
  readonly figures: readonly [string, string, string]
  readonly ratio: string
}

/** A ledger with its closes, splits of the catalogue and rates by hand; days count from the first. */
export type Extreme = {
  readonly lines: readonly ExtremeLine[]
  readonly closes: readonly { readonly asset: number; readonly day: number; readonly currency: string; readonly close: string }[]
  readonly events: readonly { readonly asset: number; readonly day: number; readonly ratio: string }[]
  readonly rates: readonly { readonly pair: number; readonly day: number; readonly rate: string }[]
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
const mixed = fc
  .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 12 }))
  .chain(([whole, places]) => fc.tuple(digits(whole), digits(places)))
  .map(([whole, fraction]) => `${whole}.${fraction}`)

/** Greater than 0: the largest and the least that there are, any with 28 digits, and ordinary ones. */
const anyFigure: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(LARGEST, `1${'0'.repeat(27)}`, `${'9'.repeat(16)}.${'9'.repeat(12)}`),
  fc.constantFrom(LEAST, '0.000000000003', '0.999999999999'),
  fc.constantFrom('1', '10', '12.34', '1000'),
  fc.integer({ min: 1, max: 28 }).chain(digits),
  mixed,
)
const ratio = fc.constantFrom(
  ...['2:1', '1:3', '999999999:0.000000001', '0.000000001:999999999', '999999999.999999999:1', '1:999999999.999999999'],
)
const day = fc.nat({ max: DAYS - 1 })
const asset = fc.constantFrom(0, 0, 1, 2)
const currency = fc.constantFrom(...CURRENCIES)

/** The figures of a ledger come from few, so that what is held is sold whole at times. */
export const extreme: fc.Arbitrary<Extreme> = fc.array(anyFigure, { minLength: 2, maxLength: 5 }).chain((few) => {
  const figure = fc.constantFrom(...few)
  const figures = fc.tuple(figure, figure, figure)
  const line = fc.record({ kind: fc.constantFrom(...KINDS), day, asset, broker: fc.nat({ max: 1 }), currency, figures, ratio })
  const pair = fc.nat({ max: PAIRS.length - 1 })
  const between = fc.tuple(figure, figure).map(([after, before]) => ((after + before).length < 40 ? `${after}:${before}` : '2:1'))
  return fc.record({
    lines: fc.array(line, { minLength: 2, maxLength: 10 }).map((lines) => lines.toSorted((a, b) => a.day - b.day)),
    closes: fc.array(fc.record({ asset, day, currency, close: figure }), { maxLength: 14 }),
    events: fc.array(fc.record({ asset, day, ratio: between }), { maxLength: 8 }),
    rates: fc.array(fc.record({ pair, day, rate: figure }), { maxLength: 14 }),
  })
})

type Body = Record<string, unknown>
type Place = { readonly brokers: readonly number[]; readonly assets: readonly number[] }

/** The transactions of a line; what is sold or moved is a figure of its own, whatever is held. */
export function bodiesOf(line: ExtremeLine, place: Place): Body[] {
  const { kind, figures, currency } = line
  const [one, two, three] = figures
  const base = { type: kind, broker_id: place.brokers[line.broker], date: dayOf(line.day), currency }
  const unit = { ...base, asset_id: place.assets[line.asset] }
  const foreign = currency === 'USD' ? 'JPY' : 'USD'
  switch (kind) {
    case 'BUY':
      return [{ ...unit, quantity: one, price: two, fees: three }]
    case 'SELL':
      return [{ ...unit, quantity: `-${one}`, price: two, taxes: line.day % 2 === 0 ? three : '0' }]
    case 'PAID':
      return [{ ...unit, type: 'BUY', quantity: one, amount: `-${two}` }]
    case 'SOLD':
      return [{ ...unit, type: 'SELL', quantity: `-${one}`, amount: two }]
    case 'FOREIGN':
      return [{ ...unit, type: 'BUY', quantity: one, price: two, price_currency: foreign, fx_rate: three }]
    case 'PENCE':
      return [{ ...unit, type: 'BUY', currency: 'EUR', quantity: one, amount: `-${two}`, price_currency: 'GBX', fx_rate: three }]
    case 'DERIVED':
      return [{ ...unit, type: 'BUY', quantity: one, price: two, price_currency: foreign, amount: `-${three}` }]
    case 'SPLIT':
      return [{ ...unit, ratio: line.ratio }]
    case 'ADJUSTMENT':
      return [{ ...unit, quantity: one, cost_basis: two }]
    case 'COSTS':
      return [{ ...unit, type: 'TRANSFER', quantity: one, fees: two, taxes: three }]
    case 'DIVIDEND':
      return [{ ...unit, amount: one, taxes: two }]
    case 'MOVE':
    case 'EXCHANGE':
    case 'FX_CONVERSION':
      return legsOf(line, place, foreign)
    default:
      return [{ ...base, amount: kind === 'FEE' || kind === 'WITHDRAWAL' ? `-${one}` : one }]
  }
}

function legsOf({ kind, figures: [one, two], ...line }: ExtremeLine, { brokers, assets }: Place, foreign: string): Body[] {
  const leg = { type: kind, broker_id: brokers[line.broker], date: dayOf(line.day), group: 'legs' }
  if (kind === 'FX_CONVERSION')
    return [
      { ...leg, currency: line.currency, amount: `-${one}` },
      { ...leg, currency: foreign, amount: two },
    ]
  const [out, into] = [assets[line.asset], assets[(line.asset + 1) % 3]]
  if (kind === 'EXCHANGE')
    return [
      { ...leg, asset_id: out, quantity: `-${one}` },
      { ...leg, asset_id: into, quantity: two, cost_share: '1' },
    ]
  const move = { ...leg, type: 'TRANSFER', asset_id: out }
  return [
    { ...move, quantity: `-${one}` },
    { ...move, broker_id: brokers[1 - line.broker], quantity: one },
  ]
}

/** The same figures as a file for the importer of any CSV. */
export function csvOf(lines: readonly ExtremeLine[]): string {
  const rows = lines.map(({ kind, day, asset, currency, figures: [one, two, three] }) => {
    if (kind === 'SELL' || kind === 'SOLD') return [dayOf(day), 'SELL', `A${asset}`, one, two, '', '', '', currency]
    if (kind === 'BUY' || kind === 'PAID') return [dayOf(day), 'BUY', `A${asset}`, one, two, '', '', '', currency]
    if (kind === 'FOREIGN') return [dayOf(day), 'BUY', `A${asset}`, one, two, 'SEK', three, '', currency]
    return [dayOf(day), 'DEPOSIT', '', '', '', '', '', one, currency]
  })
  const titles = ['date', 'type', 'symbol', 'quantity', 'price', 'price_currency', 'fx_rate', 'amount', 'currency']
  return [titles, ...rows].map((row) => row.join(',')).join('\n')
}

/** The day so many days after the first. */
export function dayOf(day: number): string {
  return addDays(FIRST, day)
}
