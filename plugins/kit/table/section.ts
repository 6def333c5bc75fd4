/** The rows below one header: how their cells are read, what their kinds mean, and where the next header stands. */
import type { ImportOptions, ReportFile, Row, Table } from '../../brim/contract.ts'
import type { NumberStyle } from '../number.ts'
import { requireStyle } from '../number-style.ts'
import { fold } from '../text.ts'
import { type CellFormat, createLines, type RawLine } from './cells.ts'
import { type Place, placeIn, SURE_ENOUGH } from './find.ts'
import type { Source } from './given.ts'
import type { Layout, RowRule } from './layout.ts'

const MAX_KINDS = 1_000

/** A table with the layout that fits it; `offset` is added to its row numbers. */
export type Part = { readonly file: ReportFile; readonly table: Table; readonly place: Place; readonly offset: number }

type Rules = Map<string, RowRule<Record<string, never>>>
export type Section = {
  readonly layout: Layout
  readonly source: Source
  readonly rules: Rules
  readonly lineOf: (row: Row) => RawLine
  /** The text of the columns that are unique, else of the `id`; none where the layout has no such column, or the table lacks it. */
  readonly numberOf: ((row: Row) => string) | undefined
  /** Those whose title rows may stand below. */
  readonly others: readonly Layout[]
  /** Their known titles are words: none begins with a digit, none is unnamed. */
  readonly areWords: boolean
}

/** Throws RowRefusal for a file that proves nothing, or both, of its numbers. */
export function openSection(part: Part, place: Place, layouts: readonly Layout[], options: ImportOptions): Section {
  const { layout, places } = place
  const numbers = numberStyle(part, place)
  const money = layout.money === undefined ? undefined : new Set(layout.money)
  const format: CellFormat = { dates: layout.dates, numbers, money }
  const rules = new Map<string, RowRule<Record<string, never>>>()
  for (const [kinds, rule] of Object.entries(layout.rows ?? {})) for (const kind of kinds.split('|')) rules.set(fold(kind), rule)
  const others = layout.json === undefined ? layouts.filter((one) => one !== layout && one.json === undefined) : []
  return {
    ...{ layout, source: { layout, options, numbers, money, units: new Map() }, rules, others, areWords: others.every(hasWords) },
    lineOf: createLines(layout.columns, places, format, part.offset),
    numberOf: numberIn(layout, places),
  }
}

function numberIn({ unique = ['id'] }: Layout, places: Place['places']): Section['numberOf'] {
  const [place, ...more] = unique.flatMap((column) => places.get(column) ?? [])
  if (place === undefined) return undefined
  if (more.length === 0) return ({ cells }) => (cells[place] ?? '').trim()
  return ({ cells }) => [place, ...more].map((each) => (cells[each] ?? '').trim()).find((text) => text !== '') ?? ''
}

function hasWords({ columns, varying }: Layout): boolean {
  const titles = Object.values(columns).flatMap((column) => column.titles)
  return varying === undefined && titles.every(({ folded, after }) => !after && !/^[-./\d]/.test(folded))
}

/** The decimal sign of the table. `proven`: the one that its cells prove, `dot` where none has a sign at all. Throws FileRefusal. */
function numberStyle({ file, table }: Part, { layout, index, places }: Place): NumberStyle {
  const { numbers } = layout
  if (typeof numbers === 'object') return file.format === 'sheet' ? numbers.sheet : numbers.csv
  if (numbers !== 'proven') return numbers
  const wanted = [...places].flatMap(([name, place]) => (layout.columns[name]?.kind === 'number' ? place : []))
  return requireStyle(table.rows.slice(index + 1), wanted)
}

/** Whether a row below the header repeats it (`same`), or begins a section of another layout. */
export function headerAt(row: Row, header: readonly string[], { others, areWords }: Section): Place | 'same' | undefined {
  const first = row.cells[0] ?? ''
  if (first !== '' && first === header[0] && row.cells.every((cell, index) => cell === (header[index] ?? ''))) return 'same'
  if (others.length === 0 || /^[\d"-]/.test(first) || (areWords && areFigures(row.cells))) return undefined
  const titles = row.cells.map(fold)
  return others.map((one) => placeIn(titles, one)).find((place) => place !== undefined && place.confidence >= SURE_ENOUGH)
}

/** More cells begin with a figure than a title row of words may have that is known to seven tenths. */
function areFigures(cells: readonly string[]): boolean {
  let [filled, figures] = [0, 0]
  for (const cell of cells) {
    if (cell === '') continue
    filled++
    const code = cell.charCodeAt(0)
    if (code >= 45 && code <= 57 && ++figures * 10 > cells.length * 3) return true
  }
  return figures * 10 > filled * 3
}

/** The rule of a kind as it is written, which is remembered: there are few kinds. */
export function ruleOf(rules: Rules, kind: string): RowRule<Record<string, never>> | undefined {
  const known = rules.get(kind)
  if (known !== undefined) return known
  const found = rules.get(fold(kind)) ?? rules.get('*')
  if (found !== undefined && rules.size < MAX_KINDS) rules.set(kind, found)
  return found
}
