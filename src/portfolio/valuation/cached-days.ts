import { type CachePolicy, recall, remember } from '../../cache.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from './inputs.ts'

/** What the days of one asset come to; `isPlain` = nothing else matters than its lines, its closes and the rates. */
export type Days<T> = { readonly value: T; readonly isPlain: boolean; readonly bytes: number }

/** A policy for so many bytes of days. */
export function daysPolicy<T>(name: string): CachePolicy<Days<T>> {
  return { name, most: 20_000_000, sizeOf: ({ bytes }) => bytes }
}

/** Remembered until a line or close of the asset, or a rate, changes. `which` = the days of the range that count. */
export function cachedDays<T>(
  inputs: ReportInputs,
  request: ReportRequest,
  policy: CachePolicy<Days<T>>,
  asset: { readonly id: number; readonly lines: readonly Line[]; readonly which: string },
  make: () => Days<T>,
): T {
  const { caches, generation } = inputs
  if (generation === null || request.owned) return make().value
  const given = [generation, asset.lines, inputs.priceQuantityOf(asset.id), ...inputs.prices.inputsOf(asset.id)]
  const key = JSON.stringify([asset.id, asset.which, request.currency, request.from, request.to, request.brokerIds])
  const known = recall(caches, policy, key, given)
  if (known !== undefined) return known.value.value
  const days = make()
  if (days.isPlain) remember(caches, policy, key, given, days)
  return days.value
}
