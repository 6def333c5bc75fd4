import { absolute, add, subtract, sum, ZERO } from '../shared/decimal.ts'
import { isTransferLeg, type LotEntry, sideOf } from './entry.ts'
import type { Position } from './position.ts'

/**
 * Entries in ledger order, by day; within each the splits first and the changes of cost last. What a transfer or exchange takes away counts from the day on which it
 * arrived elsewhere, if that was earlier: units are never at two places.
 */
export function lotDays(entries: readonly LotEntry[]): LotEntry[][] {
  const days: LotEntry[][] = []
  const arrivals = earlyArrivals(entries)
  const early: LotEntry[] = []
  let date: string | undefined
  for (const entry of entries) {
    const arrival = arrivals !== null && entry.quantity < ZERO ? arrivals.get(entry.groupId ?? '') : undefined
    if (arrival !== undefined && arrival < entry.date) early.push(entry)
    else if (entry.date === date) days.at(-1)?.push(entry)
    else {
      date = entry.date
      days.push([entry])
    }
  }
  if (arrivals !== null && early.length > 0) {
    const byDay = new Map(days.map((day) => [day[0]?.date ?? '', day]))
    for (const entry of early) byDay.get(arrivals.get(entry.groupId ?? '') ?? '')?.push(entry)
  }
  return days.map(inOrderOfDay)
}

/** The first day on which something came in by each group. */
function earlyArrivals(entries: readonly LotEntry[]): Map<string, string> | null {
  let arrivals: Map<string, string> | null = null
  for (const entry of entries) {
    if (entry.quantity < ZERO || !isTransferLeg(entry)) continue
    arrivals ??= new Map()
    const known = arrivals.get(entry.groupId ?? '')
    if (known === undefined || entry.date < known) arrivals.set(entry.groupId ?? '', entry.date)
  }
  return arrivals
}

function inOrderOfDay(day: LotEntry[]): LotEntry[] {
  if (day.length === 1 || !day.some(({ kind }) => kind === 'split' || kind === 'cost')) return day
  const [splits, costs] = [day.filter(({ kind }) => kind === 'split'), day.filter(({ kind }) => kind === 'cost')]
  return [...splits, ...day.filter(({ kind }) => kind !== 'split' && kind !== 'cost'), ...costs]
}

/** For one pool an asset: a split that several brokers book on a day is one of all that they hold, whoever of them is short. */
export function withJointSplits(entries: readonly LotEntry[]): readonly LotEntry[] {
  const splits = Map.groupBy(
    entries.filter((entry) => entry.kind === 'split'),
    (entry) => `${entry.assetId} ${entry.date}`,
  )
  if ([...splits.values()].every((some) => some.length === 1)) return entries
  return entries.flatMap((entry) => {
    if (entry.kind !== 'split') return [entry]
    const some = splits.get(`${entry.assetId} ${entry.date}`) ?? []
    const quantity = sum(some.map((one) => one.quantity))
    return entry === some[0] && (quantity !== ZERO || entry.ratio !== undefined)
      ? [some.length === 1 ? entry : { ...entry, quantity }]
      : []
  })
}

type Apply = (entry: LotEntry, position: Position) => void
type PositionFor = (entry: LotEntry) => Position

/** Applies entries in ledger order, but for those that have to wait for others of their day. Days of nothing but trades are passed through one by one. */
export function applyInOrder(entries: readonly LotEntry[], positionFor: PositionFor, apply: Apply): void {
  if (entries.some(isTransferLeg)) {
    for (const day of lotDays(entries)) applyDay(day, positionFor, apply)
    return
  }
  for (let at = 0; at < entries.length; ) {
    const date = entries[at]?.date
    let end = at
    let isPlain = true
    for (let entry = entries[end]; entry !== undefined && entry.date === date; entry = entries[++end])
      isPlain &&= entry.kind === 'trade' && entry.specificLots === null
    if (isPlain) at = applyTrades(entries, at, end, positionFor, apply)
    if (at < end) applyDay(inOrderOfDay(entries.slice(at, end)), positionFor, apply)
    at = end
  }
}

/** Applies trades until one may have to wait; returns its place. */
function applyTrades(entries: readonly LotEntry[], from: number, end: number, positionFor: PositionFor, apply: Apply): number {
  for (let at = from; at < end; at++) {
    const entry = entries[at]
    if (entry === undefined) return at
    const position = positionFor(entry)
    const mayWait = entry.quantity < ZERO && !entry.timed && position.total >= ZERO && add(position.total, entry.quantity) < ZERO
    if (mayWait) return at
    apply(entry, position)
  }
  return end
}

