import { scaleBand, scaleLinear } from 'd3-scale'
import { listAssetTypes, listSectors } from '../../reference/service.ts'
import { absolute, type Decimal, sum, toNumber, ZERO } from '../../shared/decimal.ts'
import { type AllocationKey, allocationOf, type PartsOf, type Slice } from '../allocation/report.ts'
import type { Drawing } from './drawing.ts'
import { fill, type Locale } from './locale.ts'
import { emptyPicture, finishPicture, type Picture, startPicture } from './picture.ts'
import { element, textElement, tooltip } from './svg.ts'
import { clipText, textWidth } from './text-width.ts'

type Row = { readonly label: string; readonly value: Decimal; readonly weight: number | null; readonly isRest: boolean }

/** What the value is divided by, and how to name and part it. */
export type Division = {
  readonly by: AllocationKey
  readonly partsOf: PartsOf
  readonly brokerNameOf: (id: number) => string
}

const LEAST_ROW = 19
const MOST_ROW = 44
const TITLES = {
  asset: 'byAsset',
  type: 'byType',
  broker: 'byBroker',
  currency: 'byCurrency',
  country: 'byCountry',
  sector: 'bySector',
} as const satisfies Record<AllocationKey, string>

/** Parts of the value, largest first; the smallest are drawn as one where there is no room for all. */
export function drawAllocation({ inputs, request, options, locale }: Drawing, { by, partsOf, brokerNameOf }: Division): string {
  const { words } = locale
  const slices = allocationOf(inputs, request, by, partsOf, brokerNameOf)
  const whole = sum(slices.map((slice) => slice.value))
  const header = {
    title: words[TITLES[by]],
    subtitle: `${fill(words.total, locale.money(whole))} · ${locale.day(request.to)}`,
    warnings: inputs.warnings.list().length,
    legend: [],
  }
  if (slices.every((slice) => slice.value === ZERO)) return emptyPicture(options, locale, header)
  const picture = startPicture(options, locale, header)
  const { top, bottom } = picture.area
  const most = Math.max(2, Math.floor((bottom - top) / LEAST_ROW))
  const name = nameSlices(by, locale)
  const rows = gathered(slices, most, whole, (count) => fill(words.other, locale.count(count)), name)
  drawRows(picture, rows)
  const said = rows.map((row) => `${row.label}: ${figureOf(row, locale, 'money')}`)
  return finishPicture(picture, `${header.subtitle}. ${said.join(', ')}.`)
}

/** The largest by size, whatever their sign, in the order of the report; the rest as one row at the end, summed exactly. */
function gathered(
  slices: readonly Slice[],
  most: number,
  whole: Decimal,
  restLabel: (count: number) => string,
  name: (slice: Slice) => string,
): Row[] {
  const shown = slices.filter((slice) => slice.value !== ZERO)
  const bySize = [...shown].sort((a, b) => (absolute(a.value) > absolute(b.value) ? -1 : 1))
  const drawn = new Set(shown.length <= most ? shown : bySize.slice(0, most - 1))
  const rows = shown
    .filter((slice) => drawn.has(slice))
    .map((slice) => ({ label: name(slice), value: slice.value, weight: slice.weight, isRest: false }))
  const rest = shown.filter((slice) => !drawn.has(slice))
  if (rest.length === 0) return rows
  const value = sum(rest.map((slice) => slice.value))
  const weight = whole === ZERO ? null : Number(value) / Number(whole)
  return [...rows, { label: restLabel(rest.length), value, weight, isRest: true }]
}

function drawRows({ area, body, locale }: Picture, rows: readonly Row[]): void {
  const size = 12
  const wide = rows.map((row) => figureOf(row, locale, 'money'))
  const room = area.right - area.left
  const isWide = widest(wide, size) < room * 0.3
  const figures = isWide ? wide : rows.map((row) => figureOf(row, locale, 'shortMoney'))
  const names = Math.min(
    widest(
      rows.map((row) => row.label),
      size,
    ),
    room * (room < 500 ? 0.32 : 0.28),
  )
  const [left, right] = [area.left + names + 10, area.right - widest(figures, size) - 10]
  const values = rows.map((row) => toNumber(row.value))
  const x = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values)])
    .range([left, Math.max(right, left + 20)])
  const height = Math.min(area.bottom - area.top, rows.length * MOST_ROW)
  const y = scaleBand<number>()
    .domain(rows.map((_, index) => index))
    .range([area.top, area.top + height])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  rows.forEach((row, index) => {
    const [value = 0, at = 0, figure = ''] = [values[index], y(index), figures[index]]
    const baseline = at + y.bandwidth() / 2 + 4
    const [from, to] = [x(Math.min(value, 0)), x(Math.max(value, 0))]
    const ink = row.isRest ? 'grey' : value < 0 ? 'red' : 'blue'
    const bar = { class: `f-${ink} bar`, x: from, y: at, width: Math.max(to - from, 0.5), height: y.bandwidth(), rx: 2 }
    const label = clipText(row.label, size, names)
    body.push(
      textElement(label, { class: 'ink name', x: left - 10, y: baseline, 'text-anchor': 'end' }),
      element('rect', bar, tooltip(`${row.label}: ${figureOf(row, locale, 'money')}`)),
      textElement(figure, { class: 'quiet figure', x: area.right, y: baseline, 'text-anchor': 'end' }),
    )
  })
  body.push(element('path', { class: 'zero', d: `M${Math.round(x(0)) + 0.5} ${area.top}v${Math.round(height)}` }))
}

function figureOf({ value, weight }: Row, locale: Locale, write: 'money' | 'shortMoney'): string {
  return weight === null ? locale[write](value) : `${locale[write](value)} · ${locale.ratio(weight)}`
}

function widest(texts: readonly string[], size: number): number {
  return Math.max(...texts.map((text) => textWidth(text, size)))
}

/** Codes in words. */
function nameSlices(by: AllocationKey, { language, words }: Locale): (slice: Slice) => string {
  const listed = by === 'type' ? listAssetTypes({ language }) : by === 'sector' ? listSectors({ language }) : []
  const names = new Map<string, string>(listed.map(({ code, name }) => [code, name]))
  const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  return ({ key, label }) => {
    if (key === 'unknown') return words.unknown
    if (key === 'cash') return words.cash
    if (key.startsWith('cash:')) return `${words.cash} ${key.slice('cash:'.length)}`
    if (by === 'country' && /^[A-Z]{2}$/.test(key)) return regions.of(key) ?? label
    return names.get(key) ?? label
  }
}
