import { type Cost, NO_COST } from '../../lots/cost.ts'
import { kindOf, type LotEntry, type MatchOptions } from '../../lots/entry.ts'
import type { NamedLot } from '../../lots/lot.ts'
import { type MatchResult, matchEntries } from '../../lots/match.ts'
import { matchSection104 } from '../../lots/section104.ts'
import { absolute, type Decimal, decimal, divide, formatDecimal, negate, ZERO } from '../../shared/decimal.ts'
import { assetTitle } from '../../shared/titles.ts'
import { readRatio } from '../../transactions/service.ts'
import { changesLots, costChangeOf, isSplitOfNothing } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportMethod } from '../ledger/request.ts'
import { marketValue, type ReportInputs } from './inputs.ts'

/**
 * The open lots and the disposals of every holding, by the method; cost includes buying fees and taxes, proceeds are net of selling ones. A lot has the
 * currency that was paid for it. What lines of other brokers than the requested ones lack is not listed among the warnings, nor what those of assets lack that
 * do not matter to the report.
 */
export function matchLots(
  inputs: ReportInputs,
  method: ReportMethod,
  matters: (assetId: number) => boolean = always,
): MatchResult {
  const selected = new Set(inputs.brokerIds)
  const isOurs = ({ brokerId, assetId }: Pick<Line, 'brokerId' | 'assetId'>) =>
    selected.has(brokerId) && assetId !== null && matters(assetId)
  const missing: { entry: LotEntry; lot: NamedLot }[] = []
  const options = {
    relocate: relocationOf(inputs),
    lotMissing: (entry: LotEntry, lot: NamedLot) => void missing.push({ entry, lot }),
  }
  const entries = lotEntries(inputs, method, isOurs)
  const match = () =>
    method === 'S104'
      ? matchSection104(entries, options)
      : matchEntries(entries, { order: method, pooled: false, rule: null, ...options })
  const matched = entries.every(isOurs) ? match() : inputs.warnings.unlisted(match)
  for (const { entry, lot } of missing) if (isOurs(entry) && lot.quantity > ROUNDING) warnOfLot(inputs, entry, lot)
  return matched
}

function always(): true {
  return true
}

/** What rounding to twelve places may take from a lot by its splits: nobody can name it. */
const ROUNDING = decimal('0.000000001')

function warnOfLot(inputs: ReportInputs, { transactionId, assetId, date }: LotEntry, { lotId, quantity }: NamedLot): void {
  const detail = `Transaction ${transactionId} names lot ${lotId} of ${assetTitle(inputs.assetOf(assetId))}, of which ${formatDecimal(quantity)} units are not there: others are taken by the method.`
  inputs.warnings.add({ code: 'lot-unknown', assetId, detail }, date)
}

/** Cost in the currency of another asset, at the rate of the day on which it was paid. */
export function relocationOf(inputs: ReportInputs): MatchOptions['relocate'] {
  return (cost, assetId, day) => ({
    inReport: cost.inReport,
    inAsset: inputs.exchange.fromReport(cost.inReport, inputs.assetCurrencyOf(assetId), day) ?? cost.inReport,
    paid: cost.paid,
  })
}

/** A sum of a ledger line in the report's currency, in the asset's and in its own; `known` is false without a rate. */
export function worthOf(inputs: ReportInputs, amount: Decimal, line: Line): { worth: Cost; known: boolean } {
  const report = inputs.exchange.atBookedRate(amount, line)
  if (report === null) return { worth: { ...NO_COST, paid: amount }, known: false }
  return { worth: { inReport: report, inAsset: localOf(inputs, amount, report, line), paid: amount }, known: true }
}

function localOf(inputs: ReportInputs, amount: Decimal, report: Decimal, line: Line): Decimal {
  const currency = line.assetId === null ? inputs.currency : inputs.assetCurrencyOf(line.assetId)
  if (line.currency === currency) return amount
  if (line.fxRate !== null && line.priceCurrency === currency) return divide(amount, line.fxRate)
  return inputs.exchange.fromReport(report, currency, line.date) ?? report
}

