import type { Cost } from '../../lots/cost.ts'
import type { LotEntry } from '../../lots/entry.ts'
import { costOf } from '../../lots/lot.ts'
import { type MatchResult, matchEntries } from '../../lots/match.ts'
import { matchSection104 } from '../../lots/section104.ts'
import { costAndProceeds } from '../../lots/trade.ts'
import { absolute, add, type Decimal, negate, subtract, ZERO } from '../../shared/decimal.ts'
import { isSplitOfNothing } from '../ledger/cost-change.ts'
import { firstFrom, type Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { type Balances, movedBy } from '../valuation/balances.ts'
import { marketValue, type ReportInputs } from '../valuation/inputs.ts'
import { baseEntry, marketWorth, relocationOf, withRatio } from '../valuation/lot-entries.ts'
import { areAssetCostsKnown, currencyEffect } from './currency-effect.ts'
import { type Booking, bookLine } from './flows.ts'

/** Lines of a range that are computed together, in ledger order, and their places among all. `openings` = what stood before of their assets; `isJoint` = of several assets. */
export type Unit = {
  readonly lines: Line[]
  readonly places: number[]
  readonly openings: Opening[]
  readonly isJoint: boolean
}

/** What is held of an asset at the start, at its market value then. */
export type Opening = { readonly assetId: number; readonly quantity: Decimal; readonly worth: Cost; readonly date: string }

/** What a unit comes to, but for the value at the end. Fees and taxes are negative; `flows` has one a line, or is `null` where all are nothing. */
export type Part = Readonly<Record<'income' | 'fees' | 'taxes' | 'cash' | 'realised' | 'currency', Decimal>> & {
  /** `isCurrencyEffectKnown` = the cost in the currency of the asset is known. */
  readonly open: readonly { readonly assetId: number; readonly cost: Cost; readonly isCurrencyEffectKnown: boolean }[]
  readonly flows: readonly Decimal[] | null
  readonly moved: Balances
}

/** How the lines of a range fall apart: an asset is a unit, assets that exchanges tie together are one, and cash is one. `grouped` = the lines with a group. */
export type Units = { readonly byAsset: Map<number, Unit>; readonly cash: Unit; readonly grouped: Line[] }

export function unitsOf(lines: readonly Line[], request: ReportRequest): Units {
  const units: Units = { byAsset: new Map(), cash: newUnit(), grouped: [] }
  const exchanged = new Set<number>()
  let isNamed = false
  for (let place = firstFrom(lines, request.from); place < lines.length; place++) {
    const line = lines[place]
    if (line === undefined || line.date > request.to) break
    const unit = line.assetId === null ? units.cash : unitOfAsset(units, line.assetId)
    unit.lines.push(line)
    unit.places.push(place)
    if (line.groupId !== null) units.grouped.push(line)
    if (line.assetId === null) continue
    if (line.type === 'EXCHANGE' && line.groupId !== null) exchanged.add(line.assetId)
    if (line.lots != null) isNamed = true
  }
  const isApart = isNamed && (request.method === 'AVERAGE' || request.method === 'S104')
  join(units, lines, isApart ? new Set(units.byAsset.keys()) : exchanged)
  return units
}

/** Makes one unit of several: assets between which cost is carried, or all where a sale names its lots, which keeps those of an average apart everywhere. */
function join({ byAsset }: Units, lines: readonly Line[], assetIds: ReadonlySet<number>): void {
  if (assetIds.size < 2) return
  const joint = newUnit(true)
  for (const place of [...assetIds].flatMap((id) => byAsset.get(id)?.places ?? []).sort((a, b) => a - b)) {
    const line = lines[place]
    if (line === undefined) continue
    joint.lines.push(line)
    joint.places.push(place)
  }
  for (const id of assetIds) byAsset.set(id, joint)
}

/** Each of them once. */
export function allUnits({ byAsset, cash }: Units): Unit[] {
  return [...new Set(byAsset.values()), cash]
}

/** The unit of an asset, made where there is none. */
export function unitOfAsset(units: Units, assetId: number): Unit {
  const known = units.byAsset.get(assetId)
  if (known !== undefined) return known
  const made = newUnit()
  units.byAsset.set(assetId, made)
  return made
}

function newUnit(isJoint = false): Unit {
  return { lines: [], places: [], openings: [], isJoint }
}

/** Computes one unit. Where it is not counted, its lines matter for what stands only. */
export function partOf(
  inputs: ReportInputs,
  request: ReportRequest,
  unit: Unit,
  how: { internal: ReadonlySet<string>; isCounted: boolean },
): Part {
  const { lines, openings } = unit
  const { bookings, matched } = matchPeriod(inputs, request, { lines: how.isCounted ? lines : [], openings }, how.internal)
  let [income, fees, taxes, cash, hasFlow] = [ZERO, ZERO, ZERO, ZERO, false]
  for (const booking of bookings) {
    if (booking.income !== ZERO) income = add(income, booking.income)
    if (booking.fees !== ZERO) fees = add(fees, booking.fees)
    if (booking.taxes !== ZERO) taxes = add(taxes, booking.taxes)
    cash = add(cash, booking.cash)
    hasFlow ||= booking.flow !== ZERO
  }
  const flows = hasFlow ? bookings.map((booking) => booking.flow) : null
  return { income, fees, taxes, cash, ...closedAndOpen(inputs, request, matched), flows, moved: movedBy(unit.lines) }
}

/** What each line means, and which lots were closed; with one pool an asset, begun with what stood before. No purchase after the range counts. */
export function matchPeriod(
  inputs: ReportInputs,
  request: ReportRequest,
  { lines, openings }: Pick<Unit, 'openings'> & { readonly lines: readonly Line[] },
  internal: ReadonlySet<string>,
): { bookings: Booking[]; matched: MatchResult } {
  const isInternal = ({ groupId }: Line) => groupId !== null && internal.has(groupId)
  const bookings = lines.map((line) => bookLine(inputs, line, { scope: request.scope, isInternal: isInternal(line) }))
  const entries = [...openingEntries(openings), ...periodEntries(inputs, bookings, request)]
  const relocate = relocationOf(inputs)
  if (request.method === 'S104') return { bookings, matched: matchSection104(entries, { relocate }) }
  return { bookings, matched: matchEntries(entries, { order: request.method, pooled: true, rule: null, relocate }) }
}

function openingEntries(openings: readonly Opening[]): LotEntry[] {
  return openings.map(({ assetId, quantity, worth, date }) => {
    const line = { id: 0, brokerId: 0, date, quantity, groupId: null, costShare: null }
    return { ...baseEntry(line, assetId), worth, known: true }
  })
}

function periodEntries(inputs: ReportInputs, bookings: readonly Booking[], { method }: ReportRequest): LotEntry[] {
  const entries: LotEntry[] = []
  for (const { line, worth, isInternal } of bookings) {
    const isNothing = line.quantity === ZERO && worth === null && !isSplitOfNothing(line)
    if (line.assetId === null || isNothing || (isInternal && line.type === 'TRANSFER')) continue
    const entry: Changing<LotEntry> = withRatio(baseEntry(line, line.assetId), line)
    entry.known = entry.realises = true
    if (worth !== null && line.quantity === ZERO) Object.assign(entry, { kind: 'cost', worth })
    else if (line.type === 'SPLIT') entry.kind = 'split'
    else if (line.type === 'EXCHANGE' && isInternal) entry.kind = 'exchange'
    else entry.worth = worth ?? movedWorth(inputs, line, line.assetId)
    if (method === 'S104' && leavesUnsold(line)) Object.assign(entry, { kind: 'transfer', groupId: null })
    entries.push(entry)
  }
  return entries
}

/** What leaves without a sale is matched with no purchase of its day or later: it comes out of the pool. */
function leavesUnsold({ type, quantity }: Line): boolean {
  return quantity < ZERO && (type === 'ADJUSTMENT' || type === 'TRANSFER')
}

type Changing<T> = { -readonly [K in keyof T]: T[K] }

/** What moves without a trade does so at the market value of its day. */
function movedWorth(inputs: ReportInputs, line: Line, assetId: number): Cost {
  const value = marketValue(inputs, assetId, absolute(line.quantity), line.date) ?? ZERO
  return marketWorth(inputs, assetId, line.quantity < ZERO ? negate(value) : value, line.date)
}

/** Where a rate is missing, all of a gain counts as one of price. */
function closedAndOpen(
  inputs: ReportInputs,
  { to }: ReportRequest,
  matched: MatchResult,
): Pick<Part, 'realised' | 'currency' | 'open'> {
  let [realised, currency] = [ZERO, ZERO]
  for (const disposal of matched.disposals) {
    const sums = costAndProceeds(disposal)
    const { cost, proceeds } = sums
    const effect = currencyEffect(inputs, disposal, sums) ?? ZERO
    realised = add(realised, subtract(subtract(proceeds.inReport, cost.inReport), effect))
    currency = add(currency, effect)
  }
  const open = [...matched.open].map(([key, lots]) => ({
    assetId: Number(key),
    cost: costOf(lots),
    isCurrencyEffectKnown: areAssetCostsKnown(inputs, lots, to),
  }))
  return { realised, currency, open }
}
