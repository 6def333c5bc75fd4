import { type Series, stack, stackOffsetDiverging } from 'd3-shape'
import { add, type Decimal, sum, toNumber, ZERO } from '../../shared/decimal.ts'
import { gainsOf } from '../gains/report.ts'
import { incomeOf, type Payment } from '../income-and-costs/report.ts'
import { groupedWarnings } from '../warnings/grouped.ts'
import { drawBandAxis, drawValueAxis, type Plot } from './axes.ts'
import type { Drawing } from './drawing.ts'
import { fill } from './locale.ts'
import { emptyPicture, finishPicture, type LegendEntry, startPicture } from './picture.ts'
import { element, textElement, tooltip } from './svg.ts'
import { textWidth } from './text-width.ts'
import type { Ink } from './theme.ts'

const PARTS = ['net', 'tax', 'fees'] as const
const PART_INKS: Readonly<Record<(typeof PARTS)[number], Ink>> = { net: 'blue', tax: 'orange', fees: 'grey' }
type Sums = Readonly<Record<(typeof PARTS)[number], Decimal>>

const LEAST_BAND = 4
/** Bars are drawn as if they were so much longer, so that their figures have room at the end. */
const LABEL_ROOM = 1.1

/** Dividends and interest per month, or per year where months have no room: net, tax and fees on top of each other make the gross. */
export function drawIncome({ inputs, request, options, locale }: Drawing): string {
  const { words } = locale
  const payments = incomeOf(inputs, request)
  const byMonth = keysFrom(payments[0]?.line.date.slice(0, 7), request.to.slice(0, 7))
  const isMonthly = byMonth.length * LEAST_BAND <= options.width - 100
  const length = isMonthly ? 7 : 4
  const sums = sumsBy(payments, (one) => one.line.date.slice(0, length))
  const keys = isMonthly ? byMonth : keysFrom(byMonth[0]?.slice(0, 4), request.to.slice(0, 4))
  const header = {
    title: isMonthly ? words.incomePerMonth : words.incomePerYear,
    subtitle: `${locale.range(request.from, request.to)} · ${request.currency}`,
    warnings: groupedWarnings(inputs, request).length,
  }
  if (payments.length === 0) return emptyPicture(options, locale, header)
  const totals = totalsOf(payments)
  const shown = PARTS.filter((part) => part === 'net' || payments.some((one) => one[part] !== ZERO))
  const legend: LegendEntry[] = shown.map((part) => ({
    mark: 'area',
    ink: PART_INKS[part],
    text: words[part],
    figure: locale.money(totals[part]),
  }))
  const picture = startPicture(options, locale, { ...header, legend })
  const write = isMonthly ? locale.month : locale.year
  const layers = stack<string, string>()
    .keys(shown)
    .value((key, part) => toNumber(sums.get(key)?.[part as 'net'] ?? ZERO))
    .offset(stackOffsetDiverging)(keys)
  const { plot, y } = drawValueAxis(picture, {
    values: layers.flat(2),
    unit: request.currency,
    marksOf: locale.amountMarks,
    below: isMonthly ? words.month : words.year,
  })
  const x = drawBandAxis(picture, plot, { keys, write })
  const said = (key: string, part: (typeof PARTS)[number]) =>
    `${write(key)}: ${words[part]} ${locale.money(sums.get(key)?.[part] ?? ZERO)}`
  for (const layer of layers) picture.body.push(...drawLayer(layer, x.bandwidth(), (key) => x(key) ?? 0, y, said))
  picture.body.push(zeroLine(plot, y(0)))
  return finishPicture(picture, `${header.subtitle}. ${legend.map(({ text, figure }) => `${text}: ${figure}`).join(', ')}.`)
}

function drawLayer(
  layer: Series<string, string>,
  width: number,
  at: (key: string) => number,
  y: (value: number) => number,
  said: (key: string, part: (typeof PARTS)[number]) => string,
): string[] {
  const part = layer.key as (typeof PARTS)[number]
  return layer.flatMap((span) => {
    const [low, high] = [y(span[0]), y(span[1])]
    if (Math.abs(low - high) < 0.01) return []
    const place = { x: at(span.data), y: Math.min(low, high), width, height: Math.max(Math.abs(low - high), 0.4) }
    return [element('rect', { class: `f-${PART_INKS[part]} bar ${part}`, ...place }, tooltip(said(span.data, part)))]
  })
}

