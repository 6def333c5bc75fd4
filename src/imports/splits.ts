import type { Reader } from '#db/connection.ts'
import { add, type Decimal, ONE, ZERO } from '../shared/decimal.ts'
import { createYielder } from '../shared/event-loop.ts'
import { completeTransaction, openHolding, type TransactionFields, unitOfAsset } from '../transactions/service.ts'
import { traitsOf } from './matching/traits.ts'
import { type CompletedDraft, isByRatio, ruleIssue, wholeEventsOf } from './matching/validate.ts'
import type { Moves } from './openings/openings.ts'
import type { Issue } from './report.ts'

type Size = ReturnType<typeof completeTransaction>
type Position = { readonly assetId: number; readonly splits: CompletedDraft[]; readonly changes: Map<string, Decimal> }

/** What splits by ratio count: what is booked, and the drafts too or not. */
type Counting = 'drafts' | 'ledger'

/** More rounds than a report has splits that hang on each other by their events. */
const MAX_ROUNDS = 10
const TOO_ENTANGLED = { pointer: '/ratio', detail: 'It hangs on too many others that cannot be imported: give its quantity.' }

const OF_NOTHING =
  'Nothing was held at the end of the day before: booked by its ratio alone, for what was sold before it and bought again within thirty days. If units were held, import the older report, too: the split follows.'

/**
 * The drafts that are booked, with the quantities of splits by ratio: what the broker's ledger and these drafts hold at the end of the day before,
 * multiplied, none of nothing; `moved`: what else is booked beside them. A split that cannot be sized becomes an issue of its row, with all of its event.
 */
export async function sizeSplits<D extends CompletedDraft>(
  db: Reader,
  brokerId: number,
  drafts: readonly D[],
  moved: Moves = new Map(),
): Promise<{ readonly drafts: readonly D[]; readonly issues: readonly Issue[] }> {
  const issues: Issue[] = []
  let left = drafts
  for (let round = 0; traitsOf(left).hasSplits && left.some(({ draft }) => isByRatio(draft)); round++) {
    const sizes = await sizesOf(db, brokerId, left, 'drafts', moved)
    const sized: D[] = []
    const failed: Issue[] = []
    for (const entry of left) {
      const size = sizes.get(entry)
      if (size === undefined) sized.push(entry)
      else if (round > MAX_ROUNDS) failed.push(ruleIssue(entry, { code: 'transaction/invalid', faults: [TOO_ENTANGLED] }))
      else if (size.ok) sized.push({ ...entry, fields: size.fields })
      else failed.push(ruleIssue(entry, size))
    }
    if (failed.length === 0) return { drafts: sized, issues }
    const whole = await wholeEventsOf(left, { completed: sized, skipped: [], issues: failed })
    issues.push(...whole.issues)
    left = whole.completed
  }
  return { drafts: left, issues }
}

/** A warning for each split by ratio that is booked where nothing is held. */
export function splitsOfNothing(drafts: readonly CompletedDraft[]): Issue[] {
  const empty = !traitsOf(drafts).hasSplits
    ? []
    : drafts.filter(({ draft, fields }) => isByRatio(draft) && fields.quantity === ZERO)
  return empty.map((entry) => {
    const file = entry.file === null ? {} : { file: entry.file }
    return { row: entry.draft.rows[0], severity: 'warning' as const, code: 'split-of-nothing', detail: OF_NOTHING, ...file }
  })
}

/** The fields by which drafts are compared with the ledger: a split by ratio has the quantity that it would have had there, none where nothing was held. */
export async function comparableFields(
  db: Reader,
  brokerId: number,
  drafts: readonly CompletedDraft[],
): Promise<(TransactionFields & { readonly byRatio?: boolean })[]> {
  const sizes = await sizesOf(db, brokerId, drafts, 'ledger')
  return drafts.map((entry) => {
    const size = sizes.get(entry)
    return size === undefined ? entry.fields : { ...entry.fields, quantity: size.ok ? size.fields.quantity : ZERO, byRatio: true }
  })
}

async function sizesOf(
  db: Reader,
  brokerId: number,
  drafts: readonly CompletedDraft[],
  counting: Counting,
  moved: Moves = new Map(),
): Promise<Map<CompletedDraft, Size>> {
  const sizes = new Map<CompletedDraft, Size>()
  const yieldWhenDue = createYielder()
  for (const { assetId, splits, changes } of positionsOf(drafts, counting)) {
    for (const [date, change] of moved.get(unitOfAsset(assetId)) ?? []) changes.set(date, add(changes.get(date) ?? ZERO, change))
    splits.sort((a, b) => (a.fields.date < b.fields.date ? -1 : a.fields.date > b.fields.date ? 1 : a.place - b.place))
    const [first = '', last = ''] = [splits[0]?.fields.date, splits.at(-1)?.fields.date]
    const walk = await openHolding(db, { brokerId, assetId }, changes, { first, last })
    for (const entry of splits) {
      const { fields } = entry
      const facts = { lastDay: fields.date, priceQuantity: ONE, holding: walk.before(fields.date) }
      const size = completeTransaction({ ...fields, quantity: null }, facts)
      sizes.set(entry, size)
      if (size.ok && counting === 'drafts') walk.book(fields.date, size.fields.quantity)
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  }
  return sizes
}

/** The assets with splits by ratio, with what the other drafts move of them by their days. */
function positionsOf(drafts: readonly CompletedDraft[], counting: Counting): Iterable<Position> {
  const positions = new Map<number, Position>()
  for (const entry of drafts) {
    const { assetId } = entry.fields
    if (assetId === null || !isByRatio(entry.draft)) continue
    const position = positions.get(assetId) ?? { assetId, splits: [], changes: new Map<string, Decimal>() }
    position.splits.push(entry)
    positions.set(assetId, position)
  }
  if (positions.size === 0 || counting === 'ledger') return positions.values()
  for (const { draft, fields } of drafts) {
    const changes = positions.get(fields.assetId ?? 0)?.changes
    if (changes !== undefined && !isByRatio(draft))
      changes.set(fields.date, add(changes.get(fields.date) ?? ZERO, fields.quantity))
  }
  return positions.values()
}
