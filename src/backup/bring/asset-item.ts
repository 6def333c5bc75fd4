import { type Asset, contractOf } from '../../assets/service.ts'
import { type CarriedEvent, readSplitRatio } from '../../prices/carried.service.ts'
import { isCountry, isSector } from '../../reference/service.ts'
import { ASSET_TYPES } from '../../shared/asset-type.ts'
import { type Decimal, decimal, formatDecimal, ONE, sum, ZERO } from '../../shared/decimal.ts'
import { identifierFault, isIsin, isMic } from '../../shared/identifier.ts'
import { websiteOf } from './brokers.ts'
import { currency, day, decimalField, flag, type Item, integer, itemOf, listOf, maybe, name, oneOf, text } from './fields.ts'

type Fields = Pick<
  Asset,
  'symbol' | 'name' | 'type' | 'currency' | 'isin' | 'exchange' | 'contract' | 'identifiers' | 'country' | 'sector'
> &
  Pick<Asset, 'allocation' | 'website' | 'description' | 'priceSource' | 'archived' | 'priceQuantity'>
/** An asset as an export has it. */
export type AssetItem = Fields & { readonly id: number; readonly events: readonly CarriedEvent[] }

const KINDS = ['ISIN', 'FIGI', 'CUSIP', 'WKN', 'SEDOL', 'TICKER', 'LEI', 'OTHER'] as const
const SOURCE = /^[A-Z0-9_]{1,40}$/

/** Reads an asset; what is no number, country, sector or address by its own rules is left out. Throws RangeError. */
export function assetOf(item: Item): AssetItem {
  const type = oneOf(ASSET_TYPES)(item, 'type')
  const [isin, exchange] = [maybe(text(12))(item, 'isin'), maybe(text(4))(item, 'exchange')]
  const [country, sector] = [maybe(text(2))(item, 'country'), maybe(text(40))(item, 'sector')]
  return {
    id: integer(item, 'id'),
    ...{ symbol: name(60)(item, 'symbol').trim(), name: name(200)(item, 'name').trim(), type },
    currency: currency(item, 'currency'),
    isin: isin !== null && isIsin(isin) ? isin : null,
    exchange: exchange !== null && isMic(exchange) ? exchange : null,
    priceQuantity: positive(item, 'price_quantity'),
    contract: item['contract'] == null ? null : contractOf(termsOf(itemOf(item['contract'])), type),
    identifiers: listOf(item, 'identifiers', 100).flatMap((one) => identifierOf(itemOf(one))),
    country: country !== null && isCountry(country) ? country : null,
    sector: sector !== null && isSector(sector) ? sector : null,
    allocation: item['allocation'] == null ? null : allocationOf(itemOf(item['allocation'])),
    website: websiteOf(item),
    description: maybe(text(2_000))(item, 'description'),
    priceSource: item['price_source'] == null ? null : sourceOf(itemOf(item['price_source'])),
    archived: flag(item, 'archived'),
    events: listOf(item, 'events', 10_000).map((one) => eventOf(itemOf(one))),
  }
}

function positive(item: Item, field: string): Decimal {
  const value = decimalField(item, field)
  if (value <= ZERO) throw new RangeError(`${field} must be above 0.`)
  return value
}

function termsOf(item: Item): Parameters<typeof contractOf>[0] {
  const [expiry, strike, right] = [
    maybe(day)(item, 'expiry'),
    maybe(decimalField)(item, 'strike'),
    maybe(oneOf(['CALL', 'PUT'] as const))(item, 'right'),
  ]
  return {
    ...{ underlying: text(200)(item, 'underlying'), multiplier: formatDecimal(decimalField(item, 'multiplier')) },
    ...(expiry === null ? {} : { expiry }),
    ...(strike === null ? {} : { strike: formatDecimal(strike) }),
    ...(right === null ? {} : { right }),
  }
}

function identifierOf(item: Item): Asset['identifiers'][number] | [] {
  const [kind, value] = [oneOf(KINDS)(item, 'kind'), text(100)(item, 'value').trim()]
  const isSound = kind === 'TICKER' || kind === 'OTHER' ? value !== '' : identifierFault(kind, value) === undefined
  return isSound ? { kind, value } : []
}

function allocationOf(item: Item): NonNullable<Asset['allocation']> {
  const parts = (field: string, isKnown: (code: string) => boolean) => {
    const shares = Object.keys(itemOf(item[field])).map((code) => [code, positive(itemOf(item[field]), code)] as const)
    if (shares.length > 300 || !shares.every(([code]) => isKnown(code))) throw new RangeError(`${field} names what is unknown.`)
    if (sum(shares.map(([, share]) => share)) > ONE) throw new RangeError(`${field} come to more than 1.`)
    return new Map(shares)
  }
  return { countries: parts('countries', isCountry), sectors: parts('sectors', isSector) }
}

function sourceOf(item: Item): NonNullable<Asset['priceSource']> {
  const options = Object.entries(itemOf(item['options'] ?? {}))
  if (options.length > 50) throw new RangeError('options has too many entries.')
  return {
    provider: text(40)(item, 'provider'),
    identifier: text(500)(item, 'identifier'),
    options: Object.fromEntries(options.map(([key]) => [key.slice(0, 100), text(2_000)(itemOf(item['options']), key)])),
  }
}

function eventOf(item: Item): CarriedEvent {
  const [type, ratio] = [oneOf(['DIVIDEND', 'SPLIT', 'MATURITY'])(item, 'type'), maybe(text(40))(item, 'ratio')]
  if ((type === 'SPLIT') !== (ratio !== null) || (ratio !== null && readSplitRatio(ratio) === undefined))
    throw new RangeError('ratio must be that of a split.')
  return {
    ...{ type, date: day(item, 'date'), ratio, source: sourceCode(item) },
    ...{ amount: maybe(decimalField)(item, 'amount'), currency: maybe(currency)(item, 'currency') },
  }
}

/** From where a close or an event is. */
export function sourceCode(item: Item): string {
  const source = text(40)(item, 'source')
  if (!SOURCE.test(source)) throw new RangeError('source must be the code of one.')
  return source
}

/** A decimal as a column of a table holds it. */
export function decimalText(item: Item, field: string): string {
  return formatDecimal(decimal(formatDecimal(decimalField(item, field))))
}
