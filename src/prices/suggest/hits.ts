/** Which of what a source found is the asset that was looked for. Pure. */
import type { Listing, SearchHit } from '#plugins/assets/contract.ts'
import type { Asset } from '../../assets/service.ts'
import { fold } from '../../shared/fold.ts'

type Looked = Pick<Asset, 'symbol' | 'name' | 'isin' | 'currency' | 'exchange'>

export type Basis = 'isin' | 'search' | 'symbol'
export type SoundHit = { readonly hit: SearchHit; readonly basis: Basis }

const MAX_HITS = 2
const SHORTEST_WORD = 4

/**
 * What the search for the ISIN gave, the asset's own currency and exchange first, two at most. A hit that does not name its ISIN counts as the asset's when
 * its symbol is the one that the asset or one of its `listings` has.
 */
export function hitsOfIsin(asset: Looked, hits: readonly SearchHit[], listings: readonly Listing[]): SoundHit[] {
  const symbols = new Set([asset.symbol, ...listings.map(({ symbol }) => symbol)].map(rootOf))
  const sound = hits
    .filter((hit) => hit.isin === undefined || hit.isin === asset.isin)
    .map((hit): SoundHit => {
      const isNamed = hit.isin !== undefined || (symbols.has(rootOf(hit.symbol)) && isOfName(asset, hit, listings))
      return { hit, basis: isNamed ? 'isin' : 'search' }
    })
  return nearestFirst(asset, sound)
}

/** What the search for a symbol gave that has this symbol and is in no other currency, and of no other ISIN; two at most. */
export function hitsOfSymbol(asset: Looked, symbol: string, hits: readonly SearchHit[]): SoundHit[] {
  const sound = hits.filter(
    (hit) =>
      rootOf(hit.symbol) === rootOf(symbol) &&
      (hit.isin === undefined || asset.isin === null || hit.isin === asset.isin) &&
      (hit.currency === undefined || hit.currency === asset.currency),
  )
  return nearestFirst(
    asset,
    sound.map((hit) => ({ hit, basis: hit.isin !== undefined && hit.isin === asset.isin ? 'isin' : 'symbol' })),
  )
}

/** `SAP` of `SAP.DE`, `sap` and `SAP:XETR`; `BTC` of `BTC-EUR` and `BTC/EUR`. */
export function rootOf(symbol: string): string {
  return symbol.toUpperCase().split(/[.:/ -]/)[0] ?? ''
}

/** Whether the hit says the asset's exchange, by its code. */
export function isAtExchange({ exchange }: Pick<Asset, 'exchange'>, hit: SearchHit): boolean {
  return exchange !== null && hit.exchange?.toUpperCase() === exchange
}

/** A symbol alone is not enough where names are known: one of their longer words must be the same. */
function isOfName(asset: Looked, hit: SearchHit, listings: readonly Listing[]): boolean {
  const known = [asset.name, ...listings.map(({ name }) => name)].filter((name) => rootOf(name) !== rootOf(asset.symbol))
  const words = new Set(known.flatMap(wordsOf))
  return words.size === 0 || wordsOf(hit.name).some((word) => words.has(word))
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST_WORD)
}

function nearestFirst(asset: Looked, hits: readonly SoundHit[]): SoundHit[] {
  const distance = ({ hit, basis }: SoundHit) =>
    (isAtExchange(asset, hit) ? 0 : 1) +
    (hit.currency === undefined ? 2 : hit.currency === asset.currency ? 0 : 4) +
    (basis === 'isin' ? 0 : 8)
  return hits.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_HITS)
}