/** What sales brought over their cost, per year. */
export function drawGains({ inputs, request, options, locale }: Drawing): string {
  const { words } = locale
  const { byYear, total } = gainsOf(inputs, request)
  const header = {
    title: words.gains,
    subtitle: `${fill(words.total, locale.money(total.gain))} · ${locale.range(request.from, request.to)} · ${request.currency}`,
    warnings: groupedWarnings(inputs, request).length,
  }
  if (byYear.size === 0) return emptyPicture(options, locale, header)
  const years = [...byYear.keys()].sort()
  const keys = keysFrom(years[0], years.at(-1) ?? '')
  const gains = keys.map((key) => byYear.get(key)?.gain ?? ZERO)
  const legend: LegendEntry[] = [
    ...(gains.some((gain) => gain > ZERO) ? [{ mark: 'area', ink: 'blue', text: words.gain } as const] : []),
    ...(gains.some((gain) => gain < ZERO) ? [{ mark: 'area', ink: 'red', text: words.loss } as const] : []),
  ]
  const picture = startPicture(options, locale, { ...header, legend })
  const values = gains.map(toNumber)
  const withLabels = values.map((value) => value * LABEL_ROOM)
  const axis = { values: withLabels, unit: request.currency, marksOf: locale.amountMarks, below: words.year }
  const { plot, y } = drawValueAxis(picture, axis)
  const x = drawBandAxis(picture, plot, { keys, write: locale.year })
  const labels = gains.map((gain) => (gain === ZERO ? '' : locale.shortMoney(gain)))
  const isLabelled = labels.every((label) => textWidth(label, 11) <= x.step() - 4)
  keys.forEach((key, index) => {
    const [gain = ZERO, value = 0] = [gains[index], values[index]]
    const [top, bottom] = [y(Math.max(value, 0)), y(Math.min(value, 0))]
    const place = { x: x(key), y: top, width: x.bandwidth(), height: Math.max(bottom - top, 1) }
    const text = tooltip(`${locale.year(key)}: ${locale.money(gain)}`)
    if (gain !== ZERO) picture.body.push(element('rect', { class: `f-${value < 0 ? 'red' : 'blue'} bar gain`, ...place }, text))
    const inside = Math.min(Math.max(value < 0 ? bottom + 13 : top - 5, plot.top - 2), plot.bottom - 4)
    const middle = { x: (x(key) ?? 0) + x.bandwidth() / 2, y: inside, 'text-anchor': 'middle', 'font-size': 11 }
    if (isLabelled && gain !== ZERO) picture.body.push(textElement(labels[index] ?? '', { class: 'ink figure', ...middle }))
  })
  picture.body.push(zeroLine(plot, y(0)))
  const said = keys.map((key, index) => `${locale.year(key)}: ${locale.money(gains[index] ?? ZERO)}`)
  return finishPicture(picture, `${header.subtitle}. ${said.join(', ')}.`)
}

function zeroLine(plot: Plot, at: number): string {
  return element('path', { class: 'zero', d: `M${plot.left} ${Math.round(at) + 0.5}H${plot.right}` })
}

function sumsBy(payments: readonly Payment[], keyOf: (one: Payment) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const one of payments) {
    const { net, tax, fees } = sums.get(keyOf(one)) ?? { net: ZERO, tax: ZERO, fees: ZERO }
    sums.set(keyOf(one), { net: add(net, one.net), tax: add(tax, one.tax), fees: add(fees, one.fees) })
  }
  return sums
}

function totalsOf(payments: readonly Payment[]): Sums {
  const total = (part: (typeof PARTS)[number]) => sum(payments.map((one) => one[part]))
  return { net: total('net'), tax: total('tax'), fees: total('fees') }
}

/** Every month (`YYYY-MM`) or year from the first to the last; none without a first. */
function keysFrom(first: string | undefined, last: string): string[] {
  if (first === undefined) return []
  const isMonth = first.length === 7
  const placeOf = (key: string) => (isMonth ? Number(key.slice(0, 4)) * 12 + Number(key.slice(5)) - 1 : Number(key))
  const keyAt = (place: number) =>
    isMonth
      ? `${String(Math.floor(place / 12)).padStart(4, '0')}-${String((place % 12) + 1).padStart(2, '0')}`
      : String(place).padStart(4, '0')
  return Array.from({ length: placeOf(last) - placeOf(first) + 1 }, (_, index) => keyAt(placeOf(first) + index))
}
