/** Closes of one answer as they are read: those of other days are passed over, those that cannot be read are named. */
import type { PriceChunk, PriceIssue, ProviderPrice } from './contract.ts'

/** `shown` = how the source writes the day, for the user; without a day or a close the entry cannot be read. */
export type Entry = { readonly date: string | undefined; readonly close: string | undefined; readonly shown: string }

/** A chunk of the days from `from` to `to`; of several closes of a day the last one. */
export function chunkFrom(
  name: string,
  { from, to }: { readonly from: string; readonly to: string },
  currency: string,
  entries: Iterable<Entry>,
): PriceChunk {
  const prices = new Map<string, ProviderPrice>()
  const issues: PriceIssue[] = []
  for (const { date, close, shown } of entries) {
    if (date === undefined || close === undefined)
      issues.push({ code: 'not-a-price', detail: `${name}: the entry of ${shown.slice(0, 20)} cannot be read.`, date })
    else if (date >= from && date <= to) prices.set(date, { date, close, currency })
  }
  return { prices: [...prices.values()], issues }
}
