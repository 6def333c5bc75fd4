import type { Ctx } from '../context.ts'
import { type Decimal, subtract, sum } from '../shared/decimal.ts'
import { type Book, worthAt } from './book.ts'
import { matchLots, type ReportMethod } from './entries.ts'
import { holdingsOf } from './holdings.ts'
import { keptLines, linesUntil } from './kept-lines.ts'
import { createLotStore, groupsOf, keptOf } from './kept-lots.ts'
import { probed } from './kept-parts.ts'
import type { Line } from './lines.repository.ts'
import type { Lot as MatchedLot } from './lot-parts.ts'
import { type CostBasisMethod, type Lot, openLots, positionKey } from './movements.ts'
import { withTransferPartners } from './partners.ts'
import { type Quote, quotedValue } from './quotes.ts'
import type { Asked } from './request.ts'
import { standingOn } from './standing.ts'

type Open<L> = ReadonlyMap<string, readonly L[]>

const paid = createLotStore<Open<Lot>>()
const reported = createLotStore<Open<MatchedLot>>()

/** The open lots of one broker at what was paid for them, by asset, of what it holds at the end of a day. */
export function paidLots(ctx: Ctx, brokerId: number, until: string, method: CostBasisMethod): Map<number, readonly Lot[]> {
  const partners = withTransferPartners(ctx.reader, [brokerId])
  const lines = linesUntil(keptLines(ctx.reader, partners), until)
  const own = partners.length === 1 ? lines : lines.filter((line) => line.brokerId === brokerId)
  const held = standingOn(own, until).assets
  const found = new Map<number, readonly Lot[]>()
  for (const { assetIds, lines: group } of groupsOf(lines, held.keys(), isTogether(lines, method))) {
    const key = JSON.stringify([partners, method, group[0]?.assetId])
    const open = keptOf(paid, key, { lines: group, facts: [] }, () => ({ value: openLots(group, method), isPlain: true }))
    for (const assetId of assetIds) {
      const lots = open.get(positionKey(brokerId, assetId))
      if (lots !== undefined && lots.length > 0) found.set(assetId, lots)
    }
  }
  return found
}

/** A sale that names its lots keeps those of an average apart everywhere. */
function isTogether(lines: readonly Line[], method: ReportMethod): boolean {
  return (method === 'AVERAGE' || method === 'S104') && lines.some((line) => line.lots != null)
}

/** A holding of one broker at its price, and what it is worth and cost in the currency asked for; `null` where something is missing. */
export type ValuedHolding = {
  readonly assetId: number
  readonly quote: Quote | null
  /** In the currency of the quote. */
  readonly quotedValue: Decimal | null
  readonly marketValue: Decimal | null
  readonly cost: Decimal | null
  readonly unrealised: Decimal | null
}

/** What a broker holds at the end of the last day; figures and warnings are those of the portfolio reports, but for what was sold. */
export function valueHoldings(book: Book, asked: Asked): ValuedHolding[] {
  const held = standingOn(book.lines, asked.to).assets
  if (asked.method === 'S104')
    return holdingsOf(book, asked).holdings.map((one) => ({ ...one, quotedValue: quotedOf(book, one) }))
  const lots = reportedLots(book, asked, held.keys())
  return [...held].map(([assetId, quantity]) => {
    const quote = book.quotes.on(assetId, asked.to)
    const marketValue = quote === null ? null : worthAt(book, assetId, quantity, quote, asked.to)
    const cost = costOfOpen(book, asked, assetId, lots(assetId))
    const unrealised = marketValue === null || cost === null ? null : subtract(marketValue, cost)
    return { assetId, quote, quotedValue: quotedOf(book, { assetId, quantity, quote }), marketValue, cost, unrealised }
  })
}

function quotedOf(book: Book, { assetId, quantity, quote }: { assetId: number; quantity: Decimal; quote: Quote | null }) {
  return quote && quotedValue(quantity, quote.price, book.priceQuantityOf(assetId))
}

function reportedLots(book: Book, asked: Asked, held: Iterable<number>): (assetId: number) => readonly MatchedLot[] {
  const found = new Map<string, readonly MatchedLot[]>()
  const { generation, currency, lotLines } = book
  for (const { assetIds, lines } of groupsOf(lotLines, held, isTogether(lotLines, asked.method))) {
    const make = () => {
      const probe = probed(book)
      return {
        value: matchLots({ ...probe.book, lotLines: lines }, asked.method).open,
        isPlain: probe.isPlain() && generation !== null,
      }
    }
    const facts = [generation, ...[...assetIds].flatMap((id) => [id, book.assetCurrencyOf(id), book.priceQuantityOf(id)])]
    const key = JSON.stringify([asked.brokerIds, asked.method, currency, lines[0]?.assetId])
    for (const [position, open] of keptOf(reported, key, { lines, facts }, make)) found.set(position, open)
  }
  return (assetId) => asked.brokerIds.flatMap((brokerId) => found.get(`${brokerId}:${assetId}`) ?? [])
}

function costOfOpen(book: Book, { to }: Asked, assetId: number, lots: readonly MatchedLot[]): Decimal | null {
  if (lots.every((lot) => lot.known)) return sum(lots.map((lot) => lot.cost.report))
  const detail = `A part of ${book.assetOf(assetId).symbol} came in without a purchase, or without an exchange rate, so what it cost is not known: give the incoming transaction a cost_basis.`
  book.warnings.add({ code: 'cost-unknown', assetId, detail }, to)
  return null
}
