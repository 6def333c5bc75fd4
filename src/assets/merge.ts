import type { Tx } from '#db/connection.ts'
import { type Ctx, now } from '../context.ts'
import { formatDecimal } from '../shared/decimal.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { assetTitle } from '../shared/titles.ts'
import { type Asset, type AssetIdentifier, withIsin } from './asset.ts'
import { moveChanges } from './history.repository.ts'
import { noteChange, noteFields } from './history.ts'
import { findListing } from './listing.ts'
import { deleteAsset, isPriced, updateAsset } from './repository.ts'
import { findVisible, getAsset, requireWhole, requireWritable } from './rights.ts'

/**
 * Both sides of a merge, when the caller may write both: see `requireWritable`. Throws `asset/not-found`, `asset/not-yours`, 422 at `/into` for itself or
 * an unknown asset, and `asset/price-quantity` (409) when recorded prices of the vanishing asset would mean other amounts.
 */
export async function requireMergeable(
  ctx: Ctx & { readonly db: Tx },
  input: { readonly id: number; readonly into: number },
): Promise<{ vanishing: Asset; surviving: Asset }> {
  const vanishing = await requireWhole(ctx, input.id)
  if (input.into === input.id) throw invalid('asset/merge-itself', '/into', 'An asset cannot be merged into itself.')
  if (!(await findVisible(ctx, input.into)))
    throw invalid('asset/merge-unknown', '/into', 'There is no such asset, or only strangers use it.')
  const { asset: surviving } = await requireWritable(ctx, input.into)
  if (vanishing.priceQuantity !== surviving.priceQuantity && (await isPriced(ctx.db, vanishing.id))) {
    const detail = `There are prices of ${assetTitle(vanishing)} for ${formatDecimal(vanishing.priceQuantity)} units; those of ${assetTitle(surviving)} are for ${formatDecimal(surviving.priceQuantity)}, so they would mean other amounts.`
    throw new AppError('conflict', 'asset/price-quantity', detail, { errors: [{ pointer: '/into', detail }] })
  }
  return { vanishing, surviving }
}

/**
 * Removes an asset, which no transaction names any more, and gives its numbers to another: identifiers, its symbol as a ticker, and its ISIN where the
 * other has none and no listing has it. Raises the revision of the other, which is returned.
 */
export async function mergeAsset(ctx: Ctx & { readonly db: Tx }, vanishing: Asset, surviving: Asset): Promise<Asset> {
  await moveChanges(ctx.db, vanishing.id, surviving.id)
  await deleteAsset(ctx.db, vanishing.id)
  const adopted = { ...surviving, isin: surviving.isin ?? vanishing.isin }
  const isin = (await findListing(ctx, adopted, surviving)) === undefined ? adopted.isin : surviving.isin
  const identifiers = withIsin(isin, [...surviving.identifiers, ...vanishing.identifiers, ...formerSymbol(vanishing, surviving)])
  const fields = { ...surviving, isin, identifiers }
  await updateAsset(ctx.db, surviving.id, fields, now(ctx))
  await noteChange(ctx, surviving.id, {
    action: 'merged',
    old: `${vanishing.symbol} (${vanishing.name})`,
    mergedFrom: vanishing.id,
  })
  await noteFields(ctx, surviving, fields)
  return await getAsset(ctx, surviving.id)
}

function formerSymbol(vanishing: Asset, surviving: Asset): AssetIdentifier[] {
  const value = vanishing.symbol.toUpperCase()
  return value === surviving.symbol.toUpperCase() || vanishing.symbol === vanishing.isin ? [] : [{ kind: 'TICKER', value }]
}
