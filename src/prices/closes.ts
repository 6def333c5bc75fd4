import type { Ctx } from '../context.ts'
import { decimal } from '../shared/decimal.ts'
import type { CarriedClose } from './carried.ts'
import { type CloseRows, readCloses } from './close.repository.ts'
import { listSplits } from './event.repository.ts'
import { beforeSplits, type Split, type SplitRatio, splitRatios } from './splits.ts'

/** For `price_quantity` units of the asset, as traded on `date`: quantities held before a later split go with it as they are. */
type Close = CarriedClose & { readonly date: string; readonly currency: string; readonly source: string }

/** `splits` = those that the catalogue knows, of later days too: a broker may have booked one before. */
type CloseList = readonly Close[] & { readonly splits: readonly SplitRatio[] }

/** The last close on or before a day; `null` without one. `of` = all that were loaded, oldest first. */
type Closes = ((assetId: number, day: string) => Close | null) & { readonly of: (assetId: number) => CloseList }

const LAST_DAY = '9999-12-31'

/**
 * The closes of assets for the days from `from` to `until`, begun with the last one on or before `from`. Two queries, however many assets. Where an asset
 * was split after its last close, that close counts divided by the split, from the day of the split on.
 */
export async function loadCloses(
  ctx: Pick<Ctx, 'reader'>,
  assetIds: Iterable<number>,
  from: string,
  until: string,
): Promise<Closes> {
  const ids = [...new Set(assetIds)]
  const rows = ids.length === 0 ? new Map<number, CloseRows>() : await readCloses(ctx.reader, ids, from, until)
  const splits = rows.size === 0 ? new Map<number, Split[]>() : await listSplits(ctx.reader, [...rows.keys()], LAST_DAY)
  const series = new Map<number, Series>()
  for (const [assetId, found] of rows) {
    const list = splits.get(assetId) ?? []
    series.set(assetId, { rows: splitDays(found, list, until).reduce(withDay, found), splits: list, made: [] })
  }
  const on = (assetId: number, day: string) => {
    const found = series.get(assetId)
    return found === undefined ? null : closeAt(found, lastOn(found.rows.dates, day))
  }
  const of = (assetId: number) => {
    const found = series.get(assetId)
    const list = found === undefined ? [] : found.rows.dates.flatMap((_, index) => closeAt(found, index) ?? [])
    return Object.assign(list, { splits: splitRatios(found?.splits ?? []) })
  }
  return Object.assign(on, { of })
}

/** Closes are made of their texts when they are first needed. */
type Series = { readonly rows: CloseRows; readonly splits: readonly Split[]; readonly made: (Close | undefined)[] }

function closeAt({ rows, splits, made }: Series, index: number): Close | null {
  const [date, text, currency, source] = [rows.dates[index], rows.closes[index], rows.currencies[index], rows.sources[index]]
  if (date === undefined || text === undefined || currency === undefined || source === undefined) return null
  const known = made[index]
  if (known !== undefined) return known
  const quoted = rows.quotedOn?.[index] ?? date
  const close = { ...beforeSplits(decimal(text), quoted, date, splits), date, currency, source }
  made[index] = close
  return close
}

/** The days of splits that fall between closes, without a close of their own. */
function splitDays({ dates }: CloseRows, splits: readonly Split[], until: string): string[] {
  const days = [...new Set(splits.map((split) => split.date))].sort()
  return days.filter((day) => day > (dates[0] ?? day) && day <= until && dates[lastOn(dates, day)] !== day)
}

/** The same closes with that of the day before repeated on `day`. */
function withDay(rows: CloseRows, day: string): CloseRows {
  const place = lastOn(rows.dates, day) + 1
  const quotedOn = rows.quotedOn ?? rows.dates
  const repeat = (list: readonly string[]) => list.toSpliced(place, 0, list[place - 1] ?? '')
  return {
    dates: rows.dates.toSpliced(place, 0, day),
    closes: repeat(rows.closes),
    currencies: repeat(rows.currencies),
    sources: repeat(rows.sources),
    quotedOn: repeat(quotedOn),
  }
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
