import { type ScaleBand, type ScaleLinear, type ScaleTime, scaleBand, scaleLinear, scaleUtc } from 'd3-scale'
import { instantOf } from './locale.ts'
import { type Picture, SMALL_TEXT } from './picture.ts'
import { element, textElement } from './svg.ts'
import { textWidth } from './text-width.ts'

/** The part of a picture that marks are drawn in, in pixels. */
export type Plot = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

const MARKS_BELOW = 20
const UNIT_ABOVE = 18
const UNIT_BELOW = 16
const LEAST_BETWEEN = 15

type Vertical = {
  readonly values: Iterable<number>
  readonly unit: string
  readonly marksOf: (values: readonly number[]) => string[]
  /** The name of the other axis, where there is room for it. */
  readonly below: string
}

/** The axis of values with its lines over the whole width, zero among them; answers what is left for the marks. */
export function drawValueAxis(picture: Picture, vertical: Vertical): { plot: Plot; y: ScaleLinear<number, number> } {
  const { area, body } = picture
  const isRoomy = area.bottom - area.top > 200
  const [top, bottom] = [area.top + UNIT_ABOVE, area.bottom - MARKS_BELOW - (isRoomy ? UNIT_BELOW : 0)]
  const { y, marks } = scaleOf(domainOf(vertical.values), [bottom, Math.min(top, bottom - 10)])
  const labels = vertical.marksOf(marks)
  const widest = Math.max(...labels.map((label) => textWidth(label, SMALL_TEXT)))
  const plot = { left: area.left + Math.ceil(widest) + 8, top, right: area.right, bottom }
  body.push(textElement(vertical.unit, { class: 'quiet unit', x: area.left, y: area.top + 8, 'font-size': SMALL_TEXT }))
  marks.forEach((mark, index) => {
    const at = Math.round(y(mark)) + 0.5
    body.push(element('path', { class: mark === 0 ? 'zero' : 'grid', d: `M${plot.left} ${at}H${plot.right}` }))
    const place = { x: plot.left - 8, y: at + 3.5, 'text-anchor': 'end', 'font-size': SMALL_TEXT }
    body.push(textElement(labels[index] ?? '', { class: 'quiet y-mark', ...place }))
  })
  if (isRoomy) {
    const place = { x: (plot.left + plot.right) / 2, y: area.bottom - 1, 'text-anchor': 'middle', 'font-size': SMALL_TEXT }
    body.push(textElement(vertical.below, { class: 'quiet unit', ...place }))
  }
  return { plot, y }
}

/** As many marks as have room, at round values. */
function scaleOf(domain: [number, number], range: [number, number]): { y: ScaleLinear<number, number>; marks: number[] } {
  const room = range[0] - range[1]
  for (let wanted = Math.max(3, Math.min(8, Math.floor(room / 40))); ; wanted--) {
    const y = scaleLinear().domain(domain).nice(wanted).range(range)
    const marks = y.ticks(wanted)
    if (wanted === 1 || room / (marks.length - 1) >= LEAST_BETWEEN) return { y, marks }
  }
}

/** From the least to the largest, zero included; never empty. */
function domainOf(values: Iterable<number>): [number, number] {
  let [least, largest] = [0, 0]
  for (const value of values) {
    if (value < least) least = value
    if (value > largest) largest = value
  }
  return least === largest ? [0, 1] : [least, largest]
}

/** The axis of days, marked by years, months or days. */
export function drawTimeAxis(picture: Picture, plot: Plot, from: string, to: string): ScaleTime<number, number> {
  const { locale } = picture
  const [first, last] = [instantOf(from), instantOf(to)]
  const day = 86_400_000
  const x = scaleUtc()
    .domain(first < last ? [first, last] : [Number(first) - day, Number(last) + day])
    .range([plot.left, plot.right])
  const wanted = Math.max(2, Math.floor((plot.right - plot.left) / 75))
  const spanDays = (Number(last) - Number(first)) / day
  const marks =
    spanDays < 1 ? [first] : x.ticks(Math.min(wanted, Math.max(1, spanDays))).filter((mark) => Number(mark) % day === 0)
  const texts = marks.map((mark) => mark.toISOString().slice(0, 10))
  const write = texts.every((text) => text.endsWith('-01-01') && texts.length > 1)
    ? locale.year
    : texts.every((text) => text.endsWith('-01'))
      ? locale.month
      : locale.shortDay
  drawMarks(
    picture,
    plot,
    marks.map((mark, index) => ({ at: x(mark), text: write(texts[index] ?? '') })),
  )
  return x
}

type Bands = { readonly keys: readonly string[]; readonly write: (key: string) => string }

/** The axis of months or years, one band each; as many are named as have room, at even steps. */
export function drawBandAxis(picture: Picture, plot: Plot, { keys, write }: Bands): ScaleBand<string> {
  const x = scaleBand()
    .domain(keys)
    .range([plot.left, plot.right])
    .paddingInner(0.28)
    .paddingOuter(Math.max(0.2, (8 - keys.length) / 2))
  const widest = Math.max(...keys.slice(0, 12).map((key) => textWidth(write(key), SMALL_TEXT))) + 14
  const steps = (keys[0] ?? '').length === 7 ? [1, 2, 3, 6, 12, 24, 60, 120] : [1, 2, 5, 10, 20, 50, 100, 200, 500]
  const step = steps.find((count) => count * x.step() >= widest) ?? 1000
  const marks = keys.flatMap((key) => {
    const place = key.length === 7 ? Number(key.slice(0, 4)) * 12 + Number(key.slice(5)) - 1 : Number(key)
    return place % step === 0 ? [{ at: (x(key) ?? 0) + x.bandwidth() / 2, text: write(key) }] : []
  })
  drawMarks(picture, plot, marks)
  return x
}

/** Texts under the plot, none over another, none outside the picture. */
function drawMarks({ body, area }: Picture, plot: Plot, marks: readonly { at: number; text: string }[]): void {
  let taken = Number.NEGATIVE_INFINITY
  for (const { at, text } of marks) {
    const half = textWidth(text, SMALL_TEXT) / 2
    const middle = Math.min(Math.max(at, area.left + half), area.right - half)
    if (middle - half < taken + 6) continue
    taken = middle + half
    body.push(element('path', { class: 'zero', d: `M${Math.round(at) + 0.5} ${plot.bottom}v4` }))
    const place = { x: middle, y: plot.bottom + 16, 'text-anchor': 'middle', 'font-size': SMALL_TEXT }
    body.push(textElement(text, { class: 'quiet x-mark', ...place }))
  }
}
