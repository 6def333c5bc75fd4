import type { Reader } from '#db/connection.ts'
import { add, type Decimal, negate, subtract, ZERO } from '../../shared/decimal.ts'
import { createYielder, forEachInSlices } from '../../shared/event-loop.ts'
import {
  assetOfUnit,
  listFirstLines,
  listOpenings,
  listRatioSplits,
  listUnitDays,
  type Opening,
  type OpeningWrite,
  type RatioSplit,
  unitOfAsset,
} from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { outgoingUnits } from '../matching/outgoing.ts'
import { traitsOf } from '../matching/traits.ts'
import { isByRatio } from '../matching/validate.ts'
import { earlier, type Flows, joinDays, NO_FLOWS, type StoredUnit, takeApart, withOpenings } from './opening-days.ts'
import { type Author, type Claim, type PlannedOpening, planUnit } from './opening-plan.ts'
import { splitChanges, type UnitDay } from './opening-size.ts'

export type { Author }

/** What becomes of the openings of a unit when drafts are booked. */
export type PlannedUnit = OpeningWrite & { readonly planned: readonly PlannedOpening[] }
/** Changes of balances by unit and day. */
export type Moves = ReadonlyMap<string, ReadonlyMap<string, Decimal>>

export type OpeningPlan = { readonly units: readonly PlannedUnit[]; readonly moved: Moves }

export type OpeningOptions = {
  readonly covers: (unit: string, hasOpening: boolean) => boolean
  readonly author: Author
  /** Positions that are booked, by unit. */
  readonly claims: ReadonlyMap<string, Claim>
}

/** A ledger's openings and splits by ratio, by unit. */
type Ledger = {
  readonly db: Reader
  readonly brokerId: number
  readonly openings: ReadonlyMap<string, readonly Opening[]>
  readonly splits: ReadonlyMap<string, readonly RatioSplit[]>
}

/** The openings and the splits by ratio of a broker; those that `counts` refuses are none. */
export async function openLedger(db: Reader, brokerId: number): Promise<Ledger> {
  return {
    ...{ db, brokerId },
    openings: Map.groupBy(await listOpenings(db, brokerId), ({ unit }) => unit),
    splits: Map.groupBy(await listRatioSplits(db, brokerId), ({ unit }) => unit),
  }
}

/** A unit of the ledger without its openings. Units of assets that are not made yet have a stand-in, and nothing is stored of them. */
export async function readUnit({ db, brokerId, openings, splits }: Ledger, unit: string): Promise<StoredUnit> {
  const assetId = assetOfUnit(unit)
  if (assetId !== undefined && assetId < 0) return { flows: NO_FLOWS, splits: [] }
  const own = openings.get(unit) ?? []
  const days = await listUnitDays(db, brokerId, unit)
  const lines = await listFirstLines(db, brokerId, assetId === undefined ? { currency: unit } : { assetId }, {
    limit: own.length + 1,
  })
  const first = lines.find(({ id }) => own.every(({ row }) => row.id !== id))?.date
  return takeApart(days, { openings: own, splits: splits.get(unit) ?? [], first })
}

/**
 * What becomes of openings when these drafts are booked: those that `covers` wants are as large as the ledger needs with them, all others shrink by
 * what comes to stand before them. Splits by ratio that are there already follow. Gives the event loop back in between.
 */
export async function planOpenings(
  db: Reader,
  brokerId: number,
  drafts: readonly ClassifiedDraft[],
  { covers, author, claims }: OpeningOptions,
): Promise<OpeningPlan> {
  const ledger = await openLedger(db, brokerId)
  const isThere = (unit: string) => claims.has(unit) || ledger.openings.has(unit) || ledger.splits.has(unit)
  const outgoing = outgoingUnits(drafts)
  const isWanted = (unit: string) => isThere(unit) || (outgoing.has(unit) && covers(unit, false))
  const units: PlannedUnit[] = []
  const moved = new Map<string, Map<string, Decimal>>()
  const yieldWhenDue = createYielder()
  const moving = await flowsByUnit(drafts, isWanted)
  for (const unit of claims.keys()) if (!moving.has(unit)) moving.set(unit, NO_FLOWS)
  for (const [unit, flows] of moving) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    if (!isThere(unit) && [...flows.changes.values()].every((change) => change >= ZERO)) continue
    const stored = await readUnit(ledger, unit)
    const after = joinDays([stored.flows, flows])
    const scene = {
      ...{ unit, after, before: joinDays([stored.flows]), openings: ledger.openings.get(unit) ?? [] },
      ...{ firstBefore: stored.flows.first, firstAfter: earlier(stored.flows.first, flows.first) },
    }
    const { after: planned, least } = planUnit(scene, covers(unit, scene.openings.length > 0), author, claims.get(unit))
    const write = writeOf(unit, { planned, least, openings: scene.openings, after, splits: stored.splits, again: flows.ratios })
    if (write === undefined) continue
    units.push(write)
    moved.set(unit, movesOf(write))
  }
  return { units, moved }
}

