/** The assets that the rows of a file name. */
import type { AssetDraft, Row } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { isIsin, isMic } from '#src/shared/identifier.ts'
import { assetTypeNamed } from './kinds.ts'
import type { Line } from './line.ts'
import type { Reading } from './reading.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export type AssetBook = ReturnType<typeof openAssets>

/** Looks for symbols that stand beside an ISIN in some rows only, so that all their rows name one asset. */
export function openAssets(rows: readonly Row[], reading: Reading) {
  /** Symbol (with exchange) to the one ISIN that it stands beside in the file; `''` when there are several. */
  const isins = new Map<string, string>()
  const { layout, cell } = reading
  if (layout.places.has('isin') && layout.places.has('symbol')) {
    for (const row of rows) {
      const isin = cell(row, 'isin').toUpperCase()
      if (isin === '' || !isIsin(isin)) continue
      const key = listing(cell(row, 'symbol'), cell(row, 'exchange'))
      isins.set(key, (isins.get(key) ?? isin) === isin ? isin : '')
    }
  }
  return { assets: new Map<string, Mutable<AssetDraft>>(), isins }
}

/** The `ref` of the row's asset, which is added to the book. Throws RowRefusal when the row names none, or names it in a way that cannot be. */
export function assetOf(line: Line, book: AssetBook, per: string | undefined): string {
  const { symbol, name } = line.cells
  const exchange = upper(line.cells.exchange)
  const stated = upper(line.cells.isin)
  if (stated !== '' && !isIsin(stated))
    refuse('invalid-isin', `"${stated}" is no ISIN: twelve characters of which the last is a check digit.`)
  const isin = stated || (symbol === '' || book.isins.size === 0 ? '' : (book.isins.get(listing(symbol, exchange)) ?? ''))
  const ref = isin || listing(symbol, exchange) || name
  if (ref === '') refuse('missing-asset', `A ${line.kind.type} needs an asset: a symbol, an ISIN or a name.`)
  const known = book.assets.get(ref)
  if (known && per !== undefined && known.priceQuantity !== undefined && known.priceQuantity !== per)
    refuse('amount-mismatch', `Other rows price ${ref} for ${known.priceQuantity} units, this one for ${per}.`)
  // Most rows of a long file tell nothing new of their asset.
  const asset: Mutable<AssetDraft> = known ?? { ref }
  asset.symbol ??= symbol || undefined
  asset.isin ??= isin || undefined
  asset.name ??= name || undefined
  asset.currency ??= line.price === undefined ? undefined : line.priceUnit?.currency
  asset.exchange ??= exchange !== '' && isMic(exchange) ? exchange : undefined
  asset.type ??= line.cells.asset_type === '' ? undefined : assetTypeNamed(line.cells.asset_type)
  asset.priceQuantity ??= per
  if (known === undefined) book.assets.set(ref, asset)
  return ref
}

function listing(symbol: string, exchange: string): string {
  return symbol === '' || exchange === '' ? symbol : `${symbol}.${exchange.toUpperCase()}`
}

function upper(text: string): string {
  return text === '' ? text : text.toUpperCase()
}
