import { addDays } from '../../shared/date.ts'
import { type Decimal, decimal, formatDecimal, multiplyDivide, subtract, ZERO } from '../../shared/decimal.ts'
import { OPENING } from '../../shared/transaction-type.ts'
import { assetOfUnit, type Opening, type OpeningRow, type OpeningWrite, unitOfAsset } from '../../transactions/service.ts'
import { withOpenings } from './opening-days.ts'
import { heldAt, leastOpening, type UnitDay } from './opening-size.ts'

/** One unit of a ledger without its openings, as it stands and as it will. */
export type UnitScene = {
  readonly unit: string
  readonly openings: readonly Opening[]
  readonly before: readonly UnitDay[]
  readonly after: readonly UnitDay[]
  /** The first day on which the unit occurs, in either. */
  readonly firstBefore: string | undefined
  readonly firstAfter: string | undefined
}

export type PlannedOpening = {
  readonly date: string
  readonly size: Decimal
  readonly row: OpeningRow
  /** What stood there in its place. */
  readonly from: Opening | undefined
}
/** What was held of a unit at the end of a day, and what it had cost. */
export type Claim = {
  readonly ref: string
  readonly row: number
  readonly date: string
  readonly size: Decimal
  readonly cost: { readonly amount: string; readonly currency: string } | null
}

export type UnitPlan = { readonly after: readonly PlannedOpening[]; readonly least: Opening | undefined }

/** Who is named in rows that are made. */
export type Author = {
  readonly brokerId: number
  readonly reportId: string | null
  readonly userId: number
  readonly time: string
}

/** Before it nothing may be booked. */
const FIRST_DAY = '1900-01-01'
const TEXT = 'Opening position: from before the reports that were imported'

/**
 * The opening that is no more than its ledger needs, on the day before the unit's first row: the host moves, grows and shrinks it. Every other one says
 * what was held on its day, and only shrinks by history that comes to stand before it; so does one whose cost is known.
 */
export function leastAmong({ openings, before, firstBefore }: UnitScene): Opening | undefined {
  return openings.find((opening) => {
    if (opening.row.cost_basis !== null) return false
    const others = openings.filter((other) => other !== opening)
    const first = firstOf(firstBefore, others)
    const isThere = first !== undefined && opening.date === dayBefore(first)
    return isThere && opening.size === leastOpening(withOpenings(before, others))
  })
}

/** The openings of a unit once `after` stands; `isCovered`: with one that is as large as that ledger needs;
 * `claim`: with what a position says, and its cost. */
export function planUnit(scene: UnitScene, isCovered: boolean, author: Author, claim?: Claim): UnitPlan {
  const least = leastAmong(scene)
  const isMade = isCovered || claim !== undefined
  const stated = scene.openings.filter((opening) => opening !== least || !isMade)
  const staying = stated.flatMap((opening) => withoutHistory(opening, scene, author.time))
  const cover = isMade ? coverOf(scene, staying, least, author, { isCovered, claim }) : []
  const after = [...staying, ...cover]
  return { least, after }
}

/** The least that is needed on top of other openings: `from` as it is where it says so already, else made from it, else a new one. */
export function coverOf(
  { unit, after, firstAfter }: Pick<UnitScene, 'unit' | 'after' | 'firstAfter'>,
  staying: readonly PlannedOpening[],
  from: Opening | undefined,
  author: Author,
  { isCovered, claim }: { isCovered: boolean; claim?: Claim | undefined } = { isCovered: true },
): PlannedOpening[] {
  const days = withOpenings(after, staying)
  const size = leastOpening(isCovered ? days : days.filter(({ date }) => date <= (claim?.date ?? '')), claim)
  const date = dateOf(firstOf(firstAfter, staying), claim)
  if (size === ZERO || date === undefined) return []
  const cost = costOf(days, size, claim)
  if (from !== undefined && from.date === date && from.size === size && cost.cost_basis === null)
    return [{ date, size, row: from.row, from }]
  const { id: _, ...rest } = from?.row ?? freshRow(unit, author)
  return [{ date, size, from, row: { ...rest, ...cellsOf(unit, size), ...cost, date, updated_at: author.time } }]
}

