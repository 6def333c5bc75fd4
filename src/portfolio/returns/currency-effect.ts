import type { Cost } from '../../lots/cost.ts'
import type { Disposal } from '../../lots/entry.ts'
import type { Lot } from '../../lots/lot.ts'
import { costAndProceeds, isOfLong } from '../../lots/trade.ts'
import { type Decimal, multiplyDivide, subtract, ZERO } from '../../shared/decimal.ts'
import { costChangeOf } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { unitLinesOf } from '../valuation/prices.ts'

/**
 * What the change of a rate made of a lot that was closed: what was opened first, at the rate of the closing, against what it was at its own
 * rate. What was closed for nothing has no rate of its own, so that of its day counts. `null` where the rate of either day is not known, which is warned of.
 */
export function currencyEffect(inputs: ReportInputs, disposal: Disposal, sums = costAndProceeds(disposal)): Decimal | null {
  if (!isCurrencyEffectKnown(inputs, disposal)) return null
  const { cost, proceeds } = sums
  const long = isOfLong(disposal)
  const [opened, closed] = long ? [cost, proceeds] : [proceeds, cost]
  const atClosingRate = atRateOf(inputs, disposal, opened.inAsset, closed)
  if (atClosingRate === null) return null
  return long ? subtract(atClosingRate, opened.inReport) : subtract(opened.inReport, atClosingRate)
}

function atRateOf(inputs: ReportInputs, { lot, date }: Disposal, amount: Decimal, { inReport, inAsset }: Cost): Decimal | null {
  if (inAsset === ZERO) return inputs.exchange.convertAt(amount, inputs.assetCurrencyOf(lot.assetId), date)
  return inAsset === inReport ? amount : multiplyDivide(amount, inReport, inAsset)
}

function isCurrencyEffectKnown(inputs: ReportInputs, { lot, date, transactionId }: Disposal): boolean {
  const currency = inputs.assetCurrencyOf(lot.assetId)
  if (isAlwaysKnown(inputs, currency)) return true
  const line = linesById(inputs).get(transactionId)
  return isAssetCostKnown(inputs, lot, date) && (line === undefined || isLineKnown(inputs, line, currency))
}

/** Whether it is known what open lots of one asset cost in the currency of their asset; `until` = the last day on which something can have joined them. */
export function areAssetCostsKnown(inputs: ReportInputs, lots: readonly Lot[], until: string): boolean {
  const [first] = lots
  if (first === undefined || isAlwaysKnown(inputs, inputs.assetCurrencyOf(first.assetId))) return true
  return lots.every((lot) => isAssetCostKnown(inputs, lot, until))
}

function isAssetCostKnown(inputs: ReportInputs, lot: Lot, until: string): boolean {
  const currency = inputs.assetCurrencyOf(lot.assetId)
  if (isAlwaysKnown(inputs, currency)) return true
  if (!membersOf(inputs, lot, until).every((line) => isLineKnown(inputs, line, currency))) return false
  const line = linesById(inputs).get(lot.transactionId)
  return line?.assetId === lot.assetId ? isLineKnown(inputs, line, currency) : hasRate(inputs, currency, lot.acquiredOn)
}

/** What became one with a lot after it was opened, and what changed its cost. */
function membersOf({ lotLines }: ReportInputs, lot: Lot, until: string): readonly Line[] {
  const lines = unitLinesOf(lotLines).get(lot.assetId) ?? []
  const last = lot.mixed ? until : lot.acquiredOn
  return lines.filter((line) => {
    if (line.type === 'SPLIT' || line.date < lot.acquiredOn || line.date > until) return false
    return costChangeOf(line) !== null || (lot.joined && line.date <= last)
  })
}

/** Every rate that was missing has been warned of. */
function isAlwaysKnown(inputs: ReportInputs, currency: string): boolean {
  return currency === inputs.currency || !inputs.warnings.has('currency-gain-unknown', currency, inputs.currency)
}

const TRADES: ReadonlySet<string> = new Set(['BUY', 'SELL', 'RETURN_OF_CAPITAL'])

/** In its own currency or at a rate that the broker booked, or there is a rate of its day. */
function isLineKnown(inputs: ReportInputs, line: Line, currency: string): boolean {
  const isPaid = TRADES.has(line.type) || line.costBasis !== null
  if (isPaid && (line.currency === currency || (line.fxRate !== null && line.priceCurrency === currency))) return true
  return hasRate(inputs, currency, line.date)
}

function hasRate(inputs: ReportInputs, currency: string, day: string): boolean {
  return inputs.exchange.source(currency, day) !== null
}

const indexed = new WeakMap<readonly Line[], ReadonlyMap<number, Line>>()

function linesById({ lotLines }: ReportInputs): ReadonlyMap<number, Line> {
  const known = indexed.get(lotLines)
  if (known !== undefined) return known
  const made = new Map(lotLines.map((line) => [line.id, line]))
  indexed.set(lotLines, made)
  return made
}
