/** How the rows of a table are read: by what is stated, else by what the file proves. Most days, types, figures and currencies occur many times. */
import type { Row } from '#plugins/brim/contract.ts'
import { type DayOrder, type NumberStyle, parseDay, refuse, remembered } from '#plugins/kit/index.ts'
import { cellOf, createCellReader } from './cells.ts'
import { type Field, type Layout, NUMBER_FIELDS, type NumberField, titleKey } from './columns.ts'
import { isoDay } from './evidence.ts'
import { type Figure, readFigure, readUnit } from './figures.ts'
import { kindNamed } from './kinds.ts'
import type { Mapping } from './mapping.ts'

const LONGEST = 64
/** Figures with more characters hardly come again. */
const LONGEST_FIGURE = 5
const ORDER_HINT = 'State options.mapping.date_format: "ymd", "dmy" or "mdy".'
const SIGNED: ReadonlySet<string> = new Set(['FEE', 'TAX', 'WITHDRAWAL'])

type Proven = { readonly order: DayOrder | undefined; readonly style: NumberStyle | undefined }
type ReadFigure = (cell: string) => Figure | undefined

export type Reading = ReturnType<typeof openReading>

export function openReading(rows: readonly Row[], layout: Layout, mapping: Mapping, { order, style }: Proven) {
  const { types, defaults } = mapping
  const isOwn = layout.own && mapping.columns === undefined && mapping.sign === 'lenient'
  const named = kindNamed(defaults.get('type') ?? '')
  const byDefault = named && { ...named, assumed: true }
  const kindOf = remembered((name) => (name === '' ? byDefault : (types.get(titleKey(name)) ?? kindNamed(name))), LONGEST)
  const cell = (row: Row, field: Field) => cellOf(row, field, layout, defaults)
  const isSigned = (row: Row) => {
    const kind = cell(row, 'amount').startsWith('-') ? kindOf(cell(row, 'type')) : undefined
    return kind !== undefined && kind !== 'ignore' && SIGNED.has(kind.type)
  }
  const figures = NUMBER_FIELDS.map(
    (field) => [field, remembered((cell) => readFigure(cell, field, style), LONGEST_FIGURE)] as const,
  )
  return {
    layout,
    sign: isOwn ? ('as_is' as const) : mapping.sign,
    /** Whether any row has a status: then every row needs one. */
    hasStatus: once(() => layout.places.has('status') && rows.some((row) => cell(row, 'status') !== '')),
    /** Whether costs, taxes or withdrawals carry a minus somewhere in the file. Most files never need to know. */
    signed: once(() => rows.some(isSigned)),
    cell,
    cellsOf: createCellReader(layout, defaults),
    /** The type that a cell names, or the default for an empty one. */
    kindOf,
    dayOf: remembered((cell) => readDay(cell, mapping.dayOrder, order), LONGEST),
    figures: Object.fromEntries(figures) as Readonly<Record<NumberField, ReadFigure>>,
    currencyOf: remembered((code) => readUnit(code, 'currency')),
    priceCurrencyOf: remembered((code) => readUnit(code, 'price_currency')),
  }
}

function once(look: () => boolean): () => boolean {
  let known: boolean | undefined
  return () => {
    known ??= look()
    return known
  }
}

function readDay(cell: string, stated: DayOrder | undefined, proven: DayOrder | undefined): string {
  const day =
    stated === undefined ? (isoDay(cell) ?? dayNamed(cell) ?? (proven && parseDay(cell, proven))) : parseDay(cell, stated)
  if (day === undefined && stated === undefined && (parseDay(cell, 'dmy') ?? parseDay(cell, 'mdy')) !== undefined)
    refuse('ambiguous-date', `"${cell}" is no ISO day and the file does not tell day from month. ${ORDER_HINT}`)
  if (day === undefined || day < '1900') refuse('invalid-date', `"${cell}" is no day that exists. ${ORDER_HINT}`)
  return day
}

/** `2 Jan 2024` needs no order. */
function dayNamed(cell: string): string | undefined {
  const day = /\p{L}{3}/u.test(cell) ? parseDay(cell, 'dmy') : undefined
  return day !== undefined && day === parseDay(cell, 'mdy') ? day : undefined
}
