import type { Tx } from '#db/connection.ts'
import { type Asset, createAsset, getAsset, listNamedAssets, requireWritable } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { bringEvents, type CarriedEvent, listCarriedCloses, listCarriedEvents } from '../../prices/carried.service.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import { AppError } from '../../shared/errors.ts'
import { lowerAscii } from '../../shared/fold.ts'
import type { Archive } from './archive.ts'
import { type AssetItem, assetOf } from './asset-item.ts'
import { itemsOf } from './items.ts'

/** What became of an asset of an export: made for it, or one of the catalogue. */
export type BroughtAsset = {
  readonly id: number
  readonly isNew: boolean
  readonly title: string
  readonly priceQuantity: Asset['priceQuantity']
  readonly events: readonly CarriedEvent[]
}

/**
 * Finds the assets of an export among those that the caller knows, by ISIN, currency and exchange, without an ISIN by symbol, name, type and currency, and
 * adds the others, the caller's own. Nothing of an asset that is there is changed. By their ids there.
 */
export async function bringAssets(ctx: Ctx & { readonly db: Tx }, archive: Archive): Promise<Map<number, BroughtAsset>> {
  const brought = new Map<number, BroughtAsset>()
  const used = new Set<number>()
  for await (const item of itemsOf(archive, 'assets.json', assetOf)) {
    if (brought.has(item.id)) continue
    const same = await findSame(ctx, item, used)
    const asset = same ?? (await add(ctx, item))
    used.add(asset.id)
    const { priceQuantity, symbol: title } = asset
    brought.set(item.id, { id: asset.id, isNew: same === undefined, title, priceQuantity, events: item.events })
  }
  return brought
}

async function findSame(ctx: Ctx, item: AssetItem, used: ReadonlySet<number>): Promise<Asset | undefined> {
  const names = { ids: [], isins: item.isin === null ? [] : [item.isin], symbols: item.isin === null ? [item.symbol] : [] }
  const { byIsin, bySymbol } = await listNamedAssets(ctx, { ...names, symbols: names.symbols.map(lowerAscii) })
  const found = item.isin === null ? bySymbol.get(lowerAscii(item.symbol)) : byIsin.get(item.isin)
  for (const { id } of found ?? []) {
    const asset = used.has(id) ? undefined : await getAsset(ctx, id)
    if (asset !== undefined && isSame(asset, item)) return asset
  }
  return undefined
}

function isSame(asset: Asset, item: AssetItem): boolean {
  const { currency, exchange, isin } = item
  const isListing = asset.currency === currency && asset.exchange === exchange && asset.isin === isin
  const isKind = asset.type === item.type && asset.priceQuantity === (item.priceQuantity ?? asset.priceQuantity)
  const isNamed = isin !== null || (asset.symbol === item.symbol && asset.name === item.name)
  return isListing && isKind && isNamed && contractText(asset.contract) === contractText(item.contract)
}

function contractText(contract: Asset['contract']): string {
  if (contract === null) return ''
  const { underlying, expiry, right, strike, multiplier } = contract
  return [underlying, expiry, right, strike === null ? '' : formatDecimal(strike), formatDecimal(multiplier)].join(' ')
}

/** A price source that nobody has here is left out. */
async function add(ctx: Ctx, { id: _, events: __, ...fields }: AssetItem): Promise<Asset> {
  const { provider } = fields.priceSource ?? {}
  const isKnown = ctx.plugins.assets.some(({ code }) => code === provider)
  const priceSource = isKnown ? fields.priceSource : null
  try {
    return await createAsset(ctx, { ...fields, priceSource })
  } catch (error) {
    if (priceSource === null || !(error instanceof AppError) || !error.code.startsWith('asset/price-source')) throw error
    return await createAsset(ctx, { ...fields, priceSource: null })
  }
}

/** Whether what is brought of an asset may be stored: it is new, or all of it is the caller's. */
export async function mayWrite(ctx: Ctx, assetId: number): Promise<boolean> {
  try {
    return (await requireWritable(ctx, assetId)).right === 'all'
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Stores the events of an asset that may be written. Returns whether they are those of the export now. */
export async function bringEventsOf(ctx: Ctx & { readonly db: Tx }, asset: BroughtAsset): Promise<boolean> {
  if (await mayWrite(ctx, asset.id)) await bringEvents(ctx, asset.id, asset.events)
  const textOf = (events: readonly CarriedEvent[]) =>
    events
      .map(({ type, date, amount, ratio, source }) => `${type} ${date} ${amount} ${ratio} ${source}`)
      .sort()
      .join('\n')
  return textOf(asset.events) === textOf(await listCarriedEvents(ctx, asset.id))
}

/** The closes that there are of an asset that was there before, by day. */
export async function closesBefore(ctx: Ctx, { id, isNew }: BroughtAsset): Promise<ReadonlyMap<string, string>> {
  if (isNew) return new Map()
  return new Map((await listCarriedCloses(ctx, id)).map(({ date, close, currency }) => [date, `${close} ${currency}`]))
}
