import type { z } from '@hono/zod-openapi'
import type { HttpContext } from '../http/route.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import { pluginIconUrl } from '../uploads/plugin-assets.service.ts'
import type { Allocation, Asset } from './asset.ts'
import type { Contract as ContractWire } from './contract.schema.ts'
import type { Contract } from './contract.ts'
import type { Allocation as AllocationWire, AssetPatch, Asset as AssetWire } from './schema.ts'
import type { AssetInput } from './service.ts'

/** Fields from the wire: absent = keep (or the default), null = clear. */
export function inputOf(body: z.infer<typeof AssetPatch>): AssetInput {
  return {
    symbol: body.symbol,
    name: body.name,
    type: body.type,
    currency: body.currency,
    isin: body.isin,
    exchange: body.exchange,
    priceQuantity: body.price_quantity,
    contract: body.contract,
    identifiers: body.identifiers === null ? [] : body.identifiers,
    country: body.country,
    sector: body.sector,
    allocation: body.allocation == null ? body.allocation : allocationOf(body.allocation),
    icon: body.icon,
    website: body.website,
    description: body.description,
    priceSource: body.price_source,
    archived: body.archived,
  } satisfies Record<keyof AssetInput, unknown>
}

export function toWire(c: HttpContext, asset: Asset): z.infer<typeof AssetWire> {
  return {
    id: asset.id,
    symbol: asset.symbol,
    name: asset.name,
    price_quantity: formatDecimal(asset.priceQuantity),
    type: asset.type,
    currency: asset.currency,
    isin: asset.isin,
    exchange: asset.exchange,
    contract: asset.contract && contractToWire(asset.contract),
    identifiers: asset.identifiers.map(({ kind, value }) => ({ kind, value })),
    country: asset.country,
    sector: asset.sector,
    allocation: asset.allocation && allocationToWire(asset.allocation),
    icon_url: iconUrlOf(c, asset),
    website: asset.website,
    description: asset.description,
    price_source: asset.priceSource === null ? null : { ...asset.priceSource, options: { ...asset.priceSource.options } },
    last_price: asset.lastPrice === null ? null : { ...asset.lastPrice, close: formatDecimal(asset.lastPrice.close) },
    archived: asset.archived,
    verified: asset.verified,
    verified_at: asset.verifiedAt,
    created_by: asset.createdBy,
    revision: asset.revision,
    created_at: asset.createdAt,
    updated_at: asset.updatedAt,
  }
}

/** The terms of a contract as they leave. */
export function contractToWire({ strike, multiplier, ...terms }: Contract): z.infer<typeof ContractWire> {
  return { ...terms, strike: strike === null ? null : formatDecimal(strike), multiplier: formatDecimal(multiplier) }
}

/** The uploaded image, else the icon of its price provider. */
function iconUrlOf(c: HttpContext, { id, icon, priceSource }: Asset): string | null {
  const { config, plugins } = c.var.deps
  if (icon !== null) return `${config.basePath}/api/v1/assets/${id}/icon`
  const provider = plugins.assets.find((one) => one.code === priceSource?.provider)
  return provider === undefined ? null : pluginIconUrl({ config }, 'assets', provider)
}

type Shares = Readonly<Record<string, Decimal>>

function allocationOf({
  countries,
  sectors,
}: {
  countries?: Shares | undefined
  sectors?: Shares | undefined
}): Allocation | null {
  const sorted = (shares: Shares = {}) => new Map(Object.entries(shares).sort(([a], [b]) => (a < b ? -1 : 1)))
  const allocation = { countries: sorted(countries), sectors: sorted(sectors) }
  return allocation.countries.size + allocation.sectors.size === 0 ? null : allocation
}

function allocationToWire({ countries, sectors }: Allocation): z.infer<typeof AllocationWire> {
  const texts = (shares: ReadonlyMap<string, Decimal>) =>
    Object.fromEntries([...shares].map(([code, share]) => [code, formatDecimal(share)]))
  return { countries: texts(countries), sectors: texts(sectors) }
}
