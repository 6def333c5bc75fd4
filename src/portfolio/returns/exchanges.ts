import { add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { inKind, internalGroups } from './flows.ts'

/** The lines of each asset by itself. An exchange that is whole is a sale and a purchase at the market value of what came in, so that it leaves one asset for another. */
export function linesByAsset(inputs: ReportInputs, request: ReportRequest): Map<number, Line[]> {
  const byAsset = new Map<number, Line[]>()
  for (const line of linesApart(inputs, inputs.lines, exchangeGroups(inputs.lines, request))) {
    if (line.assetId === null) continue
    const list = byAsset.get(line.assetId)
    if (list) list.push(line)
    else byAsset.set(line.assetId, [line])
  }
  return byAsset
}

/** For the flows and returns of chosen assets: what was exchanged for another one was sold, or bought, as in the breakdown by asset. */
export function withExchangesApart(inputs: ReportInputs, request: ReportRequest): ReportInputs {
  if (request.assetIds === null || !inputs.lines.some((line) => line.type === 'EXCHANGE')) return inputs
  const selected = new Set(inputs.brokerIds)
  const all = inputs.lotLines.filter((line) => selected.has(line.brokerId))
  const isApart = (legs: readonly Line[]) => legs.some(({ assetId }) => assetId === null || !inputs.isChosen(assetId))
  const groups = new Map([...exchangeGroups(all, request)].filter(([, legs]) => isApart(legs)))
  const lines = linesApart(inputs, all, groups).filter(({ assetId }) => assetId !== null && inputs.isChosen(assetId))
  return { ...inputs, lines }
}

/** Lines in their order, with the trades of each group at the place of its first leg. */
function linesApart(inputs: ReportInputs, lines: readonly Line[], groups: ReadonlyMap<string, readonly Line[]>): Line[] {
  return lines.flatMap((line) => {
    const legs = line.groupId === null ? undefined : groups.get(line.groupId)
    if (legs === undefined || line.type !== 'EXCHANGE') return [line]
    return legs[0] === line ? tradesOf(inputs, legs) : []
  })
}

function exchangeGroups(lines: readonly Line[], { from, to }: ReportRequest): Map<string, Line[]> {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    if (line.type !== 'EXCHANGE' || line.groupId === null || line.date < from || line.date > to) continue
    const legs = groups.get(line.groupId)
    if (legs) legs.push(line)
    else groups.set(line.groupId, [line])
  }
  const whole = internalGroups([...groups.values()].flat())
  return new Map([...groups].filter(([id]) => whole.has(id)))
}

/** One line an asset of the group; their amounts add up to nothing, to the last digit. */
function tradesOf(inputs: ReportInputs, legs: readonly Line[]): (Line & { assetId: number })[] {
  const values = legValues(inputs, legs)
  const assets = new Set(legs.flatMap((leg) => leg.assetId ?? []))
  return [...assets].flatMap((assetId) => {
    const own = legs.filter((leg) => leg.assetId === assetId)
    const [first] = own
    const quantity = sum(own.map((leg) => leg.quantity))
    const amount = sum(own.map((leg) => values.get(leg) ?? ZERO))
    if (first === undefined || (quantity === ZERO && amount === ZERO)) return []
    const type = quantity > ZERO ? 'BUY' : quantity < ZERO ? 'SELL' : 'DIVIDEND'
    return [{ ...first, assetId, type, quantity, amount, currency: inputs.currency, groupId: null, costBasis: null }]
  })
}

/** What each leg paid (in: negative) or brought: the market value of what came in, divided among what went out. */
function legValues(inputs: ReportInputs, legs: readonly Line[]): Map<Line, Decimal> {
  const values = new Map<Line, Decimal>()
  const [incoming, outgoing] = [legs.filter((leg) => leg.quantity > ZERO), legs.filter((leg) => leg.quantity < ZERO)]
  for (const leg of incoming) values.set(leg, negate(inKind(inputs, leg)))
  const whole = negate(sum(values.values()))
  const weights = outgoing.map((leg) => negate(inKind(inputs, leg)))
  const known = sum(weights) !== ZERO
  let [before, paid] = [ZERO, ZERO]
  outgoing.forEach((leg, index) => {
    before = add(before, known ? (weights[index] ?? ZERO) : negate(leg.quantity))
    const all = known ? sum(weights) : negate(sum(outgoing.map((one) => one.quantity)))
    const reached = multiplyDivide(whole, before, all)
    values.set(leg, subtract(reached, paid))
    paid = reached
  })
  return values
}