type Outcome = {
  readonly planned: readonly PlannedOpening[]
  readonly least: Opening | undefined
  readonly openings: readonly Opening[]
  readonly after: readonly UnitDay[]
  readonly splits: readonly RatioSplit[]
  /** Days with splits by ratio that come now: those that are there on such a day stay as they are. */
  readonly again?: Flows['ratios'] | undefined
}

/** What is to be written for a unit; none where everything stays. */
export function writeOf(unit: string, { planned, least, openings, after, splits, again }: Outcome): PlannedUnit | undefined {
  const sizes = splitChanges(withOpenings(after, planned), ZERO)
  const places = new Map<string, number>()
  const resized = splits.flatMap(({ id, date, quantity }) => {
    const place = places.get(date) ?? 0
    places.set(date, place + 1)
    const size = sizes.get(date)?.[place] ?? quantity
    return size === quantity || again?.has(date) === true ? [] : [{ id, date, quantity: size, quantityBefore: quantity }]
  })
  const ids = new Set(openings.map(({ row }) => row.id))
  const stays = planned.length === openings.length && planned.every(({ row }) => row.id !== undefined && ids.has(row.id))
  if (stays && resized.length === 0) return undefined
  return { unit, planned, least, before: openings, after: planned.map(({ row }) => row), resized }
}

function movesOf({ before, planned, resized }: PlannedUnit): Map<string, Decimal> {
  const moves = new Map<string, Decimal>()
  const move = (date: string, size: Decimal) => moves.set(date, add(moves.get(date) ?? ZERO, size))
  for (const { date, size } of before) move(date, negate(size))
  for (const { date, size } of planned) move(date, size)
  for (const { date, quantity, quantityBefore } of resized) move(date, subtract(quantity, quantityBefore))
  return moves
}

/** What drafts do to each unit that is wanted, also by the days on which they only name it. */
export async function flowsByUnit(
  drafts: readonly ClassifiedDraft[],
  isWanted: (unit: string) => boolean,
): Promise<Map<string, Flows>> {
  const units = new Map<string, { changes: Map<string, Decimal>; ratios: Map<string, string[]>; first: string | undefined }>()
  const { assets, currencies } = traitsOf(drafts)
  if (![...[...assets].map(unitOfAsset), ...currencies].some(isWanted)) return units
  const flowsOf = (unit: string, date: string) => {
    const flows = units.get(unit) ?? { changes: new Map<string, Decimal>(), ratios: new Map<string, string[]>(), first: date }
    units.set(unit, flows)
    flows.first = earlier(flows.first, date)
    return flows
  }
  const wanted = new Map<string, boolean>()
  const counts = (unit: string) => {
    const known = wanted.get(unit) ?? isWanted(unit)
    wanted.set(unit, known)
    return known
  }
  await forEachInSlices(drafts, ({ draft, fields }) => {
    const { assetId, date, quantity, amount, currency } = fields
    if (assetId !== null && counts(unitOfAsset(assetId))) {
      const { changes, ratios } = flowsOf(unitOfAsset(assetId), date)
      if (isByRatio(draft)) ratios.set(date, [...(ratios.get(date) ?? []), draft.ratio ?? ''])
      else changes.set(date, add(changes.get(date) ?? ZERO, quantity))
    }
    if (currency === null || amount === ZERO || !counts(currency)) return
    const { changes } = flowsOf(currency, date)
    changes.set(date, add(changes.get(date) ?? ZERO, amount))
  })
  return units
}
