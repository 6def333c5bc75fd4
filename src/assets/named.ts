import { sightOf } from '#db/sight.ts'
import type { Ctx } from '../context.ts'
import { createYielder } from '../shared/event-loop.ts'
import { lowerAscii } from '../shared/fold.ts'
import { readInPieces } from '../shared/pieces.ts'
import { findCandidateIds, readCandidates } from './matching.repository.ts'
import type { CatalogueAsset } from './matching.ts'
import { findVisible, knownAssetIds } from './rights.ts'

export type NamedAsset = Pick<CatalogueAsset, 'id' | 'symbol' | 'name' | 'type' | 'currency' | 'isin' | 'exchange' | 'archived'>

/** Assets by what they are named by: those of an ISIN (capital letters) and of a symbol (`lowerAscii`), further ones included. */
export type NamedAssets = {
  readonly byId: ReadonlyMap<number, NamedAsset>
  readonly byIsin: ReadonlyMap<string, readonly NamedAsset[]>
  readonly bySymbol: ReadonlyMap<string, readonly NamedAsset[]>
}

/**
 * The assets that a list names: of the ids those that the caller may read, of ISINs and symbols those that the caller knows (see `knownAssetIds`). An asset
 * that has a symbol as its own goes before one that has it as a further one. In pieces; gives the event loop back in between.
 */
export async function listNamedAssets(
  ctx: Ctx,
  names: { readonly ids: readonly number[]; readonly isins: readonly string[]; readonly symbols: readonly string[] },
): Promise<NamedAssets> {
  const visible = await visibleIds(ctx, names.ids)
  const byIsin = await readInPieces(names.isins, (isins) => candidates(ctx, { isins: isins.map(upper), symbols: [] }))
  const bySymbol = await readInPieces(names.symbols, (symbols) => candidates(ctx, { isins: [], symbols }))
  const byId = await readInPieces(visible, (ids) => readCandidates(ctx.reader, sightOf(ctx.user), ids))
  return {
    byId: new Map(byId.map((asset) => [asset.id, asset])),
    byIsin: grouped(byIsin, (asset) => valuesOf(asset, 'ISIN', asset.isin)),
    bySymbol: ownFirst(grouped(bySymbol, (asset) => valuesOf(asset, 'TICKER', asset.symbol).map(lowerAscii))),
  }
}

async function visibleIds(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const visible: number[] = []
  const yieldWhenDue = createYielder()
  for (const id of new Set(ids)) {
    if ((await findVisible(ctx, id)) !== undefined) visible.push(id)
    await yieldWhenDue()
  }
  return visible
}

async function candidates(ctx: Ctx, { isins, symbols }: { isins: readonly string[]; symbols: readonly string[] }) {
  const numbers = isins.map((value) => ({ kind: 'ISIN', value }) as const)
  const tickers = symbols.map((symbol) => ({ kind: 'TICKER', value: upper(symbol) }) as const)
  const ids = await findCandidateIds(ctx.reader, { isins, symbols, nameKeys: [], identifiers: [...numbers, ...tickers] })
  return await readCandidates(ctx.reader, sightOf(ctx.user), [...(await knownAssetIds(ctx, ids))])
}

function valuesOf({ identifiers }: CatalogueAsset, kind: 'ISIN' | 'TICKER', own: string | null): string[] {
  const further = identifiers.filter((one) => one.kind === kind).map(({ value }) => value)
  return [...new Set(own === null ? further : [own, ...further])]
}

function grouped(assets: readonly CatalogueAsset[], keysOf: (asset: CatalogueAsset) => readonly string[]) {
  const groups = new Map<string, NamedAsset[]>()
  const seen = new Set<number>()
  for (const asset of assets) {
    if (seen.has(asset.id)) continue
    seen.add(asset.id)
    for (const key of keysOf(asset)) groups.set(key, [...(groups.get(key) ?? []), asset])
  }
  return groups
}

function ownFirst(groups: ReadonlyMap<string, readonly NamedAsset[]>): ReadonlyMap<string, readonly NamedAsset[]> {
  const own = (key: string, assets: readonly NamedAsset[]) => assets.filter(({ symbol }) => lowerAscii(symbol) === key)
  return new Map([...groups].map(([key, assets]) => [key, own(key, assets).length > 0 ? own(key, assets) : assets]))
}

function upper(text: string): string {
  return text.toUpperCase()
}
