import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import type { AssetDraft } from '#plugins/brim/contract.ts'
import { type Ctx, now } from '../context.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { assetTitle } from '../shared/titles.ts'
import { type AssetFields, type Listing, withIsin } from './asset.ts'
import { findAssetLabels } from './facts.repository.ts'
import { noteChange } from './history.ts'
import { findListings } from './matching.repository.ts'
import { insertAsset, listUnusedOfReport } from './repository.ts'
import { knownAssetIds, requireMayAdd } from './rights.ts'
import { namesOf, readDraft, type WantedAsset } from './wanted.ts'

/** What is there of a listing: an asset of the catalogue, or one that was just made from another ref of the same report. */
type Taken = { readonly id: number; readonly made?: { readonly ref: string; readonly priceQuantity: Decimal } }

/**
 * Adds the assets of a report, in the caller's transaction; ids by `ref`. Nothing but the draft is used: symbol = its symbol, else
 * ISIN, else name; type OTHER and price quantity 1 unless it says more. Two refs of the same ISIN, currency and exchange become one asset.
 * `asset/creation-restricted` (403) where only superusers may, `asset/exists` (409) when an asset that the caller knows is the listing already.
 */
export function createAssets(
  ctx: Ctx,
  drafts: readonly (AssetDraft & { readonly currency: string })[],
  { reportId, brokerId }: { readonly reportId: string; readonly brokerId?: number },
): Promise<Map<string, number>> {
  return inTransaction(ctx, async (ctx) => {
    if (drafts.length > 0) await requireMayAdd(ctx)
    const wanted = drafts.map(readDraft)
    const taken = await listingsOf(ctx, wanted, brokerId)
    const origin = { reportId, createdBy: ctx.user.id, createdAt: now(ctx) }
    const ids = new Map<string, number>()
    const yieldWhenDue = createYielder()
    for (const asset of wanted) {
      const fields = fieldsOf(asset)
      const key = keyOf({ ...fields, contractKey: asset.contractKey })
      const known = fields.isin === null ? undefined : taken.get(key)
      const id = known ? await requireSame(ctx, known, asset.ref, fields) : await insertAsset(ctx.db, { ...fields, ...origin })
      if (!known) await noteChange(ctx, id, { action: 'created' })
      if (!known && fields.isin !== null) taken.set(key, { id, made: { ref: asset.ref, priceQuantity: fields.priceQuantity } })
      ids.set(asset.ref, id)
      await yieldWhenDue()
    }
    return ids
  })
}

/** The assets that a report made and that nobody has changed or used since. */
export async function listUnusedReportAssets(ctx: Ctx, reportId: string): Promise<number[]> {
  return await listUnusedOfReport(ctx.reader, reportId)
}

async function listingsOf(
  ctx: Ctx & { readonly db: Tx },
  wanted: readonly WantedAsset[],
  brokerId: number | undefined,
): Promise<Map<string, Taken>> {
  const isins = [...new Set(wanted.flatMap((asset) => asset.isin ?? []))]
  const listings = await findListings(ctx.db, isins)
  const known = await knownAssetIds(
    ctx,
    listings.map(({ id }) => id),
    brokerId,
  )
  return new Map(listings.flatMap((listing) => (known.has(listing.id) ? [[keyOf(listing), { id: listing.id }] as const] : [])))
}

function keyOf({ isin, currency, exchange, contractKey }: Listing & Pick<WantedAsset, 'contractKey'>): string {
  return `${isin} ${currency} ${exchange ?? ''} ${contractKey ?? ''}`
}

async function requireSame(ctx: Ctx, { id, made }: Taken, ref: string, { priceQuantity }: AssetFields): Promise<number> {
  if (made?.priceQuantity === priceQuantity) return id
  const label = (await findAssetLabels(ctx.reader, [id])).get(id)
  const detail = made
    ? `"${made.ref}" and "${ref}" of the report are the same listing, but with prices for ${formatDecimal(made.priceQuantity)} and for ${formatDecimal(priceQuantity)} units.`
    : `${label === undefined ? 'Another asset' : assetTitle(label)} has the ISIN, currency and exchange of "${ref}" already: use it instead of a new one.`
  throw new AppError('conflict', 'asset/exists', detail, { extensions: { ref, id } })
}

function fieldsOf(wanted: WantedAsset): AssetFields {
  const { isin, currency, exchange, priceQuantity } = wanted
  if (currency === null)
    throw invalid('asset/currency', '/currency', `The currency of "${wanted.ref}" must be an ISO 4217 code such as EUR.`)
  if (priceQuantity === null)
    throw invalid('asset/price-quantity', '/price_quantity', `The price quantity of "${wanted.ref}" must be greater than 0.`)
  return {
    ...namesOf(wanted),
    ...{ type: wanted.type ?? 'OTHER', currency, isin, exchange, priceQuantity, contract: wanted.contract },
    identifiers: withIsin(isin, wanted.identifiers),
    ...{ country: null, sector: null, allocation: null, icon: null, website: null, description: null, priceSource: null },
    archived: false,
  }
}
