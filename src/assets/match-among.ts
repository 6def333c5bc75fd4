import type { AssetDraft } from '#plugins/brim/contract.ts'
import { ONE } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import { type CatalogueAsset, chooseAsset } from './matching.ts'
import { namesOf, readDraft, type WantedAsset } from './wanted.ts'

type Made = { readonly ref: string; readonly asset: CatalogueAsset }

/**
 * Assets of several files of which none is in the catalogue: by `ref`, the one of an earlier file that each would be matched with (`exact` or `high`) had the files come one after
 * the other. Assets of one file are never taken for each other.
 */
export function matchAmong(files: readonly (readonly (AssetDraft & { readonly currency: string })[])[]): Map<string, string> {
  const found = new Map<string, string>()
  const made: Made[] = []
  for (const drafts of files) {
    const index = indexOf(made)
    const own = drafts.map(readDraft)
    for (const wanted of own) {
      const alike = [...new Set(keysOf(wanted).flatMap((key) => index.get(key) ?? []))]
      const { assetId } = chooseAsset(wanted, alike)
      const known = assetId === null ? undefined : made[assetId - 1]
      if (known !== undefined) found.set(wanted.ref, known.ref)
      else made.push({ ref: wanted.ref, asset: madeOf(wanted, made.length + 1) })
    }
  }
  return found
}

function indexOf(made: readonly Made[]): Map<string, CatalogueAsset[]> {
  const index = new Map<string, CatalogueAsset[]>()
  for (const { asset } of made)
    for (const key of keysOf(asset)) {
      const bucket = index.get(key)
      if (bucket === undefined) index.set(key, [asset])
      else bucket.push(asset)
    }
  return index
}

/** What two assets must share one of to be compared. */
function keysOf({
  isin,
  symbol,
  nameKey,
  contractKey,
  identifiers,
}: Pick<WantedAsset, 'isin' | 'symbol' | 'nameKey' | 'contractKey' | 'identifiers'>): string[] {
  return [
    ...(isin === null ? [] : [`ISIN ${isin}`]),
    ...(symbol === null ? [] : [`TICKER ${symbol.toUpperCase()}`]),
    ...(nameKey === null ? [] : [`NAME ${nameKey}`]),
    ...(contractKey === null ? [] : [`CONTRACT ${contractKey}`]),
    ...identifiers.map(({ kind, value }) => `${kind} ${value}`),
  ]
}

/** The asset that a draft is made into. */
function madeOf(wanted: WantedAsset, id: number): CatalogueAsset {
  const { symbol, name } = namesOf(wanted)
  const { isin, exchange, contractKey, identifiers } = wanted
  return {
    ...{ id, symbol, name, nameKey: fold(name), isin, exchange, contractKey, identifiers },
    ...{ type: wanted.type ?? 'OTHER', currency: wanted.currency ?? '', priceQuantity: wanted.priceQuantity ?? ONE },
    ...{ archived: false, verified: false, used: true, traded: true, reported: true },
  }
}
