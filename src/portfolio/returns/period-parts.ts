import type { Worth } from '../../lots/cost.ts'
import type { Entry } from '../../lots/entry.ts'
import { type Matched, matchEntries } from '../../lots/match.ts'
import { matchSection104 } from '../../lots/section104.ts'
import { costAndProceeds } from '../../lots/trade.ts'
import { absolute, add, type Decimal, negate, subtract, sum, ZERO } from '../../shared/decimal.ts'
import { firstFrom, type Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import { applyLine, emptyStanding, type Standing } from '../valuation/balances.ts'
import { type Book, marketValue } from '../valuation/book.ts'
import { baseEntry, marketWorth, relocationOf } from '../valuation/lot-entries.ts'
import { areCostsTold, currencyEffect } from './currency-effect.ts'
import { type Booking, bookLine } from './flows.ts'

/** Lines of a range that are reckoned together, in ledger order, and their places among all. `openings` = what stood before of their assets. */
export type Unit = { readonly lines: Line[]; readonly places: number[]; readonly openings: Opening[] }

/** What is held of an asset at the start, at its market value then. */
export type Opening = { readonly assetId: number; readonly quantity: Decimal; readonly worth: Worth; readonly date: string }

/** What a unit comes to, but for the value at the end. Fees and taxes are negative; `flows` has one a line, or is `null` where all are nothing. */
export type Part = Readonly<Record<'income' | 'fees' | 'taxes' | 'cash' | 'realised' | 'currency', Decimal>> & {
  /** `isTold` = the cost in the currency of the asset is known. */
  readonly open: readonly { readonly assetId: number; readonly cost: Worth; readonly isTold: boolean }[]
  readonly flows: readonly Decimal[] | null
  readonly moved: Standing
}

/** How the lines of a range fall apart: an asset is a unit, assets that exchanges tie together are one, and cash is one. */
export type Units = { readonly byAsset: Map<number, Unit>; readonly cash: Unit }

export function unitsOf(lines: readonly Line[], asked: Asked): Units {
  const units: Units = { byAsset: new Map(), cash: newUnit() }
  const exchanged = new Set<number>()
  let isNamed = false
  for (let place = firstFrom(lines, asked.from); place < lines.length; place++) {
    const line = lines[place]
    if (line === undefined || line.date > asked.to) break
    const unit = line.assetId === null ? units.cash : unitOfAsset(units, line.assetId)
    unit.lines.push(line)
    unit.places.push(place)
    if (line.assetId === null) continue
    if (line.type === 'EXCHANGE' && line.groupId !== null) exchanged.add(line.assetId)
    if (line.lots != null) isNamed = true
  }
  const isApart = isNamed && (asked.method === 'AVERAGE' || asked.method === 'S104')
  join(units, lines, isApart ? new Set(units.byAsset.keys()) : exchanged)
  return units
}

/** Makes one unit of several: assets between which cost is carried, or all where a sale names its lots, which keeps those of an average apart everywhere. */
function join({ byAsset }: Units, lines: readonly Line[], assetIds: ReadonlySet<number>): void {
  if (assetIds.size < 2) return
  const joint = newUnit()
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

function newUnit(): Unit {
  return { lines: [], places: [], openings: [] }
}

/** Reckons one unit. Where it is not counted, its lines matter for what stands only. */
export function partOf(book: Book, asked: Asked, unit: Unit, how: { internal: ReadonlySet<string>; isCounted: boolean }): Part {
  const moved = emptyStanding()
  for (const line of unit.lines) applyLine(moved, line)
  const { lines, openings } = unit
  const { bookings, matched } = matchPeriod(book, asked, { lines: how.isCounted ? lines : [], openings }, how.internal)
  let [income, fees, taxes, cash, hasFlow] = [ZERO, ZERO, ZERO, ZERO, false]
  for (const booking of bookings) {
    income = add(income, booking.income)
    fees = add(fees, booking.fees)
    taxes = add(taxes, booking.taxes)
    cash = add(cash, booking.cash)
    hasFlow ||= booking.flow !== ZERO
  }
  const flows = hasFlow ? bookings.map((booking) => booking.flow) : null
  return { income, fees, taxes, cash, ...closedAndOpen(book, asked, matched), flows, moved }
}

/** What each line means, and which lots were closed; with one pool an asset, begun with what stood before. No purchase after the range counts. */
export function matchPeriod(
  book: Book,
  asked: Asked,
  { lines, openings }: Pick<Unit, 'openings'> & { readonly lines: readonly Line[] },
  internal: ReadonlySet<string>,
): { bookings: Booking[]; matched: Matched } {
  const isInternal = ({ groupId }: Line) => groupId !== null && internal.has(groupId)
  const bookings = lines.map((line) => bookLine(book, line, { scope: asked.scope, isInternal: isInternal(line) }))
  const entries = [...openingEntries(openings), ...periodEntries(book, bookings, asked)]
  const relocate = relocationOf(book)
  if (asked.method === 'S104') return { bookings, matched: matchSection104(entries, { relocate }) }
  return { bookings, matched: matchEntries(entries, { order: asked.method, pooled: true, rule: null, relocate }) }
}

function openingEntries(openings: readonly Opening[]): Entry[] {
  return openings.map(({ assetId, quantity, worth, date }) => {
    const line = { id: 0, brokerId: 0, date, quantity, groupId: null, costShare: null }
    return { ...baseEntry(line, assetId), worth, known: true }
  })
}

function periodEntries(book: Book, bookings: readonly Booking[], { method }: Asked): Entry[] {
  const entries: Entry[] = []
  for (const { line, worth, isInternal } of bookings) {
    if (line.assetId === null || line.quantity === ZERO || (isInternal && line.type === 'TRANSFER')) continue
    const entry: Changing<Entry> = baseEntry(line, line.assetId)
    entry.known = entry.realises = true
    if (line.type === 'SPLIT') entry.kind = 'split'
    else if (line.type === 'EXCHANGE' && isInternal) entry.kind = 'exchange'
    else entry.worth = worth ?? movedWorth(book, line, line.assetId)
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
function movedWorth(book: Book, line: Line, assetId: number): Worth {
  const value = marketValue(book, assetId, absolute(line.quantity), line.date) ?? ZERO
  return marketWorth(book, assetId, line.quantity < ZERO ? negate(value) : value, line.date)
}

/** Where a rate is missing, all of a gain counts as one of price. */
function closedAndOpen(book: Book, { to }: Asked, matched: Matched): Pick<Part, 'realised' | 'currency' | 'open'> {
  let [realised, currency] = [ZERO, ZERO]
  for (const disposal of matched.disposals) {
    const { cost, proceeds } = costAndProceeds(disposal)
    const effect = currencyEffect(book, disposal) ?? ZERO
    realised = add(realised, subtract(subtract(proceeds.report, cost.report), effect))
    currency = add(currency, effect)
  }
  const open = [...matched.open].map(([key, lots]) => ({
    assetId: Number(key),
    cost: { report: sum(lots.map((lot) => lot.cost.report)), local: sum(lots.map((lot) => lot.cost.local)) },
    isTold: areCostsTold(book, lots, to),
  }))
  return { realised, currency, open }
}
