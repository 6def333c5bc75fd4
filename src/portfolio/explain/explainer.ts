import type { Lot } from '../../lots/lot.ts'
import { type Decimal, negate, ZERO } from '../../shared/decimal.ts'
import { changesLots, costChangeOf } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { type ReportInputs, worthAt } from '../valuation/inputs.ts'
import { createTermCounter } from './bounds.ts'
import { bookedRate, type ExplainedRate, marketRate } from './rates.ts'

/** Which figures of a report are explained: none, all, or those of its totals alone. */
export type ExplainedFigures = boolean | 'totals'

/** What a report needs to explain itself. */
export type Explainer = {
  readonly inputs: ReportInputs
  /** Only the totals are explained, which name rows: no transactions, prices or rates. */
  readonly isOfTotals: boolean
  /** Counts terms and what they name; throws `portfolio/explain-too-long` when they are too many. */
  readonly count: (explanations: readonly Explanation[]) => void
  /** Who gave the close of a day; `null` when nobody knows. */
  readonly providerOf: (assetId: number, date: string) => string | null
  readonly lineOf: (id: number) => Line | undefined
  /** Exchanges and changes of cost of an asset from one day to another, and splits after the first: after them a lot has other units or another cost. */
  readonly eventsOf: (assetId: number, after: string, until: string) => readonly Line[]
}

export type ExplainedPrice = {
  readonly assetId: number
  readonly date: string
  readonly close: Decimal
  readonly currency: string
  readonly source: 'close' | 'trade'
  readonly provider: string | null
  readonly priceQuantity: Decimal
}

/**
 * A part of a figure in the report's currency. It can be checked by hand: amount = `amountIn` x rate x quantity / ofQuantity x share, or quantity x
 * close / priceQuantity x rate x share; what is not there counts as 1. Terms with neither repeat another figure.
 */
export type Term = {
  readonly label: string
  /** `null` without price or rate; then it is left out of the figure. */
  readonly amount: Decimal | null
  readonly date?: string
  readonly transactionId?: number
  readonly lotId?: number
  readonly assetId?: number
  readonly brokerId?: number
  readonly acquiredOn?: string
  readonly quantity?: Decimal
  readonly ofQuantity?: Decimal
  readonly share?: Decimal
  readonly amountIn?: Decimal
  readonly currency?: string
  readonly price?: ExplainedPrice
  readonly rate?: ExplainedRate
  /** Transactions that changed the lot, or that made the pool, besides the one that opened it. */
  readonly events?: readonly number[]
}

/** How one figure came about: the amounts of its terms add up to it exactly. Quotients have a formula and no terms. */
export type Explanation = { readonly figure: string; readonly formula: string; readonly terms: readonly Term[] }

/** Explains the totals of a report by its rows, however many transactions it covers. */
export function createTotalsExplainer(inputs: ReportInputs): Explainer {
  return {
    inputs,
    isOfTotals: true,
    count: createTermCounter(0),
    providerOf: () => null,
    lineOf: () => undefined,
    eventsOf: () => [],
  }
}

/** Throws `portfolio/explain-too-long` when the report covers more than 20,000 transactions. */
export function createExplainer(inputs: ReportInputs, providerOf: Explainer['providerOf']): Explainer {
  const count = createTermCounter(inputs.lotLines.length)
  const lines = new Map(inputs.lotLines.map((line) => [line.id, line]))
  const events = Map.groupBy(
    inputs.lotLines.filter((line) => line.type === 'SPLIT' || line.type === 'EXCHANGE' || costChangeOf(line) !== null),
    (line) => line.assetId,
  )
  return {
    inputs,
    isOfTotals: false,
    providerOf,
    count,
    lineOf: (id) => lines.get(id),
    eventsOf: (assetId, after, until) =>
      (events.get(assetId) ?? []).filter(
        ({ date, type }) => (date > after || (date === after && type !== 'SPLIT')) && date <= until,
      ),
  }
}

/** A term of another figure of the same row. */
export function figureTerm(label: string, amount: Decimal | null, rest: Partial<Term> = {}): Term {
  return { ...rest, label, amount }
}

export function minus(term: Term): Term {
  return {
    ...term,
    amount: term.amount === null ? null : negate(term.amount),
    ...(term.amountIn === undefined ? {} : { amountIn: negate(term.amountIn) }),
    ...(term.price === undefined || term.quantity === undefined ? {} : { quantity: negate(term.quantity) }),
  }
}

/** An amount in a currency at the rate of a day. */
export function convertedTerm(
  inputs: ReportInputs,
  label: string,
  amountIn: Decimal,
  currency: string,
  day: string,
  convert = inputs.exchange.convert,
): Term {
  const rate = marketRate(inputs, currency, day)
  const amount = convert(amountIn, currency, day)
  return { label, amount, amountIn, currency, ...(rate === null ? {} : { rate }) }
}

