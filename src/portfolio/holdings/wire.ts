import { type Decimal, divide, formatDecimal, sum, ZERO } from '../../shared/decimal.ts'
import type { Explainer } from '../explain/explainer.ts'
import { explainField, explainRow } from '../explain/wire.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { echo, text } from '../wire.ts'
import { explainCash, explainHolding, explainHoldingTotals } from './explain.ts'
import { type Holding, type Holdings, holdingsOf } from './report.ts'

const COLUMNS = [
  ...[
    'asset_id',
    'symbol',
    'name',
    'type',
    'currency',
    'quantity',
    'price',
    'price_date',
    'price_source',
    'market_value',
    'weight',
  ],
  ...['cost_basis', 'average_cost', 'unrealised_gain', 'unrealised_price_gain', 'unrealised_currency_gain', 'realised_gain'],
  ...['income', 'costs', 'total_gain'],
]

/** The holdings as they leave. */
export function holdingsAnswer(
  inputs: ReportInputs,
  request: ReportRequest,
  withLots: boolean,
  explainer: Explainer | null = null,
): Answer {
  const found = holdingsOf(inputs, request)
  const holdings = found.holdings.map((holding) => ({
    ...holdingToWire(inputs, holding),
    lots: withLots ? holding.lots.map(lotToWire) : null,
    ...explainRow(explainer, (explainer) => explainHolding(explainer, found, holding, request.to)),
  }))
  const cash = found.cash.map((one) => ({
    currency: one.currency,
    amount: formatDecimal(one.amount),
    value: text(one.value),
    ...explainRow(explainer, (explainer) => explainCash(explainer, one, request.to)),
  }))
  const head = echo(inputs, request, { split: true, cash: true })
  const totals = {
    ...totalsToWire(found),
    complete: head.complete,
    ...explainField(explainer, (explainer) => explainHoldingTotals(explainer, found)),
  }
  return {
    body: { as_of: request.to, ...head, scope: request.scope, holdings, cash, totals },
    table: () => ({ columns: COLUMNS, rows: holdings, texts: ['symbol', 'name'] }),
  }
}

function holdingToWire(inputs: ReportInputs, holding: Holding) {
  const { symbol, name, type, currency } = inputs.assetOf(holding.assetId)
  return {
    asset_id: holding.assetId,
    symbol,
    name,
    type,
    currency: holding.quote?.currency ?? currency,
    quantity: formatDecimal(holding.quantity),
    price: holding.quote === null ? null : formatDecimal(holding.quote.price),
    price_date: holding.quote?.date ?? null,
    price_source: holding.quote?.source ?? null,
    market_value: text(holding.marketValue),
    weight: holding.weight,
    cost_basis: text(holding.cost),
    average_cost: text(holding.averageCost),
    unrealised_gain: text(holding.unrealised),
    unrealised_price_gain: text(holding.unrealisedPrice),
    unrealised_currency_gain: text(holding.unrealisedCurrency),
    realised_gain: formatDecimal(holding.realised),
    income: formatDecimal(holding.income),
    costs: formatDecimal(holding.costs),
    total_gain: text(holding.total),
  }
}

function lotToWire(lot: Holding['lots'][number]) {
  return {
    transaction_id: lot.transactionId,
    lot_id: lot.joined ? null : lot.transactionId,
    acquired_on: lot.mixed ? null : lot.acquiredOn,
    quantity: formatDecimal(lot.quantity),
    cost: lot.known ? formatDecimal(lot.cost.inReport) : null,
    unit_cost: lot.known && lot.quantity !== ZERO ? formatDecimal(divide(lot.cost.inReport, lot.quantity)) : null,
  }
}

function totalsToWire({ holdings, cash, totalValue }: Holdings) {
  const total = (pick: (holding: Holding) => Decimal | null) =>
    formatDecimal(sum(holdings.map((holding) => pick(holding) ?? ZERO)))
  return {
    cash: formatDecimal(sum(cash.map((one) => one.value ?? ZERO))),
    market_value: total((holding) => holding.marketValue),
    total_value: formatDecimal(totalValue),
    cost_basis: total((holding) => holding.cost),
    unrealised_gain: total((holding) => holding.unrealised),
    unrealised_price_gain: total((holding) => holding.unrealisedPrice),
    unrealised_currency_gain: total((holding) => holding.unrealisedCurrency),
    realised_gain: total((holding) => holding.realised),
    income: total((holding) => holding.income),
    costs: total((holding) => holding.costs),
    total_gain: total((holding) => holding.total),
  }
}
