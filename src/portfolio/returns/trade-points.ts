import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Flow } from './period.ts'

/**
 * With scope assets, and where cash is not tracked, a trade is a valuation point: what was held before is worth the price of the trade when its money comes or goes, so that it does not
 * matter whether there is a close of that day. Between two trades of a day the assets that are traded on it are worth the price of their last trade, or of
 * the first before it; all others what they are worth at the end of the day.
 */
export type TradeDay = {
  /** What the trades of the day move, in ledger order. */
  readonly trades: readonly Trade[]
  /** Units of each traded asset before the first trade; what came or went otherwise counts from the start of the day. */
  readonly units: ReadonlyMap<number, number>
}

/** `price` of a unit, without costs; `flow` = what it cost or brought, with costs, as money in or out. In the currency of the report. */
type Trade = { readonly assetId: number; readonly quantity: number; readonly price: number; readonly flow: number }

/** Values at both ends of a day, what moved beside trades, and what the traded assets are worth at its end. */
type Around = {
  readonly begin: number
  readonly end: number
  readonly inflow: number
  readonly outflow: number
  readonly tradedAtEnd: number
}

const SCALE = 1e12
/** Less than this, and than this part of the largest value of the day, is what binary sums leave. */
const [LEAST, LEAST_PART] = [1e-9, 1e-12]

/** The days with trades of a range by their places; `linesOf` = the lines that move units of an asset, in ledger order. */
export function tradeDays(
  flows: readonly Flow[],
  first: number,
  linesOf: (assetId: number) => readonly Line[],
): ReadonlyMap<number, TradeDay> {
  const lines = flows.flatMap(({ line }) => line ?? [])
  const isTrade = new Set(lines.map((line) => line.id))
  const unitsOf = unitsByDay(new Set(lines.flatMap((line) => line.assetId ?? [])), linesOf, isTrade)
  const days = new Map<number, { readonly trades: Trade[]; readonly units: Map<number, number> }>()
  for (const flow of flows) {
    const { line } = flow
    if (line?.assetId == null) continue
    const place = dayNumber(line.date) - first
    const day = days.get(place) ?? { trades: [], units: new Map<number, number>() }
    days.set(place, day)
    day.trades.push(tradeOf(line, line.assetId, flow.amount))
    day.units.set(line.assetId, unitsOf(line.assetId, line.date))
  }
  return days
}

function tradeOf(line: Line, assetId: number, amount: Decimal): Trade {
  const [quantity, flow] = [Number(line.quantity) / SCALE, Number(amount) / SCALE]
  const gross = add(add(line.amount, line.fees), line.taxes)
  const share = line.amount === ZERO ? 1 : Number(gross) / Number(line.amount)
  return { assetId, quantity, flow, price: Math.abs((flow * share) / quantity) }
}

/** Units at the end of the day before, and what came or went on the day without being a trade. */
function unitsByDay(
  assetIds: ReadonlySet<number>,
  linesOf: (assetId: number) => readonly Line[],
  isTrade: ReadonlySet<number>,
): (assetId: number, day: string) => number {
  const walks = new Map([...assetIds].map((id) => [id, { lines: linesOf(id), next: 0, held: ZERO }]))
  return (assetId, day) => {
    const walk = walks.get(assetId)
    if (walk === undefined) return 0
    for (let line = walk.lines[walk.next]; line !== undefined && line.date < day; line = walk.lines[++walk.next])
      walk.held = add(walk.held, line.quantity)
    let units = walk.held
    for (let place = walk.next, line = walk.lines[place]; line?.date === day; line = walk.lines[++place])
      if (!isTrade.has(line.id)) units = add(units, line.quantity)
    return Number(units) / SCALE
  }
}

/** The return of a day, linked over its trades; `null` where at one of them nothing is invested, so that the day is to be taken as a whole. */
export function returnOverTrades({ trades, units: before }: TradeDay, around: Around): number | null {
  const { begin, end, inflow, outflow } = around
  const positions = new Map([...before].map(([id, units]) => [id, { units, price: 0 }]))
  for (const { assetId, price } of trades.toReversed()) positionOf(positions, assetId).price = price
  let [value, most] = [end - around.tradedAtEnd, Math.max(begin, end)]
  for (const { units, price } of positions.values()) {
    value += units * price
    most = Math.max(most, Math.abs(units * price))
  }
  const least = LEAST + LEAST_PART * most
  const isHeld = begin > least
  if (!isHeld && Math.abs(value) > least) return null
  let [growth, base] = [1, value]
  if (isHeld) growth = (value + outflow) / (begin + inflow)
  for (const { assetId, quantity, price, flow } of trades) {
    const position = positionOf(positions, assetId)
    value += position.units * (price - position.price)
    position.price = price
    const after = value + quantity * price
    if (value < -least || after < -least) return null
    if (base > least) growth *= (flow > 0 ? value : after - flow) / base
    else if (flow <= 0) return null
    base = flow > 0 ? value + flow : after
    value = after
    position.units += quantity
  }
  const [rest, left] = isHeld ? [base, end] : [base + inflow, end + outflow]
  if (rest > least) growth *= left / rest
  else if (Math.abs(left) > least) return null
  return growth >= 0 && Number.isFinite(growth) ? growth - 1 : null
}

function positionOf<T>(positions: ReadonlyMap<number, T>, assetId: number): T {
  const found = positions.get(assetId)
  if (found === undefined) throw new Error(`a trade of ${assetId} without its units`)
  return found
}
