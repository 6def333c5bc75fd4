import type { PriceChunk, PriceProvider, PriceTools } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import { later } from '#plugins/kit/period.ts'
import { addDays } from '../../shared/date.ts'
import { type CleanPrice, checkPrices } from '../intake.ts'
import type { Split } from '../splits.ts'
import type { Trade } from './candidate.ts'

/** What closes are fetched for. */
export type QuoteRequest = {
  readonly provider: PriceProvider
  readonly identifier: string
  readonly options: Readonly<Record<string, string>>
  readonly currency: string
  readonly trade: Trade | undefined
  /** Those that the catalogue knows. */
  readonly splits: readonly Split[]
  readonly today: string
}

/** Days around a trade among which a close of the same days is looked for. */
export const SAME_DAYS = 4
const RECENT_DAYS = 14
/** A trade so long before the recent days still comes in one call. */
const ONE_CALL_DAYS = 30
const MAX_CHUNKS = 6

type Period = { readonly from: string; readonly to: string }

/** The days whose closes say what a source is worth: the last two weeks, and those around the trade; newest first. */
export function periodsOf(trade: Trade | undefined, today: string): Period[] {
  const recent = { from: addDays(today, -RECENT_DAYS), to: today }
  if (trade === undefined) return [recent]
  const around = { from: addDays(trade.date, -SAME_DAYS), to: addDays(trade.date, SAME_DAYS) }
  if (around.from >= recent.from) return [recent]
  return around.to >= addDays(recent.from, -ONE_CALL_DAYS) ? [{ from: around.from, to: today }] : [recent, around]
}

/** The closes of some days as they were traded, in ISO currencies, oldest first. Throws what the provider throws. */
export async function fetchCloses(request: QuoteRequest, period: Period, tools: PriceTools): Promise<CleanPrice[]> {
  const { provider, identifier, options, currency } = request
  const closes: CleanPrice[] = []
  let chunks = 0
  for await (const chunk of provider.fetchPrices({ identifier, options, currency, ...period }, tools, kit)) {
    closes.push(...cleanOf(request, chunk))
    chunks += 1
    if (chunks >= MAX_CHUNKS) break
  }
  return closes.filter(({ date }) => date >= period.from && date <= later(period.to, request.today))
}

function cleanOf({ provider, splits, today }: QuoteRequest, chunk: PriceChunk): readonly CleanPrice[] {
  const known = chunk.splits ?? splits
  const adjusted = chunk.adjusted ?? provider.adjusted
  const undo = adjusted === 'none' ? [] : known.filter((split) => split.date <= today)
  return checkPrices(chunk, { provider: provider.name, today, undo, splits: known, before: undefined, acceptJumps: false })
    .accepted
}