function lotEntries(inputs: ReportInputs, method: ReportMethod, isOurs: (line: Line) => boolean): LotEntry[] {
  const entries: LotEntry[] = []
  const add = (line: Line, assetId: number) => {
    const entry = lotEntry(inputs, line, assetId)
    entries.push(entry)
    if (method === 'HIFO' && !entry.known && entry.quantity > ZERO && entry.currency !== null)
      warnOfOrder(inputs, entry, entry.currency)
  }
  for (const line of inputs.lotLines) {
    const { assetId } = line
    if (assetId === null || !changesLots(line)) continue
    if (isOurs(line)) add(line, assetId)
    else inputs.warnings.unlisted(() => add(line, assetId))
  }
  return entries
}

function warnOfOrder(inputs: ReportInputs, { assetId, date }: LotEntry, paid: string): void {
  const detail = `Lots of ${assetTitle(inputs.assetOf(assetId))} that were paid in a currency without an exchange rate are taken last: what they cost in ${inputs.currency} is not known, so HIFO cannot compare them with the others.`
  inputs.warnings.add({ code: 'lot-order-unknown', assetId, detail, pair: `${paid}/${inputs.currency}` }, date)
}

function lotEntry(inputs: ReportInputs, line: Line, assetId: number): LotEntry {
  if (line.type === 'BUY' || line.type === 'SELL')
    return entryOf(line, assetId, 'trade', paidAs(inputs, negate(line.amount), line), true)
  const costChange = costChangeOf(line)
  if (costChange !== null) return entryOf(line, assetId, 'cost', paidAs(inputs, costChange, line), true)
  const kind = kindOf(line.type, line.groupId)
  if (kind === 'split') return withRatio(entryOf(line, assetId, kind, UNPAID, false), line)
  if (line.quantity < ZERO) {
    const paid = paidInKind(inputs, line, assetId)
    return entryOf(line, assetId, kind, paid ?? UNPAID, paid !== null)
  }
  return entryOf(line, assetId, kind, line.costBasis === null ? UNPAID : paidAs(inputs, line.costBasis, line), true)
}

/** What was paid for an entry; `currency` = `null` where it was not money. */
type Paid = Pick<LotEntry, 'worth' | 'known' | 'currency'>

const UNPAID: Paid = { worth: NO_COST, known: false, currency: null }

function paidAs(inputs: ReportInputs, amount: Decimal, line: Line): Paid {
  const { worth, known } = worthOf(inputs, amount, line)
  return { worth, known, currency: line.currency ?? '' }
}

/** A fee or tax paid in units is a sale at the market value of the day; gifts and transfers are no sale. */
export function isPaidInUnits({ type, quantity }: Line): boolean {
  return quantity < ZERO && (type === 'FEE' || type === 'TAX')
}

function paidInKind(inputs: ReportInputs, line: Line, assetId: number): Paid | null {
  if (!isPaidInUnits(line)) return null
  const value = marketValue(inputs, assetId, absolute(line.quantity), line.date)
  if (value === null) return null
  return { worth: marketWorth(inputs, assetId, negate(value), line.date), known: true, currency: null }
}

/** A market value with its counterpart in the asset's currency. */
export function marketWorth(inputs: ReportInputs, assetId: number, report: Decimal, day: string): Cost {
  const inAsset = inputs.exchange.fromReport(report, inputs.assetCurrencyOf(assetId), day) ?? report
  return { inReport: report, inAsset, paid: inAsset }
}

/** A split where nothing is held says by its ratio what units before it are after it. */
export function withRatio(entry: LotEntry, line: Line): LotEntry {
  const ratio = isSplitOfNothing(line) ? readRatio(line.ratio ?? '') : undefined
  return ratio === undefined ? entry : { ...entry, kind: 'split', ratio }
}

type EntryLine = Pick<Line, 'id' | 'brokerId' | 'date' | 'quantity' | 'groupId' | 'costShare'> &
  Partial<Pick<Line, 'time' | 'lots'>>

/** An entry that says nothing about worth yet. */
export function baseEntry(line: EntryLine, assetId: number): LotEntry {
  return entryOf(line, assetId, 'trade', UNPAID, false)
}

/** Written out, because copying by spread is what matching would spend its time on. */
function entryOf(line: EntryLine, assetId: number, kind: LotEntry['kind'], paid: Paid, realises: boolean): LotEntry {
  return {
    kind,
    transactionId: line.id,
    brokerId: line.brokerId,
    assetId,
    date: line.date,
    timed: line.time != null,
    quantity: line.quantity,
    worth: paid.worth,
    known: paid.known,
    realises,
    groupId: line.groupId,
    costShare: line.costShare,
    currency: paid.currency,
    specificLots: line.lots ?? null,
  }
}
