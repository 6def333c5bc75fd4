import type { AssetType } from '../shared/asset-type.ts'
import type { Decimal } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import type { Contract } from './contract.ts'

/** `TICKER` is a further symbol, `OTHER` any number without a form of its own. */
export const ASSET_IDENTIFIER_KINDS = ['ISIN', 'FIGI', 'CUSIP', 'WKN', 'SEDOL', 'TICKER', 'LEI', 'OTHER'] as const
export type AssetIdentifierKind = (typeof ASSET_IDENTIFIER_KINDS)[number]
export type AssetIdentifier = { readonly kind: AssetIdentifierKind; readonly value: string }

/** Parts of 1 by ISO 3166 country and by sector code; each above 0, each list at most 1 together. */
export type Allocation = { readonly countries: ReadonlyMap<string, Decimal>; readonly sectors: ReadonlyMap<string, Decimal> }

/** What is said of an asset. `priceQuantity` = units that a price is for; `exchange` is a MIC; `icon` the id of an upload. */
export type AssetFields = {
  readonly symbol: string
  readonly name: string
  readonly type: AssetType
  readonly currency: string
  readonly isin: string | null
  readonly exchange: string | null
  readonly priceQuantity: Decimal
  /** Of OPTION, FUTURE, CFD and WARRANT. */
  readonly contract: Contract | null
  /** Holds `isin` too. By kind, then value. */
  readonly identifiers: readonly AssetIdentifier[]
  readonly country: string | null
  readonly sector: string | null
  readonly allocation: Allocation | null
  readonly icon: string | null
  readonly website: string | null
  readonly description: string | null
  readonly priceSource: PriceSource | null
  readonly archived: boolean
}

/** Where prices come from: the code of a provider, what the asset is called there, and what else the provider wants to know. */
export type PriceSource = {
  readonly provider: string
  readonly identifier: string
  readonly options: Readonly<Record<string, string>>
}

/** For `priceQuantity` units. */
export type LastPrice = { readonly date: string; readonly close: Decimal; readonly currency: string; readonly source: string }

export type Asset = AssetFields & {
  readonly id: number
  readonly lastPrice: LastPrice | null
  /** Who has confirmed its identity: strangers' imports link to it. */
  readonly verified: 'provider' | 'superuser' | null
  readonly verifiedAt: string | null
  readonly createdBy: number | null
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** What makes one asset out of several listings of an ISIN. */
export type Listing = Pick<AssetFields, 'isin' | 'currency' | 'exchange'>

/** The text that a search looks in. */
export function searchKeyOf({
  symbol,
  name,
  isin,
  identifiers,
}: Pick<AssetFields, 'symbol' | 'name' | 'isin' | 'identifiers'>): string {
  return fold([...new Set([symbol, name, isin ?? '', ...identifiers.map((identifier) => identifier.value)])].join(' '))
}

/** The identifiers with the ISIN among them, each once, by kind and value. */
export function withIsin(isin: string | null, identifiers: readonly AssetIdentifier[]): AssetIdentifier[] {
  const all: readonly AssetIdentifier[] = isin === null ? identifiers : [{ kind: 'ISIN', value: isin }, ...identifiers]
  const unique = new Map(all.map((identifier) => [keyOfIdentifier(identifier), identifier]))
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, identifier]) => identifier)
}

/** One text for an identifier, to compare and sort by. */
export function keyOfIdentifier({ kind, value }: AssetIdentifier): string {
  return `${kind} ${value}`
}

/** An identifier as it is stored: without blanks around, in capitals but for OTHER. */
export function normaliseIdentifier(kind: AssetIdentifierKind, value: string): string {
  return kind === 'OTHER' ? value.trim() : value.trim().toUpperCase()
}
