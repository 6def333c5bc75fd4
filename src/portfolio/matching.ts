import { absolute, add, type Decimal, multiplyDivide, negate, ONE, subtract, ZERO } from '../shared/decimal.ts'
import {
  addWorth,
  negateWorth,
  type Parcel,
  putParcels,
  shareOfWorth,
  subtractWorth,
  type TakingOrder,
  takeParcels,
  totalQuantity,
  type Worth,
} from './parcels.ts'

/**
 * A change of a holding. `worth` has the sign of `quantity`: what was paid for what came in, minus what was got for what went out.
 * `split`: the holding goes from `before` to `after`. `transfer`, `exchange`: one leg of a group that takes cost and dates along.
 */
export type Entry = {
  readonly kind: 'trade' | 'split' | 'transfer' | 'exchange'
  readonly transactionId: number
  readonly brokerId: number
  readonly assetId: number
  readonly date: string
  readonly quantity: Decimal
  readonly worth: Worth
  readonly known: boolean
  /** False for what leaves without being sold: gifts and transfers to outside. */
  readonly realises: boolean
  readonly groupId: string | null
  readonly costShare: Decimal | null
  readonly before: Decimal
  readonly after: Decimal
}

/** A parcel that was closed. For a short one the parcel's cost is what the sale had brought, and `closing` what buying back cost. */
export type Disposal = {
  readonly transactionId: number
  readonly date: string
  readonly parcel: Parcel
  /** Signed like the entry's worth: negative = got. */
  readonly closing: Worth
  readonly known: boolean
  readonly rule: 'same-day' | '30-days' | 'pool' | null
}

export type Matched = { readonly open: Map<string, Parcel[]>; readonly disposals: Disposal[] }

export type Matching = {
  readonly order: TakingOrder
  /** One pool an asset, whatever the broker. */
  readonly pooled: boolean
  readonly rule: Disposal['rule']
  /** Expresses a cost in the currency of another asset, when an exchange carries it there. */
  readonly relocate: (cost: Worth, assetId: number, day: string) => Worth
}

type Carried = { parcels: Parcel[]; quantity: Decimal; share: Decimal }

/** Walks entries in ledger order. Quantity and cost are conserved exactly: what came in = what was taken + what is open. */
export function matchEntries(entries: readonly Entry[], matching: Matching): Matched {
  const open = new Map<string, Parcel[]>()
  const disposals: Disposal[] = []
  const carried = new Map<string, Carried>()
  for (const entry of outgoingFirst(entries)) {
    const key = positionOf(entry, matching.pooled)
    const parcels = open.get(key) ?? []
    if (parcels.length === 0) open.set(key, parcels)
    if (entry.kind === 'split') scale(parcels, entry)
    else if (carries(entry)) carry(parcels, entry, matching, carried)
    else trade(parcels, entry, matching, disposals)
  }
  return { open, disposals }
}

/** The key of a position in `Matched.open`. */
export function positionOf({ brokerId, assetId }: { brokerId: number; assetId: number }, pooled: boolean): string {
  return pooled ? String(assetId) : `${brokerId}:${assetId}`
}

function carries({ kind }: Entry): boolean {
  return kind === 'transfer' || kind === 'exchange'
}

/** Within one day the outgoing legs of a group come before its incoming ones; everything else keeps its place. */
function outgoingFirst(entries: readonly Entry[]): readonly Entry[] {
  if (!entries.some(carries)) return entries
  const result: Entry[] = []
  for (let start = 0; start < entries.length; ) {
    let end = start + 1
    while (end < entries.length && entries[end]?.date === entries[start]?.date) end++
    result.push(...dayInOrder(entries.slice(start, end)))
    start = end
  }
  return result
}

function dayInOrder(day: readonly Entry[]): Entry[] {
  const isLate = (entry: Entry) => carries(entry) && entry.quantity > ZERO
  const outgoing = new Map<string, number>()
  day.forEach((entry, index) => {
    if (carries(entry) && entry.quantity < ZERO) outgoing.set(entry.groupId ?? '', index)
  })
  const placed = day.map((entry, index) => ({
    entry,
    place: isLate(entry) ? Math.max(index, (outgoing.get(entry.groupId ?? '') ?? -1) + 0.5) : index,
  }))
  return placed.sort((a, b) => a.place - b.place).map(({ entry }) => entry)
}

