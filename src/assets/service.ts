import type { Tx } from '#db/connection.ts'
import { sightOf } from '#db/sight.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { usualPriceQuantity } from '../shared/asset-type.ts'
import { decimal, formatDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { type ExpectedRevision, requireRevision } from '../shared/revision.ts'
import { type OpenUpload, openUpload, requireOwnImage } from '../uploads/service.ts'
import { type Asset, type AssetFields, type PriceSource, withIsin } from './asset.ts'
import { priceQuantityBy, requireContractType } from './contract.ts'
import {
  type AssetDivision,
  type AssetFacts,
  type AssetLabel,
  findAssetDivisions,
  findAssetFacts,
  findAssetLabels,
  findSourced,
} from './facts.repository.ts'
import { noteChange, noteFields } from './history.ts'
import { type AssetFilter, type AssetPageRequest, countAssets, listAssetPage, listHeldAssetIds } from './list.repository.ts'
import { isSameListing, requireFreeListing } from './listing.ts'
import { requireSource } from './price-source.ts'
import { deleteAsset as deleteRow, insertAsset, isPriced, setVerified, updateAsset } from './repository.ts'
import { bookableAssetIds, getAsset, isByStake, knownAssetIds, requireChangeable, requireMayAdd, shownTo } from './rights.ts'
import { isTakenBack, isUsed } from './stake.repository.ts'
import { listWithoutSource } from './unsourced.ts'

export { contractOf } from './contract.ts'
export { matchAssets } from './match.ts'
export { matchAmong } from './match-among.ts'
export { mergeAsset, requireMergeable } from './merge.ts'
export { listNamedAssets, type NamedAsset, type NamedAssets } from './named.ts'
export { createAssets, listUnusedReportAssets } from './report-assets.ts'
export { isOpenToStrangers, namedUserIds, requireWritable } from './rights.ts'
export { findByWords, findHits, searchCatalogue } from './search.ts'
export { listWithoutSource } from './unsourced.ts'
export { priceQuantityOf } from './wanted.ts'
export type { Asset, AssetFacts, AssetLabel, PriceSource }
export { bookableAssetIds, getAsset, isByStake, knownAssetIds, noteChange, shownTo }

/** Fields that a caller may set: absent = keep (or the default), null = clear. */
export type AssetInput = { readonly [K in keyof AssetFields]?: AssetFields[K] | undefined }
type NewAssetInput = AssetInput & Pick<AssetFields, 'symbol' | 'name' | 'type' | 'currency'>

/** `all`: what only strangers use, too. */
export type AssetListInput = Omit<AssetFilter, 'ids' | 'knownTo'> & {
  readonly held: boolean
  readonly unsourced?: boolean | undefined
  readonly all?: boolean | undefined
  /** Only these. */
  readonly assetIds?: readonly number[] | undefined
}
export type AssetPage = {
  readonly assets: readonly Asset[]
  readonly next: readonly [string, number] | null
  readonly total: number | null
}

/**
 * One page of the catalogue as the caller sees it (see `knownAssetIds`); `held` narrows it to what the caller's own brokers hold, `unsourced` to
 * what of that could have a price source and has none. `all` widens it to everything: `asset/all-restricted` (403) but for superusers.
 */
export async function listAssets(
  ctx: Ctx,
  { held, unsourced = false, all = false, assetIds, ...input }: AssetListInput,
  page: AssetPageRequest,
  count: boolean,
): Promise<AssetPage> {
  if (all && !ctx.user.isSuperuser)
    throw new AppError('forbidden', 'asset/all-restricted', 'Only superusers may list what strangers use.')
  const found = unsourced
    ? await listWithoutSource(ctx)
    : held
      ? await listHeldAssetIds(ctx.reader, sightOf(ctx.user))
      : undefined
  const wanted = new Set(assetIds)
  const ids = assetIds === undefined ? found : (found ?? assetIds).filter((id) => wanted.has(id))
  const filter = { ...input, ids, knownTo: all || !(await isByStake(ctx)) ? undefined : sightOf(ctx.user) }
  const listed = await listAssetPage(ctx.reader, filter, { ...page, limit: page.limit + 1 })
  const assets = listed.slice(0, page.limit)
  const last = assets.at(-1)
  return {
    assets,
    next: listed.length > assets.length && last ? [last.symbol, last.id] : null,
    total: count ? await countAssets(ctx.reader, filter) : null,
  }
}

/**
 * Adds an asset. `asset/creation-restricted` (403) where only superusers may, `asset/exists` (409) with the id of the asset that has this ISIN,
 * currency and exchange, among those that the caller knows. Without a price quantity it follows from the contract, or is what is usual for the type.
 * `asset/contract` (422) for a contract of a type that has none.
 */
export async function createAsset(ctx: Ctx, input: NewAssetInput): Promise<Asset> {
  return inTransaction(ctx, async (ctx) => {
    await requireMayAdd(ctx)
    const fields = mergeFields(defaultsFor(input), input)
    requireContractType(fields)
    if (fields.icon !== null) await requireOwnImage(ctx, fields.icon)
    if (fields.priceSource !== null) requireSource(ctx, fields.priceSource, fields.currency)
    await requireFreeListing(ctx, fields, null)
    const id = await insertAsset(ctx.db, { ...fields, reportId: null, createdBy: ctx.user.id, createdAt: now(ctx) })
    await noteChange(ctx, id, { action: 'created' })
    return await getAsset(ctx, id)
  })
}

/**
 * Changes an asset, for whom `requireChangeable` lets. `verified` is for superusers (`asset/verify-restricted`, 403). `asset/exists` as for creation. The price quantity stays while a
 * transaction says a price (`asset/price-quantity`): recorded prices would mean other amounts. The currency may change: transactions keep theirs.
 */
export async function changeAsset(
  ctx: Ctx,
  input: { id: number; revision?: ExpectedRevision; change: AssetInput; verified?: boolean | undefined },
): Promise<Asset> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireChangeable(ctx, input.id)
    requireRevision(before, input.revision)
    const fields = mergeFields(before, input.change)
    requireContractType(fields)
    if (fields.icon !== null && fields.icon !== before.icon) await requireOwnImage(ctx, fields.icon)
    if (fields.priceQuantity !== before.priceQuantity && (await isPriced(ctx.db, before.id))) throw priceQuantityInUse(before)
    if (fields.priceSource !== null && input.change.priceSource !== undefined)
      requireSource(ctx, fields.priceSource, fields.currency)
    const verified = input.verified === undefined ? before.verified : verification(ctx, before, input.verified)
    if (verified !== before.verified || !isSameListing(fields, before))
      await requireFreeListing(ctx, fields, { id: before.id, verified })
    await updateAsset(ctx.db, before.id, fields, now(ctx))
    if (verified !== before.verified) await setVerified(ctx.db, before.id, verified, verified === null ? null : now(ctx))
    await noteFields(ctx, before, { ...fields, verified })
    return await getAsset(ctx, before.id)
  })
}

