import { putLast } from '../cache/shelf.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import type { Book } from '../valuation/book.ts'
import { type Opening, type Part, partOf, type Unit } from './period-parts.ts'

/** A part with all that it was made of. */
type Kept = {
  readonly part: Part
  readonly lines: readonly Line[]
  readonly openings: readonly Opening[]
  readonly internal: string
  readonly generation: object
  readonly asset: string
}
type Range = { readonly parts: Map<string, Kept>; count: number }

const MOST_RANGES = 12
/** Lines that all kept parts may hold on to. */
const MOST_LINES = 600_000

const ranges = new Map<string, Range>()

/**
 * What a unit comes to in a range: kept until one of its lines, what stood before, its asset, or a rate is another one. Where a market value
 * was needed, or something was warned of, it is reckoned anew each time.
 */
export function keptPart(book: Book, asked: Asked, unit: Unit, how: { internal: ReadonlySet<string>; isCounted: boolean }): Part {
  const { generation } = book
  const [first] = unit.lines
  if (generation === null || asked.owned || first === undefined) return partOf(book, asked, unit, how)
  const range = rangeOf(asked)
  const assetIds = [...new Set(unit.lines.map((line) => line.assetId))]
  if (assetIds.length > 1) return partOf(book, asked, unit, how)
  const key = String(first.assetId)
  const inputs = {
    lines: unit.lines,
    openings: unit.openings,
    internal: internalKey(unit, how.internal),
    generation,
    asset: assetKey(book, first.assetId),
  }
  const known = range.parts.get(key)
  if (known !== undefined && isSame(known, inputs)) return known.part
  const probe = probed(book)
  const part = partOf(probe.book, asked, unit, how)
  if (probe.isPlain()) keep(range, key, { ...inputs, part })
  return part
}

function rangeOf({ brokerIds, currency, from, to, scope, method }: Asked): Range {
  const key = JSON.stringify([brokerIds, currency, from, to, scope, method])
  const range = ranges.get(key) ?? { parts: new Map<string, Kept>(), count: 0 }
  const total = () => [...ranges.values()].reduce((sum, one) => sum + one.count, 0)
  putLast(ranges, key, range, () => ranges.size > MOST_RANGES || total() > MOST_LINES)
  return range
}

function keep(range: Range, key: string, kept: Kept): void {
  range.count += kept.lines.length - (range.parts.get(key)?.lines.length ?? 0)
  range.parts.set(key, kept)
}

function internalKey({ lines }: Unit, internal: ReadonlySet<string>): string {
  if (internal.size === 0) return ''
  return lines.flatMap(({ id, groupId }) => (groupId !== null && internal.has(groupId) ? [id] : [])).join(' ')
}

function assetKey(book: Book, assetId: number | null): string {
  return assetId === null ? '' : `${book.assetCurrencyOf(assetId)} ${book.priceQuantityOf(assetId)}`
}

function isSame(known: Kept, inputs: Omit<Kept, 'part'>): boolean {
  return (
    known.generation === inputs.generation &&
    known.asset === inputs.asset &&
    known.internal === inputs.internal &&
    known.lines.length === inputs.lines.length &&
    known.lines.every((line, index) => line === inputs.lines[index]) &&
    known.openings.length === inputs.openings.length &&
    known.openings.every((opening, index) => isSameOpening(opening, inputs.openings[index]))
  )
}

function isSameOpening(a: Opening, b: Opening | undefined): boolean {
  return (
    b !== undefined &&
    a.assetId === b.assetId &&
    a.quantity === b.quantity &&
    a.worth.report === b.worth.report &&
    a.worth.local === b.worth.local &&
    a.date === b.date
  )
}

/** The same book, which takes note of whether a price was asked for or something warned of. */
export function probed(book: Book): { book: Book; isPlain: () => boolean } {
  let isAsked = false
  const before = book.warnings.count()
  const on: Book['quotes']['on'] = (assetId, day) => {
    isAsked = true
    return book.quotes.on(assetId, day)
  }
  return { book: { ...book, quotes: { ...book.quotes, on } }, isPlain: () => !isAsked && book.warnings.count() === before }
}
