import { add, type Decimal, multiplyDivide, subtract, ZERO } from '../../shared/decimal.ts'
import { readRatio } from '../../transactions/service.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { CatalogueSplit } from './catalogue-split.ts'
import { CLEAR, closeNear, type Evidence, levelStep, priceOf } from './evidence.ts'

/** A trade is made at about the close of its day: a fifth more or less. */
const NEAR = Math.log(1.2)
/** Of more splits that one holding went through nothing is said: each costs a pass over all lines. */
export const MOST_RESTATED = 12

/** Of a trade: its day, and the logarithm of how many times its price the close is. */
type Judged = { readonly date: string; readonly off: number }

/**
 * The splits, among those that a broker has not booked (in the order of their days), for which its units of before are surely those after it already: a file
 * that was exported later says them so, by the prices of every trade before the last of them. Without closes of those days, where the last price before is
 * the first one after it. Splits before the first line moved nothing here.
 */
export function surelyRestated(evidence: Evidence, open: readonly CatalogueSplit[]): readonly CatalogueSplit[] {
  const judged = judgedTrades(evidence, open)
  const first = evidence.lines[0]?.date ?? ''
  const passed = open.filter(({ date }) => date > first).slice(0, MOST_RESTATED)
  for (let count = passed.length; count > 0; count--) {
    const some = passed.slice(0, count)
    const last = some.at(-1)
    if (last === undefined || some.some(({ factor }) => Math.abs(Math.log(factor)) < CLEAR)) continue
    const trades = judged.filter(({ date }) => date < last.date)
    if (trades.length > 0 ? areRestated(trades, some) : some.length === 1 && isAtOneLevel(evidence, last)) return some
  }
  return []
}

/** Whether every trade was made at the close divided by the splits since, and none at the close: but where later splits undo earlier ones, which says nothing. */
function areRestated(trades: readonly Judged[], splits: readonly CatalogueSplit[]): boolean {
  const isFitting = ({ date, off }: Judged) => Math.abs(off - sinceThen(splits, date)) <= NEAR
  const saying = trades.filter(({ date }) => Math.abs(sinceThen(splits, date)) > NEAR)
  return saying.length > 0 && trades.every(isFitting) && saying.every(({ off }) => Math.abs(off) > NEAR)
}

/** The splits, among those by 1:1 by which a broker says that its units of before are those after it, of which its trades do not all say the contrary. */
export function saidRestated(evidence: Evidence, oneToOne: readonly CatalogueSplit[]): readonly CatalogueSplit[] {
  const judged = judgedTrades(evidence, oneToOne)
  return oneToOne.filter((split) => {
    const trades = judged.filter(({ date }) => date < split.date)
    const isContrary = ({ date, off }: Judged) => Math.abs(off) <= NEAR && !isEvenedOut(split, oneToOne, date)
    return trades.length === 0 || !trades.every(isContrary)
  })
}

/** Whether later splits undo one (a reverse split): then units of a day before it are the same in either way, and the price of a trade says nothing. */
function isEvenedOut(split: CatalogueSplit, among: readonly CatalogueSplit[], date: string): boolean {
  const all = sinceThen(among, date)
  return Math.abs(all) <= NEAR && all !== sinceThen([split], date)
}

/** A split by 1:1 moves nothing: it says that the units are those after it. */
export function isOneToOne(line: Line | null | undefined): boolean {
  if (line?.type !== 'SPLIT' || line.quantity !== ZERO) return false
  const ratio = readRatio(line.ratio ?? '')
  return ratio !== undefined && ratio.after === ratio.before
}

/** Units that went to or came from another broker before a split are of both: what one of them says is not enough. */
export function areOfOneBroker(lines: readonly Line[], { date }: CatalogueSplit): boolean {
  return !lines.some((line) => line.date < date && line.type === 'TRANSFER' && line.groupId !== null)
}

/**
 * The lines before a split in the units of before it, by the line that says them in those after it: fewer units for one at more, or more at less, of the same
 * amounts. What is held comes out even wherever it did.
 */
export function inUnitsBefore(lines: readonly Line[], { date, after, before }: CatalogueSplit): Map<Line, Line> {
  const found = new Map<Line, Line>()
  const size = (units: Decimal) => multiplyDivide(units, before, after)
  let [held, heldBefore] = [ZERO, ZERO]
  for (const line of lines) {
    if (line.date >= date) break
    held = add(held, line.quantity)
    const quantity = subtract(size(held), heldBefore)
    heldBefore = size(held)
    found.set(line, {
      ...line,
      quantity,
      price: line.price === null ? null : multiplyDivide(line.price, after, before),
      lots: line.lots?.map((lot) => ({ ...lot, quantity: size(lot.quantity) })) ?? null,
    })
  }
  return found
}

function sinceThen(splits: readonly CatalogueSplit[], day: string): number {
  return splits.reduce((sum, { date, factor }) => (date > day ? sum + Math.log(factor) : sum), 0)
}

function isAtOneLevel({ lines }: Evidence, split: CatalogueSplit): boolean {
  const step = levelStep(lines, split.date)
  return step !== undefined && Math.abs(step) <= Math.min(NEAR, Math.abs(Math.log(split.factor)) / 2)
}

/** Trades with a close of about their day, in its currency, and no split in between. */
function judgedTrades({ lines, closes }: Evidence, splits: readonly CatalogueSplit[]): Judged[] {
  const judged: Judged[] = []
  for (const line of lines) {
    const trade = priceOf(line)
    const close = trade && closeNear(closes, trade.day)
    if (close === undefined || close.currency !== trade?.currency) continue
    if (splits.some(({ day }) => day > close.day && day <= trade.day)) continue
    judged.push({ date: line.date, off: Math.log(close.price / trade.price) })
  }
  return judged
}
