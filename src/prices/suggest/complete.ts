import type { Listing } from '#plugins/assets/contract.ts'
import { type Asset, type AssetInput, changeAsset, getAsset } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { isCountry, isExchange } from '../../reference/service.ts'
import { isAssetType } from '../../shared/asset-type.ts'
import { AppError } from '../../shared/errors.ts'
import type { Candidate } from './candidate.ts'
import { rootOf } from './hits.ts'

/** What of an asset was filled in, by its names on the wire, and whether it got its price source. */
export type Completed = { readonly filled: readonly string[]; readonly isAssigned: boolean }

/** Of these the country of the ISIN is that of the issuer; of funds it is where they are registered. */
const WITH_ISSUER: ReadonlySet<string> = new Set(['STOCK', 'BOND'])
const NOTHING: Completed = { filled: [], isAssigned: false }

/**
 * Fills in what the asset has not (type, name, country, sector, exchange) from what is sure of its ISIN and, with `isAssigned`, gives it the price source of the best candidate. Only where
 * the caller may change the asset, and what others set meanwhile stays.
 */
export async function completeAsset(
  ctx: Ctx,
  id: number,
  { candidates, listings, isAssigned }: { candidates: readonly Candidate[]; listings: readonly Listing[]; isAssigned: boolean },
): Promise<Completed> {
  const asset = await getAsset(ctx, id)
  const [best] = candidates
  const missing = { ...missingOf(asset, best, listings), sector: sectorOf(asset, candidates) }
  const isFree = isAssigned && best !== undefined && asset.priceSource === null
  const source = isFree ? { priceSource: { provider: best.provider, identifier: best.identifier, options: best.options } } : {}
  for (const change of [{ ...missing, ...source }, { ...missing, exchange: undefined, ...source }, source]) {
    const filled = Object.entries(change).flatMap(([field, value]) =>
      field === 'priceSource' || value === undefined ? [] : [field],
    )
    if (filled.length === 0 && !isFree) return NOTHING
    try {
      await changeAsset(ctx, { id, revision: asset.revision, change })
      return { filled, isAssigned: isFree }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'asset/exists') return NOTHING
    }
  }
  return NOTHING
}

function missingOf(asset: Asset, best: Candidate | undefined, listings: readonly Listing[]): AssetInput {
  const isSure = best?.certainty === 'certain'
  const isKnown = best !== undefined && isOfAsset(best)
  const [listing] = listings
  const type = (isKnown ? best.type : null) ?? listing?.type
  const name = (isKnown ? best.name : undefined) ?? listing?.name
  const isNameless = asset.name === asset.symbol || asset.name === asset.isin
  const country = asset.isin?.slice(0, 2) ?? ''
  const kind = asset.type === 'OTHER' && asset.contract === null && isAssetType(type) && !DERIVATIVES.has(type) ? type : undefined
  return {
    type: kind,
    name: isNameless && name !== undefined && name !== '' && name !== asset.name ? name.trim() : undefined,
    country: asset.country === null && WITH_ISSUER.has(kind ?? asset.type) && isCountry(country) ? country : undefined,
    exchange: asset.exchange === null && isSure ? exchangeOf(best, listings) : undefined,
  }
}

function isOfAsset({ certainty, isSameIsin }: Candidate): boolean {
  return certainty === 'certain' || (certainty === 'likely' && isSameIsin)
}

/** That of a company, where all sources that are sure of it and name one say the same. */
function sectorOf({ type, sector }: Asset, candidates: readonly Candidate[]): string | undefined {
  const sure = candidates.filter(isOfAsset)
  const isCompany = type === 'STOCK' || (type === 'OTHER' && sure[0]?.type === 'STOCK')
  const named = new Set(sure.flatMap((one) => one.sector ?? []))
  const [only] = named
  return sector === null && isCompany && named.size === 1 ? only : undefined
}

const DERIVATIVES: ReadonlySet<string> = new Set(['OPTION', 'FUTURE', 'CFD', 'WARRANT'])

/** The exchange that the source says by its code, else the only one at which the symbol is listed in the asset's currency. */
function exchangeOf(best: Candidate, listings: readonly Listing[]): string | undefined {
  if (best.exchange !== null && isExchange(best.exchange)) return best.exchange
  const markets = new Set(
    listings.flatMap(({ symbol, mic }) =>
      rootOf(symbol) === rootOf(best.symbol) && mic !== undefined && isExchange(mic) ? mic : [],
    ),
  )
  const [only, ...others] = markets
  return others.length === 0 ? only : undefined
}
