/** What the columns of anybody's table seem to be, for the user to confirm: by their titles and by the shape of their values. Nothing is imported by it. */
import type { ProposedMapping, ReportHead, Table, TableProposal } from '#plugins/brim/contract.ts'
import { parseDay, parseNumber, parseTime } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { isIsin } from '#src/shared/identifier.ts'
import { type Field, NUMBER_FIELDS, titleKey } from './columns.ts'
import { isoDay } from './evidence.ts'
import { fieldsNamed, typeNamed, typeSaid } from './guess-words.ts'
import { pairIn } from './pair.ts'
import { type FigureColumn, settleFigures, styleOf } from './propose-figures.ts'

type Shape = 'empty' | 'day' | 'time' | 'isin' | 'currency' | 'number' | 'pair' | 'text'
/** `values`: the cells that are filled. */
type Column = FigureColumn & { readonly title: string; readonly values: readonly string[]; readonly shape: Shape }

const HEADER_ROWS = 40
const MAX_COLUMNS = 60
const MAX_SAMPLES = 3
const MAX_SAMPLE = 60
const MAX_TYPES = 50
/** More than one person has: those are of others, who were paid. */
const MAX_ACCOUNTS = 5
const DOTTED = /^\d{1,2}\.\d{1,2}\.\d{2,4}\b/
const NUMBERS: ReadonlySet<Field> = new Set(NUMBER_FIELDS)
const SHAPES: Readonly<Partial<Record<Field, Shape>>> = {
  date: 'day',
  settled_on: 'day',
  time: 'time',
  isin: 'isin',
  currency: 'currency',
  price_currency: 'currency',
  pair: 'pair',
}

/** The columns of the first table that looks like one of transactions, and a mapping where day and type of a row are found; `undefined` for no table. */
export function proposeMapping(head: ReportHead): TableProposal | undefined {
  const tables = head.tables.map(columnsOf).filter((columns) => columns !== undefined)
  const [best] = tables.map((columns) => ({ columns, fields: guess(columns) })).toSorted((a, b) => b.fields.size - a.fields.size)
  if (best === undefined) return undefined
  const { columns, fields } = best
  const byColumn = new Map([...fields].map(([field, column]) => [column, field]))
  return {
    columns: columns.map((column) => ({
      title: column.title.slice(0, MAX_SAMPLE),
      samples: [...new Set(column.values)].slice(0, MAX_SAMPLES).map((value) => value.slice(0, MAX_SAMPLE)),
      guess: byColumn.get(column) ?? null,
    })),
    mapping: fields.has('date') && fields.has('type') ? mappingOf(columns, fields) : null,
  }
}

/** The columns below the row near the top that names most fields; `undefined` when none names two. */
function columnsOf({ rows }: Table): Column[] | undefined {
  const namedIn = (cells: readonly string[]) => cells.slice(0, MAX_COLUMNS).filter((cell) => fieldsNamed(cell).length > 0)
  const named = rows.slice(0, HEADER_ROWS).map(({ cells }) => namedIn(cells).length)
  const most = Math.max(1, ...named)
  if (most === 1) return undefined
  const [header, ...below] = rows.slice(named.indexOf(most))
  return header?.cells.slice(0, MAX_COLUMNS).flatMap((title, place) => {
    const cells = below.map((row) => (row.cells[place] ?? '').trim())
    const values = cells.filter((value) => value !== '')
    return title.trim() === '' ? [] : { title: title.trim(), cells, values, shape: shapeOf(values) }
  })
}

function shapeOf(values: readonly string[]): Shape {
  if (values.length === 0) return 'empty'
  const isAll = (fits: (value: string) => boolean) => values.every(fits)
  if (isAll((value) => isIsin(value))) return 'isin'
  if (isAll(isAnyDay)) return 'day'
  if (isAll((value) => isMoneyUnit(value))) return 'currency'
  if (isAll((value) => parseNumber(value) !== undefined)) return 'number'
  if (isAll((value) => parseTime(value) !== undefined)) return 'time'
  return isAll((value) => pairIn(value) !== undefined) ? 'pair' : 'text'
}

function isAnyDay(value: string): boolean {
  return isoDay(value) !== undefined || parseDay(value, 'dmy') !== undefined || parseDay(value, 'mdy') !== undefined
}

