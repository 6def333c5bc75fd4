import { area, line } from 'd3-shape'
import { addDays } from '../../shared/date.ts'
import { invalid } from '../../shared/errors.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { worthOfUnit } from '../returns/benchmark.ts'
import { warnOfNoReturn } from '../returns/no-return.ts'
import { periodOf } from '../returns/period.ts'
import { type Drawdown, drawdownOf } from '../returns/risk.ts'
import { type Series, seriesOf } from '../returns/series.ts'
import { isBelievable } from '../returns/twr.ts'
import { shortNameOf } from '../valuation/asset-name.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { groupedWarnings } from '../warnings/grouped.ts'
import { drawTimeAxis, drawValueAxis, type Plot } from './axes.ts'
import { downsample } from './downsample.ts'
import type { Drawing } from './drawing.ts'
import { fill, instantOf } from './locale.ts'
import { emptyPicture, finishPicture, type LegendEntry, startPicture } from './picture.ts'
import { element } from './svg.ts'

/** The linked daily returns (TWR) since the start of the range; with a benchmark, the change of its price in the currency of the report. Throws `portfolio/benchmark-unknown`. */
export function drawPerformance({ inputs, request, options, locale }: Drawing, benchmarkId: number | undefined): string {
  if (benchmarkId !== undefined && !inputs.knows(benchmarkId))
    throw invalid('portfolio/benchmark-unknown', '/query/benchmark', 'There is no such asset.')
  const { words } = locale
  const { days, growth, isEmpty } = growthOf(inputs, request)
  const benchmark = benchmarkId === undefined ? null : changesOf(inputs, benchmarkId, request, days)
  const name = benchmarkId === undefined ? '' : shortNameOf(inputs.assetOf(benchmarkId))
  const header = headerOf({ inputs, request, locale }, words.performance)
  if (isEmpty) return emptyPicture(options, locale, header)
  const returns = growth.map((factor) => factor - 1)
  const legend: LegendEntry[] = [
    { mark: 'line', ink: 'blue', text: words.portfolio, figure: locale.change(returns.at(-1) ?? 0) },
    ...benchmarkLegend(name, benchmark, locale),
  ]
  const picture = startPicture(options, locale, { ...header, legend })
  const { plot, y } = drawValueAxis(picture, {
    values: [...returns, ...(benchmark ?? [])],
    unit: words.returnAxis,
    marksOf: locale.ratioMarks,
    below: words.date,
  })
  const x = drawTimeAxis(picture, plot, addDays(request.from, -1), request.to)
  const at = (index: number) => x(instantOf(days[index] ?? request.from))
  if (benchmark) picture.body.push(curve('line s-orange benchmark', plot, benchmark, at, y))
  picture.body.push(curve('line s-blue portfolio', plot, returns, at, y))
  return finishPicture(picture, describe(header.subtitle, legend))
}

/** How far below the highest point so far the linked returns stand. */
export function drawDrawdown({ inputs, request, options, locale }: Drawing): string {
  const { words } = locale
  const { days, growth, isEmpty, deepest } = growthOf(inputs, request)
  const header = headerOf({ inputs, request, locale }, words.drawdown)
  if (isEmpty) return emptyPicture(options, locale, header)
  let peak = 1
  const depths = growth.map((factor) => {
    peak = Math.max(peak, factor)
    return factor / peak - 1
  })
  const span = deepest.from === null || deepest.to === null ? '' : `, ${locale.range(deepest.from, deepest.to)}`
  const legend: LegendEntry[] = [
    { mark: 'area', ink: 'red', text: fill(words.deepest, locale.change(-deepest.ratio)), figure: span.slice(2) },
  ]
  const picture = startPicture(options, locale, { ...header, legend })
  const { plot, y } = drawValueAxis(picture, {
    values: depths,
    unit: `${words.underPeak}, %`,
    marksOf: locale.ratioMarks,
    below: words.date,
  })
  const x = drawTimeAxis(picture, plot, addDays(request.from, -1), request.to)
  const at = (index: number) => x(instantOf(days[index] ?? request.from))
  const chosen = downsample(depths, bucketsOf(plot))
  const shape = area<number>(at, y(0), (index) => y(depths[index] ?? 0)).digits(1)
  picture.body.push(
    element('path', { class: 't-red', d: shape(chosen) ?? '' }),
    curve('line thin s-red drawdown', plot, depths, at, y),
  )
  if (deepest.to !== null)
    picture.body.push(element('circle', { class: 'f-red deepest', cx: x(instantOf(deepest.to)), cy: y(-deepest.ratio), r: 4 }))
  return finishPicture(picture, describe(header.subtitle, legend))
}

