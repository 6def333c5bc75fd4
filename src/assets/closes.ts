import type { Ctx } from '../context.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'
import { type CloseRows, readCloses } from './price.repository.ts'

/** For `price_quantity` units of the asset, as traded on `date`: quantities held before a later split go with it as they are. */
export type Close = { readonly date: string; readonly close: Decimal; readonly currency: string; readonly source: string }

/** The last close on or before a day; `null` without one. `of` = all that were loaded, oldest first. */
export type Closes = ((assetId: number, day: string) => Close | null) & { readonly of: (assetId: number) => readonly Close[] }

/** The closes of assets for the days from `from` to `until`, begun with the last one on or before `from`. One query, however many assets. */
export function loadCloses(ctx: Pick<Ctx, 'reader'>, assetIds: Iterable<number>, from: string, until: string): Closes {
  const ids = [...new Set(assetIds)]
  const found = ids.length === 0 ? new Map<number, CloseRows>() : readCloses(ctx.reader, ids, from, until)
  const made = new Map<CloseRows, (Close | undefined)[]>()
  const at = (rows: CloseRows, index: number): Close | null => {
    const known = made.get(rows) ?? []
    made.set(rows, known)
    const close = known[index] ?? closeAt(rows, index)
    if (close !== null) known[index] = close
    return close
  }
  const on = (assetId: number, day: string) => {
    const rows = found.get(assetId)
    return rows === undefined ? null : at(rows, lastOn(rows.dates, day))
  }
  const of = (assetId: number) => {
    const rows = found.get(assetId)
    return rows === undefined ? [] : rows.dates.flatMap((_, index) => at(rows, index) ?? [])
  }
  return Object.assign(on, { of })
}

function closeAt({ dates, closes, currencies, sources }: CloseRows, index: number): Close | null {
  const [date, close, currency, source] = [dates[index], closes[index], currencies[index], sources[index]]
  if (date === undefined || close === undefined || currency === undefined || source === undefined) return null
  return { date, close: decimal(close), currency, source }
}

/** The index of the last day on or before `day`; -1 without one. */
function lastOn(dates: readonly string[], day: string): number {
  let [low, high] = [0, dates.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((dates[middle] ?? '') <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
