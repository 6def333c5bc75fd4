/** Which rows of a history may be the halves of one event: conversions, migrations and moves between sub-accounts in two rows. */
import type { Row } from '#plugins/brim/contract.ts'
import { type EventMarks, parseNumber, squeeze } from '#plugins/kit/index.ts'
import { cellOf, type Layout } from './layout.ts'
import { isHalf, WINDOW_MILLISECONDS } from './pairs.ts'

const NONE: EventMarks = { of: [], perhapsOf: [] }

/** The marks of a row under a header; rows whose type stands alone have none. `known` says which types there are. */
export function rowMarks({ cells }: Row, layout: Layout, known: (type: string) => boolean): EventMarks {
  const get = (column: Parameters<typeof cellOf>[2]) => cellOf(cells, layout, column)
  const type = squeeze(get('type')).toLowerCase()
  if (known(type) && !isHalf(type)) return NONE
  const stamp = get('timestamp').replace(/ ?UTC$|Z$/, '')
  const instant = Date.parse(`${stamp.replace(' ', 'T')}Z`)
  const quantity = (parseNumber(get('quantity'), 'dot') ?? '').replace('-', '')
  const slot = Math.floor(instant / WINDOW_MILLISECONDS)
  const others = [
    ...(get('id') === '' ? [] : [`id ${get('id')}`]),
    ...(get('notes') === '' ? [] : [`notes ${squeeze(get('notes'))}`]),
  ]
  const near = Number.isNaN(slot) ? [`quantity ${quantity}`] : [-1, 0, 1].map((offset) => `slot ${slot + offset}`)
  return { of: isHalf(type) ? [...others, `slot ${slot}`, `quantity ${quantity}`] : [], perhapsOf: [...others, ...near] }
}
