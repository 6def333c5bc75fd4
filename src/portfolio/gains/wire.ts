import { formatDecimal } from '../../shared/decimal.ts'
import type { Explainer } from '../explain/explainer.ts'
import { explainedRows, explainField } from '../explain/wire.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { echoRange, LABEL_COLUMNS, labelToWire, text } from '../wire.ts'
import { explainGain, explainGainTotals } from './explain.ts'
import { type Gain, type GainSum, gainsOf } from './report.ts'

const COLUMNS = [
  ...['transaction_id', 'lot_transaction_id', 'lot_id', 'broker_id', 'asset_id', ...LABEL_COLUMNS],
  ...['asset_currency', 'acquired_on', 'sold_on'],
  ...['quantity', 'cost', 'proceeds', 'fees', 'taxes', 'gain', 'price_gain', 'currency_gain', 'holding_days', 'short', 'rule'],
]

/** The gains as they leave. */
export function gainsAnswer(inputs: ReportInputs, request: ReportRequest, explainer: Explainer | null = null): Answer {
  const gains = gainsOf(inputs, request)
  const disposals = explainedRows(explainer, gains.rows, (row) => disposalToWire(inputs, row), explainGain)
  const head = echoRange(inputs, request, { split: true })
  const totals = {
    ...sumToWire(gains.total),
    complete: head.complete,
    by_year: [...gains.byYear].map(([year, sum]) => ({ year, ...sumToWire(sum) })),
    by_asset: [...gains.byAsset]
      .map(([id, sum]) => ({ asset_id: id, ...labelToWire(inputs, id), ...sumToWire(sum) }))
      .sort((a, b) => a.asset_id - b.asset_id),
    by_currency: [...gains.byCurrency]
      .map(([currency, sum]) => ({ currency, ...sumToWire(sum) }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    ...explainField(explainer, () => explainGainTotals([...gains.rows])),
  }
  return {
    body: { ...head, disposals, totals },
    table: () => ({ columns: COLUMNS, rows: disposals, texts: LABEL_COLUMNS }),
  }
}

function disposalToWire(inputs: ReportInputs, row: Gain) {
  return {
    transaction_id: row.transactionId,
    lot_transaction_id: row.lotTransactionId,
    lot_id: row.lotId,
    broker_id: row.brokerId,
    asset_id: row.assetId,
    ...labelToWire(inputs, row.assetId),
    asset_currency: row.assetCurrency,
    acquired_on: row.acquiredOn,
    sold_on: row.soldOn,
    quantity: formatDecimal(row.quantity),
    cost: text(row.cost),
    proceeds: text(row.proceeds),
    fees: text(row.fees),
    taxes: text(row.taxes),
    gain: text(row.gain),
    price_gain: text(row.priceGain),
    currency_gain: text(row.currencyGain),
    holding_days: row.holdingDays,
    short: row.short,
    rule: row.rule,
  }
}

function sumToWire(sum: GainSum) {
  return {
    cost: formatDecimal(sum.cost),
    proceeds: formatDecimal(sum.proceeds),
    fees: formatDecimal(sum.fees),
    taxes: formatDecimal(sum.taxes),
    gain: formatDecimal(sum.gain),
    price_gain: formatDecimal(sum.priceGain),
    currency_gain: formatDecimal(sum.currencyGain),
  }
}
