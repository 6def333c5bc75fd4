/** Brokers whose cash is below zero: their reports have no deposits, or more was spent than came. */
import { brokerTitle, someOf } from '../../shared/titles.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Cause } from './causes.ts'
import type { Tally } from './tally.ts'
import { ledgerOf, owes } from './touched.ts'

/** Where more is owed than invested: the brokers whose cash is below zero, those that only spent apart from those that deposits are known of. */
export function indebtedBrokers(inputs: ReportInputs, { scope }: ReportRequest, cause: Cause): Cause[] {
  if (cause.code !== 'return-base-not-positive' || scope === 'assets') return [cause]
  const { balances, funded } = ledgerOf(inputs, cause.from)
  const indebted = [...balances].flatMap(([id, own]) => (owes(inputs, own, cause.from) ? [id] : []))
  if (indebted.length === 0) return [{ ...cause, brokerIds: [] }]
  return alike(inputs, indebted, (id) => funded.has(id)).map((brokerIds) => ({
    ...cause,
    brokerIds,
    detail: `${cause.detail} On that day the cash of ${brokersBelowZero(inputs, brokerIds)}.`,
  }))
}

function brokersBelowZero(inputs: ReportInputs, brokerIds: readonly number[]): string {
  const [id = 0] = brokerIds
  if (brokerIds.length === 1) return `${titleOf(inputs, id)} is below zero`
  return `${brokerIds.length} brokers is below zero: ${namesOf(inputs, brokerIds)}`
}

/** Brokers that only spent: their reports have no deposits. */
export function withoutDeposits(inputs: ReportInputs, to: string, ledger: Tally): Cause[] {
  const found = [...ledger.balances].flatMap(([id, own]) => (!ledger.funded.has(id) && owes(inputs, own, to) ? [id] : []))
  return alike(inputs, found, () => false).map((brokerIds) => ({
    code: 'cash-without-deposits',
    detail: spent(inputs, brokerIds),
    ...{ assetIds: [], pairs: [], brokerIds, isSourced: false, from: to, to },
  }))
}

function spent(inputs: ReportInputs, brokerIds: readonly number[]): string {
  const [id = 0] = brokerIds
  if (brokerIds.length === 1)
    return `No deposits of ${titleOf(inputs, id)} are known, and its cash is below zero, which lowers the total. Enter the deposits, or say that its cash is not tracked.`
  return `No deposits of ${brokerIds.length} brokers are known, and their cash is below zero, which lowers the total: ${namesOf(inputs, brokerIds)}. Enter the deposits, or say that their cash is not tracked.`
}

/** Those that the caller may change are mended by one request; others by nobody's but their members'. */
function alike({ facts }: ReportInputs, brokerIds: readonly number[], isFunded: (id: number) => boolean): number[][] {
  const groups = Map.groupBy(
    brokerIds.toSorted((a, b) => a - b),
    (id) => `${isFunded(id)} ${facts.brokers.get(id)?.mayChange === true}`,
  )
  return [...groups.values()]
}

function namesOf({ facts }: ReportInputs, brokerIds: readonly number[]): string {
  return someOf(brokerIds.map((id) => `"${facts.brokers.get(id)?.name ?? ''}"`))
}

function titleOf({ facts }: ReportInputs, brokerId: number): string {
  return brokerTitle({ name: facts.brokers.get(brokerId)?.name ?? '' })
}
