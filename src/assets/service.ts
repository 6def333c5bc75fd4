import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { usualPriceQuantity } from '../shared/asset-type.ts'
import { decimal, formatDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { requireRevision } from '../shared/revision.ts'
import { type OpenUpload, openUpload, requireOwnImage } from '../uploads/service.ts'
import { type Asset, type AssetFields, type Listing, withIsin } from './asset.ts'
import { type AssetFacts, type AssetLabel, findAssetFacts, findAssetLabels } from './facts.repository.ts'
import { type AssetFilter, type AssetPageRequest, countAssets, listAssetPage, listHeldAssetIds } from './list.repository.ts'
import { requireSource } from './providers.ts'
import { deleteAsset as deleteRow, findListing, insertAsset, isPriced, isUsed, updateAsset } from './repository.ts'
import { getAsset, requireChangeable, requireMayAdd } from './rights.ts'

export { absorbAsset, requireMergeable } from './absorb.ts'
export { type CloseColumns, closeOf, columnsOf, loadCloseColumns } from './close-columns.ts'
export { loadCloses } from './closes.ts'
export { matchAssets } from './match.ts'
export { createAssets, deleteUnusedReportAssets } from './report-assets.ts'
export type { Asset, AssetFacts, AssetLabel }
export { getAsset }

type TxCtx = Ctx & { readonly db: Tx }

/** Fields that a caller may set: absent = keep (or the default), null = clear. */
export type AssetInput = { readonly [K in keyof AssetFields]?: AssetFields[K] | undefined }
type NewAssetInput = AssetInput & Pick<AssetFields, 'symbol' | 'name' | 'type' | 'currency'>

export type AssetListInput = Omit<AssetFilter, 'ids'> & { readonly held: boolean }
export type AssetPage = {
  readonly assets: readonly Asset[]
  readonly next: readonly [string, number] | null
  readonly total: number | null
}

/** One page of the catalogue, which is the same for every user; `held` narrows it to what the caller's own brokers hold. */
export function listAssets(ctx: Ctx, { held, ...input }: AssetListInput, page: AssetPageRequest, count: boolean): AssetPage {
  const filter = { ...input, ids: held ? listHeldAssetIds(ctx.reader, ctx.user.id) : undefined }
  const found = listAssetPage(ctx.reader, filter, { ...page, limit: page.limit + 1 })
  const assets = found.slice(0, page.limit)
  const last = assets.at(-1)
  return {
    assets,
    next: found.length > assets.length && last ? [last.symbol, last.id] : null,
    total: count ? countAssets(ctx.reader, filter) : null,
  }
}

/**
 * Adds an asset to the shared catalogue. `asset/creation-restricted` (403) where only superusers may, `asset/exists` (409) with the id of the
 * asset that has this ISIN, currency and exchange. Without a price quantity it is what is usual for the type.
 */
export async function createAsset(ctx: Ctx, input: NewAssetInput): Promise<Asset> {
  return inTransaction(ctx, async (ctx) => {
    requireMayAdd(ctx)
    const fields = mergeFields(defaultsFor(input), input)
    if (fields.icon !== null) await requireOwnImage(ctx, fields.icon)
    if (fields.priceSource !== null) requireSource(ctx, fields.priceSource, fields.currency)
    requireFreeListing(ctx, fields, 0)
    return getAsset(ctx, insertAsset(ctx.db, { ...fields, reportId: null, createdBy: ctx.user.id, createdAt: now(ctx) }))
  })
}

/**
 * Changes an asset. Only who added it and superusers (`asset/not-yours`). `asset/exists` as for creation. The price quantity stays while a
 * transaction says a price (`asset/price-quantity`): recorded prices would mean other amounts. The currency may change: transactions keep theirs.
 */
export async function changeAsset(
  ctx: Ctx,
  input: { id: number; revision?: number | undefined; change: AssetInput },
): Promise<Asset> {
  return inTransaction(ctx, async (ctx) => {
    const before = requireChangeable(ctx, input.id)
    requireRevision(before, input.revision)
    const fields = mergeFields(before, input.change)
    if (fields.icon !== null && fields.icon !== before.icon) await requireOwnImage(ctx, fields.icon)
    if (fields.priceQuantity !== before.priceQuantity && isPriced(ctx.db, before.id)) throw priceQuantityInUse(before)
    if (fields.priceSource !== null && input.change.priceSource !== undefined)
      requireSource(ctx, fields.priceSource, fields.currency)
    requireFreeListing(ctx, fields, before.id)
    updateAsset(ctx.db, before.id, fields, now(ctx))
    return getAsset(ctx, before.id)
  })
}

/** Removes an asset. Only who added it and superusers; `asset/in-use` while a transaction names it. */
export async function deleteAsset(ctx: Ctx, input: { id: number; revision?: number | undefined }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    requireRevision(requireChangeable(ctx, input.id), input.revision)
    if (isUsed(ctx.db, input.id))
      throw new AppError(
        'conflict',
        'asset/in-use',
        'There are transactions of this asset. Archive it, or merge it into another.',
      )
    deleteRow(ctx.db, input.id)
  })
}

