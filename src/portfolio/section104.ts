/**
 * UK share matching: disposals are matched with acquisitions of the same day, then with those of the next 30 days, earliest first, then with
 * the pool. Source: TCGA 1992 sections 104, 105 and 106A; HMRC helpsheet HS284.
 */
import { addDays } from '../shared/date.ts'
import { absolute, add, type Decimal, minimum, multiplyDivide, ONE, subtract, ZERO } from '../shared/decimal.ts'
import { type Disposal, disposalsOf, type Entry, type Matched, type Matching, matchEntries } from './matching.ts'
import { type Parcel, shareOfWorth, subtractWorth } from './parcels.ts'

const REPURCHASE_DAYS = 30

type Open = { entry: Entry; quantity: Decimal; index: number }
type Split = { readonly date: string; readonly before: Decimal; readonly after: Decimal }

/** Entries of any number of assets, in ledger order, matched by the rules of section 104: one pool an asset over all brokers, so `before` and `after` of splits count all of them. */
export function matchSection104(entries: readonly Entry[], matching: Pick<Matching, 'relocate'>): Matched {
  const early: Disposal[] = []
  const rest = [...entries]
  for (const group of byAsset(rest).values()) matchEarly(group, rest, early)
  const left = rest.filter((entry) => entry.kind !== 'trade' || entry.quantity !== ZERO)
  const pool = matchEntries(left, { order: 'AVERAGE', pooled: true, rule: 'pool', relocate: matching.relocate })
  const disposals = [...early, ...pool.disposals].sort((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.transactionId - b.transactionId,
  )
  return { open: pool.open, disposals }
}

function byAsset(entries: readonly Entry[]): Map<number, { trades: Open[]; splits: Split[] }> {
  const groups = new Map<number, { trades: Open[]; splits: Split[] }>()
  entries.forEach((entry, index) => {
    const group = groups.get(entry.assetId) ?? { trades: [], splits: [] }
    groups.set(entry.assetId, group)
    if (entry.kind === 'split') group.splits.push(entry)
    else if (entry.kind === 'trade') group.trades.push({ entry, quantity: absolute(entry.quantity), index })
  })
  return groups
}

function matchEarly({ trades, splits }: { trades: Open[]; splits: Split[] }, rest: Entry[], disposals: Disposal[]): void {
  const sales = trades.filter(({ entry }) => entry.quantity < ZERO && entry.realises)
  if (sales.length === 0) return
  const purchases = byDay(trades.filter(({ entry }) => entry.quantity > ZERO))
  const match = (sale: Open, purchase: Open, rule: Disposal['rule']) => {
    const factor = splitFactor(splits, sale.entry.date, purchase.entry.date)
    const sold = minimum(sale.quantity, multiplyDivide(purchase.quantity, factor.before, factor.after))
    if (sold === ZERO) return
    const bought = minimum(purchase.quantity, multiplyDivide(sold, factor.after, factor.before))
    disposals.push(...closeTogether(sale, purchase, sold, bought, rule))
    rest[sale.index] = sale.entry
    rest[purchase.index] = purchase.entry
  }
  for (const sale of sales) for (const purchase of purchases.get(sale.entry.date) ?? []) match(sale, purchase, 'same-day')
  for (const sale of sales) {
    for (let days = 1; days <= REPURCHASE_DAYS && sale.quantity > ZERO; days++) {
      for (const purchase of purchases.get(addDays(sale.entry.date, days)) ?? []) match(sale, purchase, '30-days')
    }
  }
}

function byDay(trades: readonly Open[]): Map<string, Open[]> {
  const days = new Map<string, Open[]>()
  for (const open of trades) days.set(open.entry.date, [...(days.get(open.entry.date) ?? []), open])
  return days
}

/** What one unit of the day of a sale became by the day of a purchase. */
function splitFactor(splits: readonly Split[], from: string, to: string): { before: Decimal; after: Decimal } {
  let [before, after] = [ONE, ONE]
  for (const split of splits) {
    if (split.date <= from || split.date > to || split.before === ZERO) continue
    after = multiplyDivide(after, split.after, split.before)
  }
  if (after === ZERO) before = after = ONE
  return { before, after }
}

function closeTogether(sale: Open, purchase: Open, sold: Decimal, bought: Decimal, rule: Disposal['rule']): Disposal[] {
  const cost = shareOfWorth(purchase.entry.worth, bought, purchase.quantity)
  const closing = shareOfWorth(sale.entry.worth, sold, sale.quantity)
  const parcel: Parcel = {
    transactionId: purchase.entry.transactionId,
    brokerId: purchase.entry.brokerId,
    assetId: purchase.entry.assetId,
    acquiredOn: purchase.entry.date,
    mixed: false,
    quantity: sold,
    cost,
    known: purchase.entry.known,
  }
  const result = disposalsOf(sale.entry, [parcel], closing, sold, rule)
  shrink(sale, sold, closing)
  shrink(purchase, bought, cost)
  return result
}

function shrink(open: Open, quantity: Decimal, worth: Entry['worth']): void {
  const change = open.entry.quantity < ZERO ? quantity : (-quantity as Decimal)
  open.quantity = subtract(open.quantity, quantity)
  open.entry = { ...open.entry, quantity: add(open.entry.quantity, change), worth: subtractWorth(open.entry.worth, worth) }
}
