import type { Disposal } from '../../lots/entry.ts'
import type { MatchResult } from '../../lots/match.ts'
import { costAndProceeds, isOfLong } from '../../lots/trade.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { absolute, add, type Decimal, multiplyDivide, negate, subtract, ZERO } from '../../shared/decimal.ts'
import { changesLots, costChangeOf } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { currencyEffect } from '../returns/currency-effect.ts'
import { marketValue, type ReportInputs } from '../valuation/inputs.ts'
import { isPaidInUnits, matchLots } from '../valuation/lot-entries.ts'
import { warnOfEffect, warnOfSold } from '../valuation/unknown-cost.ts'

/** One part of a lot that was closed, in the currency of the report. `null` where the cost or a rate is not known. */
export type Gain = {
  readonly transactionId: number
  readonly lotTransactionId: number
  /** `null` for average cost and pools made of several transactions. */
  readonly lotId: number | null
  readonly brokerId: number
  readonly assetId: number
  readonly assetCurrency: string
  /** `null` for average cost and pools made of several days. */
  readonly acquiredOn: string | null
  readonly soldOn: string
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly proceeds: Decimal | null
  readonly fees: Decimal | null
  /** Of `fees`. */
  readonly taxes: Decimal | null
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
  /** Of `fees`. */
  readonly taxes: Decimal
  readonly gain: Decimal
  readonly priceGain: Decimal
  readonly currencyGain: Decimal
}

export type Gains = {
  /** By day; computed again whenever they are gone through, because of a large ledger there are very many. */
  readonly rows: Iterable<Gain>
  readonly total: GainSum
  readonly byYear: ReadonlyMap<string, GainSum>
  readonly byAsset: ReadonlyMap<number, GainSum>
  readonly byCurrency: ReadonlyMap<string, GainSum>
}

/** Every disposal from `from` to `to` at the requested brokers, by day. Lots whose cost is not known count in no total, with a warning. */
export function gainsOf(inputs: ReportInputs, request: ReportRequest): Gains {
  const moved = new Set<number>()
  for (const { assetId, quantity, date } of inputs.lines)
    if (assetId !== null && quantity !== ZERO && date >= request.from && date <= request.to) moved.add(assetId)
  const closed = closedLots(
    inputs,
    matchLots(inputs, request.method, (id) => moved.has(id)),
  ).filter(({ disposal }) => disposal.date >= request.from && disposal.date <= request.to)
  const rows = {
    *[Symbol.iterator]() {
      for (const { disposal, line } of closed) yield gainOf(inputs, disposal, line)
    },
  }
  return { rows, ...summed(inputs, closed) }
}

/** What was closed, and the line that did so. */
export type Closed = { readonly disposal: Disposal; readonly line: Line }

/** What the lines of the requested brokers closed. */
export function closedLots(inputs: ReportInputs, { disposals }: MatchResult): Closed[] {
  const lines = new Map<number, Line>()
  for (const line of inputs.lines) if (changesLots(line)) lines.set(line.id, line)
  return disposals.flatMap((disposal) => {
    const line = lines.get(disposal.transactionId)
    return line === undefined ? [] : [{ disposal, line }]
  })
}

/** The gain of one disposal. The currency effect is the cost in the asset's currency at the rate of the sale, less the cost at the rate of the purchase; `null` without one of them. */
export function gainOf(inputs: ReportInputs, disposal: Disposal, line: Line): Gain {
  const { lot } = disposal
  const short = !isOfLong(disposal)
  return {
    transactionId: disposal.transactionId,
    lotTransactionId: lot.transactionId,
    lotId: lot.joined ? null : lot.transactionId,
    brokerId: line.brokerId,
    assetId: lot.assetId,
    assetCurrency: inputs.assetCurrencyOf(lot.assetId),
    acquiredOn: lot.mixed ? null : lot.acquiredOn,
    soldOn: disposal.date,
    quantity: absolute(lot.quantity),
    ...sumsOf(inputs, disposal, line),
    holdingDays: lot.mixed ? null : Math.abs(dayNumber(disposal.date) - dayNumber(lot.acquiredOn)),
    short,
    rule: disposal.rule,
    disposal,
  }
}

/** The gain of one disposal and nothing else; nothing where it is not known. Warns of the same as `gainOf`. */
export function realisedOf(inputs: ReportInputs, disposal: Disposal, line: Line): Decimal {
  const { lot, closing, known } = disposal
  if (!known) {
    warnOfCost(inputs, disposal, line)
    return ZERO
  }
  if (line.amount === ZERO) costsOfTrade(inputs, line, ZERO)
  return negate(add(closing.inReport, lot.cost.inReport))
}

