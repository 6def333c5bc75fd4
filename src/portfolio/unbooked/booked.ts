import { dayNumber } from '../../shared/day-number.ts'
import { absolute, add, type Decimal, ONE, subtract, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { type CatalogueSplit, changeBy, SAME_WITHIN_DAYS } from './catalogue-split.ts'
import { type Course, heldBefore } from './course.ts'

/** A broker may book a split so many days late; then its size must fit. */
const LATE_DAYS = 90
/** It may do so by lines of other types within so many. */
const MOVED_DAYS = 30
const NEARLY = 0.1

type Fits = (line: Line, split: CatalogueSplit) => boolean

/**
 * Which splits of the catalogue a broker has booked, and by which line; `null` = by lines of other types that move as many units without a price. Of its
 * own day first, then of the same week, whatever its ratio (the broker's own word counts), then late and of the same size.
 */
export function bookedOf(
  lines: readonly Line[],
  course: Course,
  splits: readonly CatalogueSplit[],
): Map<CatalogueSplit, Line | null> {
  const found = new Map<CatalogueSplit, Line | null>()
  const free = new Set(lines.filter(({ type }) => type === 'SPLIT'))
  const isSized: Fits = (line, split) =>
    fitsBefore(line, split, course) || isOfSize(line.quantity, split, heldBefore(course, line.date))
  const steps: readonly Fits[] = [
    ({ date }, split) => date === split.date,
    (line, split) => Math.abs(daysLate(line, split)) <= SAME_WITHIN_DAYS,
    (line, split) => daysLate(line, split) > 0 && daysLate(line, split) <= LATE_DAYS && isSized(line, split),
  ]
  for (const fits of steps)
    for (const split of splits) {
      const line = found.has(split) ? undefined : nearest(free, split, fits)
      if (line === undefined) continue
      found.set(split, line)
      free.delete(line)
    }
  const moves = unpricedMoves(lines)
  for (const split of splits)
    if (!found.has(split) && isMovedBy(moves, split, heldBefore(course, split.date))) found.set(split, null)
  return found
}

/** Lines that book a split late, by what was held on its own day: they count from that day. Within a week only where units moved in between, for else closes are turned into those that are held. */
export function lateLines(booked: ReadonlyMap<CatalogueSplit, Line | null>, course: Course): Map<Line, string> {
  const late = new Map<Line, string>()
  for (const [split, line] of booked) if (line !== null && isLate(line, split, course)) late.set(line, split.date)
  return late
}

function isLate(line: Line, split: CatalogueSplit, course: Course): boolean {
  const held = heldBefore(course, split.date)
  const isOfBoth = heldBefore(course, line.date) === held
  const isNear = daysLate(line, split) <= SAME_WITHIN_DAYS
  return daysLate(line, split) > 0 && !(isNear && isOfBoth) && isSizedBy(line, split, course)
}

/** Whether the size of a line is that of the units on the day of the split rather than on its own. */
function isSizedBy({ quantity, date }: Line, split: CatalogueSplit, course: Course): boolean {
  const [then, now] = [heldBefore(course, split.date), heldBefore(course, date)].map((held) => changeBy(split, held) ?? ZERO)
  if (then === undefined || now === undefined || !isOfSize(quantity, split, heldBefore(course, split.date))) return false
  return absolute(subtract(quantity, then)) <= absolute(subtract(quantity, now))
}

function fitsBefore({ quantity }: Line, split: CatalogueSplit, course: Course): boolean {
  return isOfSize(quantity, split, heldBefore(course, split.date))
}

function nearest(free: ReadonlySet<Line>, split: CatalogueSplit, fits: Fits): Line | undefined {
  let found: Line | undefined
  for (const line of free) {
    const distance = Math.abs(daysLate(line, split))
    if (fits(line, split) && (found === undefined || distance < Math.abs(daysLate(found, split)))) found = line
  }
  return found
}

function daysLate({ date }: Pick<Line, 'date'>, { day }: CatalogueSplit): number {
  return dayNumber(date) - day
}

/** What is missing to whole units is paid out. */
function isOfSize(quantity: Decimal, split: CatalogueSplit, held: Decimal): boolean {
  const expected = changeBy(split, held) ?? ZERO
  if (expected === ZERO || quantity === ZERO || quantity > ZERO !== expected > ZERO) return false
  const off = Number(quantity) - Number(expected)
  return Math.abs(off) < Number(ONE) || Math.abs(off / Number(expected)) <= NEARLY
}

/** What came and went without a price, by day. */
function unpricedMoves(lines: readonly Line[]): Map<string, Decimal> {
  const moves = new Map<string, Decimal>()
  for (const line of lines)
    if (line.type !== 'SPLIT' && isUnpriced(line)) moves.set(line.date, add(moves.get(line.date) ?? ZERO, line.quantity))
  return moves
}

/** Whether units came or went without anybody saying what one is worth. */
export function isUnpriced({ type, quantity, price, amount }: Line): boolean {
  const isTrade = type === 'BUY' || type === 'SELL'
  return quantity !== ZERO && (isTrade ? amount === ZERO && (price ?? ZERO) === ZERO : type !== 'SPLIT')
}

function isMovedBy(moves: ReadonlyMap<string, Decimal>, split: CatalogueSplit, held: Decimal): boolean {
  for (const [date, quantity] of moves) {
    const late = daysLate({ date }, split)
    if (late >= -SAME_WITHIN_DAYS && late <= MOVED_DAYS && isOfSize(quantity, split, held)) return true
  }
  return false
}
