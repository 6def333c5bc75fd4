import type { PriceChunk, PriceProvider, PriceRequest, PriceTools } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import { type Answering, loopback } from '#test/plugins/fx/loopback.ts'

/** Tools whose every request reaches a real server on the loopback interface; names are said to be public. */
export function serve(answer: Answering, options: Partial<PriceTools> & { today?: string } = {}) {
  return loopback(answer, { resolve: async () => ['93.184.215.14'], ...options })
}

/** Everything that a provider gives. */
export async function collect(
  provider: PriceProvider,
  request: Partial<PriceRequest> & { identifier: string },
  tools: PriceTools,
) {
  const chunks: PriceChunk[] = []
  const full = { options: {}, currency: 'EUR', from: '2000-01-01', to: '2026-12-31', ...request }
  for await (const chunk of provider.fetchPrices(full, tools, kit)) chunks.push(chunk)
  const prices = chunks.flatMap((chunk) => chunk.prices)
  const at = (date: string) => prices.find((one) => one.date === date)
  return {
    chunks,
    prices,
    at,
    issues: chunks.flatMap((chunk) => chunk.issues),
    splits: chunks.flatMap((chunk) => chunk.splits ?? []),
    dividends: chunks.flatMap((chunk) => chunk.dividends ?? []),
  }
}
