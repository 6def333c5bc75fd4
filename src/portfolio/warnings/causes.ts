import { assetTitle, brokerTitle, someOf } from '../../shared/titles.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { UnbookedSplit } from '../unbooked/unbooked.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { kindOf, type WarningCode } from '../valuation/warning-codes.ts'
import type { ReportWarning } from '../valuation/warnings.ts'
import type { Tally } from './tally.ts'
import { ledgerOf, owes } from './touched.ts'
import { unbookedSplits } from './unbooked-splits.ts'

/** One cause of warnings, with all that it touches. */
export type Cause = {
  readonly code: WarningCode
  readonly detail: string
  readonly assetIds: readonly number[]
  readonly pair: string | null
  readonly brokerIds: readonly number[]
  /** Whether the assets have price sources. */
  readonly isSourced: boolean
  readonly from: string
  readonly to: string
  /** The one that a broker has not booked. */
  readonly split?: UnbookedSplit
}

/** What was warned of, by cause: a missing rate once for its pair, whatever it made of costs, and assets that lack the same together. */
export function causesOf(inputs: ReportInputs, request: ReportRequest, ledger: Tally, hasCash: boolean): Cause[] {
  const groups = Map.groupBy(firstCauses(inputs.warnings.list()), (warning) => groupOf(inputs, warning))
  const found = [...groups.values()].flatMap((some) => byBroker(inputs, request, causeOf(inputs, some, ledger)))
  const causes = [...found, ...unbookedSplits(inputs, request)]
  const isSaid = causes.some(({ code }) => code === 'return-base-not-positive')
  return hasCash && !isSaid ? [...causes, ...withoutDeposits(inputs, request.to, ledger)] : causes
}

/** Without what a missing rate made of other figures; its sentence says what it did to the order of lots. */
function firstCauses(listed: readonly ReportWarning[]): ReportWarning[] {
  const withoutRate = new Set(listed.flatMap(({ code, pair }) => (code === 'rate-missing' ? [pair] : [])))
  const ordered = new Set(listed.flatMap(({ code, pair }) => (code === 'lot-order-unknown' ? [pair] : [])))
  return listed.flatMap((warning) => {
    const { code, pair, detail } = warning
    if (code === 'rate-missing' && ordered.has(pair))
      return [{ ...warning, detail: `${detail} HIFO cannot compare lots that were paid in it, and takes them last.` }]
    return pair !== null && isOfRate(code) && withoutRate.has(pair) ? [] : [warning]
  })
}

/** What a missing rate makes of other figures. */
function isOfRate(code: WarningCode): boolean {
  return code === 'currency-gain-unknown' || code === 'lot-order-unknown'
}

function groupOf(inputs: ReportInputs, { code, pair, assetId }: ReportWarning): string {
  const isSourced = assetId !== null && inputs.facts.sourced.has(assetId)
  return `${code}|${pair ?? ''}|${kindOf(code).cure === 'prices' ? isSourced : ''}`
}

function causeOf(inputs: ReportInputs, some: readonly ReportWarning[], ledger: Tally): Cause {
  const [first] = some
  if (first === undefined) throw new RangeError('a cause without warnings')
  const { code, pair } = first
  const assetIds = some.flatMap(({ assetId }) => assetId ?? [])
  return {
    code,
    pair,
    assetIds,
    detail: some.length === 1 ? first.detail : togetherOf(inputs, code, assetIds),
    brokerIds: brokersOf(ledger, assetIds, pair),
    isSourced: assetIds.some((id) => inputs.facts.sourced.has(id)),
    from: some.map((one) => one.from).sort()[0] ?? first.from,
    to:
      some
        .map((one) => one.to)
        .sort()
        .at(-1) ?? first.to,
  }
}

function brokersOf({ brokersOfAsset, brokersOfCurrency }: Tally, assetIds: readonly number[], pair: string | null): number[] {
  const found = new Set(assetIds.flatMap((id) => [...(brokersOfAsset.get(id)?.keys() ?? [])]))
  const currency = pair?.split('/')[0]
  if (currency !== undefined) for (const id of brokersOfCurrency.get(currency)?.keys() ?? []) found.add(id)
  return [...found].sort((a, b) => a - b)
}

/** One sentence for several assets. */
function togetherOf(inputs: ReportInputs, code: WarningCode, assetIds: readonly number[]): string {
  const names = someOf(assetIds.map((id) => assetTitle(inputs.assetOf(id))))
  const count = assetIds.length
  switch (code) {
    case 'price-missing':
      return `There is no price for ${count} assets: ${names}; on these days they are left out of the totals.`
    case 'price-of-trade':
      return `There is no close for ${count} assets: ${names}; their last trades are used.`
    case 'price-stale':
      return `The last closes of ${count} assets are more than a week old: ${names}.`
    case 'cost-unknown':
      return `What ${count} assets cost is not known: ${names}. A part of them came in without a purchase: give the incoming transactions a cost_basis.`
    case 'contract-expired':
      return `${count} contracts are held that have expired: ${names}. For each that expired worthless, book what closes it at price 0 on its last day; else what was exercised or assigned.`
    case 'lot-unknown':
      return `Sales of ${count} assets name lots that are not there: ${names}; others are taken by the method.`
    default:
      return `This is so for ${count} assets: ${names}.`
  }
}

/** Where more is owed than invested: each broker whose cash is below zero is a cause by itself. */
function byBroker(inputs: ReportInputs, { scope }: ReportRequest, cause: Cause): Cause[] {
  if (cause.code !== 'return-base-not-positive' || scope === 'assets') return [cause]
  const indebted = [...ledgerOf(inputs, cause.from).balances].flatMap(([id, balances]) =>
    owes(inputs, balances, cause.from) ? [id] : [],
  )
  if (indebted.length === 0) return [{ ...cause, brokerIds: [] }]
  return indebted.map((id) => ({
    ...cause,
    brokerIds: [id],
    detail: `${cause.detail} On that day the cash of ${titleOf(inputs, id)} is below zero.`,
  }))
}

/** Brokers that only spent: their reports have no deposits. */
function withoutDeposits(inputs: ReportInputs, to: string, ledger: Tally): Cause[] {
  const found = [...ledger.balances].filter(([id, balances]) => !ledger.funded.has(id) && owes(inputs, balances, to))
  return found.map(([id]) => ({
    code: 'cash-without-deposits' as const,
    detail: `No deposits of ${titleOf(inputs, id)} are known, and its cash is below zero, which lowers the total. Enter the deposits, or say that its cash is not tracked.`,
    ...{ assetIds: [], pair: null, brokerIds: [id], isSourced: false, from: to, to },
  }))
}

function titleOf({ facts }: ReportInputs, brokerId: number): string {
  return brokerTitle({ name: facts.brokers.get(brokerId)?.name ?? '' })
}
