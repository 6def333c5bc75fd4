import { daysBetween } from '../shared/date.ts'
import { absolute, add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../shared/decimal.ts'
import type { Book } from './book.ts'
import { matchLots } from './entries.ts'
import type { Line } from './lines.repository.ts'
import type { Disposal } from './lot-entry.ts'
import { costAndProceeds } from './lot-trade.ts'
import type { Asked } from './request.ts'

/** One part of a lot that was closed, in the currency of the report. `null` where the cost or a rate is not known. */
export type Gain = {
  readonly transactionId: number
  readonly lotTransactionId: number
  /** `null` for average cost and pools made of several transactions. */
  readonly lotId: number | null
  readonly brokerId: number
  readonly assetId: number
  readonly symbol: string
  readonly assetCurrency: string
  /** `null` for average cost and pools made of several days. */
  readonly acquiredOn: string | null
  readonly soldOn: string
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly proceeds: Decimal | null
  readonly fees: Decimal | null
  readonly gain: Decimal | null
  readonly priceGain: Decimal | null
  readonly currencyGain: Decimal | null
  readonly holdingDays: number | null
  readonly short: boolean
  readonly rule: Disposal['rule']
  /** What it was made of. */
  readonly disposal: Disposal
}

export type GainSum = {
  readonly cost: Decimal
  readonly proceeds: Decimal
  readonly fees: Decimal
  readonly gain: Decimal
  readonly priceGain: Decimal
  readonly currencyGain: Decimal
}

export type Gains = {
  readonly rows: readonly Gain[]
  readonly total: GainSum
  readonly byYear: ReadonlyMap<string, GainSum>
  readonly byAsset: ReadonlyMap<number, GainSum>
  readonly byCurrency: ReadonlyMap<string, GainSum>
}

/** Every disposal from `from` to `to` at the brokers asked for, by day. Lots whose cost is not known count in no total, with a warning. */
export function gainsOf(book: Book, asked: Asked): Gains {
  const lines = new Map(book.lines.map((line) => [line.id, line]))
  const rows = matchLots(book, asked.method).disposals.flatMap((disposal) => {
    const line = lines.get(disposal.transactionId)
    return line === undefined || disposal.date < asked.from || disposal.date > asked.to ? [] : [gainOf(book, disposal, line)]
  })
  return {
    rows,
    total: sumGains(rows),
    byYear: grouped(rows, (row) => row.soldOn.slice(0, 4)),
    byAsset: grouped(rows, (row) => row.assetId),
    byCurrency: grouped(rows, (row) => row.assetCurrency),
  }
}

/** The gain of one disposal. The currency effect is the cost in the asset's currency at the rate of the sale, less the cost at the rate of the purchase. */
export function gainOf(book: Book, disposal: Disposal, line: Line): Gain {
  const { lot } = disposal
  const { symbol } = book.assetOf(lot.assetId)
  const short = lot.quantity < ZERO
  return {
    transactionId: disposal.transactionId,
    lotTransactionId: lot.transactionId,
    lotId: lot.joined ? null : lot.transactionId,
    brokerId: line.brokerId,
    assetId: lot.assetId,
    symbol,
    assetCurrency: book.assetCurrencyOf(lot.assetId),
    acquiredOn: lot.mixed ? null : lot.acquiredOn,
    soldOn: disposal.date,
    quantity: absolute(lot.quantity),
    ...sumsOf(book, disposal, line),
    holdingDays: lot.mixed ? null : Math.abs(daysBetween(lot.acquiredOn, disposal.date)),
    short,
    rule: disposal.rule,
    disposal,
  }
}

/** The gain of one disposal and nothing else; nothing where it is not known. Warns of the same as `gainOf`. */
export function realisedOf(book: Book, { lot, date, closing, known }: Disposal, line: Line): Decimal {
  if (!known) return warnOfCost(book, lot.assetId, date)
  if (line.amount === ZERO) costsOfTrade(book, line, ZERO)
  return negate(add(closing.report, lot.cost.report))
}

function warnOfCost(book: Book, assetId: number, day: string): Decimal {
  const detail = `What was sold of ${book.assetOf(assetId).symbol} has no known cost or no exchange rate: give the transaction that brought it a cost_basis.`
  book.warnings.add({ code: 'cost-unknown', assetId, detail }, day)
  return ZERO
}

function sumsOf(book: Book, disposal: Disposal, line: Line) {
  if (!disposal.known) {
    warnOfCost(book, disposal.lot.assetId, disposal.date)
    return { cost: null, proceeds: null, fees: null, gain: null, priceGain: null, currencyGain: null }
  }
  const { cost, proceeds } = costAndProceeds(disposal)
  const gain = subtract(proceeds.report, cost.report)
  const currencyGain = currencyEffect(disposal, cost, proceeds)
  const fees = costsOfTrade(book, line, absolute(disposal.lot.quantity))
  return { cost: cost.report, proceeds: proceeds.report, fees, gain, priceGain: subtract(gain, currencyGain), currencyGain }
}

/** Fees and taxes of a trade for some of its units; those of transfers and the like are no part of a gain. */
function costsOfTrade(book: Book, line: Line, quantity: Decimal): Decimal {
  if (line.type !== 'BUY' && line.type !== 'SELL') return ZERO
  const costs = book.exchange.booked(add(line.fees, line.taxes), line) ?? ZERO
  return costs === ZERO ? ZERO : multiplyDivide(costs, quantity, absolute(line.quantity))
}

type Sums = ReturnType<typeof costAndProceeds>['cost']

/** What was opened first, at the rate of the closing, against what it was at its own rate. */
export function currencyEffect({ lot }: Disposal, cost: Sums, proceeds: Sums): Decimal {
  const long = lot.quantity > ZERO
  const [opened, closed] = long ? [cost, proceeds] : [proceeds, cost]
  if (closed.local === ZERO) return ZERO
  const atClosingRate = closed.local === closed.report ? opened.local : multiplyDivide(opened.local, closed.report, closed.local)
  return long ? subtract(atClosingRate, opened.report) : subtract(opened.report, atClosingRate)
}

function sumGains(rows: readonly Gain[]): GainSum {
  const total = (pick: (row: Gain) => Decimal | null) => sum(rows.map((row) => pick(row) ?? ZERO))
  return {
    cost: total((row) => row.cost),
    proceeds: total((row) => row.proceeds),
    fees: total((row) => row.fees),
    gain: total((row) => row.gain),
    priceGain: total((row) => row.priceGain),
    currencyGain: total((row) => row.currencyGain),
  }
}

function grouped<K>(rows: readonly Gain[], keyOf: (row: Gain) => K): Map<K, GainSum> {
  const groups = new Map<K, Gain[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return new Map([...groups].map(([key, members]) => [key, sumGains(members)]))
}
