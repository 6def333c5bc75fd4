/** What the rows of an importer write: a book for each row, or for each case. */
import type { ImportOptions, TransactionDraft } from '../../brim/contract.ts'
import { refuse } from '../refuse.ts'
import type { AnyLine, AssetTerms, Book, CashType, InKindType, Leg, Terms } from './book.ts'
import { bookCash, bookClose, bookInKind, bookPosition, bookTrade, noteOn } from './bookings.ts'
import { draftOf, type Given, NO_TERMS, type Source, textIn } from './given.ts'
import { type Pages, refOf } from './pages.ts'
import { bookExchange, bookSwap, pairOf } from './swap.ts'

/** A book for one line, or for the lines of a case; `lines` are those that `skip` leaves out. */
export function openBook(source: Source, pages: Pages, line: AnyLine, lines: readonly AnyLine[]): Book {
  return new LineBook(source, pages, line, lines)
}

/** A class, because one is opened for each row: its functions are made once. */
class LineBook implements Book {
  readonly pairOf = pairOf
  readonly refuse = refuse
  private readonly source: Source
  private readonly pages: Pages
  private readonly line: AnyLine
  private readonly lines: readonly AnyLine[]

  constructor(source: Source, pages: Pages, line: AnyLine, lines: readonly AnyLine[]) {
    this.source = source
    this.pages = pages
    this.line = line
    this.lines = lines
  }
  get options(): ImportOptions {
    return this.source.options
  }
  get areSizes(): boolean {
    return this.source.layout.signs === 'sizes'
  }
  on(other: AnyLine): Book {
    return new LineBook(this.source, this.pages, other, [other])
  }
  trade(terms?: Terms, direction?: 'BUY' | 'SELL'): void {
    bookTrade(this.pages, this.given(terms), direction)
  }
  cash(type: CashType, terms?: Terms): void {
    bookCash(this.pages, this.given(terms), type)
  }
  inKind(type: InKindType, terms?: Terms): void {
    bookInKind(this.pages, this.given(terms), type)
  }
  swap(outs: readonly Leg[], ins: readonly Leg[], terms: Terms = NO_TERMS): void {
    bookSwap(this, this.pages, this.line.row, { outs, ins, terms, money: this.source.money })
  }
  exchange(from: AnyLine, to: AnyLine): void {
    bookExchange(this.pages, { ...this.given(), line: from }, { ...this.given(), line: to })
  }
  position(terms?: Terms): void {
    bookPosition(this.pages, this.given(terms))
  }
  close(terms: Terms): void {
    bookClose(this.pages, this.given(terms))
  }
  asset(terms: AssetTerms): string {
    return refOf(this.pages, terms, true)
  }
  add(draft: Partial<TransactionDraft> & Pick<TransactionDraft, 'type'>): void {
    const given = this.given()
    const known = draftOf(given, draft.type)
    known.externalId = textIn(given, 'id')
    this.pages.transactions.push(Object.assign(known, draft))
  }
  skip(reason: string): void {
    for (const { row } of this.lines) this.pages.ignored.push({ row, reason })
  }
  note(severity: 'info' | 'warning', code: string, detail: string): void {
    noteOn(this.pages, this.line, severity, code, detail)
  }
  private given(terms: Terms = NO_TERMS): Given {
    return { source: this.source, line: this.line, terms }
  }
}
