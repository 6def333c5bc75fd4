import { area, line } from 'd3-shape'
import { addDays, daysBetween } from '../../shared/date.ts'
import { add, type Decimal, sum, toNumber, ZERO } from '../../shared/decimal.ts'
import { historyOf, type Interval, type Point } from '../history/report.ts'
import { balancesOn, valueBalances } from '../valuation/balances.ts'
import { groupedWarnings } from '../warnings/grouped.ts'
import { drawTimeAxis, drawValueAxis } from './axes.ts'
import { downsample } from './downsample.ts'
import type { Drawing } from './drawing.ts'
import { instantOf, type Locale } from './locale.ts'
import type { ChartOptions } from './options.ts'
import { emptyPicture, finishPicture, type LegendEntry, startPicture } from './picture.ts'
import { element } from './svg.ts'

/** Value, made of holdings and cash, and the money that was put in: the value at the start and what came in net since. */
export function drawHistory({ inputs, request, options, locale }: Drawing): string {
  const { words } = locale
  const points = historyOf(inputs, request, intervalOf(request, options))
  const startValue = startValueOf({ inputs, request })
  const header = {
    title: words.history,
    subtitle: `${locale.range(request.from, request.to)} · ${request.currency}`,
    warnings: groupedWarnings(inputs, request, { cash: true }).length,
  }
  const last = points.at(-1)
  if (last === undefined || points.every((point) => point.value === ZERO && point.netFlows === ZERO && point.invested === ZERO))
    return emptyPicture(options, locale, header)
  const withCash = request.scope === 'total'
  const legend = legendOf(last, add(startValue, last.netFlows), withCash, locale)
  const picture = startPicture(options, locale, { ...header, legend })
  const rows = points.map((point) => ({
    at: instantOf(point.date),
    value: toNumber(point.value),
    invested: toNumber(point.invested),
    put: toNumber(add(startValue, point.netFlows)),
  }))
  const { plot, y } = drawValueAxis(picture, {
    values: rows.flatMap((row) => [row.value, row.invested, row.put]),
    unit: request.currency,
    marksOf: locale.amountMarks,
    below: words.date,
  })
  const x = drawTimeAxis(picture, plot, request.from, request.to)
  const values = rows.map((row) => row.value)
  const few = downsample(values, Math.min(400, Math.ceil((plot.right - plot.left) / 2))).flatMap((index) => rows[index] ?? [])
  picture.body.push(...shapesOf(few, (row) => x(row.at), y, withCash))
  picture.body.push(element('circle', { class: 'f-blue', cx: x(instantOf(last.date)), cy: y(toNumber(last.value)), r: 3.5 }))
  return finishPicture(picture, `${header.subtitle}. ${legend.map(({ text, figure }) => `${text}: ${figure}`).join(', ')}.`)
}

/** Not more points than can be seen: each costs a valuation of everything held. */
function intervalOf({ from, to }: Drawing['request'], { width }: ChartOptions): Interval {
  const days = daysBetween(from, to)
  if (days <= width * 2) return 'daily'
  return days <= width * 14 ? 'weekly' : 'monthly'
}

function legendOf(last: Point, put: Decimal, withCash: boolean, { words, money }: Locale): LegendEntry[] {
  return [
    { mark: 'line', ink: 'blue', text: words.value, figure: money(last.value) },
    { mark: 'tint', ink: 'blue', text: words.holdings, figure: money(last.invested) },
    ...(withCash ? [{ mark: 'tint', ink: 'orange', text: words.cash, figure: money(last.cash) } as const] : []),
    { mark: 'dash', ink: 'grey', text: words.paidIn, figure: money(put) },
  ]
}

type Row = Readonly<Record<'value' | 'invested' | 'put', number>> & { readonly at: Date }

/** Holdings from zero, cash between them and the value (below the holdings where it is owed), and the lines. */
function shapesOf(rows: Row[], across: (row: Row) => number, y: (value: number) => number, withCash: boolean): string[] {
  const under = (low: (row: Row) => number, high: (row: Row) => number) => area<Row>(across, low, high).digits(1)(rows) ?? ''
  const along = (height: (row: Row) => number) => line<Row>(across, height).digits(1)(rows) ?? ''
  const invested = (row: Row) => y(row.invested)
  const value = (row: Row) => y(row.value)
  return [
    element('path', { class: 't-blue holdings', d: under(() => y(0), invested) }),
    ...(withCash ? [element('path', { class: 't-orange cash', d: under(invested, value) })] : []),
    element('path', { class: 'line thin dash s-grey paid-in', d: along((row) => y(row.put)) }),
    element('path', { class: 'line s-blue value', d: along(value) }),
  ]
}

function startValueOf({ inputs, request }: Pick<Drawing, 'inputs' | 'request'>): Decimal {
  const day = addDays(request.from, -1)
  const { assets, cash } = valueBalances(inputs, balancesOn(inputs.lines, day), day)
  const values = [...assets.values(), ...(request.scope === 'total' ? cash.values() : [])]
  return sum(values.map((value) => value ?? ZERO))
}
