import type { AssetLabel } from '../../assets/service.ts'
import { type Caches, createCaches } from '../../cache.ts'
import { type Decimal, ONE } from '../../shared/decimal.ts'
import { assetTitle } from '../../shared/titles.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { UnbookedSplit } from '../unbooked/unbooked.ts'
import { createExchange, type Exchange, type RateLookup } from './exchange.ts'
import { NO_FACTS, type WarningFacts } from './facts.ts'
import { type CloseLookup, createPrices, type Prices, type Quote, quotedValue, warnOfPrice } from './prices.ts'
import { createWarnings, type Warnings } from './warnings.ts'

/** Everything that the figures of a report are made of, read once. */
export type ReportInputs = {
  readonly currency: string
  readonly brokerIds: readonly number[]
  /** The lines of the requested brokers, and assets where some were requested, in ledger order, up to the last day. */
  readonly lines: readonly Line[]
  /** The same with those of brokers that assets came from, so that lots keep date and cost. */
  readonly lotLines: readonly Line[]
  /** Whether an asset was requested, by name or with all. */
  readonly isChosen: (assetId: number) => boolean
  readonly exchange: Exchange
  readonly prices: Prices
  readonly warnings: Warnings
  readonly assetOf: (assetId: number) => ReportAsset
  readonly knows: (assetId: number) => boolean
  /** Of all that the lines name, and of those requested beside them. */
  readonly assetIds: readonly number[]
  readonly assetCurrencyOf: (assetId: number) => string
  readonly priceQuantityOf: (assetId: number) => Decimal
  readonly facts: WarningFacts
  /** Splits of the requested brokers and assets that are counted though they are not booked. */
  readonly unbooked: readonly UnbookedSplit[]
  /** The same object as long as no rate changes; `null` where nothing can be remembered. */
  readonly generation: object | null
  readonly caches: Caches
  /** What is remembered as long as the report. */
  readonly ofReport: Caches
}

/** What they are made of. */
export type ReportParts = {
  readonly currency: string
  readonly brokerIds: readonly number[]
  /** Only these assets; all where it is absent or `null`. */
  readonly chosen?: readonly number[] | null
  readonly lotLines: readonly Line[]
  /** With those of some days more, where they have splits. */
  readonly splitLines?: readonly Line[] | undefined
  /** Of all brokers of the lines. */
  readonly unbooked?: readonly UnbookedSplit[]
  readonly assets: ReadonlyMap<number, ReportAsset>
  readonly closes: CloseLookup
  readonly rates: RateLookup
  readonly facts?: WarningFacts
  readonly generation?: object
  readonly caches?: Caches
}

/** An asset as reports show it; `priceQuantity` = units that a price is for. */
export type ReportAsset = Pick<AssetLabel, 'symbol' | 'name' | 'isin' | 'type' | 'currency'> & {
  readonly priceQuantity: Decimal
  /** The last day of a contract. */
  readonly expiry?: string | null
}

const UNKNOWN: ReportAsset = { symbol: '', name: '', isin: null, type: 'OTHER', currency: '', priceQuantity: ONE }

export function createInputs(parts: ReportParts): ReportInputs {
  const { currency, brokerIds, chosen = null, lotLines, splitLines = lotLines, assets, closes, rates } = parts
  const selected = new Set(brokerIds)
  const ids = chosen === null ? null : new Set(chosen)
  const isChosen = (assetId: number) => ids === null || ids.has(assetId)
  const counts = (line: Line) => selected.has(line.brokerId) && (line.assetId === null ? ids === null : isChosen(line.assetId))
  const isWhole = lotLines.every(counts)
  const warnings = createWarnings()
  const assetOf = (assetId: number) => assets.get(assetId) ?? UNKNOWN
  const priceQuantityOf = (assetId: number) => assetOf(assetId).priceQuantity
  const warn = warnOfPrice(warnings, (assetId) => assetTitle(assetOf(assetId)))
  return {
    currency,
    brokerIds,
    lines: isWhole ? lotLines : lotLines.filter(counts),
    lotLines,
    isChosen,
    warnings,
    exchange: createExchange(currency, rates, warnings),
    prices: createPrices({ lines: lotLines, splitLines }, closes, priceQuantityOf, warn),
    assetOf,
    knows: (assetId) => assets.has(assetId),
    assetIds: [...assets.keys()],
    assetCurrencyOf: (assetId) => assets.get(assetId)?.currency ?? currency,
    priceQuantityOf,
    facts: parts.facts ?? NO_FACTS,
    unbooked: (parts.unbooked ?? []).filter(({ brokerId, assetId }) => selected.has(brokerId) && isChosen(assetId)),
    generation: parts.generation ?? null,
    caches: parts.caches ?? createCaches(),
    ofReport: createCaches(),
  }
}

/** What a quantity is worth at a quote, in the currency of the report; `null` without a rate. */
export function worthAt(inputs: ReportInputs, assetId: number, quantity: Decimal, quote: Quote, day: string): Decimal | null {
  return inputs.exchange.convert(quotedValue(quantity, quote, inputs.priceQuantityOf(assetId)), quote.currency, day)
}

/** The market value at the end of a day; `null` without price or rate, which is warned of. */
export function marketValue(inputs: ReportInputs, assetId: number, quantity: Decimal, day: string): Decimal | null {
  const quote = inputs.prices.on(assetId, day)
  return quote === null ? null : worthAt(inputs, assetId, quantity, quote, day)
}
