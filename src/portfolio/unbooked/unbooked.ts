import type { CloseColumns } from '../../prices/service.ts'
import { add, type Decimal, subtract, ZERO } from '../../shared/decimal.ts'
import { mergeLines } from '../ledger/cached-lines.ts'
import { inOrder, type Line } from '../ledger/lines.repository.ts'
import { bookedOf, lateLines } from './booked.ts'
import { type CatalogueSplit, changeBy } from './catalogue-split.ts'
import { type Course, courseOf, heldBefore, placeFrom } from './course.ts'
import { areClosesWhole, areUnitsAdjusted, type Evidence, firstDayOfUnits, isImpossible } from './evidence.ts'
import { areOfOneBroker, inUnitsBefore, isOneToOne, MOST_RESTATED, saidRestated, surelyRestated } from './restated.ts'

/**
 * What is known of a split that a broker has not booked with its units: `unbooked` = it is missing; `restated` = the broker's units of before are surely those
 * after it; `confirmed` = the broker says so by 1:1; `unclear` = some of its trades say so, and its units count as they stand.
 */
export type SplitState = 'unbooked' | 'restated' | 'confirmed' | 'unclear'

/** A split of the catalogue that a broker has not booked, as it would. `listedOn` = the day of the catalogue; `held` = the units before it. */
export type UnbookedSplit = {
  readonly state: SplitState
  readonly brokerId: number
  readonly assetId: number
  readonly date: string
  readonly listedOn: string
  readonly ratio: string
  readonly held: Decimal
  readonly change: Decimal
}

/** Of one broker and asset; `changed` = what counts in place of lines: of another day where they book a split late, in other units where they are restated. */
export type Found = { readonly unbooked: readonly UnbookedSplit[]; readonly changed: ReadonlyMap<Line, Line> }

/** What one broker moved of one asset, in ledger order. */
type Own = { readonly brokerId: number; readonly assetId: number; readonly lines: readonly Line[] }

/** Restated splits, each with the units that it makes of what is held before it. */
type Restated = ReadonlyMap<CatalogueSplit, { readonly state: SplitState; readonly change: Decimal }>

/** Whether closes decide something: a split that is not booked, one that is booked late, or one by 1:1. */
export function isInDoubt(lines: readonly Line[], splits: readonly CatalogueSplit[]): boolean {
  const course = courseOf(lines)
  const later = splits.filter(({ date }) => placeFrom(course, date) > 0)
  if (later.length === 0) return false
  const booked = bookedOf(lines, course, splits)
  return later.some((split) => !booked.has(split) || isOneToOne(booked.get(split))) || lateLines(booked, course).size > 0
}

/** The splits that a broker has not booked though it held units that are those before them, each sized with the earlier ones, and those for which its units are restated. */
export function findUnbooked(own: Own, splits: readonly CatalogueSplit[], closes: CloseColumns): Found {
  const stored = courseOf(own.lines)
  const booked = bookedOf(own.lines, stored, splits)
  const late = new Map([...lateLines(booked, stored)].map(([line, date]) => [line, { ...line, date }] as const))
  const dated = withChanged(own.lines, late)
  const real = splits.filter((split) => !areClosesWhole(closes, split))
  const evidence = { lines: dated, course: courseOf(dated), closes }
  const oneToOne = real.filter((split) => isOneToOne(booked.get(split))).slice(-MOST_RESTATED)
  const said = new Set(saidRestated(evidence, oneToOne))
  const open = real.filter((split) => !booked.has(split) || said.has(split))
  const sure = surelyRestated(evidence, open).filter((split) => !said.has(split))
  const chosen = [...said, ...sure].filter((split) => areOfOneBroker(dated, split))
  const { lines, restated } = unrestated(dated, chosen, said)
  const now = { lines, course: courseOf(lines), closes }
  const counted = open.filter((split) => !booked.has(split) || restated.has(split))
  const unbooked = sized(now, own, counted, restated)
  return { unbooked, changed: changesOf(own.lines, late, dated, lines) }
}

/** The lines in the units of their days, with what each split then makes of them; from the last split to the first. */
function unrestated(
  dated: readonly Line[],
  splits: readonly CatalogueSplit[],
  said: ReadonlySet<CatalogueSplit>,
): { readonly lines: readonly Line[]; readonly restated: Restated } {
  const restated = new Map<CatalogueSplit, { state: SplitState; change: Decimal }>()
  let lines = dated
  for (const split of splits.toSorted((a, b) => b.day - a.day)) {
    const before = inUnitsBefore(lines, split)
    const converted = lines.map((line) => before.get(line) ?? line)
    const change = subtract(heldBefore(courseOf(lines), split.date), heldBefore(courseOf(converted), split.date))
    restated.set(split, { state: said.has(split) ? 'confirmed' : 'restated', change })
    lines = converted
  }
  return { lines, restated }
}

/** What counts in place of each line as it was read. */
function changesOf(
  read: readonly Line[],
  late: ReadonlyMap<Line, Line>,
  dated: readonly Line[],
  lines: readonly Line[],
): ReadonlyMap<Line, Line> {
  if (lines === dated) return late
  const last = new Map(dated.map((line, place) => [line, lines[place] ?? line]))
  const pairs = read.map((line) => [line, last.get(late.get(line) ?? line) ?? line] as const)
  return new Map(pairs.filter(([line, changed]) => line !== changed))
}

function sized(evidence: Evidence, own: Own, open: readonly CatalogueSplit[], restated: Restated): UnbookedSplit[] {
  const { brokerId, assetId } = own
  const found: UnbookedSplit[] = []
  let before = ZERO
  for (const [place, split] of open.entries()) {
    const sized = restatedSize(evidence, split, restated, before) ?? unbookedSize(evidence, split, before, open[place + 1]?.date)
    if (sized === undefined) continue
    found.push({ brokerId, assetId, listedOn: split.date, ratio: split.ratio, ...sized })
    before = add(before, sized.change)
  }
  return found
}

type Size = Pick<UnbookedSplit, 'state' | 'date' | 'held' | 'change'>

function restatedSize({ course }: Evidence, split: CatalogueSplit, restated: Restated, before: Decimal): Size | undefined {
  const of = restated.get(split)
  return of && { ...of, date: split.date, held: heldOn(course, split.date, before) }
}

/** `until` = the day of the next. */
function unbookedSize(evidence: Evidence, split: CatalogueSplit, before: Decimal, until: string | undefined): Size | undefined {
  if (heldOn(evidence.course, split.date, before) === ZERO) return undefined
  const date = firstDayOfUnits(evidence, split)
  const held = heldOn(evidence.course, date, before)
  const change = changeBy(split, held)
  if (change === undefined || change === ZERO) return undefined
  if (areUnitsAdjusted(evidence, split, date)) return { state: 'unclear', date: split.date, held, change: ZERO }
  return isImpossible(evidence, { from: date, until, held, by: change }) ? undefined : { state: 'unbooked', date, held, change }
}

function heldOn(course: Course, date: string, before: Decimal): Decimal {
  return add(heldBefore(course, date), before)
}

/** Lines in ledger order, some of them replaced. */
export function withChanged(lines: readonly Line[], changed: ReadonlyMap<Line, Line>): readonly Line[] {
  if (changed.size === 0) return lines
  const same = lines.filter((line) => !changed.has(line))
  return mergeLines(same, [...changed.values()].sort(inOrder))
}