/** Removes an asset, for whom `requireChangeable` lets; `asset/in-use` while a transaction names it. */
export async function deleteAsset(ctx: Ctx, input: { id: number; revision?: ExpectedRevision }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    requireRevision(await requireChangeable(ctx, input.id), input.revision)
    if ((await isUsed(ctx.db, input.id)) || (await isTakenBack(ctx.db, input.id)))
      throw new AppError(
        'conflict',
        'asset/in-use',
        'There are transactions of this asset. Archive it, or merge it into another.',
      )
    await deleteRow(ctx.db, input.id)
  })
}

/** Removes an asset that `listUnusedReportAssets` names. */
export async function removeUnusedAsset(ctx: Ctx & { readonly db: Tx }, id: number): Promise<void> {
  await deleteRow(ctx.db, id)
}

/** The uploaded icon for sending; `asset/no-icon` when it has none. */
export async function openAssetIcon(ctx: Ctx, id: number): Promise<OpenUpload> {
  const { icon } = await getAsset(ctx, id)
  if (icon === null) throw new AppError('not-found', 'asset/no-icon', 'This asset has no icon.')
  return openUpload(ctx, icon)
}

/** The assets of these ids that exist, with what the ledger needs of them. */
export async function listAssetFacts(ctx: Ctx, ids: Iterable<number>): Promise<Map<number, AssetFacts>> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : await findAssetFacts(ctx.reader, wanted)
}

/** The same, of those that the caller may book on: see `bookableAssetIds`. */
export async function listBookableFacts(ctx: Ctx, ids: Iterable<number>): Promise<Map<number, AssetFacts>> {
  return await listAssetFacts(ctx, await bookableAssetIds(ctx, [...new Set(ids)]))
}

/** Where the assets of these ids belong by country and sector. */
export async function listAssetDivisions(ctx: Ctx, ids: Iterable<number>): Promise<Map<number, AssetDivision>> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : await findAssetDivisions(ctx.reader, wanted)
}

/** The assets of which a broker that the caller has included has a holding other than zero. */
export async function heldAssetIds(ctx: Ctx): Promise<number[]> {
  return await listHeldAssetIds(ctx.reader, sightOf(ctx.user))
}

/** What the assets of these ids are called. */
export async function listAssetLabels(ctx: Ctx, ids: Iterable<number>): Promise<Map<number, AssetLabel>> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : await findAssetLabels(ctx.reader, wanted)
}

/** Those among these assets that have a price source. */
export async function sourcedAssetIds(ctx: Pick<Ctx, 'reader'>, ids: readonly number[]): Promise<Set<number>> {
  return ids.length === 0 ? new Set() : await findSourced(ctx.reader, ids)
}

/** The refusal to change what prices of an asset are for, while transactions say prices. */
function priceQuantityInUse(asset: Pick<Asset, 'priceQuantity'>): AppError {
  const detail = `Transactions have prices of this asset for ${formatDecimal(asset.priceQuantity)} units; with another price quantity they would mean other amounts.`
  return new AppError('conflict', 'asset/price-quantity', detail, { errors: [{ pointer: '/price_quantity', detail }] })
}

function verification(ctx: Ctx, { verified }: Asset, wanted: boolean): Asset['verified'] {
  if (!ctx.user.isSuperuser)
    throw new AppError('forbidden', 'asset/verify-restricted', 'Only superusers may say that an asset is verified.')
  return wanted ? (verified ?? 'superuser') : null
}

function defaultsFor(input: NewAssetInput): AssetFields {
  const { symbol, name, type, currency, contract = null } = input
  const priceQuantity = priceQuantityBy(type, contract) ?? decimal(usualPriceQuantity(type))
  return {
    ...{ symbol, name, type, currency, isin: null, exchange: null, contract: null, priceQuantity },
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
  const remaining =
    input.identifiers ??
    before.identifiers.filter(({ kind, value }) => kind !== 'ISIN' || value !== before.isin || before.isin === isin)
  return { ...fields, isin, identifiers: withIsin(isin, remaining) }
}