type Growth = {
  /** The day before the range, then every day of it, as long as returns can be linked. */
  readonly days: readonly string[]
  /** 1 at the start. */
  readonly growth: readonly number[]
  readonly deepest: Drawdown
  readonly isEmpty: boolean
}

function growthOf(inputs: ReportInputs, request: ReportRequest): Growth {
  const { flows, startValue } = periodOf(inputs, request)
  const { days: all, returns: found, fault }: Series = seriesOf(inputs, request, flows, startValue)
  const linked = placesLinked(found.subarray(0, fault?.place ?? all.length))
  const [days, returns] = [all.slice(0, linked), found.subarray(0, linked)]
  warnOfNoReturn(inputs, request, fault?.reason ?? null, all[linked] ?? null)
  const firstReturn = returns.findIndex((value) => !Number.isNaN(value))
  const growth = [1]
  for (const value of returns) growth.push((growth.at(-1) ?? 1) * (1 + (value || 0)))
  const dayAt = (index: number) => (index < 0 ? addDays(days[firstReturn] ?? request.from, -1) : (days[index] ?? ''))
  return {
    days: [addDays(request.from, -1), ...days],
    growth,
    deepest: drawdownOf(returns, dayAt),
    isEmpty: firstReturn < 0,
  }
}

/** How many returns can be linked before the product is beyond what can be believed. */
function placesLinked(returns: Float64Array): number {
  let growth = 1
  const beyond = returns.findIndex((value, index) => {
    growth *= 1 + (value || 0)
    return !isBelievable(growth - 1, index + 1)
  })
  return beyond < 0 ? returns.length : beyond
}

/** Changes of the worth of a unit since the day before the range; `null` without a price there or a rate at the end, as in the report. */
function changesOf(inputs: ReportInputs, assetId: number, request: ReportRequest, days: readonly string[]): number[] | null {
  const worth = worthOfUnit(inputs, request, assetId)
  const start = worth(addDays(request.from, -1))
  if (start === null || start <= 0 || worth(request.to) === null) return null
  let known = start
  return days.map((day) => {
    known = worth(day) ?? known
    return known / start - 1
  })
}

function benchmarkLegend(name: string, benchmark: readonly number[] | null, locale: Drawing['locale']): LegendEntry[] {
  if (name === '' && benchmark === null) return []
  if (benchmark === null) return [{ mark: 'line', ink: 'orange', text: fill(locale.words.noPrice, name) }]
  return [{ mark: 'line', ink: 'orange', text: name, figure: locale.change(benchmark.at(-1) ?? 0) }]
}

function headerOf({ inputs, request, locale }: Omit<Drawing, 'options'>, title: string) {
  return {
    title,
    subtitle: locale.range(request.from, request.to),
    warnings: groupedWarnings(inputs, request, { cash: true }).length,
  }
}

function bucketsOf({ left, right }: Plot): number {
  return Math.min(500, Math.ceil((right - left) / 1.5))
}

function curve(name: string, plot: Plot, values: readonly number[], at: (index: number) => number, y: (value: number) => number) {
  const shape = line<number>(at, (index) => y(values[index] ?? 0)).digits(1)
  return element('path', { class: name, d: shape(downsample(values, bucketsOf(plot))) ?? '' })
}

function describe(subtitle: string, legend: readonly LegendEntry[]): string {
  return `${subtitle}. ${legend.map(({ text, figure = '' }) => `${text} ${figure}`.trim()).join(', ')}.`
}
