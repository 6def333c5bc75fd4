import type { Reader } from '#db/connection.ts'
import type { Allowance } from '../../access/service.ts'
import { absolute, add, type Decimal, minimum, negate, subtract, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { assetOfUnit, changeByRatio, listUnitDays, unitOfAsset } from '../../transactions/service.ts'
import { eventsOf } from '../matching/events.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { outgoingUnits } from '../matching/outgoing.ts'
import { isByRatio } from '../matching/validate.ts'
import { asTheyHappened } from '../reading/order.ts'
import type { Moves } from './openings.ts'

/** What a row of a report takes out and is not there: units of an asset, or cash, at the end of a day. */
export type Shortage = {
  readonly draft: ClassifiedDraft
  readonly unit: string
  readonly date: string
  readonly missing: Decimal
}

export type Weighed = {
  readonly shortages: readonly Shortage[]
  readonly leftOut: readonly ClassifiedDraft[]
  readonly isWhole: boolean
}

type Flow = {
  readonly event: number
  readonly draft: ClassifiedDraft
  readonly unit: string
  readonly change: Decimal
  /** Of a split by ratio, whose change follows from what is held when its day begins. */
  readonly ratio?: string | undefined
}
type UnitState = {
  /** The balance, and what of it the report moved. */
  balance: Decimal
  moved: Decimal
  /** The lack that is reported already. */
  reported: Decimal
  /** What the report took out, latest last, with what of it is not yet reported as missing. */
  readonly outgoing: { readonly flow: Flow; rest: Decimal }[]
}
type Scene = {
  readonly days: readonly string[]
  readonly flows: ReadonlyMap<string, readonly Flow[]>
  readonly stored: ReadonlyMap<string, ReadonlyMap<string, Decimal>>
  /** Units that splits by ratio multiply. */
  readonly split: ReadonlySet<string>
  /** The flows of an event by unit, each with its day. */
  readonly events: ReadonlyMap<number, readonly (Flow & { readonly date: string })[]>
}

const MAX_ROUNDS = 50

/**
 * What is not there at the end of a day when these drafts are booked: for each unit that the broker may not be short of, every new low below zero
 * that the drafts cause, reported at the rows that take out, the latest first. The sizes of an asset add up to what an opening position would need.
 * `moved` is booked beside them. With `leaveOut` those rows are left out, whole groups, and whatever then becomes short; `isWhole` is false when that comes to no end.
 */
export async function weighDrafts(
  db: Reader,
  brokerId: number,
  allowance: Allowance,
  drafts: readonly ClassifiedDraft[],
  { leaveOut, moved = new Map() }: { leaveOut: boolean; moved?: Moves | undefined },
): Promise<Weighed> {
  const short = new Set([...outgoingUnits(drafts)].filter((unit) => isGuarded(unit, allowance)))
  if (short.size === 0) return { shortages: [], leftOut: [], isWhole: true }
  const of = { brokerId, drafts, short, moved }
  const { found: first } = await play(await setScene(db, of), new Set(), false)
  if (!leaveOut || first.length === 0) return { shortages: first, leftOut: [], isWhole: true }
  const scene = await setScene(db, { ...of, eventOf: await eventsOf(drafts) })
  const gone = new Set<number>()
  const shortages: Shortage[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { found, again } = await play(scene, gone, leaveOut)
    shortages.push(...found)
    if (again) continue
    const leftOut = [...gone].flatMap((event) => [...new Set((scene.events.get(event) ?? []).map((flow) => flow.draft))])
    return { shortages, leftOut: leftOut.sort((a, b) => a.place - b.place), isWhole: true }
  }
  return { shortages, leftOut: [], isWhole: false }
}

function isGuarded(unit: string, { allowCashOverdraft, allowAssetShorting }: Allowance): boolean {
  return assetOfUnit(unit) === undefined ? !allowCashOverdraft : !allowAssetShorting
}

type SceneOf = {
  readonly brokerId: number
  readonly drafts: readonly ClassifiedDraft[]
  /** The units that are watched. */
  readonly short: ReadonlySet<string>
  readonly moved: Moves
  /** Without it every flow is of the same event. */
  readonly eventOf?: (draft: ClassifiedDraft) => number
}

async function setScene(db: Reader, { brokerId, drafts, short, moved, eventOf }: SceneOf): Promise<Scene> {
  const yieldWhenDue = createYielder()
  const events = new Map<number, (Flow & { date: string })[]>()
  const flows = new Map<string, Flow[]>()
  const byDay = Map.groupBy(drafts, (draft) => draft.fields.date)
  for (const date of [...byDay.keys()].sort()) {
    for (const draft of asTheyHappened(byDay.get(date) ?? [])) {
      const event = eventOf?.(draft) ?? 0
      const own = flowsOf(draft, eventOf === undefined ? short : undefined).map((flow) => ({ ...flow, event, date }))
      if (eventOf !== undefined) put(events, event, own)
      const counted = own.filter((flow) => short.has(flow.unit))
      if (counted.length > 0) put(flows, date, counted)
    }
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  const stored = new Map<string, Map<string, Decimal>>()
  const store = (unit: string, date: string, change: Decimal) => {
    const units = stored.get(date) ?? new Map<string, Decimal>()
    stored.set(date, units.set(unit, add(units.get(unit) ?? ZERO, change)))
  }
  for (const unit of short) {
    for (const { date, change } of await listUnitDays(db, brokerId, unit)) store(unit, date, change)
    for (const [date, change] of moved.get(unit) ?? []) store(unit, date, change)
  }
  const split = new Set(
    [...flows.values()].flatMap((list) => list.flatMap((flow) => (flow.ratio === undefined ? [] : flow.unit))),
  )
  return { days: [...new Set([...stored.keys(), ...flows.keys()])].sort(), flows, stored, split, events }
}

function put<K, T>(lists: Map<K, T[]>, key: K, items: readonly T[]): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [...items])
  else list.push(...items)
}

