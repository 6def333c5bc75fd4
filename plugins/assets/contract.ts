/**
 * The contract of a source of prices. A provider is a plain object without state; `fetchPrices` and `search` are all that reaches out, with
 * everything impure passed in. The host turns adjusted history back into prices as traded, rejects what is absurd, and stores the rest.
 */
import type { HttpTools } from '#plugins/kit/http.ts'
import type { AssetType } from '#src/shared/asset-type.ts'
import type * as kit from './kit.ts'

/** The functions that providers share, handed to those that cannot import them (in the data folder). */
type PriceKit = typeof kit

/**
 * What a provider's history is adjusted for. `splits`: closes before a split are divided by it, and the host multiplies them back, by the splits that the
 * provider tells with the same answer, else by the events of the asset. Dividends cannot be undone: such closes are too low the older they are.
 */
type Adjustment = 'none' | 'splits' | 'splits-and-dividends'

export type PriceOption = {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** The only values, where there are few. */
  readonly values?: readonly string[] | undefined
}

/** What a user configured for an asset. `currency` is the asset's (ISO 4217). */
export type PriceConfig = {
  readonly identifier: string
  readonly options: Readonly<Record<string, string>>
  readonly currency: string
}

/** `from` and `to` are `YYYY-MM-DD`, both included. */
export type PriceRequest = PriceConfig & { readonly from: string; readonly to: string }

export type PriceTools = HttpTools & { readonly key?: string | undefined }

/** `close` = plain decimal text, as published; `places` = to be rounded to so many places after splits are undone (binary artefacts). */
export type ProviderPrice = {
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly places?: number | undefined
}

/** `ratio` = `new:old`; `amount` per unit, adjusted as the closes are. */
export type ProviderSplit = { readonly date: string; readonly ratio: string }
export type ProviderDividend = { readonly date: string; readonly amount: string; readonly currency: string }

/** A figure that was left out; `detail` is for the user. */
export type PriceIssue = { readonly code: string; readonly detail: string; readonly date?: string | undefined }

/** One answer. `splits` is absent where the provider does not tell them; else it holds all since the first of the prices until today. */
export type PriceChunk = {
  readonly prices: readonly ProviderPrice[]
  readonly splits?: readonly ProviderSplit[] | undefined
  readonly dividends?: readonly ProviderDividend[] | undefined
  /** Where it depends on the configuration of an asset: what these closes are adjusted for, in place of the provider's own word. */
  readonly adjusted?: Adjustment | undefined
  readonly issues: readonly PriceIssue[]
}

export type SearchHit = {
  readonly identifier: string
  readonly symbol: string
  readonly name: string
  readonly type?: string | undefined
  readonly currency?: string | undefined
  readonly exchange?: string | undefined
  readonly isin?: string | undefined
  /** Of a company: the code of one of our sectors, where the source names it. */
  readonly sector?: string | undefined
}

/** A configuration to start from, for a source whose terms the user decides about; nothing is fetched unless somebody copies it. `{...}` in the address is to be replaced. */
export type PriceTemplate = {
  readonly name: string
  readonly description: string
  readonly website: string
  readonly identifier: string
  readonly options: Readonly<Record<string, string>>
}

export type PriceFault = { readonly pointer: string; readonly detail: string }

export type PriceProvider = {
  /** Upper case letters, digits and `_`, unique: `YAHOO`. */
  readonly code: string
  readonly name: string
  readonly description: string
  readonly website: string
  /** What must be shown where the prices are used. */
  readonly attribution: string
  readonly adjusted: Adjustment
  /** Whether it reaches out; those that do not work offline too. */
  readonly network: boolean
  /** What the identifier of an asset is, for the user. */
  readonly identifierHint: string
  readonly options: readonly PriceOption[]
  readonly templates?: readonly PriceTemplate[] | undefined
  /** Milliseconds between two calls. */
  readonly pauseMilliseconds: number
  readonly key?: { readonly setting: string; readonly required: boolean; readonly website: string } | undefined
  /** It has splits and dividends, but no closes. */
  readonly eventsOnly?: boolean | undefined
  /** Its calls are so few that it is searched only by whoever names it. */
  readonly searchedByName?: boolean | undefined
  /** The only types of assets that it has, where they are few. */
  readonly types?: readonly AssetType[] | undefined
  /** Of one without a search: an ISIN is its identifier, and may be tried. `mic` = the only exchange whose closes it has. */
  readonly byIsin?: { readonly mic?: string } | undefined
  /** Files served below `/uploads/plugin/assets/<code>/`: name to text. */
  readonly assets: Readonly<Record<string, string>>
  /** Why a configuration cannot work, beside options that are unknown or missing; pointers such as `/options/rate`. */
  check(config: PriceConfig): readonly PriceFault[]
  /** The closes from `from` to `to`, in chunks of bounded size. Throws AppError `source/*`. */
  fetchPrices(request: PriceRequest, tools: PriceTools, kit: PriceKit): AsyncIterable<PriceChunk>
  search?: ((query: string, tools: PriceTools, kit: PriceKit) => Promise<readonly SearchHit[]>) | undefined
}

export const IDENTIFIABLE_KINDS = ['ISIN', 'WKN', 'CUSIP', 'SEDOL', 'FIGI', 'TICKER'] as const

/** What is looked up. `currency` (ISO 4217) and `mic` (ISO 10383) leave only the listings quoted in the one, and on the other. */
export type IdentifierQuery = {
  readonly kind: (typeof IDENTIFIABLE_KINDS)[number]
  readonly value: string
  readonly currency?: string | undefined
  readonly mic?: string | undefined
}

/** One listing of a security. `exchange` = the source's own code; `mic` where it is known; `type` = one of our asset types. */
export type Listing = {
  readonly symbol: string
  readonly name: string
  readonly exchange: string
  readonly mic?: string | undefined
  readonly type?: string | undefined
  readonly figi: string
  /** The same for all exchanges of a country. */
  readonly compositeFigi?: string | undefined
  /** The same all over the world. */
  readonly shareClassFigi?: string | undefined
}

/** The answer to one query. `fault` = why the source refused it, for the user. */
export type Identified = { readonly listings: readonly Listing[]; readonly fault?: string | undefined }

/** A source of identifiers has no prices: it knows under which symbols and on which exchanges a security is traded. `identify` is all that reaches out. */
export type IdentifierSource = {
  /** Upper case letters, digits and `_`, unique among the sources of prices too: `OPENFIGI`. */
  readonly code: string
  readonly name: string
  readonly description: string
  readonly website: string
  readonly attribution: string
  /** Milliseconds between two calls. */
  readonly pauseMilliseconds: number
  readonly key?: { readonly setting: string; readonly required: boolean; readonly website: string } | undefined
  /** So many queries go into one call. */
  maxQueries(key: string | undefined): number
  /** One answer for each query, in order. Throws AppError `source/*`. */
  identify(queries: readonly IdentifierQuery[], tools: PriceTools): Promise<readonly Identified[]>
}
