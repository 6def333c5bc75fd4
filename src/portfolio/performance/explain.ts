import type { Lot } from '../../lots/lot.ts'
import { costAndProceeds } from '../../lots/trade.ts'
import { addDays } from '../../shared/date.ts'
import { type Decimal, subtract, sum, ZERO } from '../../shared/decimal.ts'
import { convertedTerm, type Explainer, type Explanation, figureTerm, minus, type Term, valueTerm } from '../explain/explainer.ts'
import { feeTerms, flowTerms, incomeTerms, taxTerms } from '../explain/lines.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { areAssetCostsKnown, currencyEffect } from '../returns/currency-effect.ts'
import type { Performance } from '../returns/performance.ts'
import type { Balances } from '../valuation/balances.ts'
import { type Evidence, evidenceOf } from './evidence.ts'

/** How the figures of a range came about. */
export function explainPerformance(explainer: Explainer, found: Performance, request: ReportRequest): Explanation[] {
  const evidence = evidenceOf(explainer.inputs, request)
  const { before, after, bookings } = evidence
  const start = addDays(request.from, -1)
  const lines = bookings.map((booking) => booking.line)
  const income = lines.filter((line) => line.type === 'DIVIDEND' || line.type === 'INTEREST')
  return [
    {
      figure: 'start_value',
      formula: 'sum of what was held at the end of the day before',
      terms: balanceTerms(explainer, before, request, start),
    },
    {
      figure: 'end_value',
      formula: 'sum of what was held at the end of the last day',
      terms: balanceTerms(explainer, after, request, request.to),
    },
    {
      figure: 'net_flows',
      formula: 'sum of what came in and went out',
      terms: bookings.flatMap((booking) => flowTerms(explainer, booking, request.scope)),
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
    ...priceFigures(explainer, evidence, request),
    ...RATIOS.map(([figure, formula]) => ({ figure, formula, terms: [] })),
  ]
}

const RATIOS = [
  [
    'twr',
    'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then',
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
export function balanceTerms(explainer: Explainer, { assets, cash }: Balances, request: ReportRequest, day: string): Term[] {
  const held = [...assets].map(([id, quantity]) => valueTerm(explainer, explainer.inputs.assetOf(id).symbol, id, quantity, day))
  if (request.scope === 'assets') return held
  return [
    ...held,
    ...[...cash].map(([currency, amount]) => convertedTerm(explainer.inputs, `cash ${currency}`, amount, currency, day)),
  ]
}

function priceFigures(explainer: Explainer, evidence: Evidence, request: ReportRequest): Explanation[] {
  const [realised, unrealised, currency]: [Term[], Term[], Term[]] = [[], [], []]
  for (const disposal of evidence.matched.disposals) {
    const { cost, proceeds } = costAndProceeds(disposal)
    const effect = currencyEffect(explainer.inputs, disposal) ?? ZERO
    const rest = { date: disposal.date, transactionId: disposal.transactionId, assetId: disposal.lot.assetId }
    realised.push(
      figureTerm('proceeds before costs', proceeds.inReport, rest),
      minus(figureTerm(disposal.lot.transactionId === 0 ? 'value at the start' : 'cost before costs', cost.inReport, rest)),
    )
    if (effect === ZERO) continue
    realised.push(minus(figureTerm('currency effect', effect, rest)))
    currency.push(figureTerm('currency effect of what was sold', effect, rest))
  }
  for (const [key, lots] of evidence.matched.open)
    openEffects(explainer, evidence, request, Number(key), lots, { unrealised, currency })
  return [
    { figure: 'gain.realised', formula: 'sum of proceeds - cost - currency effect of what was sold', terms: realised },
    { figure: 'gain.unrealised', formula: 'sum of value at the end - cost at the rate of the end', terms: unrealised },
    {
      figure: 'gain.currency',
      formula: 'sum of currency effects of what was sold, of what is held, and of cash',
      terms: [...currency, ...cashEffects(explainer, evidence, request)],
    },
  ]
}

function openEffects(
  explainer: Explainer,
  evidence: Evidence,
  request: ReportRequest,
  assetId: number,
  lots: readonly Lot[],
  into: { unrealised: Term[]; currency: Term[] },
): void {
  if (lots.length === 0) return
  const { inputs } = explainer
  const total = (pick: (lot: Lot) => Decimal) => sum(lots.map(pick))
  const cost = figureTerm(
    'value at the start, or cost',
    total((lot) => lot.cost.inReport),
    { assetId },
  )
  const quantity = evidence.after.assets.get(assetId)
  const value = evidence.closing.assets.get(assetId) ?? null
  const atEnd = convertedTerm(
    inputs,
    'the same at the rate of the end',
    total((lot) => lot.cost.inAsset),
    inputs.assetCurrencyOf(assetId),
    request.to,
    inputs.exchange.convertAt,
  )
  const isCurrencyEffectKnown = areAssetCostsKnown(inputs, lots, request.to)
  const basis = value === null || atEnd.amount === null || !isCurrencyEffectKnown ? cost : { ...atEnd, assetId }
  if (quantity !== undefined && value !== null) into.unrealised.push(valueTerm(explainer, 'value', assetId, quantity, request.to))
  into.unrealised.push(minus(basis))
  if (subtract(basis.amount ?? ZERO, cost.amount ?? ZERO) !== ZERO) into.currency.push(basis, minus(cost))
}

/** What cash is worth at the end, less what it was worth at the start and what the transactions explain. */
function cashEffects({ inputs }: Explainer, { before, after, bookings }: Evidence, request: ReportRequest): Term[] {
  if (request.scope === 'assets') return []
  const balances = (cash: Balances['cash'], day: string, label: string) =>
    [...cash].map(([currency, amount]) => convertedTerm(inputs, `${label} ${currency}`, amount, currency, day))
  return [
    ...balances(after.cash, request.to, 'cash at the end'),
    ...balances(before.cash, addDays(request.from, -1), 'cash at the start').map(minus),
    ...bookings
      .filter((booking) => booking.cash !== ZERO)
      .map(({ line, cash }) => minus(figureTerm('cash of a transaction', cash, { date: line.date, transactionId: line.id }))),
  ]
}
