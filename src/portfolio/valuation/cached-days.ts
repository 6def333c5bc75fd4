import { type CachePolicy, recall, remember } from '../cache/cache.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import type { Book } from './book.ts'

/** What the days of one asset come to; `isPlain` = nothing else matters than its lines, its closes and the rates. */
export type Days<T> = { readonly value: T; readonly isPlain: boolean; readonly bytes: number }

/** A policy for so many bytes of days. */
export function daysPolicy<T>(name: string): CachePolicy<Days<T>> {
  return { name, most: 20_000_000, sizeOf: ({ bytes }) => bytes }
}

/** Remembered until a line or close of the asset, or a rate, changes. `which` = the days of the range that count. */
export function cachedDays<T>(
  book: Book,
  asked: Asked,
  policy: CachePolicy<Days<T>>,
  asset: { readonly id: number; readonly lines: readonly Line[]; readonly which: string },
  make: () => Days<T>,
): T {
  const { caches, generation } = book
  if (generation === null || asked.owned) return make().value
  const inputs = [generation, asset.lines, book.priceQuantityOf(asset.id), ...book.quotes.inputsOf(asset.id)]
  const key = JSON.stringify([asset.id, asset.which, asked.currency, asked.from, asked.to, asked.brokerIds])
  const known = recall(caches, policy, key, inputs)
  if (known !== undefined) return known.value.value
  const days = make()
  if (days.isPlain) remember(caches, policy, key, inputs, days)
  return days.value
}