/** An amount of a ledger line, at the rate that the broker booked where there is one. */
export function bookedTerm(inputs: ReportInputs, label: string, amountIn: Decimal, line: Line): Term {
  const currency = line.currency ?? inputs.currency
  const amount = inputs.exchange.atBookedRate(amountIn, line)
  const rate = bookedRate(inputs, line) ?? marketRate(inputs, currency, line.date)
  return { label, amount, date: line.date, transactionId: line.id, amountIn, currency, ...(rate === null ? {} : { rate }) }
}

/** Units at the price of a day. */
export function valueTerm(
  { inputs, providerOf }: Explainer,
  label: string,
  assetId: number,
  quantity: Decimal,
  day: string,
): Term {
  const quote = inputs.prices.on(assetId, day)
  if (quote === null) return { label, amount: null, assetId, quantity }
  const rate = marketRate(inputs, quote.currency, day)
  return {
    label,
    amount: worthAt(inputs, assetId, quantity, quote, day),
    assetId,
    quantity,
    price: {
      assetId,
      date: quote.date,
      close: quote.price,
      currency: quote.currency,
      source: quote.source,
      provider: quote.source === 'close' ? providerOf(assetId, quote.date) : null,
      priceQuantity: inputs.priceQuantityOf(assetId),
    },
    ...(rate === null ? {} : { rate }),
  }
}

/** What a line that moved units was worth at the market, with the sign of its quantity. */
export function inKindTerms(explainer: Explainer, line: Line): Term[] {
  if (line.assetId === null || line.quantity === ZERO) return []
  return [
    {
      ...valueTerm(explainer, 'units at the market value of the day', line.assetId, line.quantity, line.date),
      transactionId: line.id,
      date: line.date,
    },
  ]
}

/** What was paid for a lot (or, sold short, brought by it), and by which transaction. */
export function lotTerm(explainer: Explainer, lot: Lot, until: string): Term {
  const base = {
    label: lot.joined ? 'pool' : 'lot',
    amount: lot.known ? lot.cost.inReport : null,
    assetId: lot.assetId,
    quantity: lot.quantity,
  }
  const line = explainer.lineOf(lot.transactionId)
  const [after, last] = [lot.acquiredOn, until].sort()
  if (lot.joined || line === undefined) return { ...base, events: membersOf(explainer, lot, last ?? until) }
  const opened = { ...base, lotId: lot.transactionId, transactionId: lot.transactionId, acquiredOn: lot.acquiredOn }
  const events = explainer.eventsOf(line.assetId ?? lot.assetId, after ?? '', last ?? '')
  if (events.length > 0 || line.assetId !== lot.assetId) return { ...opened, events: bookedIds(events) }
  return { ...opened, ...ownWorth(explainer, line), ofQuantity: line.quantity }
}

/** A part of what a closing transaction brought (negative) or cost; `size` = the units of it, without sign. */
export function closingTerm(explainer: Explainer, line: Line, size: Decimal, amount: Decimal | null): Term {
  if (line.quantity === ZERO) return { label: 'change of cost that no lot took', amount, date: line.date, transactionId: line.id }
  return {
    label: 'closing transaction',
    amount,
    date: line.date,
    transactionId: line.id,
    ...ownWorth(explainer, line),
    quantity: line.quantity < ZERO ? negate(size) : size,
    ofQuantity: line.quantity,
  }
}

/** Of a trade its net amount, else the stated cost; what has neither counts at the market. */
function ownWorth(explainer: Explainer, line: Line): Partial<Term> {
  const traded = line.type === 'BUY' || line.type === 'SELL'
  if (!traded && line.costBasis === null) {
    const [term] = line.type === 'FEE' || line.type === 'TAX' ? inKindTerms(explainer, line) : []
    return term?.price === undefined ? {} : { price: term.price, ...(term.rate === undefined ? {} : { rate: term.rate }) }
  }
  const { amountIn, currency, rate } = bookedTerm(
    explainer.inputs,
    '',
    traded ? negate(line.amount) : (line.costBasis ?? ZERO),
    line,
  )
  return {
    ...(amountIn === undefined ? {} : { amountIn }),
    ...(currency === undefined ? {} : { currency }),
    ...(rate === undefined ? {} : { rate }),
  }
}

function membersOf({ inputs }: Explainer, lot: Lot, until: string): number[] {
  return bookedIds(inputs.lotLines.filter((line) => line.assetId === lot.assetId && changesLots(line) && line.date <= until))
}

/** A split that is not booked has no transaction; a warning says it. */
function bookedIds(lines: readonly Line[]): number[] {
  return lines.flatMap((line) => (line.isUnbooked === true ? [] : [line.id]))
}

/** One term a row, for a total. */
export function totalOfRows<R>(figure: string, rows: readonly R[], termOf: (row: R) => Term): Explanation {
  return { figure, formula: 'sum of the rows', terms: rows.map(termOf) }
}
