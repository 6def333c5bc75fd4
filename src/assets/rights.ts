/**
 * What an ordinary user writes to shared data changes only answers of users who share a broker with them. All ways in ask here. Where the setting
 * `shared_data` is `everyone` or `superusers`, all assets are known to all.
 */
import { sightOf } from '#db/sight.ts'
import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import type { Asset } from './asset.ts'
import { findAsset } from './repository.ts'
import { findStake, isOfStrangers, listBookableIds, listKnownIds, listPartners, type Stake } from './stake.repository.ts'

/** `all`: may write everything of the asset. `own` (`shared_data` = `everyone`): may add, and change what they added. */
type Right = 'all' | 'own'

/** Throws `asset/not-found`, also for what is not verified and only strangers use. */
export async function getAsset(ctx: Ctx, id: number): Promise<Asset> {
  const asset = await findVisible(ctx, id)
  if (!asset) throw new AppError('not-found', 'asset/not-found', 'There is no such asset, or only strangers use it.')
  return asset
}

/** The asset, when the caller may read it: superusers may read all. */
export async function findVisible(ctx: Ctx, id: number): Promise<Asset | undefined> {
  const asset = await findAsset(ctx.reader, id)
  if (!asset || ctx.user.isSuperuser || asset.verified !== null || !(await isByStake(ctx))) return asset
  const { brokers, member } = await findStake(ctx.reader, id, sightOf(ctx.user))
  return brokers === 0 || member > 0 ? asset : undefined
}

/**
 * The asset and what the caller may write of it. All: superusers, and EDITORs of every broker that uses it, or who added it while nobody does; of
 * verified assets, which strangers may come to use at any time, superusers alone. Throws `asset/not-found`, `asset/not-yours` (403), and
 * `asset/adding-restricted` (403) where the setting `shared_data` leaves all this to superusers.
 */
export async function requireWritable(ctx: Ctx, id: number): Promise<{ readonly asset: Asset; readonly right: Right }> {
  const asset = await getAsset(ctx, id)
  if (ctx.user.isSuperuser) return { asset, right: 'all' }
  const rule = await readSetting(ctx.reader, 'shared_data')
  if (rule === 'superusers') throw restricted()
  const stake = await findStake(ctx.reader, id, sightOf(ctx.user))
  if (isWhole(ctx, asset, stake) && (asset.verified === null || rule === 'everyone')) return { asset, right: 'all' }
  if (rule === 'everyone') return { asset, right: 'own' }
  throw notYours(asset, stake)
}

/** The asset, when the caller may change or remove it: as `requireWritable`; with `shared_data` = `everyone` also who added it. */
export async function requireChangeable(ctx: Ctx, id: number): Promise<Asset> {
  const { asset, right } = await requireWritable(ctx, id)
  if (right === 'all' || asset.createdBy === ctx.user.id) return asset
  throw notYours(asset, await findStake(ctx.reader, id, sightOf(ctx.user)))
}

/** The asset, when the caller may write all of it, whatever `shared_data` says: a merge rewrites ledgers. */
export async function requireWhole(ctx: Ctx, id: number): Promise<Asset> {
  const { asset, right } = await requireWritable(ctx, id)
  if (right === 'all') return asset
  throw notYours(asset, await findStake(ctx.reader, id, sightOf(ctx.user)))
}

/** Throws `asset/creation-restricted` (403) where the setting `shared_data` leaves new assets to superusers. */
export async function requireMayAdd(ctx: Ctx): Promise<void> {
  if (ctx.user.isSuperuser || (await readSetting(ctx.reader, 'shared_data')) !== 'superusers') return
  throw new AppError(
    'forbidden',
    'asset/creation-restricted',
    'Only superusers may add assets here (setting shared_data). Use assets that exist, or ask a superuser.',
  )
}

/**
 * Those of these assets that are part of what the caller sees: verified, used by a broker that they have included (or by `brokerId`, one of theirs), or
 * added by them while nobody uses it.
 */
export async function knownAssetIds(ctx: Ctx, ids: readonly number[], brokerId?: number): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  return (await isByStake(ctx)) ? await listKnownIds(ctx.reader, sightOf(ctx.user), ids, brokerId) : new Set(ids)
}

/** Those of these assets that the caller may book on: known ones, and what nobody uses yet. Whoever books first has it. */
export async function bookableAssetIds(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  return (await isByStake(ctx)) ? await listBookableIds(ctx.reader, sightOf(ctx.user), ids) : new Set(ids)
}

/** Whether `shared_data` is `stake`. */
export async function isByStake(ctx: Pick<Ctx, 'reader'>): Promise<boolean> {
  return (await readSetting(ctx.reader, 'shared_data')) === 'stake'
}

/** Whether strangers use the asset, or may because it is verified. Never where all assets are known to all. */
export async function isOpenToStrangers(ctx: Pick<Ctx, 'reader'>, id: number): Promise<boolean> {
  return (await isByStake(ctx)) && ((await findAsset(ctx.reader, id))?.verified != null || (await isOfStrangers(ctx.reader, id)))
}

/** The users among these whom the caller may see: themselves, and who shares a broker with them; superusers see all. */
export async function namedUserIds(ctx: Ctx, userIds: Iterable<number | null>): Promise<ReadonlySet<number>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null)
  if (ids.length === 0 || ctx.user.isSuperuser || !(await isByStake(ctx))) return new Set(ids)
  const strangers = ids.filter((id) => id !== ctx.user.id)
  const partners = strangers.length === 0 ? new Set<number>() : await listPartners(ctx.reader, sightOf(ctx.user), strangers)
  return new Set([ctx.user.id, ...partners])
}

/** Assets as the caller is shown them: who added one is no stranger's business. */
export async function shownTo(ctx: Ctx, assets: readonly Asset[]): Promise<Asset[]> {
  const named = await namedUserIds(
    ctx,
    assets.map((asset) => asset.createdBy),
  )
  return assets.map((asset) => (asset.createdBy === null || named.has(asset.createdBy) ? asset : { ...asset, createdBy: null }))
}

function isWhole(ctx: Ctx, asset: Asset, { brokers, editor }: Stake): boolean {
  return brokers === 0 ? asset.createdBy === ctx.user.id : editor === brokers
}

function restricted(): AppError {
  const detail = 'Only superusers may write assets, prices and events here (setting shared_data). Ask one of them.'
  return new AppError('forbidden', 'asset/adding-restricted', detail)
}

function notYours(asset: Asset, { brokers, member, editor }: Stake): AppError {
  const why =
    asset.verified !== null
      ? 'This asset is verified, so that anybody may use it: only superusers may write it.'
      : brokers === 0
        ? 'Only who added this asset, and superusers, may write it while no broker uses it.'
        : member < brokers
          ? 'Brokers that you have no access to use this asset too: only superusers may write it.'
          : `This needs EDITOR at each of the ${brokers} brokers that use this asset; you have it at ${editor}.`
  return new AppError('forbidden', 'asset/not-yours', `${why} Add an asset of your own, or ask a superuser.`)
}
