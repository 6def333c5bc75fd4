import { earlier, later } from '#plugins/kit/period.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { UnbookedSplit } from '../unbooked/unbooked.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { kindOf, SEVERITIES, type WarningCode } from '../valuation/warning-codes.ts'
import type { ReportWarning } from '../valuation/warnings.ts'
import { indebtedBrokers, withoutDeposits } from './debts.ts'
import { sentenceOf, TAKEN_LAST } from './sentences.ts'
import type { Tally } from './tally.ts'
import { unbookedSplits } from './unbooked-splits.ts'
import { wayOf } from './ways.ts'

/** Two currencies, and the days for which they lack a rate. */
export type PairDays = { readonly pair: string; readonly from: string; readonly to: string }

/** One cause of warnings, with all that it touches. */
export type Cause = {
  readonly code: WarningCode
  readonly detail: string
  readonly assetIds: readonly number[]
  readonly pairs: readonly PairDays[]
  readonly brokerIds: readonly number[]
  /** Whether the assets have price sources. */
  readonly isSourced: boolean
  readonly from: string
  readonly to: string
  /** The one that a broker has not booked. */
  readonly split?: UnbookedSplit
}

/** What was warned of, by cause: pairs that lack rates, and assets that lack prices, together where one request mends them; of a missing rate no costs are warned of. */
export function causesOf(inputs: ReportInputs, request: ReportRequest, ledger: Tally, hasCash: boolean): Cause[] {
  const groups = Map.groupBy(firstCauses(inputs.warnings.list()), (warning) => wayOf(inputs, warning))
  const found = [...groups.values()].flatMap((some) => indebtedBrokers(inputs, request, causeOf(inputs, some, ledger)))
  const causes = [...found, ...unbookedSplits(inputs, request)]
  const isSaid = causes.some(({ code }) => code === 'return-base-not-positive')
  return hasCash && !isSaid ? [...causes, ...withoutDeposits(inputs, request.to, ledger)] : causes
}

/**
 * Without what follows from another one: what a missing rate made of other figures, the sentence of which says what it did to the order of lots; that a contract has no new
 * close after its last day.
 */
function firstCauses(listed: readonly ReportWarning[]): ReportWarning[] {
  const withoutRate = new Set(listed.flatMap(({ code, pair }) => (code === 'rate-missing' ? [pair] : [])))
  const ordered = new Set(listed.flatMap(({ code, pair }) => (code === 'lot-order-unknown' ? [pair] : [])))
  const expired = new Set(listed.flatMap(({ code, assetId }) => (code === 'contract-expired' ? [assetId] : [])))
  return listed.flatMap((warning) => {
    const { code, pair, assetId, detail } = warning
    if (code === 'rate-missing' && ordered.has(pair)) return [{ ...warning, detail: `${detail} ${TAKEN_LAST}` }]
    if (pair !== null && isOfRate(code) && withoutRate.has(pair)) return []
    return isOfClose(code) && expired.has(assetId) ? [] : [warning]
  })
}

/** What a missing rate makes of other figures. */
function isOfRate(code: WarningCode): boolean {
  return code === 'currency-gain-unknown' || code === 'lot-order-unknown'
}

/** A price is there, but not that of the day. */
function isOfClose(code: WarningCode): boolean {
  return code === 'price-of-trade' || code === 'price-stale'
}

function causeOf(inputs: ReportInputs, some: readonly ReportWarning[], ledger: Tally): Cause {
  const [first] = some.toSorted((a, b) => weightOf(a.code) - weightOf(b.code))
  if (first === undefined) throw new RangeError('a cause without warnings')
  const assetIds = [...new Set(some.flatMap(({ assetId }) => assetId ?? []))]
  const pairs = pairsOf(some)
  const [from, to] = [some.map((one) => one.from).sort(), some.map((one) => one.to).sort()]
  return {
    code: first.code,
    pairs,
    assetIds,
    detail: sentenceOf(inputs, { some, first, assetIds, pairs }),
    brokerIds: brokersOf(ledger, assetIds, pairs),
    isSourced: assetIds.some((id) => inputs.facts.sourced.has(id)),
    from: from[0] ?? first.from,
    to: to.at(-1) ?? first.to,
  }
}

function weightOf(code: WarningCode): number {
  return SEVERITIES.indexOf(kindOf(code).severity)
}

/** Each once, with the days of all that lacks it. */
function pairsOf(some: readonly ReportWarning[]): PairDays[] {
  const found = new Map<string, PairDays>()
  for (const { pair, from, to } of some) {
    if (pair === null) continue
    const known = found.get(pair) ?? { from, to }
    found.set(pair, { pair, from: earlier(known.from, from), to: later(known.to, to) })
  }
  return [...found.values()]
}

function brokersOf(
  { brokersOfAsset, brokersOfCurrency }: Tally,
  assetIds: readonly number[],
  pairs: readonly PairDays[],
): number[] {
  const found = new Set(assetIds.flatMap((id) => [...(brokersOfAsset.get(id)?.keys() ?? [])]))
  for (const { pair } of pairs) for (const id of brokersOfCurrency.get(pair.split('/')[0] ?? '')?.keys() ?? []) found.add(id)
  return [...found].sort((a, b) => a - b)
}
