/** What the histories of brokers in the United States and Canada tell alike. */
import { type AnyLine, type Book, decimal, isZero, refuse, type Terms, type Unit } from '#plugins/kit/index.ts'

/** Shares, or money where the row has no quantity, that moved from or to another account. */
export function bookMoved(book: Book, quantity: string | undefined, terms: Terms = {}): void {
  if (isZero(quantity)) book.cash('TRANSFER', { ...terms, asset: undefined })
  else bookShares(book, quantity, terms)
}

/** Shares that moved so; `cost` where the row says what they had cost. */
export function bookShares(book: Book, quantity: string | undefined, terms: Terms): void {
  book.inKind('TRANSFER', terms)
  if (quantity?.startsWith('-') !== true && terms.cost === undefined)
    book.note('warning', 'cost-unknown', 'These shares came from another account; the file does not say what they had cost.')
}

/** Income whose description tells capital that is returned, and tax that was withheld, from dividends. */
export function bookIncome(
  book: Book,
  said: { readonly description: string; readonly amount: string | undefined },
  terms: Terms = {},
): void {
  const isTax = said.amount?.startsWith('-') === true && /\b(NON-?RES\S*\s+TAX|TAX WITHHELD)\b/i.test(said.description)
  book.cash(isTax ? 'TAX' : /\bRETURN OF CAPITAL\b/i.test(said.description) ? 'RETURN_OF_CAPITAL' : 'DIVIDEND', terms)
}

/** Money for a fraction of a share. */
export function bookFraction(book: Book, terms: Terms): void {
  book.cash('DIVIDEND', terms)
  book.note('warning', 'cash-in-lieu', 'Money for a fraction of a share is booked as its income; its cost is not lowered.')
}

/** Shares that came for nothing. */
export function bookForNothing(book: Book, terms: Terms): void {
  book.inKind('ADJUSTMENT', { ...terms, cost: '0' })
  const detail = 'Shares came for nothing and are booked without cost. Where cost moved from another holding, enter an exchange.'
  book.note('warning', 'cost-unknown', detail)
}

type Moved = AnyLine & { readonly amount: string | undefined; readonly unit: Unit | undefined }

/** The rows of a conversion follow each other: out and in, of two currencies. */
export function convertPairs(lines: readonly Moved[], book: Book): void {
  if (lines.length % 2 === 1)
    refuse('no-pair', 'Of each conversion there must be two rows of one day: what goes out and what comes in.')
  for (let i = 0; i < lines.length; i += 2) {
    const pair = lines.slice(i, i + 2)
    const out = pair.find(({ amount }) => amount !== undefined && decimal(amount) < 0n)
    const into = pair.find(({ amount }) => amount !== undefined && decimal(amount) > 0n)
    const [given, got] = [out?.unit?.currency, into?.unit?.currency]
    if (!out?.amount || !into?.amount || given === undefined || got === undefined || given === got)
      refuse('no-pair', 'Of a conversion one row must go out and one come in, of two currencies.')
    book.on(out).swap([{ asset: given, quantity: out.amount }], [{ asset: got, quantity: into.amount }], { also: [into] })
  }
}

/** An option that expired, was assigned or was exercised. */
export function unclearOption(): never {
  return refuse(
    'unclear-option',
    'The row does not say whether the option was bought or written. Enter its end by hand: a trade at price 0.',
  )
}

/** An option that is gone: what was bought leaves, what was written comes back, both for nothing. */
export function endOption(book: Book, amount: string | undefined, terms: Terms = {}): void {
  if (!isZero(amount)) refuse('unclear-option', 'The option ends with money. Enter its end by hand: a trade with that amount.')
  book.trade({ ...terms, price: '0', amount: '0', fees: undefined })
}

/** An event of which the row tells one half only. */
export function unclearEvent(): never {
  return refuse('unclear-event', 'The row does not say what was given for what. Look it up at the broker and enter it by hand.')
}
