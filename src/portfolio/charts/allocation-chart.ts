import { listAssetTypes, listSectors } from '../../reference/service.ts'
import { absolute, type Decimal, sum, ZERO } from '../../shared/decimal.ts'
import { type AllocationKey, allocationOf, type PartsOf, type Slice } from '../allocation/report.ts'
import { groupedWarnings } from '../warnings/grouped.ts'
import { drawRows, figureOf, mostRows, type Row } from './allocation-rows.ts'
import type { Drawing } from './drawing.ts'
import { fill, type Locale } from './locale.ts'
import { emptyPicture, finishPicture, startPicture } from './picture.ts'

/** What the value is divided by, and how to name and part it. */
export type Division = {
  readonly by: AllocationKey
  readonly partsOf: PartsOf
  readonly brokerNameOf: (id: number) => string
}

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
    warnings: groupedWarnings(inputs, request, { cash: true }).length,
    legend: [],
  }
  if (slices.every((slice) => slice.value === ZERO)) return emptyPicture(options, locale, header)
  const picture = startPicture(options, locale, header)
  const name = nameSlices(by, locale)
  const rows = gathered(slices, mostRows(picture), whole, (count) => fill(words.other, locale.count(count)), name)
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