/** Why a gain is not known: what was opened has no cost, or what closed it has none. */
function warnOfCost(inputs: ReportInputs, { lot, date, closedBy }: Disposal, line: Line): void {
  const paid = paidFor(line)
  const unknown = lot.known ? closedBy : lot
  if (unknown !== null) warnOfSold(inputs, unknown, date)
  else if (isPaidInUnits(line)) marketValue(inputs, lot.assetId, absolute(line.quantity), date)
  else if (paid === null) warnOfSold(inputs, { assetId: lot.assetId, acquiredOn: date, currency: null }, date)
  else inputs.exchange.atBookedRate(paid, line)
}

/** The money that a line says; `null` where units came in and nobody said what they cost. */
function paidFor(line: Line): Decimal | null {
  return line.type === 'BUY' || line.type === 'SELL' ? line.amount : (costChangeOf(line) ?? line.costBasis)
}

function sumsOf(inputs: ReportInputs, disposal: Disposal, line: Line) {
  if (!disposal.known) {
    warnOfCost(inputs, disposal, line)
    return { cost: null, proceeds: null, fees: null, taxes: null, gain: null, priceGain: null, currencyGain: null }
  }
  const { cost, proceeds } = costAndProceeds(disposal)
  const gain = subtract(proceeds.inReport, cost.inReport)
  const currencyGain = currencyEffect(inputs, disposal)
  if (currencyGain === null) warnOfEffect(inputs, inputs.assetCurrencyOf(disposal.lot.assetId), disposal.date)
  const priceGain = currencyGain === null ? null : subtract(gain, currencyGain)
  const quantity = absolute(disposal.lot.quantity)
  const fees = costsOfTrade(inputs, line, quantity)
  const taxes = line.taxes === ZERO ? ZERO : costsOfTrade(inputs, line, quantity, line.taxes)
  return { cost: cost.inReport, proceeds: proceeds.inReport, fees, taxes, gain, priceGain, currencyGain }
}

/** Fees and taxes of a trade, or what else was `booked` with it, for some of its units; those of transfers and the like are no part of a gain. */
function costsOfTrade(inputs: ReportInputs, line: Line, quantity: Decimal, booked = add(line.fees, line.taxes)): Decimal {
  if (line.type !== 'BUY' && line.type !== 'SELL') return ZERO
  const costs = inputs.exchange.atBookedRate(booked, line) ?? ZERO
  return costs === ZERO ? ZERO : multiplyDivide(costs, quantity, absolute(line.quantity))
}

type Cell = { readonly year: string; readonly assetId: number; readonly assetCurrency: string; readonly sum: GainSum }

const NO_GAIN: GainSum = { cost: ZERO, proceeds: ZERO, fees: ZERO, taxes: ZERO, gain: ZERO, priceGain: ZERO, currencyGain: ZERO }

/** Gains added up by year and asset, and these to all sums. */
function summed(inputs: ReportInputs, closed: readonly Closed[]): Omit<Gains, 'rows'> {
  const cells = new Map<string, Cell>()
  for (const { disposal, line } of closed) {
    const { assetId } = disposal.lot
    const year = disposal.date.slice(0, 4)
    const key = `${year} ${assetId}`
    const sum = plus(cells.get(key)?.sum ?? NO_GAIN, sumsOf(inputs, disposal, line))
    cells.set(key, { year, assetId, assetCurrency: inputs.assetCurrencyOf(assetId), sum })
  }
  const all = [...cells.values()]
  return {
    total: all.reduce((total, { sum }) => plus(total, sum), NO_GAIN),
    byYear: grouped(all, (cell) => cell.year),
    byAsset: grouped(all, (cell) => cell.assetId),
    byCurrency: grouped(all, (cell) => cell.assetCurrency),
  }
}

function plus(sum: GainSum, one: { readonly [K in keyof GainSum]: Decimal | null }): GainSum {
  return {
    cost: add(sum.cost, one.cost ?? ZERO),
    proceeds: add(sum.proceeds, one.proceeds ?? ZERO),
    fees: add(sum.fees, one.fees ?? ZERO),
    taxes: add(sum.taxes, one.taxes ?? ZERO),
    gain: add(sum.gain, one.gain ?? ZERO),
    priceGain: add(sum.priceGain, one.priceGain ?? ZERO),
    currencyGain: add(sum.currencyGain, one.currencyGain ?? ZERO),
  }
}

function grouped<K>(cells: readonly Cell[], keyOf: (cell: Cell) => K): Map<K, GainSum> {
  const groups = new Map<K, GainSum>()
  for (const cell of cells) groups.set(keyOf(cell), plus(groups.get(keyOf(cell)) ?? NO_GAIN, cell.sum))
  return groups
}