/** The day before the first row; that of a position where nothing stands before it. */
function dateOf(first: string | undefined, claim: Claim | undefined): string | undefined {
  if (claim !== undefined && (first === undefined || first > claim.date)) return claim.date
  return first === undefined ? undefined : dayBefore(first)
}

/** What a position had cost, where the opening is all of it. */
function costOf(
  days: readonly UnitDay[],
  size: Decimal,
  claim: Claim | undefined,
): { cost_basis: string | null; currency?: string } {
  const isWhole = claim !== undefined && size === claim.size && days.every(({ date }) => date > claim.date)
  return isWhole && claim.cost !== null ? { cost_basis: claim.cost.amount, currency: claim.cost.currency } : { cost_basis: null }
}

/** An opening less what comes to stand before it; with a part of its cost. */
function withoutHistory(opening: Opening, { before, after }: UnitScene, time: string): PlannedOpening[] {
  const { row, unit, date, size } = opening
  const more = subtract(heldFrom(after, date), heldFrom(before, date))
  if (more <= ZERO) return [{ date, size, row, from: opening }]
  if (more >= size) return []
  const left = subtract(size, more)
  const cost = row.cost_basis === null ? null : formatDecimal(multiplyDivide(decimal(row.cost_basis), left, size))
  const { id: _, ...rest } = row
  return [{ date, size: left, from: opening, row: { ...rest, ...cellsOf(unit, left), cost_basis: cost, updated_at: time } }]
}

/** What is held at the end of a day by history that is given what it lacks until then. */
function heldFrom(days: readonly UnitDay[], date: string): Decimal {
  const known = days.filter((day) => day.date <= date)
  return heldAt(known, leastOpening(known), date)
}

/** A row for an opening that nobody has booked yet, of no size. */
export function freshRow(unit: string, { brokerId, reportId, userId, time }: Author): OpeningRow {
  const none = { time: null, settled_on: null, price: null, price_currency: null, fx_rate: null, cost_basis: null, ratio: null }
  const more = {
    cost_share: null,
    group_id: null,
    external_id: null,
    source_row: null,
    lots: null,
    account: null,
    fees: '0',
    taxes: '0',
  }
  return {
    ...{ broker_id: brokerId, type: 'TRANSFER', date: '', asset_id: assetOfUnit(unit) ?? null, quantity: '0', amount: '0' },
    ...{ currency: assetOfUnit(unit) === undefined ? unit : null, description: TEXT, tags: JSON.stringify([OPENING]) },
    ...{ ...none, ...more, report_id: reportId, revision: 1, created_by: userId, created_at: time, updated_at: time },
  }
}

export function cellsOf(unit: string, size: Decimal): Pick<OpeningRow, 'quantity' | 'amount'> {
  return assetOfUnit(unit) === undefined
    ? { quantity: '0', amount: formatDecimal(size) }
    : { quantity: formatDecimal(size), amount: '0' }
}

function firstOf(first: string | undefined, openings: readonly { readonly date: string }[]): string | undefined {
  return [first, ...openings.map(({ date }) => date)].filter((day) => day !== undefined).sort()[0]
}

export function dayBefore(day: string): string {
  return day <= FIRST_DAY ? FIRST_DAY : addDays(day, -1)
}

/** Openings of assets that were made meanwhile, with the ids of those (`made`, by the stand-ins that the openings have). */
export function madeAssets<U extends OpeningWrite>(units: readonly U[], made: ReadonlyMap<number, number>): OpeningWrite[] {
  return units.map((write) => {
    const assetId = made.get(assetOfUnit(write.unit) ?? 0)
    if (assetId === undefined) return write
    return { ...write, unit: unitOfAsset(assetId), after: write.after.map((row) => ({ ...row, asset_id: assetId })) }
  })
}
