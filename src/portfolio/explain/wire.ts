import type { Ctx } from '../../context.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import { lazyRows } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { text } from '../wire.ts'
import { listSingleSources, listSources } from './explain.repository.ts'
import {
  createExplainer,
  createTotalsExplainer,
  type ExplainedFigures,
  type ExplainedPrice,
  type Explainer,
  type Explanation,
  type Term,
} from './explainer.ts'
import type { ExplainedRate } from './rates.ts'

/** An explainer of a report, or `null` when nobody requested it. */
export async function explainerFor(
  ctx: Pick<Ctx, 'reader'>,
  inputs: ReportInputs,
  wanted: ExplainedFigures,
): Promise<Explainer | null> {
  if (wanted === 'totals') return createTotalsExplainer(inputs)
  return wanted ? createExplainer(inputs, await loadSources(ctx, inputs)) : null
}

/** Who gave the close of an asset on a day; `null` where a close counts again because of a split. */
async function loadSources(ctx: Pick<Ctx, 'reader'>, inputs: ReportInputs): Promise<Explainer['providerOf']> {
  const single = await listSingleSources(ctx.reader, inputs.assetIds)
  const others = inputs.assetIds.filter((id) => !single.has(id) || hasSplits(inputs, id))
  const byDay = new Map(await Promise.all(others.map(async (id) => [id, await listSources(ctx.reader, id)] as const)))
  return (assetId, date) => {
    const days = byDay.get(assetId)
    return (days === undefined ? single.get(assetId) : days.get(date)) ?? null
  }
}

function hasSplits({ prices: quotes }: ReportInputs, assetId: number): boolean {
  return quotes.splitsOf(assetId, 'trade').length > 0 || (quotes.closesOf(assetId).splits ?? []).length > 0
}

/** The field `explain` of a row; null where nobody requested it, or of the totals alone. */
export function explainRow(explainer: Explainer | null, make: (explainer: Explainer) => readonly Explanation[]) {
  return explainField(explainer?.isOfTotals ? null : explainer, make)
}

/** The field `explain` of totals, or of a report without rows; null where nobody requested it. */
export function explainField(explainer: Explainer | null, make: (explainer: Explainer) => readonly Explanation[]) {
  if (explainer === null) return { explain: null }
  const explanations = make(explainer)
  explainer.count(explanations)
  return { explain: explanations.map(explanationToWire) }
}

/** A row of each of these with its field `explain`: made when it is gone through, or at once where it is explained, which counts. */
export function explainedRows<T>(
  explainer: Explainer | null,
  from: Iterable<T>,
  make: (one: T) => Readonly<Record<string, unknown>>,
  explain: (explainer: Explainer, one: T) => readonly Explanation[],
) {
  if (explainer === null || explainer.isOfTotals) return lazyRows(from, (one) => ({ ...make(one), explain: null }))
  return Array.from(from, (one) => ({ ...make(one), ...explainField(explainer, (explainer) => explain(explainer, one)) }))
}

function explanationToWire({ figure, formula, terms }: Explanation) {
  return { figure, formula, terms: terms.map(termToWire) }
}

function termToWire(term: Term) {
  const { price, rate } = term
  return {
    label: term.label,
    amount: text(term.amount),
    date: term.date ?? null,
    transaction_id: term.transactionId ?? null,
    lot_id: term.lotId ?? null,
    asset_id: term.assetId ?? null,
    broker_id: term.brokerId ?? null,
    acquired_on: term.acquiredOn ?? null,
    quantity: text(term.quantity ?? null),
    of_quantity: text(term.ofQuantity ?? null),
    share: text(term.share ?? null),
    amount_in: text(term.amountIn ?? null),
    currency: term.currency ?? null,
    price: price ? priceToWire(price) : null,
    rate: rate ? rateToWire(rate) : null,
    events: term.events ?? null,
  }
}

function priceToWire(price: ExplainedPrice) {
  const { assetId, date, close, currency, source, provider, priceQuantity } = price
  return {
    asset_id: assetId,
    date,
    close: formatDecimal(close),
    currency,
    source,
    provider,
    price_quantity: formatDecimal(priceQuantity),
  }
}

function rateToWire({ kind, from, to, date, rate, steps }: ExplainedRate) {
  return {
    kind,
    from,
    to,
    date,
    rate: formatDecimal(rate),
    steps: steps.map((step) => ({
      from: step.from,
      to: step.to,
      provider: step.provider,
      rate: step.rate,
      date: step.rateDate,
      inverted: step.inverted,
    })),
  }
}
