/** Splits, shares handed out and shares moved: holdings that change without cash. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { instantOf } from '#plugins/kit/date.ts'
import { fail, ignore, warn } from '#plugins/kit/index.ts'
import { absolute, formatDecimal, negate, subtract } from '#src/shared/decimal.ts'
import { addCashTransfer } from './cash.ts'
import {
  type Book,
  beginDraft,
  describe,
  hasAsset,
  type Line,
  requireAsset,
  requireShares,
  requireTotal,
  totalOf,
} from './line.ts'
import { addTrade } from './trades.ts'

const NO_VALUE = 'The report gives these shares no value, so they cost 0. Enter their value if your tax office wants one.'

/** The halves of a split are stamped at the same instant or milliseconds apart. */
const SPLIT_GAP_MILLISECONDS = 5000

/** Of halves at one instant so many are looked at: a bound, not a limit that real histories reach. */
const MOST_NEIGHBOURS = 100

/** Shares without cash; what comes in has the value that the row states. */
function addShares(book: Book, line: Line, type: 'DIVIDEND' | 'TRANSFER', direction: 'in' | 'out'): void {
  const shares = requireShares(line)
  const total = totalOf(line)
  const value = total && formatDecimal(absolute(total.value))
  if (type === 'DIVIDEND' && (!total || total.value === 0n)) warn(book, line, 'value-unknown', NO_VALUE)
  const stated = type === 'TRANSFER' && total ? `value ${value} ${total.currency}` : undefined
  book.transactions.push({
    ...beginDraft(book, line),
    type,
    asset: requireAsset(book, line),
    quantity: formatDecimal(direction === 'in' ? shares : negate(shares)),
    amount: '0',
    ...(direction === 'in' && total ? { currency: total.currency, costBasis: value } : {}),
    description: describe(line, stated),
  })
}

/** Scrip dividends, stock distributions, spin-offs: shares for nothing, at the value that the row states. */
export function addSharesInKind(book: Book, line: Line): void {
  addShares(book, line, 'DIVIDEND', 'in')
}

/** Rights that were taken up are a purchase; rights that cost nothing are shares in kind. */
export function addRights(book: Book, line: Line): void {
  if (requireTotal(line).value === 0n) addSharesInKind(book, line)
  else addTrade(book, line, 'BUY')
}

/** Shares, or cash when the row names no security, from or to another account: one leg. */
export function addTransfer(book: Book, line: Line, direction: 'in' | 'out'): void {
  if (hasAsset(line)) addShares(book, line, 'TRANSFER', direction)
  else addCashTransfer(book, line, direction)
}

/** Whether a row is half of a split: whatever of it the other half needs must be readable. */
export function checkSplitHalf(book: Book, line: Line): void {
  requireAsset(book, line)
  requireShares(line)
  totalOf(line)
}

/** `instant`: milliseconds since 1970. */
type Half = { readonly line: Line; readonly instant: number }

const halfOf = (line: Line): Half => ({ line, instant: instantOf(line.date, line.time) })

/** Joins the halves: `closed` is the position before, `opened` the one after. A half without its other is an error issue. */
export function settleSplits(book: Book, closed: readonly Line[], opened: readonly Line[]): void {
  const open = new Set(opened.map(halfOf))
  const slots = Map.groupBy(open, slotOf)
  for (const half of closed.map(halfOf)) {
    const near = [-1, 0, 1].flatMap((offset) => slots.get(slotOf(half) + offset)?.slice(0, MOST_NEIGHBOURS) ?? [])
    const partner = partnerOf(half, near)
    const slot = partner && slots.get(slotOf(partner))
    if (partner && slot) {
      slot.splice(slot.indexOf(partner), 1)
      open.delete(partner)
      addSplit(book, half.line, partner.line)
    } else refuseHalf(book, half.line, 'open')
  }
  for (const { line } of open) refuseHalf(book, line, 'close')
}

function slotOf({ instant }: Half): number {
  return Math.floor(instant / SPLIT_GAP_MILLISECONDS)
}

function partnerOf(close: Half, open: readonly Half[]): Half | undefined {
  const near = open.filter(({ instant }) => Math.abs(instant - close.instant) <= SPLIT_GAP_MILLISECONDS)
  const isin = close.line.get('isin')
  const same = isin === '' ? undefined : near.find(({ line }) => line.get('isin') === isin)
  if (same !== undefined || near.length === 0) return same
  const value = totalOf(close.line)?.value
  const renamed = near.filter(({ line }) => value !== undefined && value !== 0n && totalOf(line)?.value === value)
  return renamed.length === 1 ? renamed[0] : undefined
}

function addSplit(book: Book, close: Line, open: Line): void {
  const [before, after] = [requireShares(close), requireShares(open)]
  const [from, to] = [requireAsset(book, close), requireAsset(book, open)]
  const description = `Stock split: ${formatDecimal(before)} shares became ${formatDecimal(after)}`
  const add = (line: Line, draft: Pick<TransactionDraft, 'type'> & Partial<TransactionDraft>) =>
    book.transactions.push({ ...beginDraft(book, line), amount: '0', description, ...draft })
  if (from !== to) {
    const leg = { type: 'EXCHANGE', group: `split-${close.row}` } as const
    add(close, { ...leg, asset: from, quantity: formatDecimal(negate(before)) })
    add(open, { ...leg, asset: to, quantity: formatDecimal(after), costShare: '1' })
  } else if (before === after) {
    for (const line of [close, open]) ignore(book, line, 'stock split that leaves the number of shares as it was')
  } else {
    const rows = [close.row, open.row] as const
    add(close, { rows, type: 'SPLIT', asset: from, quantity: formatDecimal(subtract(after, before)) })
  }
}

function refuseHalf(book: Book, line: Line, missing: 'open' | 'close'): void {
  const detail = `A stock split is two rows; the "Stock split ${missing}" of this one is not in the file. Export a period that has both.`
  fail(book, line, 'split-half', detail)
}