function trade(parcels: Parcel[], entry: Entry, { order, rule }: Matching, disposals: Disposal[]): void {
  const [first] = parcels
  const opposite = first !== undefined && first.quantity > ZERO !== entry.quantity > ZERO
  if (!opposite) {
    putParcels(parcels, [newParcel(entry, entry.quantity, entry.worth)], order)
    return
  }
  const { taken, missing } = takeParcels(parcels, absolute(entry.quantity), order)
  const closed = subtract(absolute(entry.quantity), missing)
  const closing = shareOfWorth(entry.worth, closed, absolute(entry.quantity))
  if (entry.realises) disposals.push(...disposalsOf(entry, taken, closing, closed, rule))
  if (missing === ZERO) return
  const rest = entry.quantity > ZERO ? missing : negate(missing)
  putParcels(parcels, [newParcel(entry, rest, subtractWorth(entry.worth, closing))], order)
}

/** Divides what a closing brought or cost among the parcels that it took, by quantity; the last gets the rest. */
export function disposalsOf(
  entry: Entry,
  taken: readonly Parcel[],
  closing: Worth,
  closed: Decimal,
  rule: Disposal['rule'],
): Disposal[] {
  let left = closing
  return taken.map((parcel, index) => {
    const part = index === taken.length - 1 ? left : shareOfWorth(closing, absolute(parcel.quantity), closed)
    left = subtractWorth(left, part)
    return {
      transactionId: entry.transactionId,
      date: entry.date,
      parcel,
      closing: part,
      known: entry.known && parcel.known,
      rule,
    }
  })
}

function newParcel(entry: Entry, quantity: Decimal, cost: Worth): Parcel {
  const { transactionId, brokerId, assetId, known } = entry
  return { transactionId, brokerId, assetId, acquiredOn: entry.date, mixed: false, quantity, cost, known }
}

function scale(parcels: Parcel[], { before, after }: Entry): void {
  const total = totalQuantity(parcels)
  if (before === ZERO || total === ZERO) return
  let left = total === before ? after : multiplyDivide(total, after, before)
  parcels.forEach((parcel, index) => {
    const quantity = index === parcels.length - 1 ? left : multiplyDivide(parcel.quantity, after, before)
    left = subtract(left, quantity)
    parcels[index] = { ...parcel, quantity }
  })
}

function carry(parcels: Parcel[], entry: Entry, matching: Matching, carried: Map<string, Carried>): void {
  const group = entry.groupId ?? ''
  if (entry.quantity > ZERO) {
    putParcels(parcels, arrivals(entry, carried.get(group), matching), matching.order)
    return
  }
  const { taken, missing } = takeParcels(parcels, absolute(entry.quantity), matching.order)
  const before = carried.get(group)
  carried.set(group, {
    parcels: [...(before?.parcels ?? []), ...taken],
    quantity: add(before?.quantity ?? ZERO, subtract(absolute(entry.quantity), missing)),
    share: ONE,
  })
  if (missing > ZERO)
    putParcels(parcels, [{ ...newParcel(entry, negate(missing), { report: ZERO, local: ZERO }), known: false }], matching.order)
}

/** The parcels that arrive with an incoming leg: an exchange takes its part of the cost, a transfer the cost of its quantity. */
function arrivals(entry: Entry, source: Carried | undefined, matching: Matching): Parcel[] {
  if (source === undefined || source.quantity === ZERO) return [newParcel(entry, entry.quantity, entry.worth)]
  let left = entry.quantity
  const arrived = source.parcels.map((parcel, index) => {
    const quantity = index === source.parcels.length - 1 ? left : multiplyDivide(parcel.quantity, entry.quantity, source.quantity)
    left = subtract(left, quantity)
    const part = carriedCost(entry, parcel, source)
    source.parcels[index] = { ...parcel, cost: subtractWorth(parcel.cost, part) }
    const cost = parcel.assetId === entry.assetId ? part : matching.relocate(part, entry.assetId, parcel.acquiredOn)
    return { ...parcel, brokerId: entry.brokerId, assetId: entry.assetId, quantity, cost }
  })
  source.share = subtract(source.share, entry.costShare ?? source.share)
  return arrived
}

function carriedCost(entry: Entry, parcel: Parcel, source: Carried): Worth {
  if (entry.kind === 'transfer') return shareOfWorth(parcel.cost, entry.quantity, source.quantity)
  return source.share === ZERO ? parcel.cost : shareOfWorth(parcel.cost, entry.costShare ?? source.share, source.share)
}

/** All that parcels cost together. */
export function costOf(parcels: readonly Parcel[]): Worth {
  return parcels.reduce((total, parcel) => addWorth(total, parcel.cost), { report: ZERO, local: ZERO })
}

/** Cost and proceeds of a disposal as positive sums, whichever came first. */
export function costAndProceeds({ parcel, closing }: Disposal): { cost: Worth; proceeds: Worth } {
  return parcel.quantity > ZERO
    ? { cost: parcel.cost, proceeds: negateWorth(closing) }
    : { cost: closing, proceeds: negateWorth(parcel.cost) }
}
