import type { z } from '@hono/zod-openapi'
import type { AssetType as DomainAssetType } from './asset-types.ts'
import type { Country as DomainCountry } from './countries.ts'
import type { NamedCurrency } from './currencies.ts'
import type { Exchange as DomainExchange } from './exchanges.ts'
import type { Language as DomainLanguage } from './languages.ts'
import type { AssetTypeDescription, Country, Currency, Exchange, Language, TransactionTypeRules } from './schema.ts'
import type { TransactionType } from './transaction-types.ts'

/** Domain names to the names of the interface, by hand. */
export function currencyToWire(currency: NamedCurrency): z.infer<typeof Currency> {
  const { code, numeric, name, symbol, minorUnits, lastDay } = currency
  return { code, numeric, name, symbol, minor_units: minorUnits, last_day: lastDay }
}

export function countryToWire(country: DomainCountry): z.infer<typeof Country> {
  const { code, alpha3, numeric, name, region, regionName, currencies } = country
  return { code, alpha3, numeric, name, region, region_name: regionName, currencies: [...currencies] }
}

export function languageToWire({ code, name, nativeName, direction }: DomainLanguage): z.infer<typeof Language> {
  return { code, name, native_name: nativeName, direction }
}

export function transactionTypeToWire(type: TransactionType): z.infer<typeof TransactionTypeRules> {
  const { code, name, description, asset, quantity, amount, grouped } = type
  return { code, name, description, asset, quantity: [...quantity], amount: [...amount], grouped }
}

export function assetTypeToWire(type: DomainAssetType): z.infer<typeof AssetTypeDescription> {
  const { code, name, description, usualPriceQuantity } = type
  return { code, name, description, usual_price_quantity: usualPriceQuantity }
}

export function exchangeToWire(exchange: DomainExchange): z.infer<typeof Exchange> {
  const { mic, operatingMic, name, country, countryName, currency, city } = exchange
  return { mic, operating_mic: operatingMic, name, country, country_name: countryName, currency, city }
}