type Step = { readonly entry: LotEntry; readonly position: Position; isDone: boolean }

/** Costs change of what is held when all else of the day is done. */
function applyDay(day: readonly LotEntry[], positionFor: PositionFor, apply: Apply): void {
  const end = day.findIndex(({ kind }) => kind === 'cost')
  applyMoves(end < 0 ? day : day.slice(0, end), positionFor, apply)
  if (end >= 0) for (const entry of day.slice(end)) apply(entry, positionFor(entry))
}

function applyMoves(day: readonly LotEntry[], positionFor: PositionFor, apply: Apply): void {
  const [only] = day
  if (only !== undefined && day.length === 1) {
    apply(only, positionFor(only))
    return
  }
  const legs = new Map<string, number>()
  const steps: readonly Step[] = day.map((entry) => ({ entry, position: positionFor(entry), isDone: false }))
  const owed = exchangesOfShort(steps)
  let waiting = steps
  let isCounted = false
  const count = () => {
    if (!isCounted)
      for (const { entry, position, isDone } of steps) if (!isDone) position.pending = add(position.pending, entry.quantity)
    isCounted = true
  }
  for (const { entry, position } of steps) {
    if (entry.quantity > ZERO) position.incoming += 1
    if (isTransferLeg(entry)) legs.set(sideOf(entry), (legs.get(sideOf(entry)) ?? 0) + 1)
  }
  const take = (step: Step) => {
    const { entry, position } = step
    step.isDone = true
    if (isCounted) position.pending = subtract(position.pending, entry.quantity)
    if (entry.quantity > ZERO) position.incoming -= 1
    if (isTransferLeg(entry)) legs.set(sideOf(entry), (legs.get(sideOf(entry)) ?? 0) - 1)
    apply(entry, position)
  }
  while (waiting.length > 0) {
    const later = waiting.filter((step) => needsOthersFirst(step, legs, owed, count) || take(step))
    if (later.length === waiting.length) for (const forced of later.splice(firstToGive(later, owed), 1)) take(forced)
    waiting = later
  }
}

/** Where nothing can go on: what gives goes first, even of what is not there. */
function firstToGive(steps: readonly Step[], owed: ReadonlySet<string>): number {
  const at = steps.findIndex(({ entry }) => entry.quantity < ZERO !== owed.has(entry.groupId ?? ''))
  return Math.max(at, 0)
}

const NONE: ReadonlySet<string> = new Set()

/** The exchanges that give what is owed: what comes in closes short positions only, and nothing that is there goes out. */
function exchangesOfShort(steps: readonly Step[]): ReadonlySet<string> {
  const legs = steps.filter(({ entry }) => entry.kind === 'exchange' && entry.groupId !== null)
  if (!legs.some(({ entry, position }) => entry.quantity > ZERO && position.total < ZERO)) return NONE
  const others = legs.filter(({ entry, position }) => (entry.quantity > ZERO ? position.total >= ZERO : position.total > ZERO))
  const [found, plain] = [legs, others].map((some) => new Set(some.map(({ entry }) => entry.groupId ?? '')))
  return found?.difference(plain ?? NONE) ?? NONE
}

/**
 * Whether an entry has to wait for others of its day: a leg for the other side of its group, unless it gives what is there (or owed); an untimed
 * sale of more than there is (`count` makes known what is pending), or of lots by name, for what comes in on the same day.
 */
function needsOthersFirst(
  { entry, position }: Step,
  legs: ReadonlyMap<string, number>,
  owed: ReadonlySet<string>,
  count: () => void,
): boolean {
  const { total } = position
  const pending = isTransferLeg(entry) ? (legs.get(sideOf(entry, true)) ?? 0) : 0
  if (entry.kind === 'exchange' && pending > 0 && entry.quantity > ZERO !== owed.has(entry.groupId ?? '')) return true
  const closes = total > ZERO !== entry.quantity > ZERO && absolute(total) >= absolute(entry.quantity)
  if (entry.kind === 'split') return false
  if (entry.specificLots !== null && !entry.timed && position.incoming > 0) return true
  if (closes) return false
  if (isTransferLeg(entry)) return pending > 0
  if (entry.quantity > ZERO || total < ZERO || entry.timed) return false
  count()
  return add(total, position.pending) >= ZERO
}
