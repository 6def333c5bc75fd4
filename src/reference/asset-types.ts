import { ASSET_TYPES, type AssetType as AssetTypeCode, usualPriceQuantity } from '../shared/asset-type.ts'
import { ASSET_TYPE_NAMES } from './asset-type-names.ts'
import { translated } from './labels.ts'
import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'

/** `usualPriceQuantity` is the number of units that a price is usually for, as a decimal text. */
export type AssetType = {
  readonly code: AssetTypeCode
  readonly name: string
  readonly description: string
  readonly usualPriceQuantity: string
}

const DESCRIPTIONS: Readonly<Record<AssetTypeCode, string>> = {
  STOCK: 'A share of a company, or a receipt for one (ADR, GDR); also preference shares, REITs and subscription rights.',
  ETF: 'A fund that is traded on an exchange; also exchange-traded notes and commodities.',
  FUND: 'A fund that is bought from and returned to its manager at net asset value.',
  BOND: 'A security with a nominal value. Quantity is the nominal value, the price is in percent of it.',
  CRYPTO: 'A coin or token. Quantity is in coins.',
  COMMODITY: 'Physical goods such as gold and silver.',
  INDEX: 'An index: a benchmark to compare with, which cannot be held itself.',
  OPTION:
    'An option on an exchange. Quantity is in contracts; a price is for one underlying unit, of which a contract usually has 100.',
  FUTURE: 'A future. Quantity is in contracts; a price is for one underlying unit.',
  CFD: 'A contract for difference, at a broker.',
  WARRANT: 'A warrant, certificate or other leveraged paper of a bank.',
  REAL_ESTATE: 'A property, or a share of one.',
  LOAN: 'Money lent directly: peer-to-peer loans, crowdlending, private notes.',
  OTHER: 'Everything else.',
}

/** The types of assets with names in a language (descriptions in English), in a fixed order. */
export const assetTypesIn = perLanguage((language) => {
  const names = translated<AssetTypeCode>(ASSET_TYPE_NAMES, language)
  const types = ASSET_TYPES.map((code): AssetType => {
    return { code, name: names[code], description: DESCRIPTIONS[code], usualPriceQuantity: usualPriceQuantity(code) }
  })
  return searchable(types, ({ code, name, description }) => [code, name, ASSET_TYPE_NAMES.en[code], description])
})
