import type { Lot } from '../../lots/lot.ts'
import { costAndProceeds } from '../../lots/trade.ts'
import { addDays } from '../../shared/date.ts'
import { type Decimal, subtract, sum, ZERO } from '../../shared/decimal.ts'
import { convertedTerm, type Explainer, type Explanation, figureTerm, minus, type Term, valueTerm } from '../explain/explainer.ts'
import { feeTerms, flowTerms, incomeTerms, taxTerms } from '../explain/lines.ts'
import type { Asked } from '../ledger/request.ts'
import { areCostsTold, currencyEffect } from '../returns/currency-effect.ts'
import type { Performance } from '../returns/performance.ts'
import type { Standing } from '../valuation/balances.ts'
import { type Evidence, evidenceOf } from './evidence.ts'

/** How the figures of a range came about. */
export function explainPerformance(explainer: Explainer, found: Performance, asked: Asked): Explanation[] {
  const evidence = evidenceOf(explainer.book, asked)
  const { before, after, bookings } = evidence
  const start = addDays(asked.from, -1)
  const lines = bookings.map((booking) => booking.line)
  const income = lines.filter((line) => line.type === 'DIVIDEND' || line.type === 'INTEREST')
  return [
    {
      figure: 'start_value',
      formula: 'sum of what was held at the end of the day before',
      terms: standingTerms(explainer, before, asked, start),
    },
    {
      figure: 'end_value',
      formula: 'sum of what was held at the end of the last day',
      terms: standingTerms(explainer, after, asked, asked.to),
    },
    {
      figure: 'net_flows',
      formula: 'sum of what came in and went out',
      terms: bookings.flatMap((booking) => flowTerms(explainer, booking, asked.scope)),
    },
    {
      figure: 'gain.total',
      formula: 'end_value - start_value - net_flows',
      terms: [
        figureTerm('end_value', found.endValue),
        minus(figureTerm('start_value', found.startValue)),
        minus(figureTerm('net_flows', found.netFlows)),
      ],
    },
    {
      figure: 'gain.income',
      formula: 'sum of dividends and interest, gross',
      terms: income.flatMap((line) => incomeTerms(explainer, line)),
    },
    { figure: 'gain.fees', formula: 'less all fees', terms: lines.flatMap((line) => feeTerms(explainer, line)).map(minus) },
    { figure: 'gain.taxes', formula: 'less all taxes', terms: lines.flatMap((line) => taxTerms(explainer, line)).map(minus) },
    ...priceFigures(explainer, evidence, asked),
    ...RATIOS.map(([figure, formula]) => ({ figure, formula, terms: [] })),
  ]
}

const RATIOS = [
  [
    'twr',
    'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history',
  ],
  ['twr_annualised', '(1 + twr) ^ (365 / days) - 1'],
  [
    'mwr',
    'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value',
  ],
  ['simple', 'gain.total / (start_value + net_flows)'],
  ['volatility', 'sample standard deviation of the daily returns x root of 252'],
  ['sharpe', 'mean / standard deviation of the daily returns x root of 252'],
  ['sortino', 'mean / root mean square of the losses x root of 252'],
  ['max_drawdown', '1 - lowest / highest of the linked daily returns before it'],
] as const

/** What was held at the end of a day, and what it was worth. */
export function standingTerms(explainer: Explainer, { assets, cash }: Standing, asked: Asked, day: string): Term[] {
  const held = [...assets].map(([id, quantity]) => valueTerm(explainer, explainer.book.assetOf(id).symbol, id, quantity, day))
  if (asked.scope === 'assets') return held
  return [
    ...held,
    ...[...cash].map(([currency, amount]) => convertedTerm(explainer.book, `cash ${currency}`, amount, currency, day)),
  ]
}

function priceFigures(explainer: Explainer, evidence: Evidence, asked: Asked): Explanation[] {
  const [realised, unrealised, currency]: [Term[], Term[], Term[]] = [[], [], []]
  for (const disposal of evidence.matched.disposals) {
    const { cost, proceeds } = costAndProceeds(disposal)
    const effect = currencyEffect(explainer.book, disposal) ?? ZERO
    const rest = { date: disposal.date, transactionId: disposal.transactionId, assetId: disposal.lot.assetId }
    realised.push(
      figureTerm('proceeds before costs', proceeds.report, rest),
      minus(figureTerm(disposal.lot.transactionId === 0 ? 'value at the start' : 'cost before costs', cost.report, rest)),
    )
    if (effect === ZERO) continue
    realised.push(minus(figureTerm('currency effect', effect, rest)))
    currency.push(figureTerm('currency effect of what was sold', effect, rest))
  }
  for (const [key, lots] of evidence.matched.open)
    openEffects(explainer, evidence, asked, Number(key), lots, { unrealised, currency })
  return [
    { figure: 'gain.realised', formula: 'sum of proceeds - cost - currency effect of what was sold', terms: realised },
    { figure: 'gain.unrealised', formula: 'sum of value at the end - cost at the rate of the end', terms: unrealised },
    {
      figure: 'gain.currency',
      formula: 'sum of currency effects of what was sold, of what is held, and of cash',
      terms: [...currency, ...cashEffects(explainer, evidence, asked)],
    },
  ]
}

function openEffects(
  explainer: Explainer,
  evidence: Evidence,
  asked: Asked,
  assetId: number,
  lots: readonly Lot[],
  into: { unrealised: Term[]; currency: Term[] },
): void {
  if (lots.length === 0) return
  const { book } = explainer
  const total = (pick: (lot: Lot) => Decimal) => sum(lots.map(pick))
  const cost = figureTerm(
    'value at the start, or cost',
    total((lot) => lot.cost.report),
    { assetId },
  )
  const quantity = evidence.after.assets.get(assetId)
  const value = evidence.closing.assets.get(assetId) ?? null
  const atEnd = convertedTerm(
    book,
    'the same at the rate of the end',
    total((lot) => lot.cost.local),
    book.assetCurrencyOf(assetId),
    asked.to,
    book.exchange.again,
  )
  const isTold = areCostsTold(book, lots, asked.to)
  const basis = value === null || atEnd.amount === null || !isTold ? cost : { ...atEnd, assetId }
  if (quantity !== undefined && value !== null) into.unrealised.push(valueTerm(explainer, 'value', assetId, quantity, asked.to))
  into.unrealised.push(minus(basis))
  if (subtract(basis.amount ?? ZERO, cost.amount ?? ZERO) !== ZERO) into.currency.push(basis, minus(cost))
}

/** What cash is worth at the end, less what it was worth at the start and what the transactions explain. */
function cashEffects({ book }: Explainer, { before, after, bookings }: Evidence, asked: Asked): Term[] {
  if (asked.scope === 'assets') return []
  const balances = (cash: Standing['cash'], day: string, label: string) =>
    [...cash].map(([currency, amount]) => convertedTerm(book, `${label} ${currency}`, amount, currency, day))
  return [
    ...balances(after.cash, asked.to, 'cash at the end'),
    ...balances(before.cash, addDays(asked.from, -1), 'cash at the start').map(minus),
    ...bookings
      .filter((booking) => booking.cash !== ZERO)
      .map(({ line, cash }) => minus(figureTerm('cash of a transaction', cash, { date: line.date, transactionId: line.id }))),
  ]
}
