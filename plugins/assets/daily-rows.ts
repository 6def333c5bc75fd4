/** Rows of sources to closes: what all sources of a table of days have in common. */
import { figureOf, isMissing } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import type { PriceChunk, PriceIssue, ProviderPrice } from './contract.ts'
import { inMajorUnit, majorUnit } from './quote.ts'

/** `date` = `YYYY-MM-DD`, `close` and `volume` as the source writes them (`''` = not given). */
export type SourceRow = { readonly date: string; readonly close: string; readonly volume?: string | undefined }

/** `unit` = ISO 4217 or a minor unit such as GBX; `from` and `to` are included; `places` = to be rounded to so many after splits are undone. */
type Rules = {
  readonly source: string
  readonly unit: string
  readonly from: string
  readonly to: string
  readonly places?: number | undefined
}

/**
 * The closes of the days from `from` to `to`, oldest first, in the major unit. A row without a close is a day without trade; so is one that says that nothing was
 * traded and repeats the close before it. What cannot be read is an issue.
 */
export function closesOf(
  rows: readonly SourceRow[],
  { source, unit, from, to, places }: Rules,
): Pick<PriceChunk, 'prices' | 'issues'> {
  const { currency, divisor } = majorUnit(unit)
  const issues: PriceIssue[] = []
  const prices: ProviderPrice[] = []
  let before: string | undefined
  for (const { date, close: text, volume } of rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    if (isMissing(text)) continue
    const figure = figureOf(text)
    if (!isDay(date) || figure === undefined) {
      issues.push({ code: 'not-a-price', detail: `${source}: the row of ${date.slice(0, 20)} cannot be read.` })
      continue
    }
    const isRepeated = figure === before && isZero(volume)
    before = figure
    if (isRepeated || date < from || date > to) continue
    const close = inMajorUnit(figure, divisor)
    prices.push({ date, close, currency, ...(places === undefined ? {} : { places }) })
  }
  return { prices, issues }
}

function isZero(volume: string | undefined): boolean {
  return volume !== undefined && /^0+(?:\.0+)?$/.test(volume)
}
