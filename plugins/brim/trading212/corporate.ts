/** Splits, shares handed out and shares moved: holdings that change without cash. */
import { absolute, formatDecimal, negate, subtract } from '#src/shared/decimal.ts'
import { type Book, beginDraft, describe, hasAsset, note, requireAsset, type SplitHalf } from './book.ts'
import { type Line, RowRefusal, requireShares, requireTotal, totalOf } from './line.ts'
import { addTrade } from './trades.ts'

/** The halves are stamped at the same instant or milliseconds apart. */
const SPLIT_GAP_MILLISECONDS = 5000

/** Of halves at one instant so many are looked at: a bound, not a limit that real histories reach. */
const MOST_NEIGHBOURS = 100

/** Scrip dividends, stock distributions, spin-offs: shares for nothing, at the value that the row states. */
export function addSharesInKind(book: Book, line: Line): void {
  const shares = requireShares(line)
  const total = totalOf(line)
  if (!total || total.value === 0n)
    note(
      book,
      line,
      'warning',
      'value-unknown',
      'The report gives these shares no value, so they cost 0. Enter their value if your tax office wants one.',
    )
  book.transactions.push({
    ...beginDraft(book, line),
    type: 'DIVIDEND',
    asset: requireAsset(book, line),
    quantity: formatDecimal(shares),
    amount: '0',
    ...(total ? { currency: total.currency, costBasis: formatDecimal(absolute(total.value)) } : {}),
    description: describe(line),
  })
}

/** Rights that were taken up are a purchase; rights that cost nothing are shares in kind. */
export function addRights(book: Book, line: Line): void {
  if (requireTotal(line).value === 0n) addSharesInKind(book, line)
  else addTrade(book, line, 'BUY')
}

/** Shares, or cash when the row names no security, from or to another account: one leg. */
export function addTransfer(book: Book, line: Line, direction: 'in' | 'out'): void {
  if (hasAsset(line)) addShareTransfer(book, line, direction)
  else addCashTransfer(book, line, direction)
}

function addShareTransfer(book: Book, line: Line, direction: 'in' | 'out'): void {
  const shares = requireShares(line)
  const total = totalOf(line)
  const incoming =
    direction === 'in' && total ? { currency: total.currency, costBasis: formatDecimal(absolute(total.value)) } : {}
  book.transactions.push({
    ...beginDraft(book, line),
    type: 'TRANSFER',
    asset: requireAsset(book, line),
    quantity: formatDecimal(direction === 'in' ? shares : negate(shares)),
    amount: '0',
    ...incoming,
    description: describe(line, total ? `value ${formatDecimal(absolute(total.value))} ${total.currency}` : undefined),
  })
}

function addCashTransfer(book: Book, line: Line, direction: 'in' | 'out'): void {
  const total = requireTotal(line)
  if (total.value === 0n) {
    book.ignored.push({ row: line.number, reason: `${line.action}: the amount is 0.00, no cash moved` })
    return
  }
  const amount = direction === 'in' ? absolute(total.value) : negate(absolute(total.value))
  book.transactions.push({
    ...beginDraft(book, line),
    type: 'TRANSFER',
    amount: formatDecimal(amount),
    currency: total.currency,
    description: describe(line),
  })
}

/** Keeps half of a split for `settleSplits`. */
export function addSplitHalf(book: Book, line: Line, side: 'open' | 'close'): void {
  requireAsset(book, line)
  requireShares(line)
  totalOf(line)
  book.splits.push({ line, side })
}

/** Joins the halves: `close` is the position before, `open` the one after. A half without its other is an error issue. */
export function settleSplits(book: Book): void {
  const open = new Set(book.splits.filter((half) => half.side === 'open'))
  const slots = Map.groupBy(open, (half) => slotOf(half))
  for (const half of book.splits) {
    if (half.side === 'open') continue
    const near = [-1, 0, 1].flatMap((offset) => slots.get(slotOf(half) + offset)?.slice(0, MOST_NEIGHBOURS) ?? [])
    const partner = partnerOf(half, near)
    const slot = partner && slots.get(slotOf(partner))
    if (partner && slot) {
      slot.splice(slot.indexOf(partner), 1)
      open.delete(partner)
      addSplit(book, half.line, partner.line)
    } else refuseHalf(book, half)
  }
  for (const half of open) refuseHalf(book, half)
}

function slotOf({ line }: SplitHalf): number {
  return Math.floor(line.instant / SPLIT_GAP_MILLISECONDS)
}

function partnerOf(close: SplitHalf, open: readonly SplitHalf[]): SplitHalf | undefined {
  const near = open.filter((half) => Math.abs(half.line.instant - close.line.instant) <= SPLIT_GAP_MILLISECONDS)
  const same = near.find((half) => half.line.get('isin') === close.line.get('isin') && half.line.get('isin') !== '')
  const value = totalOf(close.line)?.value
  const renamed = near.filter((half) => value !== undefined && value !== 0n && totalOf(half.line)?.value === value)
  return same ?? (renamed.length === 1 ? renamed[0] : undefined)
}

function addSplit(book: Book, close: Line, open: Line): void {
  const [before, after] = [requireShares(close), requireShares(open)]
  const [from, to] = [requireAsset(book, close), requireAsset(book, open)]
  const rows = [close.number, open.number] as const
  const description = `Stock split: ${formatDecimal(before)} shares became ${formatDecimal(after)}`
  if (from !== to) {
    const leg = { type: 'EXCHANGE', amount: '0', group: `split-${close.number}`, description } as const
    book.transactions.push({ ...beginDraft(book, close), ...leg, asset: from, quantity: formatDecimal(negate(before)) })
    book.transactions.push({ ...beginDraft(book, open), ...leg, asset: to, quantity: formatDecimal(after), costShare: '1' })
  } else if (before === after) {
    for (const row of rows) book.ignored.push({ row, reason: 'stock split that leaves the number of shares as it was' })
  } else {
    const quantity = formatDecimal(subtract(after, before))
    book.transactions.push({ ...beginDraft(book, close), rows, type: 'SPLIT', asset: from, quantity, amount: '0', description })
  }
}

function refuseHalf(book: Book, { line, side }: SplitHalf): void {
  const missing = side === 'open' ? 'close' : 'open'
  const detail = `A stock split is two rows; the "Stock split ${missing}" of this one is not in the file. Export a period that has both.`
  book.issues.push({ row: line.number, severity: 'error', code: 'split-half', detail, text: line.text })
}

/** Old single-row splits do not say whether they count the new shares or the added ones. */
export function refuseSplit(): never {
  throw new RowRefusal(
    'split-unclear',
    'This row does not say how many shares there were before the split. Enter the split by hand.',
  )
}