/** What a draft moves, of the units that are `wanted`. */
function flowsOf(draft: ClassifiedDraft, wanted: ReadonlySet<string> | undefined): Omit<Flow, 'event'>[] {
  const { assetId, quantity, amount, currency } = draft.fields
  const flows: Omit<Flow, 'event'>[] = []
  const unit = assetId !== null && quantity !== ZERO ? unitOfAsset(assetId) : undefined
  if (unit !== undefined && (wanted === undefined || wanted.has(unit)))
    flows.push({ draft, unit, change: quantity, ratio: isByRatio(draft.draft) ? draft.draft.ratio : undefined })
  if (currency !== null && amount !== ZERO && (wanted === undefined || wanted.has(currency)))
    flows.push({ draft, unit: currency, change: amount })
  return flows
}

/** One way through the days. `again`: an event of an earlier day went that had brought something in, or that a split counted. */
async function play(scene: Scene, gone: Set<number>, leaveOut: boolean): Promise<{ found: Shortage[]; again: boolean }> {
  const states = new Map<string, UnitState>()
  const sizes = new Map<Flow, Decimal>()
  const found: Shortage[] = []
  const yieldWhenDue = createYielder()
  let again = false
  for (const date of scene.days) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const waiting = bookDay(scene, states, sizes, gone, date)
    for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
      const state = stateOf(states, unit)
      const lack = lackOf(state)
      if (lack <= state.reported) continue
      if (!leaveOut) {
        found.push(...blame(state, unit, date, subtract(lack, state.reported)))
        state.reported = lack
        continue
      }
      const last = takeLast(state, gone)
      if (last === undefined) continue
      found.push({ draft: last.draft, unit, date, missing: minimum(lack, absolute(last.change)) })
      gone.add(last.event)
      waiting.push(unit)
      for (const flow of scene.events.get(last.event) ?? []) {
        if (flow.date > date) continue
        const other = states.get(flow.unit)
        if (other === undefined) continue
        const change = sizes.get(flow) ?? flow.change
        move(other, negate(change), negate(change))
        if (flow.date < date && (change > ZERO || scene.split.has(flow.unit))) again = true
        if (flow.unit !== unit) waiting.push(flow.unit)
      }
    }
  }
  return { found, again }
}

/** Books the changes of a day, splits of what there was before it first; the units that it touched. */
function bookDay(
  scene: Scene,
  states: Map<string, UnitState>,
  sizes: Map<Flow, Decimal>,
  gone: ReadonlySet<number>,
  date: string,
): string[] {
  const touched = new Set<string>()
  const flows = (scene.flows.get(date) ?? []).filter((flow) => !gone.has(flow.event))
  for (const flow of flows)
    if (flow.ratio !== undefined) sizes.set(flow, changeByRatio(flow.ratio, stateOf(states, flow.unit).balance))
  const book = (flow: Flow, change: Decimal) => {
    const state = stateOf(states, flow.unit)
    move(state, change, change)
    if (change < ZERO) state.outgoing.push({ flow: { ...flow, change }, rest: negate(change) })
    touched.add(flow.unit)
  }
  for (const flow of flows) if (flow.ratio !== undefined) book(flow, sizes.get(flow) ?? ZERO)
  for (const [unit, change] of scene.stored.get(date) ?? []) {
    move(stateOf(states, unit), change, ZERO)
    touched.add(unit)
  }
  for (const flow of flows) if (flow.ratio === undefined) book(flow, flow.change)
  return [...touched]
}

function stateOf(states: Map<string, UnitState>, unit: string): UnitState {
  const found = states.get(unit) ?? { balance: ZERO, moved: ZERO, reported: ZERO, outgoing: [] }
  states.set(unit, found)
  return found
}

function move(state: UnitState, change: Decimal, moved: Decimal): void {
  state.balance = add(state.balance, change)
  state.moved = add(state.moved, moved)
}

/** How far the balance is below zero by what the report moved. */
function lackOf({ balance, moved }: UnitState): Decimal {
  return balance < ZERO && moved < ZERO ? minimum(negate(balance), negate(moved)) : ZERO
}

function blame({ outgoing }: UnitState, unit: string, date: string, lack: Decimal): Shortage[] {
  const shortages: Shortage[] = []
  let left = lack
  while (left > ZERO) {
    const last = outgoing.at(-1)
    if (last === undefined) break
    const missing = minimum(left, last.rest)
    shortages.unshift({ draft: last.flow.draft, unit, date, missing })
    left = subtract(left, missing)
    last.rest = subtract(last.rest, missing)
    if (last.rest === ZERO) outgoing.pop()
  }
  return shortages
}

function takeLast({ outgoing }: UnitState, gone: ReadonlySet<number>): Flow | undefined {
  for (let last = outgoing.pop(); last !== undefined; last = outgoing.pop()) if (!gone.has(last.flow.event)) return last.flow
  return undefined
}
