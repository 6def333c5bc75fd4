/** From published figures to rates: direction and unit of each series, missing markers, and what must never be stored. */

import { sourceError } from '#plugins/kit/http.ts'
import { figureOf, isMissing, perUnit, scaleBy, significant } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { tryDecimal } from '#src/shared/decimal.ts'
import type { FxChunk, FxIssue, FxRate, FxRequest, FxSeries } from './contract.ts'

/** One published figure. `unit` only where the series says `stated`. */
type Figure = {
  readonly id: string
  /** `YYYY-MM-DD`; `undefined` = the publisher's text is no day. */
  readonly date: string | undefined
  readonly value: string | null | undefined
  readonly unit?: string | undefined
  /** Why the figure cannot be right, where the publisher's other figures say so: it is left out as `implausible`. */
  readonly doubt?: string | undefined
}

export type QuoteOptions = {
  /** The decimal separator of the figures. Default `dot`. */
  readonly style?: 'dot' | 'comma' | undefined
  /** Rounds to this many significant digits first: for feeds that carry binary artefacts. */
  readonly digits?: number | undefined
}

export type Quotes = {
  /** Takes a figure, or leaves it out: unknown series and days outside the range in silence, bad figures as an issue. */
  add(figure: Figure): void
  /** What was taken since the last call. Throws AppError `source/format` when figures came, but none of a known series. */
  take(): FxChunk
}

/** Collects the figures of the series that `request` asks for; `source` names the publisher in errors. */
export function createQuotes(
  series: readonly FxSeries[],
  request: FxRequest,
  source: string,
  options: QuoteOptions = {},
): Quotes {
  const known = new Map(series.map((one) => [one.id, one]))
  const wanted = request.currencies && new Set(request.currencies)
  let state = { rates: new Map<string, FxRate>(), issues: [] as FxIssue[], figures: 0, known: 0 }
  return {
    add(figure) {
      const one = known.get(figure.id)
      state.figures += 1
      if (one) state.known += 1
      if (!one || isMissing(figure.value) || (wanted && !wanted.has(one.currency))) return
      const { date } = figure
      if (date !== undefined && (date < request.from || date > request.to || date < (one.since ?? ''))) return
      const rate = rateOf(one, figure, options)
      if ('code' in rate) state.issues.push(rate)
      else addRate(state.rates, state.issues, one, rate)
    },
    take() {
      if (state.figures > 0 && state.known === 0)
        throw sourceError('format', `${source} sent figures, but under none of the names that we know: the format has changed.`)
      const chunk = { rates: [...state.rates.values()], issues: state.issues }
      state = { rates: new Map(), issues: [], figures: 0, known: 0 }
      return chunk
    },
  }
}

function addRate(rates: Map<string, FxRate>, issues: FxIssue[], series: FxSeries, rate: FxRate): void {
  const key = `${rate.date}${series.id}`
  const other = rates.get(key)
  if (other === undefined) rates.set(key, rate)
  else if (other.rate !== rate.rate)
    issues.push(issue('conflict', series, rate.date, `published twice, as ${other.rate} and ${rate.rate}; the first was taken`))
}

function rateOf(series: FxSeries, figure: Figure, options: QuoteOptions): FxRate | FxIssue {
  const { date } = figure
  const raw = (figure.value ?? '').slice(0, 64)
  if (date === undefined || !isDay(date))
    return issue('not-a-day', series, undefined, `the day of the figure ${raw} cannot be read`)
  if (series.until && date > series.until) return issue('other-currency', series, date, `the currency ended on ${series.until}`)
  const read = figureOf(raw, options.style)
  if (read === undefined) return issue('not-a-rate', series, date, `"${raw}" is no figure`)
  if (read === '0' || read.startsWith('-'))
    return issue('not-positive', series, date, `a rate must be above 0, but it is ${read}`)
  if (figure.doubt !== undefined) return issue('implausible', series, date, figure.doubt)
  const value = options.digits === undefined ? read : significant(read, options.digits)
  const unit = series.unit === 'stated' ? (figure.unit ?? '') : series.unit
  const rate = perUnit(series.times === undefined ? value : scaleBy(value, series.times), unit)
  if (rate === undefined) return issue('unknown-unit', series, date, `"${unit}" is no number of units`)
  if (typeof tryDecimal(rate) === 'string') return issue('too-precise', series, date, `${rate} has more digits than can be held`)
  return { date, base: series.base, quote: series.quote, rate }
}

function issue(code: FxIssue['code'], series: FxSeries, date: string | undefined, what: string): FxIssue {
  return {
    code,
    date,
    currency: series.currency,
    detail: `${series.base}/${series.quote}${date === undefined ? '' : ` on ${date}`}: ${what}.`,
  }
}
