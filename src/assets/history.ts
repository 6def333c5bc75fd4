import type { Tx } from '#db/connection.ts'
import { type Ctx, now } from '../context.ts'
import { formatDecimal } from '../shared/decimal.ts'
import type { Allocation, Asset, AssetFields, AssetIdentifier, PriceSource } from './asset.ts'
import type { Change, NewChange } from './asset-change.ts'
import { contractKeyOf } from './contract.ts'
import { insertChange, listChanges } from './history.repository.ts'
import { getAsset, namedUserIds } from './rights.ts'

export type { Change }

type Fields = AssetFields & Pick<Asset, 'verified'>

/** Each field as text, by its name on the wire; complete by its type. */
const TEXTS: { readonly [K in keyof Fields]: readonly [name: string, text: (value: Fields[K]) => string | null] } = {
  symbol: ['symbol', same],
  name: ['name', same],
  type: ['type', same],
  currency: ['currency', same],
  isin: ['isin', same],
  exchange: ['exchange', same],
  priceQuantity: ['price_quantity', formatDecimal],
  contract: ['contract', (contract) => (contract === null ? null : contractKeyOf(contract))],
  identifiers: ['identifiers', identifiersText],
  country: ['country', same],
  sector: ['sector', same],
  allocation: ['allocation', allocationText],
  icon: ['icon', same],
  website: ['website', same],
  description: ['description', same],
  priceSource: ['price_source', sourceText],
  archived: ['archived', String],
  verified: ['verified', same],
}
const FIELDS = Object.keys(TEXTS) as (keyof Fields)[]

/** Notes what the caller did to an asset, in their transaction. */
export async function noteChange(ctx: Ctx & { readonly db: Tx }, assetId: number, change: NewChange): Promise<void> {
  await insertChange(ctx.db, assetId, { at: now(ctx), userId: ctx.user.id }, change)
}

/** Notes each field that is no longer as it was. */
export async function noteFields(ctx: Ctx & { readonly db: Tx }, before: Asset, after: Fields): Promise<void> {
  for (const key of FIELDS) {
    if (isSame(before[key], after[key])) continue
    const [field, old, text] = entryOf(key, before, after)
    await noteChange(ctx, before.id, { action: 'changed', field, old, new: text })
  }
}

/** The names on the wire of the fields that are no longer as they were. */
export function changedFields(before: Fields, after: Fields): string[] {
  return FIELDS.filter((key) => !isSame(before[key], after[key])).map((key) => TEXTS[key][0])
}

/**
 * Who changed an asset, its closes and its events, newest first. Throws `asset/not-found`. Strangers are not named: `userId` and `username` are null but
 * for the caller and who shares a broker with them; superusers see all.
 */
export async function listAssetHistory(
  ctx: Ctx,
  id: number,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<{ readonly changes: readonly Change[]; readonly next: number | null }> {
  await getAsset(ctx, id)
  const found = await listChanges(ctx.reader, id, { before: page.before ?? Number.MAX_SAFE_INTEGER, limit: page.limit + 1 })
  const named = await namedUserIds(
    ctx,
    found.map((change) => change.userId),
  )
  const changes = found
    .slice(0, page.limit)
    .map((change) => (change.userId !== null && named.has(change.userId) ? change : { ...change, userId: null, username: null }))
  return { changes, next: found.length > changes.length ? (changes.at(-1)?.id ?? null) : null }
}

function entryOf<K extends keyof Fields>(key: K, before: Fields, after: Fields): [string, string | null, string | null] {
  const [name, text] = TEXTS[key]
  return [name, text(before[key]), text(after[key])]
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || Bun.deepEquals(a, b)
}

function same(text: string | null): string | null {
  return text
}

function identifiersText(identifiers: readonly AssetIdentifier[]): string {
  return identifiers.map(({ kind, value }) => `${kind} ${value}`).join(', ')
}

function allocationText(allocation: Allocation | null): string | null {
  if (allocation === null) return null
  return [...allocation.countries, ...allocation.sectors].map(([code, share]) => `${code} ${formatDecimal(share)}`).join(', ')
}

/** Without options and query: keys stand there. */
function sourceText(source: PriceSource | null): string | null {
  return source === null ? null : `${source.provider} ${source.identifier.split('?')[0]}`
}
