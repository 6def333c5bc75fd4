import type { CloseColumns } from '../../prices/service.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import { mergeLines } from '../ledger/cached-lines.ts'
import { inOrder, type Line } from '../ledger/lines.repository.ts'
import { bookedOf, lateLines } from './booked.ts'
import { type CatalogueSplit, changeBy } from './catalogue-split.ts'
import { type Course, courseOf, heldBefore } from './course.ts'
import { areClosesWhole, areUnitsAdjusted, type Evidence, firstDayOfUnits, isImpossible } from './evidence.ts'

/** A split of the catalogue that a broker has not booked, as it would. `listedOn` = the day of the catalogue; `held` = the units before it. */
export type UnbookedSplit = {
  readonly brokerId: number
  readonly assetId: number
  readonly date: string
  readonly listedOn: string
  readonly ratio: string
  readonly held: Decimal
  readonly change: Decimal
}

/** Of one broker and asset; `moved` = the lines that book a split late, with the day from which they count. */
export type Found = { readonly unbooked: readonly UnbookedSplit[]; readonly moved: ReadonlyMap<Line, string> }

/** What one broker moved of one asset, in ledger order. */
type Own = { readonly brokerId: number; readonly assetId: number; readonly lines: readonly Line[] }

/** Whether closes decide something: a split that is not booked, or one that is booked late. */
export function isInDoubt(lines: readonly Line[], splits: readonly CatalogueSplit[]): boolean {
  const course = courseOf(lines)
  const held = splits.filter(({ date }) => heldBefore(course, date) !== ZERO)
  if (held.length === 0) return false
  const booked = bookedOf(lines, course, splits)
  return held.some((split) => !booked.has(split)) || lateLines(booked, course).size > 0
}

/** The splits that a broker has not booked though it held units that are those before them, each sized with the earlier ones. */
export function findUnbooked(own: Own, splits: readonly CatalogueSplit[], closes: CloseColumns): Found {
  const stored = courseOf(own.lines)
  const booked = bookedOf(own.lines, stored, splits)
  const moved = lateLines(booked, stored)
  const lines = moved.size === 0 ? own.lines : withDays(own.lines, moved)
  const course = moved.size === 0 ? stored : courseOf(lines)
  const open = splits.filter((split) => !booked.has(split))
  return { unbooked: sized({ lines, course, closes }, own, open), moved }
}

function sized(evidence: Evidence, { brokerId, assetId }: Own, open: readonly CatalogueSplit[]): UnbookedSplit[] {
  const found: UnbookedSplit[] = []
  let before = ZERO
  for (const [place, split] of open.entries()) {
    const held = heldOn(evidence.course, split.date, before)
    if (held === ZERO || areClosesWhole(evidence.closes, split)) continue
    const date = firstDayOfUnits(evidence, split)
    const size = heldOn(evidence.course, date, before)
    const change = changeBy(split, size)
    if (change === undefined || change === ZERO || areUnitsAdjusted(evidence, split, date)) continue
    if (isImpossible(evidence, { from: date, until: open[place + 1]?.date, held: size, by: change })) continue
    found.push({ brokerId, assetId, date, listedOn: split.date, ratio: split.ratio, held: size, change })
    before = add(before, change)
  }
  return found
}

function heldOn(course: Course, date: string, before: Decimal): Decimal {
  return add(heldBefore(course, date), before)
}

/** Lines in ledger order, some of them on another day. */
export function withDays(lines: readonly Line[], days: ReadonlyMap<Line, string>): readonly Line[] {
  const same = lines.filter((line) => !days.has(line))
  const moved = [...days].map(([line, date]) => ({ ...line, date }))
  return mergeLines(same, moved.sort(inOrder))
}
