import type { PriceChunk, PriceProvider } from '#plugins/assets/contract.ts'
import { definePrices } from '#plugins/assets/provider.ts'

/** A provider TEST that needs no pause, and is what the test says. */
export function testProvider(fields: Partial<PriceProvider> & Pick<PriceProvider, 'fetchPrices'>): PriceProvider {
  return definePrices({
    ...{ code: 'TEST', name: 'Test', description: 'For tests', website: '', attribution: '', adjusted: 'none' },
    identifierHint: 'Any text',
    pauseMilliseconds: 0,
    ...fields,
  })
}

/** Closes by day, as a provider gives them. */
export function chunk(closes: Readonly<Record<string, string>>, rest: Partial<PriceChunk> = {}, currency = 'EUR'): PriceChunk {
  return { prices: Object.entries(closes).map(([date, close]) => ({ date, close, currency })), issues: [], ...rest }
}
