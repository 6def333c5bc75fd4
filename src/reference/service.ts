import { type AssetType, assetTypesIn } from './asset-types.ts'
import { type Country, countriesIn } from './countries.ts'
import { allCurrenciesIn, currenciesIn, type NamedCurrency } from './currencies.ts'
import { type Exchange, exchangesIn } from './exchanges.ts'
import { DEFAULT_LANGUAGE, type Language, languagesIn } from './languages.ts'
import { type Searchable, search } from './search.ts'
import { type Sector, sectorsIn } from './sectors.ts'
import { type TransactionType, transactionTypesIn } from './transaction-types.ts'

export { isCountry } from './countries.ts'
export { isExchange } from './exchanges.ts'
export { isSector } from './sectors.ts'

/** `language` is canonical (see `findLanguage`), English without; `q` keeps the entries that hold all its words. */
export type Listing = { readonly q?: string | undefined; readonly language?: string | undefined }

/** Currencies in force, by code; with `historic` also those that ended since 1999. */
export function listCurrencies(listing: Listing & { readonly historic?: boolean | undefined }): readonly NamedCurrency[] {
  return list(listing.historic === true ? allCurrenciesIn : currenciesIn, listing)
}

/** The countries of ISO 3166-1, by code. */
export function listCountries(listing: Listing): readonly Country[] {
  return list(countriesIn, listing)
}

/** The sectors that assets are sorted into, in a fixed order. */
export function listSectors(listing: Listing): readonly Sector[] {
  return list(sectorsIn, listing)
}

/** The languages that names exist in, by code. */
export function listLanguages(listing: Listing): readonly Language[] {
  return list(languagesIn, listing)
}

/** The types of transactions with their rules, in a fixed order. */
export function listTransactionTypes(listing: Listing): readonly TransactionType[] {
  return list(transactionTypesIn, listing)
}

/** The types of assets, in a fixed order. */
export function listAssetTypes(listing: Listing): readonly AssetType[] {
  return list(assetTypesIn, listing)
}

/** The relevant exchanges and their segments, by MIC. */
export function listExchanges(listing: Listing): readonly Exchange[] {
  return list(exchangesIn, listing)
}

function list<T>(inLanguage: (language: string) => Searchable<T>, { q, language }: Listing): readonly T[] {
  return search(inLanguage(language ?? DEFAULT_LANGUAGE), q)
}
