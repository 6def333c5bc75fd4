import { sightOf } from '#db/sight.ts'
import type { AssetDraft } from '#plugins/brim/contract.ts'
import type { Ctx } from '../context.ts'
import { type AssetIdentifier, keyOfIdentifier } from './asset.ts'
import { findCandidateIds, readCandidates } from './matching.repository.ts'
import { type AssetMatch, type CatalogueAsset, chooseAsset } from './matching.ts'
import { knownAssetIds } from './rights.ts'
import { readDraft, type WantedAsset } from './wanted.ts'

/** So many assets of one symbol, name or number are looked at, those that the caller uses first: bounds the time for a catalogue full of copies. */
const MAX_ALIKE = 100

type Index = ReadonlyMap<string, readonly CatalogueAsset[]>

/**
 * What each asset of a report for `brokerId` stands for among the assets that the caller knows (see `knownAssetIds`), by `ref`. ISIN, then other numbers: `exact` (of several listings the one in the same
 * currency, then at the same exchange). Then symbol with exchange or currency, coins by symbol alone, and name with currency: `high`, also symbol or
 * name alone where the caller's brokers use the asset and nothing contradicts; what the reports of the broker know by symbol or name alone, whatever the currency, but for coins where one side does not say so. Else `low`. Contracts of the same terms are `exact`,
 * those of other terms never the same. Reads the catalogue in five queries.
 */
export async function matchAssets(ctx: Ctx, drafts: readonly AssetDraft[], brokerId?: number): Promise<Map<string, AssetMatch>> {
  const wanted = drafts.map(readDraft)
  const ids = await findCandidateIds(ctx.reader, {
    isins: texts(wanted, (asset) => asset.isin),
    symbols: texts(wanted, (asset) => asset.symbol),
    nameKeys: texts(wanted, (asset) => asset.nameKey),
    contractKeys: texts(wanted, (asset) => asset.contractKey),
    identifiers: wanted.flatMap(numbersOf),
  })
  const known = await knownAssetIds(ctx, ids, brokerId)
  const index = indexed(await readCandidates(ctx.reader, sightOf(ctx.user), [...known], brokerId))
  return new Map(wanted.map((asset) => [asset.ref, chooseAsset(asset, lookUp(index, asset))]))
}

function texts(wanted: readonly WantedAsset[], read: (asset: WantedAsset) => string | null): string[] {
  return [...new Set(wanted.flatMap((asset) => read(asset) ?? []))]
}

function numbersOf({ isin, symbol, identifiers }: Pick<WantedAsset, 'isin' | 'symbol' | 'identifiers'>): AssetIdentifier[] {
  return [
    ...(isin === null ? [] : [{ kind: 'ISIN', value: isin } as const]),
    ...(symbol === null ? [] : [{ kind: 'TICKER', value: symbol.toUpperCase() } as const]),
    ...identifiers,
  ]
}

/** Every key that an asset is found by; a symbol is a ticker. */
function indexed(assets: readonly CatalogueAsset[]): Index {
  const index = new Map<string, CatalogueAsset[]>()
  for (const asset of [...assets].sort((a, b) => Number(b.used) - Number(a.used) || a.id - b.id)) {
    for (const key of keysOf(asset, [...numbersOf(asset), ...asset.identifiers])) {
      const bucket = index.get(key) ?? []
      if (bucket.length < MAX_ALIKE) bucket.push(asset)
      index.set(key, bucket)
    }
  }
  return index
}

function lookUp(index: Index, wanted: WantedAsset): CatalogueAsset[] {
  return [...new Set([...keysOf(wanted, numbersOf(wanted))].flatMap((key) => index.get(key) ?? []))]
}

type Named = { readonly nameKey: string | null; readonly contractKey: string | null }

function keysOf({ nameKey, contractKey }: Named, numbers: readonly AssetIdentifier[]): Set<string> {
  const names = [...(nameKey === null ? [] : [`NAME ${nameKey}`]), ...(contractKey === null ? [] : [`CONTRACT ${contractKey}`])]
  return new Set([...names, ...numbers.map(keyOfIdentifier)])
}