/** At most one column for each field: titles that say it as a whole go before those that only have the word, an unnamed shape comes last. */
function guess(columns: readonly Column[]): ReadonlyMap<Field, Column> {
  const found = new Map<Field, Column>()
  const taken = new Set<Column>()
  const take = (field: Field | undefined, column: Column) => {
    if (field === undefined || found.has(field) || taken.has(column)) return
    found.set(field, column)
    taken.add(column)
  }
  const named = columns.map((column) => ({ column, fields: fieldsNamed(column.title).filter((field) => fits(field, column)) }))
  for (const { column, fields } of named) take(fields[0], column)
  for (const { column, fields } of named) for (const field of fields) take(field, column)
  const takeOnly = (field: Field, isIt: (column: Column) => boolean) => {
    const [only, other] = columns.filter((column) => !taken.has(column) && isIt(column))
    if (only !== undefined && other === undefined) take(field, only)
  }
  for (const field of ['date', 'isin', 'pair', 'currency'] as const) takeOnly(field, ({ shape }) => shape === SHAPES[field])
  takeOnly('type', hasTypes)
  settleFigures(found, columns)
  return found
}

function fits(field: Field, { shape, values, cells }: Column): boolean {
  if (shape === 'empty') return true
  if (NUMBERS.has(field)) return shape === 'number'
  const wanted = SHAPES[field]
  if (wanted !== undefined) return shape === wanted
  if (field === 'external_id') return isUnique(values, cells)
  if (field === 'account') return shape !== 'day' && new Set(values).size <= MAX_ACCOUNTS
  if (field === 'fee_currency') return shape === 'currency' || shape === 'text'
  return field === 'description' || field === 'symbol' || field === 'name'
    ? shape !== 'number' && shape !== 'day' && shape !== 'pair'
    : shape === 'text'
}

/** Each row has one, no two the same, and none is a mere count. */
function isUnique(values: readonly string[], cells: readonly string[]): boolean {
  return values.length === cells.length && new Set(values).size === values.length && values.every(({ length }) => length > 5)
}

function hasTypes({ shape, values }: Column): boolean {
  const names = [...new Set(values)]
  const known = names.filter((name) => typeNamed(name) !== undefined).length
  return shape === 'text' && names.length <= MAX_TYPES && known * 2 >= names.length
}

function mappingOf(columns: readonly Column[], fields: ReadonlyMap<Field, Column>): ProposedMapping {
  const decimal = styleOf([...fields].flatMap(([field, column]) => (NUMBERS.has(field) ? column : []))) ?? null
  const types = [...new Set(fields.get('type')?.values ?? [])].slice(0, MAX_TYPES).flatMap((name) => {
    const known = typeNamed(name) ?? { type: typeSaid(name), isOurs: false }
    return known.type === undefined || known.isOurs ? [] : [[name, known.type] as const]
  })
  const currency = fields.has('currency') ? undefined : currencyInTitles(fields, columns)
  return {
    columns: Object.fromEntries([...fields].map(([field, { title }]) => [field, title])),
    types: Object.fromEntries(types),
    date_format: orderOf(fields.get('date')?.values ?? [], decimal) ?? null,
    decimal,
    defaults: currency === undefined ? {} : { currency },
  }
}

/**
 * The order of day and month that the days prove; `undefined` for ISO days and where nothing is proved. Who writes dots between them, or a decimal comma,
 * puts the day first where both could be read.
 */
function orderOf(values: readonly string[], decimal: ProposedMapping['decimal']): 'dmy' | 'mdy' | undefined {
  const others = values.filter((value) => isoDay(value) === undefined)
  const dayFirst = others.some((value) => parseDay(value, 'mdy') === undefined)
  const monthFirst = others.some((value) => parseDay(value, 'dmy') === undefined)
  if (dayFirst !== monthFirst) return dayFirst ? 'dmy' : 'mdy'
  const isEither = others.length > 0 && !dayFirst
  return isEither && (decimal === 'comma' || others.every((value) => DOTTED.test(value))) ? 'dmy' : undefined
}

/** The one currency that the title of the amount names, or else all titles together. */
function currencyInTitles(fields: ReadonlyMap<Field, Column>, columns: readonly Column[]): string | undefined {
  const inTitles = (titles: readonly string[]) =>
    new Set(titles.flatMap((title) => title.match(/\b[A-Z]{3}\b/g) ?? []).filter((code) => isMoneyUnit(code)))
  const own = inTitles([fields.get('amount')?.title ?? ''])
  const codes = own.size > 0 ? own : inTitles(columns.map(({ title }) => (titleKey(title) === 'isin' ? '' : title)))
  return codes.size === 1 ? [...codes][0] : undefined
}
