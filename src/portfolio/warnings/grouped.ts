import { daysBetween } from '../../shared/date.ts'
import { type Decimal, toNumber, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { kindOf, SEVERITIES, type Severity } from '../valuation/warning-codes.ts'
import { type Cause, causesOf } from './causes.ts'
import { type Remedy, remedyOf } from './remedies.ts'
import { ledgerOf, type Worth, worthOf } from './touched.ts'

type Named = { readonly id: number; readonly name: string }

/** A cause of doubt, what it touches, and what mends it. */
export type GroupedWarning = {
  readonly code: string
  readonly severity: Severity
  readonly detail: string
  /** Where it is about a single one. */
  readonly assetId: number | null
  readonly pair: string | null
  readonly from: string
  readonly to: string
  readonly affects: Affects
  readonly remedy: Remedy | null
}

export type Affects = {
  /** From the first to the last. */
  readonly days: number
  /** What it touches is worth on the last day, in the currency of the report; `null` where that is not known. */
  readonly amount: Decimal | null
  readonly shareOfValue: number | null
  /** At most `MOST_NAMED` of `assetsTotal`. */
  readonly assets: readonly Named[]
  readonly assetsTotal: number
  readonly pairs: readonly string[]
  readonly brokers: readonly Named[]
  readonly brokersTotal: number
}

/** Which figures a report has: gains divided into those of prices and of currencies; the value of cash. */
export type Figures = { readonly split?: boolean; readonly cash?: boolean }

const MOST_NAMED = 50

/** Every warning of a report by its cause, worst first: by severity, then by the share of the value that it touches. Call it last: reading figures is what finds warnings. */
export function groupedWarnings(inputs: ReportInputs, request: ReportRequest, has: Figures = {}): GroupedWarning[] {
  const ledger = ledgerOf(inputs, request.to)
  const causes = causesOf(inputs, request, ledger, has.cash === true && request.scope === 'total')
  if (causes.length === 0) return []
  const worth = worthOf(inputs, request, ledger)
  return causes.map((cause) => grouped({ inputs, request, worth }, cause)).sort(byWeight)
}

/** Whether a figure of the report lacks something that is left out of it. */
export function isComplete({ warnings }: ReportInputs, has: Figures = {}): boolean {
  return !warnings.list().some(({ code }) => {
    const { leavesOut } = kindOf(code)
    return leavesOut === 'amounts' || (has.split === true && leavesOut === 'split')
  })
}

type Parts = { readonly inputs: ReportInputs; readonly request: ReportRequest; readonly worth: Worth }

function grouped({ inputs, request, worth }: Parts, cause: Cause): GroupedWarning {
  const { detail, assetIds, pairs, from, to } = cause
  const { code, severity } = kindOf(cause.code)
  const [assetId = null] = assetIds.length === 1 ? assetIds : []
  const [pair = null] = pairs.length === 1 ? pairs.map((one) => one.pair) : []
  return {
    ...{ code, severity, detail, assetId, pair, from, to },
    affects: affectsOf(inputs, cause, worth),
    remedy: remedyOf({ inputs, request, cause }),
  }
}

function affectsOf(inputs: ReportInputs, cause: Cause, worth: Worth): Affects {
  const { assetIds, brokerIds, pairs, from, to } = cause
  const amount = amountOf(cause, worth)
  return {
    days: daysBetween(from, to) + 1,
    amount,
    shareOfValue: amount === null || worth.whole <= ZERO ? null : toNumber(amount) / toNumber(worth.whole),
    assets: assetIds.slice(0, MOST_NAMED).map((id) => ({ id, name: nameOf(inputs, id) })),
    assetsTotal: assetIds.length,
    pairs: pairs.map(({ pair }) => pair),
    brokers: brokerIds.slice(0, MOST_NAMED).map((id) => ({ id, name: inputs.facts.brokers.get(id)?.name ?? '' })),
    brokersTotal: brokerIds.length,
  }
}

function amountOf({ assetIds, pairs, brokerIds }: Cause, worth: Worth): Decimal | null {
  if (assetIds.length > 0) return worth.ofAssets(assetIds)
  if (pairs.length > 0) return worth.ofCurrencies(pairs.map(({ pair }) => pair.split('/')[0] ?? ''))
  return worth.debtOf(brokerIds)
}

function nameOf(inputs: ReportInputs, assetId: number): string {
  const { name, symbol } = inputs.assetOf(assetId)
  return name === '' ? symbol : name
}

function byWeight(a: GroupedWarning, b: GroupedWarning): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    Math.abs(b.affects.shareOfValue ?? 0) - Math.abs(a.affects.shareOfValue ?? 0) ||
    b.affects.assetsTotal - a.affects.assetsTotal ||
    (sortKey(a) < sortKey(b) ? -1 : 1)
  )
}

function sortKey({ code, assetId, pair, from, affects }: GroupedWarning): string {
  return `${code}|${String(assetId ?? 0).padStart(15, '0')}|${pair ?? affects.pairs[0] ?? ''}|${from}|${affects.brokers[0]?.id ?? 0}`
}
