/** Precious metals that publishers quote per gram: ISO 4217 means the troy ounce (31.1034768 g exactly). */
import type { FxSeries } from './contract.ts'

const GRAMS_OF_TROY_OUNCE = '31.1034768'

/** A series of a metal with figures in units of `quote` per gram. */
export function perGram(id: string, metal: string, quote: string, since?: string): FxSeries {
  return { id, currency: metal, base: metal, quote, unit: '1', times: GRAMS_OF_TROY_OUNCE, since }
}
