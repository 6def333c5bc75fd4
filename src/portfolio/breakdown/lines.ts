import { add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { inKind, internalGroups } from '../returns/flows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'

/** The lines of each asset by itself. An exchange that is whole is a sale and a purchase at the market value of what came in, so that it leaves one asset for another. */
export function linesByAsset(inputs: ReportInputs, request: ReportRequest): Map<number, Line[]> {
  const exchanges = exchangeGroups(inputs.lines, request)
  const byAsset = new Map<number, Line[]>()
  const put = (assetId: number, line: Line) => {
    const list = byAsset.get(assetId)
    if (list) list.push(line)
    else byAsset.set(assetId, [line])
  }
  for (const line of inputs.lines) {
    if (line.assetId === null) continue
    const legs = line.groupId === null ? undefined : exchanges.get(line.groupId)
    if (legs === undefined || line.type !== 'EXCHANGE') put(line.assetId, line)
    else if (legs[0] === line) for (const trade of tradesOf(inputs, legs)) put(trade.assetId, trade)
  }
  return byAsset
}

/** Cash by itself: what was paid for assets and got from them comes and goes like the owner's money. */
export function linesOfCash(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    if (line.assetId === null) return [line]
    const plain = { assetId: null, quantity: ZERO, fees: ZERO, taxes: ZERO, costBasis: null, groupId: null } as const
    return line.amount === ZERO || line.isUntracked ? [] : [{ ...line, ...plain, type: 'DEPOSIT' }]
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
