import { formatDecimal } from '../../shared/decimal.ts'
import { invalid } from '../../shared/errors.ts'
import type { Explainer } from '../explain/explainer.ts'
import { explainField } from '../explain/wire.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { evidenceOf } from '../performance/evidence.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { echoRange, text } from '../wire.ts'
import { explainPoint, MOST_EXPLAINED_POINTS } from './explain.ts'
import type { HeldThen } from './holding.ts'
import { historyOf, type Interval, pointsOf } from './report.ts'

/** The history as it leaves. */
export function historyAnswer(
  inputs: ReportInputs,
  request: ReportRequest,
  interval: Interval,
  explainer: Explainer | null = null,
): Answer {
  const count = explainer === null ? 0 : pointsOf(inputs, request, interval).length
  if (count > MOST_EXPLAINED_POINTS) throw tooManyPoints(count)
  const found = historyOf(inputs, request, interval)
  const evidence = explainer === null ? null : evidenceOf(inputs, request)
  const points = found.map((point) => ({
    date: point.date,
    value: formatDecimal(point.value),
    cash: formatDecimal(point.cash),
    invested: formatDecimal(point.invested),
    net_flows: formatDecimal(point.netFlows),
    put_in: formatDecimal(point.putIn),
    gain: formatDecimal(point.gain),
    twr: point.twr,
    holding: point.held && holdingToWire(point.held),
    ...explainField(explainer, (explainer) => (evidence ? explainPoint(explainer, evidence, point, request) : [])),
  }))
  return {
    body: { ...echoRange(inputs, request, { cash: true }), scope: request.scope, points },
    table: () => ({ columns: COLUMNS, rows: points.map(({ holding, ...point }) => ({ ...point, ...holding })), texts: [] }),
  }
}

const COLUMNS = [
  ...['date', 'value', 'cash', 'invested', 'net_flows', 'twr', 'put_in', 'gain'],
  ...['quantity', 'price', 'price_date', 'price_source', 'currency'],
]

function holdingToWire({ assetId, quantity, quote }: HeldThen) {
  return {
    asset_id: assetId,
    quantity: formatDecimal(quantity),
    price: text(quote?.price ?? null),
    price_date: quote?.date ?? null,
    price_source: quote?.source ?? null,
    currency: quote?.currency ?? null,
  }
}

function tooManyPoints(count: number) {
  const detail = `With explain a history has at most ${MOST_EXPLAINED_POINTS} points; this one has ${count}. Ask for fewer days, or for interval=weekly or monthly.`
  return invalid('portfolio/explain-too-long', '/query/explain', detail)
}
