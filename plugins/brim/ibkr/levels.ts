/** The same booking stands in a report at several levels of detail; only one of them may count. */
import { fail, ignore, warn } from '#plugins/kit/index.ts'
import { type Decimal, formatDecimal, sum, ZERO } from '#src/shared/decimal.ts'
import type { Book } from './book.ts'
import { type Entry, tryFigure, value } from './entry.ts'

const TRADE_LEVELS = ['EXECUTION', 'ORDER', 'SYMBOL_SUMMARY'] as const
const LEVEL_OF_KIND: Readonly<Record<string, string>> = {
  ...{ Order: 'ORDER', SymbolSummary: 'SYMBOL_SUMMARY', AssetSummary: 'ASSET_SUMMARY', Lot: 'CLOSED_LOT', WashSale: 'WASH_SALE' },
}
const LEVEL_REASONS: Readonly<Record<string, string>> = {
  ORDER: 'the total of an order whose executions are listed',
  SYMBOL_SUMMARY: 'the total of a security whose trades are listed',
  ASSET_SUMMARY: 'the total of an asset class',
  CLOSED_LOT: 'a closed lot of a sale that is listed',
  WASH_SALE: 'a note on a wash sale, no trade',
}

const ONLY_TOTALS = 'The trades themselves are not in the file. Choose Executions in the section Trades of the query.'

/** The trades of the most detailed level that each statement has; the rest is ignored, or refused when it is all there is. */
export function countedTrades(book: Book, entries: readonly Entry[]): Entry[] {
  const first = entries[0]?.statement
  const [only] = TRADE_LEVELS
  if (entries.every((entry) => entry.statement === first && tradeLevel(entry) === only)) return withoutRepeated(book, entries)
  const counted: Entry[] = []
  for (const statement of Map.groupBy(entries, (entry) => entry.statement).values()) {
    const levels = Map.groupBy(statement, tradeLevel)
    const best = TRADE_LEVELS.find((level) => levels.has(level))
    const chosen = best === undefined ? [] : (levels.get(best) ?? [])
    counted.push(...chosen)
    for (const [level, repeated] of levels) {
      if (level === best) continue
      const reason = LEVEL_REASONS[level]
      const unknown = `The level of detail ${level} is not known. Enter the trade by hand.`
      for (const entry of repeated)
        if (reason === undefined) fail(book, entry, 'level-unknown', unknown)
        else ignore(book, entry, reason)
      if (level === 'ORDER' || level === 'SYMBOL_SUMMARY') compareSums(book, repeated, chosen, securityIn, 'quantity')
    }
    const [total] = (best === undefined && levels.get('ASSET_SUMMARY')) || []
    if (total) warn(book, total, 'only-totals', ONLY_TOTALS)
  }
  return withoutRepeated(book, counted)
}

/** Summary records are ignored when the file has detail records of the kind; when it has none, they are what counts. */
export function countedDetails(book: Book, entries: readonly Entry[], money: string): Entry[] {
  const [summaries, details] = [entries.filter(isSummary), entries.filter((entry) => !isSummary(entry))]
  if (details.length === 0) return withoutRepeated(book, summaries)
  for (const entry of summaries) ignore(book, entry, 'a summary of bookings that are listed one by one')
  const key = (entry: Entry) => `${value(entry, 'type')} in ${value(entry, 'currency')}`
  compareSums(book, summaries, details, key, money)
  return withoutRepeated(book, details)
}

/** Statements may overlap: a booking that stands there again with the same id and the same fields counts once. */
export function withoutRepeated(book: Book, entries: readonly Entry[]): Entry[] {
  const seen = new Map<string, number>()
  return entries.filter((entry) => {
    if (value(entry, 'transactionid', 'tradeid', 'ibexecid', 'execid') === '') return true
    const text = `${entry.kind}|${entry.account}|${JSON.stringify(entry.values)}`
    const row = seen.get(text)
    if (row === undefined) seen.set(text, entry.row)
    else ignore(book, entry, `repeats row ${row}`)
    return row === undefined
  })
}

function tradeLevel(entry: Entry): string {
  const level = value(entry, 'levelofdetail').toUpperCase()
  return LEVEL_OF_KIND[entry.kind] ?? (level === '' || level === 'DETAIL' ? 'EXECUTION' : level)
}

const securityIn = (entry: Entry) => value(entry, 'symbol', 'isin', 'conid')

function isSummary(entry: Entry): boolean {
  return value(entry, 'levelofdetail').toUpperCase() === 'SUMMARY'
}

function compareSums(book: Book, totals: readonly Entry[], parts: readonly Entry[], key: KeyOf, field: string): void {
  if (totals.length === 0) return
  const figureOf = (entry: Entry) => tryFigure(entry, field) ?? ZERO
  const [stated, sums] = [sumBy(totals, key, figureOf), sumBy(parts, key, figureOf)]
  for (const [name, [entry]] of Map.groupBy(totals, key)) {
    const [said, counted] = [stated.get(name) ?? ZERO, sums.get(name) ?? ZERO]
    const detail = `The report's own total of ${name} is ${formatDecimal(said)}, its single records come to ${formatDecimal(counted)}; the single records count. Check whether the report is complete.`
    if (entry !== undefined && said !== counted) warn(book, entry, 'total-differs', detail)
  }
}

type KeyOf = (entry: Entry) => string

/** Sums of a field by key. */
export function sumBy(entries: readonly Entry[], keyOf: KeyOf, figureOf: (entry: Entry) => Decimal): Map<string, Decimal> {
  return new Map(Array.from(Map.groupBy(entries, keyOf), ([key, alike]) => [key, sum(alike.map(figureOf))]))
}
