import { type CacheInputs, type CachePolicy, cached } from '../cache/cache.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import type { Book } from './book.ts'
import type { Warned } from './warnings.ts'

/** What a figure is made of. */
export type FigureInputs = {
  /** What else it depends on, but for the currency and the brokers of the report. */
  readonly key: readonly unknown[]
  readonly assetIds: readonly number[]
  readonly lines: readonly Line[]
  /** Whether market values of the assets are asked for. */
  readonly hasPrices: boolean
  readonly others?: CacheInputs
}

/**
 * What `make` computes of assets, with all that it warns of; computed again when one of their lines or closes, a fact of an asset, or a rate is
 * another one. `make` must look at nothing else.
 */
export function cachedFigure<T>(
  book: Book,
  asked: Asked,
  policy: CachePolicy<Warned<T>>,
  inputs: FigureInputs,
  make: () => T,
): T {
  if (book.generation === null || asked.owned) return make()
  const { key, assetIds, lines, hasPrices, others = [] } = inputs
  const facts = assetIds.flatMap((id) => factsOf(book, id, hasPrices))
  const all = [book.generation, lines, ...facts, ...others]
  const text = JSON.stringify([asked.currency, asked.brokerIds, ...key])
  const { value, warnings } = cached(book.caches, policy, text, all, () => book.warnings.collect(make))
  book.warnings.addAll(warnings)
  return value
}

function factsOf(book: Book, assetId: number, hasPrices: boolean): CacheInputs {
  const currency = book.assetCurrencyOf(assetId)
  const isDoubtful = book.warnings.has('currency-gain-unknown', currency, book.currency)
  const facts = [assetId, currency, book.priceQuantityOf(assetId), book.assetOf(assetId).symbol, isDoubtful]
  return hasPrices ? [...facts, ...book.quotes.inputsOf(assetId)] : facts
}
