import { scaleBand, scaleLinear } from 'd3-scale'
import { type Decimal, toNumber } from '../../shared/decimal.ts'
import type { Locale } from './locale.ts'
import { type Picture, WIDER } from './picture.ts'
import { element, textElement, tooltip } from './svg.ts'
import { clipText, textWidth } from './text-width.ts'

/** A bar with its name and figure; `isRest` = all that have none of their own. */
export type Row = { readonly label: string; readonly value: Decimal; readonly weight: number | null; readonly isRest: boolean }

const SIZE = 12
const NARROW = 400
const LEAST = { beside: 19, above: 27 }
const MOST = { beside: 44, above: 40 }
/** Of a row with the name above: what the name takes. */
const NAME_HEIGHT = 15

/** How many rows there is room for. */
export function mostRows({ area }: Picture): number {
  const { top, bottom } = area
  return Math.max(2, Math.floor((bottom - top) / LEAST[layoutOf(area)]))
}

/** Names beside their bars; in a narrow picture above them, where they have its whole width. */
export function drawRows(picture: Picture, rows: readonly Row[]): void {
  if (layoutOf(picture.area) === 'above') drawAbove(picture, rows)
  else drawBeside(picture, rows)
}

export function figureOf({ value, weight }: Row, locale: Locale, write: 'money' | 'shortMoney'): string {
  return weight === null ? locale[write](value) : `${locale[write](value)} · ${locale.ratio(weight)}`
}

function layoutOf({ left, right }: Picture['area']): 'above' | 'beside' {
  return right - left < NARROW ? 'above' : 'beside'
}

function drawBeside({ area, body, locale }: Picture, rows: readonly Row[]): void {
  const room = area.right - area.left
  const wide = rows.map((row) => figureOf(row, locale, 'money'))
  const figures = widest(wide) < room * 0.3 ? wide : rows.map((row) => figureOf(row, locale, 'shortMoney'))
  const names = Math.min(widest(rows.map((row) => row.label)) * WIDER, room * (room < 500 ? 0.32 : 0.28))
  const [left, right] = [area.left + names + 10, area.right - widest(figures) * WIDER - 10]
  const x = scaleOf(rows, left, right)
  const { at, size, height } = bandsOf(area, rows.length, MOST.beside)
  rows.forEach((row, index) => {
    const y = at(index)
    const baseline = y + size / 2 + 4
    body.push(
      textElement(clipText(row.label, SIZE, names / WIDER), {
        class: 'ink name',
        x: left - 10,
        y: baseline,
        'text-anchor': 'end',
      }),
      barOf(row, locale, x, { y, height: size }),
      textElement(figures[index] ?? '', { class: 'quiet figure', x: area.right, y: baseline, 'text-anchor': 'end' }),
    )
  })
  body.push(element('path', { class: 'zero', d: `M${Math.round(x(0)) + 0.5} ${area.top}v${Math.round(height)}` }))
}

function drawAbove({ area, body, locale }: Picture, rows: readonly Row[]): void {
  const room = area.right - area.left
  const x = scaleOf(rows, area.left, area.right)
  const { at, size, height } = bandsOf(area, rows.length, MOST.above)
  rows.forEach((row, index) => {
    const y = at(index)
    const figure = figureOf(row, locale, 'shortMoney')
    const names = room - (textWidth(figure, SIZE) + 8) * WIDER
    body.push(
      textElement(clipText(row.label, SIZE, names / WIDER), { class: 'ink name', x: area.left, y: y + 11 }),
      textElement(figure, { class: 'quiet figure', x: area.right, y: y + 11, 'text-anchor': 'end' }),
      barOf(row, locale, x, { y: y + NAME_HEIGHT, height: Math.max(4, size - NAME_HEIGHT) }),
    )
  })
  if (rows.some((row) => toNumber(row.value) < 0))
    body.push(element('path', { class: 'zero', d: `M${Math.round(x(0)) + 0.5} ${area.top}v${Math.round(height)}` }))
}

function barOf(
  row: Row,
  locale: Locale,
  x: (value: number) => number,
  place: { readonly y: number; readonly height: number },
): string {
  const value = toNumber(row.value)
  const [from, to] = [x(Math.min(value, 0)), x(Math.max(value, 0))]
  const ink = row.isRest ? 'grey' : value < 0 ? 'red' : 'blue'
  const bar = { class: `f-${ink} bar`, x: from, y: place.y, width: Math.max(to - from, 0.5), height: place.height, rx: 2 }
  return element('rect', bar, tooltip(`${row.label}: ${figureOf(row, locale, 'money')}`))
}

function scaleOf(rows: readonly Row[], left: number, right: number): (value: number) => number {
  const values = rows.map((row) => toNumber(row.value))
  return scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values)])
    .range([left, Math.max(right, left + 20)])
}

function bandsOf({ top, bottom }: Picture['area'], count: number, most: number) {
  const height = Math.min(bottom - top, count * most)
  const y = scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([top, top + height])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  return { at: (index: number) => y(index) ?? top, size: y.bandwidth(), height }
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => textWidth(text, SIZE)))
}
