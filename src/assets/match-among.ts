import type { AssetDraft } from '#plugins/brim/contract.ts'
import { ONE } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import { type CatalogueAsset, chooseAsset } from './matching.ts'
import { namesOf, readDraft, type WantedAsset } from './wanted.ts'

type Draft = AssetDraft & { readonly currency: string }

/**
 * Assets of several files of which none is in the catalogue: for each file, by `ref`, the number of the asset that it stands for, from 1. That is the one of an earlier file with which it
 * would be matched (`exact` or `high`) had the files come one after the other, else its own. Assets of one file are never taken for each other.
 */
export function matchAmong(files: readonly (readonly Draft[])[]): ReadonlyMap<string, number>[] {
  const made: CatalogueAsset[] = []
  return files.map((drafts) => {
    const index = indexOf(made)
    const own = drafts.map(readDraft)
    return new Map(
      own.map((wanted) => {
        const alike = [...new Set(keysOf(wanted).flatMap((key) => index.get(key) ?? []))]
        const { assetId } = chooseAsset(wanted, alike)
        if (assetId === null) made.push(madeOf(wanted, made.length + 1))
        return [wanted.ref, assetId ?? made.length]
      }),
    )
  })
}

function indexOf(made: readonly CatalogueAsset[]): Map<string, CatalogueAsset[]> {
  const index = new Map<string, CatalogueAsset[]>()
  for (const asset of made)
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
