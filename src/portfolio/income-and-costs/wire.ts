import { add, type Decimal, formatDecimal, maximum, negate, sum, ZERO } from '../../shared/decimal.ts'
import type { Explainer } from '../explain/explainer.ts'
import { explainedRows, explainField, explainRow } from '../explain/wire.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { echoRange, LABEL_COLUMNS, labelToWire } from '../wire.ts'
import { explainCost, explainFlow, explainForecast, explainPayment, explainSums } from './explain.ts'
import { cashFlowsOf, costsOf, forecastOf, incomeOf, statementScope } from './report.ts'

const LINE = ['transaction_id', 'broker_id', 'asset_id', ...LABEL_COLUMNS, 'type', 'date']

/** Income as it leaves. */
export function incomeAnswer(inputs: ReportInputs, request: ReportRequest, explainer: Explainer | null = null): Answer {
  const found = incomeOf(inputs, request)
  const names = ['gross', 'tax', 'fees', 'net'] as const
  const payments = explainedRows(
    explainer,
    found,
    (one) => ({ ...lineToWire(inputs, one), ...texts(one, names) }),
    explainPayment,
  )
  const forecast = [...forecastOf(inputs, request)].map(([month, expected]) => ({
    month,
    gross: formatDecimal(sum(expected.map((one) => one.value))),
    ...explainRow(explainer, (explainer) => explainForecast(explainer, expected, request.to)),
  }))
  const byAsset = grouped(found, (one) => one.line.assetId, names).map(([id, sums]) => ({
    asset_id: id,
    ...labelToWire(inputs, id),
    ...sums,
  }))
  const byTag = grouped(found, tagOf, names).map(([tag, sums]) => ({ tag, ...sums }))
  const months = grouped(found, monthOf, names).map(([month, sums]) => ({ month, ...sums }))
  const years = grouped(found, yearOf, names).map(([year, sums]) => ({ year, ...sums }))
  const head = echoRange(inputs, request)
  const sums = { ...totals(found, names), complete: head.complete, ...explainField(explainer, () => explainSums(found, names)) }
  const body = { payments, months, years, by_asset: byAsset, by_tag: byTag, totals: sums, forecast }
  return {
    body: { ...head, ...body },
    table: () => ({ columns: [...LINE, ...names], rows: payments, texts: LABEL_COLUMNS }),
  }
}

/** Flows as they leave. */
export function cashFlowsAnswer(inputs: ReportInputs, request: ReportRequest, explainer: Explainer | null = null): Answer {
  const names = ['in', 'out', 'net'] as const
  const found = cashFlowsOf(inputs, request).map((booking) => ({
    line: booking.line,
    booking,
    in: maximum(booking.flow, ZERO),
    out: maximum(negate(booking.flow), ZERO),
    net: booking.flow,
  }))
  const flowToWire = ({ line, net }: (typeof found)[number]) => ({
    ...lineToWire(inputs, { line }),
    currency: line.currency,
    amount: formatDecimal(line.amount),
    value: formatDecimal(net),
  })
  const flows = explainedRows(explainer, found, flowToWire, (explainer, { booking }) =>
    explainFlow(explainer, booking, statementScope(request)),
  )
  const months = grouped(found, monthOf, names).map(([month, sums]) => ({ month, ...sums }))
  const years = grouped(found, yearOf, names).map(([year, sums]) => ({ year, ...sums }))
  const head = echoRange(inputs, request)
  const sums = { ...totals(found, names), complete: head.complete, ...explainField(explainer, () => explainSums(found, names)) }
  return {
    body: { ...head, flows, months, years, totals: sums },
    table: () => ({ columns: [...LINE, 'currency', 'amount', 'value'], rows: flows, texts: LABEL_COLUMNS }),
  }
}

/** Costs as they leave. */
export function costsAnswer(inputs: ReportInputs, request: ReportRequest, explainer: Explainer | null = null): Answer {
  const names = ['fees', 'taxes', 'total'] as const
  const found = costsOf(inputs, request)
  const costs = explainedRows(explainer, found, (one) => ({ ...lineToWire(inputs, one), ...texts(one, names) }), explainCost)
  const head = echoRange(inputs, request)
  const sums = { ...totals(found, names), complete: head.complete, ...explainField(explainer, () => explainSums(found, names)) }
  const months = grouped(found, monthOf, names).map(([month, sums]) => ({ month, ...sums }))
  const years = grouped(found, yearOf, names).map(([year, sums]) => ({ year, ...sums }))
  const byBroker = grouped(found, (one) => one.line.brokerId, names).map(([id, sums]) => ({ broker_id: id, ...sums }))
  const byTag = grouped(found, tagOf, names).map(([tag, sums]) => ({ tag, ...sums }))
  return {
    body: { ...head, costs, months, years, by_broker: byBroker, by_tag: byTag, totals: sums },
    table: () => ({ columns: [...LINE, ...names], rows: costs, texts: LABEL_COLUMNS }),
  }
}

function lineToWire(inputs: ReportInputs, { line }: { readonly line: Line }) {
  return {
    transaction_id: line.id,
    broker_id: line.brokerId,
    asset_id: line.assetId,
    ...labelToWire(inputs, line.assetId),
    type: line.type,
    date: line.date,
  }
}

function monthOf({ line }: { readonly line: Line }): string {
  return line.date.slice(0, 7)
}

function yearOf({ line }: { readonly line: Line }): string {
  return line.date.slice(0, 4)
}

function tagOf({ line }: { readonly line: Line }): string | null {
  return line.tag ?? null
}

function texts<N extends string>(row: Readonly<Record<N, Decimal>>, names: readonly N[]) {
  return Object.fromEntries(names.map((name) => [name, formatDecimal(row[name])])) as Record<N, string>
}

function totals<N extends string>(rows: readonly Readonly<Record<N, Decimal>>[], names: readonly N[]) {
  return Object.fromEntries(names.map((name) => [name, formatDecimal(sum(rows.map((row) => row[name])))])) as Record<N, string>
}

function grouped<R extends Readonly<Record<N, Decimal>>, N extends string, K>(
  rows: readonly R[],
  keyOf: (row: R) => K,
  names: readonly N[],
) {
  const groups = new Map<K, Record<N, Decimal>>()
  for (const row of rows) {
    const known = groups.get(keyOf(row))
    groups.set(
      keyOf(row),
      Object.fromEntries(names.map((name) => [name, add(known?.[name] ?? ZERO, row[name])])) as Record<N, Decimal>,
    )
  }
  return [...groups].map(([key, sums]) => [key, texts(sums, names)] as const)
}
