import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { assetTitle } from '../shared/titles.ts'
import type { Asset, Listing } from './asset.ts'
import { findAssetLabels } from './facts.repository.ts'
import { listListings } from './repository.ts'
import { knownAssetIds } from './rights.ts'

/** The assets that a listing must differ from, by whom it is for: verified ones for what is verified, else those that the caller knows. */
export type ListingOf = Pick<Asset, 'id' | 'verified'> | null

/**
 * The asset that is this listing already: a verified one, where `of` is verified; else one that the caller knows (their own world: what strangers
 * added does not count), where they know `of`, or it is new (`null`).
 */
export async function findListing(ctx: Ctx, listing: Listing, of: ListingOf): Promise<number | undefined> {
  const others = (await listListings(ctx.reader, listing)).filter(({ id }) => id !== of?.id)
  if (of !== null && of.verified !== null) return others.find(({ verified }) => verified)?.id
  const ids = others.map(({ id }) => id)
  const known = await knownAssetIds(ctx, of === null ? ids : [...ids, of.id])
  return of === null || known.has(of.id) ? ids.find((id) => known.has(id)) : undefined
}

export function isSameListing(a: Listing, b: Listing): boolean {
  return a.isin === b.isin && a.currency === b.currency && a.exchange === b.exchange
}

/** Throws `asset/exists` (409) with the id of the asset that is this listing. */
export async function requireFreeListing(ctx: Ctx, listing: Listing, of: ListingOf): Promise<void> {
  const id = await findListing(ctx, listing, of)
  if (id === undefined) return
  const label = (await findAssetLabels(ctx.reader, [id])).get(id)
  const detail = `${label === undefined ? 'Another asset' : assetTitle(label)} has this ISIN, currency and exchange already.`
  throw new AppError('conflict', 'asset/exists', detail, { errors: [{ pointer: '/isin', detail }], extensions: { id } })
}