/** The uploaded icon for sending; `asset/no-icon` when it has none. */
export async function openAssetIcon(ctx: Ctx, id: number): Promise<OpenUpload> {
  const { icon } = getAsset(ctx, id)
  if (icon === null) throw new AppError('not-found', 'asset/no-icon', 'This asset has no icon.')
  return openUpload(ctx, icon)
}

/** The assets of these ids that exist, with what the ledger needs of them. */
export function listAssetFacts(ctx: Ctx, ids: Iterable<number>): Map<number, AssetFacts> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : findAssetFacts(ctx.reader, wanted)
}

/** What the assets of these ids are called. */
export function listAssetLabels(ctx: Ctx, ids: Iterable<number>): Map<number, AssetLabel> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : findAssetLabels(ctx.reader, wanted)
}

/** The refusal to change what prices of an asset are for, while transactions say prices. */
function priceQuantityInUse(asset: Pick<Asset, 'priceQuantity'>): AppError {
  const detail = `Transactions have prices of this asset for ${formatDecimal(asset.priceQuantity)} units; with another price quantity they would mean other amounts.`
  return new AppError('conflict', 'asset/price-quantity', detail, { errors: [{ pointer: '/price_quantity', detail }] })
}

function requireFreeListing(ctx: TxCtx, listing: Listing, exceptId: number): void {
  const id = findListing(ctx.db, listing)
  if (id === undefined || id === exceptId) return
  const detail = `Asset ${id} has this ISIN, currency and exchange already.`
  throw new AppError('conflict', 'asset/exists', detail, { errors: [{ pointer: '/isin', detail }], extensions: { id } })
}

function defaultsFor(input: NewAssetInput): AssetFields {
  const { symbol, name, type, currency } = input
  return {
    ...{ symbol, name, type, currency, isin: null, exchange: null, priceQuantity: decimal(usualPriceQuantity(type)) },
    ...{
      identifiers: [],
      country: null,
      sector: null,
      allocation: null,
      icon: null,
      website: null,
      description: null,
      priceSource: null,
    },
    archived: false,
  }
}

/** An ISIN that changes takes its old identifier along; without any, the first ISIN among the identifiers becomes the asset's. */
function mergeFields(before: AssetFields, input: AssetInput): AssetFields {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const fields: AssetFields = { ...before, ...given }
  const listed = fields.identifiers.find((identifier) => identifier.kind === 'ISIN')?.value ?? null
  const adopts = input.isin === undefined && before.isin === null && input.identifiers !== undefined
  const isin = adopts ? listed : fields.isin
  const kept =
    input.identifiers ??
    before.identifiers.filter(({ kind, value }) => kind !== 'ISIN' || value !== before.isin || before.isin === isin)
  return { ...fields, isin, identifiers: withIsin(isin, kept) }
}
