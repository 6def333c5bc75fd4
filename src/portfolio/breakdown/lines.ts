import { add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import { inKind, internalGroups } from '../returns/flows.ts'
import type { Book } from '../valuation/book.ts'

/** The lines of each asset by itself. An exchange that is whole is a sale and a purchase at the market value of what came in, so that it leaves one asset for another. */
export function linesByAsset(book: Book, asked: Asked): Map<number, Line[]> {
  const exchanges = exchangeGroups(book.lines, asked)
  const byAsset = new Map<number, Line[]>()
  const put = (assetId: number, line: Line) => {
    const list = byAsset.get(assetId)
    if (list) list.push(line)
    else byAsset.set(assetId, [line])
  }
  for (const line of book.lines) {
    if (line.assetId === null) continue
    const legs = line.groupId === null ? undefined : exchanges.get(line.groupId)
    if (legs === undefined || line.type !== 'EXCHANGE') put(line.assetId, line)
    else if (legs[0] === line) for (const trade of tradesOf(book, legs)) put(trade.assetId, trade)
  }
  return byAsset
}

/** Cash by itself: what was paid for assets and got from them comes and goes like the owner's money. */
export function linesOfCash(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    if (line.assetId === null) return [line]
    const plain = { assetId: null, quantity: ZERO, fees: ZERO, taxes: ZERO, costBasis: null, groupId: null } as const
    return line.amount === ZERO ? [] : [{ ...line, ...plain, type: 'DEPOSIT' }]
  })
}

function exchangeGroups(lines: readonly Line[], { from, to }: Asked): Map<string, Line[]> {
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
function tradesOf(book: Book, legs: readonly Line[]): (Line & { assetId: number })[] {
  const values = legValues(book, legs)
  const assets = new Set(legs.flatMap((leg) => leg.assetId ?? []))
  return [...assets].flatMap((assetId) => {
    const own = legs.filter((leg) => leg.assetId === assetId)
    const [first] = own
    const quantity = sum(own.map((leg) => leg.quantity))
    const amount = sum(own.map((leg) => values.get(leg) ?? ZERO))
    if (first === undefined || (quantity === ZERO && amount === ZERO)) return []
    const type = quantity > ZERO ? 'BUY' : quantity < ZERO ? 'SELL' : 'DIVIDEND'
    return [{ ...first, assetId, type, quantity, amount, currency: book.currency, groupId: null, costBasis: null }]
  })
}

/** What each leg paid (in: negative) or brought: the market value of what came in, divided among what went out. */
function legValues(book: Book, legs: readonly Line[]): Map<Line, Decimal> {
  const values = new Map<Line, Decimal>()
  const [incoming, outgoing] = [legs.filter((leg) => leg.quantity > ZERO), legs.filter((leg) => leg.quantity < ZERO)]
  for (const leg of incoming) values.set(leg, negate(inKind(book, leg)))
  const whole = negate(sum(values.values()))
  const weights = outgoing.map((leg) => negate(inKind(book, leg)))
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
