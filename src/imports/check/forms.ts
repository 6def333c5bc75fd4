/** A report in other forms that say the same, or a part of it: what an importer makes of them shows whether it can be relied on. */
import type { BrokerPlugin, ParsedReport, ReportFile, Row, Table } from '#plugins/brim/contract.ts'

/** Where the rows of a file are: below which rows of titles, or in which list of records. */
export type Shape = { readonly headers: ReadonlySet<number>; readonly list: string | undefined }

/** A table in its parts: what stands above its titles, and under each row of titles what belongs to it. */
type Sections = {
  readonly preamble: readonly Row[]
  readonly sections: readonly { readonly title: Row; readonly rows: readonly Row[] }[]
}

/** The shape of a file as its importer sees it. Of a document with several lists that are read there is none: their rows share numbers. */
export function shapeOf({ layouts = [] }: BrokerPlugin, file: ReportFile, { ignored }: ParsedReport): Shape {
  const headers = new Set(ignored.flatMap(({ row, reason }) => (reason === 'header' ? [row] : [])))
  const [list, ...more] = (file.tables.length > 0 ? [] : (file.records ?? [])).flatMap(({ name }) =>
    layouts.some(({ records }) => records === name) ? [name] : [],
  )
  return { headers, list: more.length === 0 ? list : undefined }
}

/** The rows below titles: of tables, or the records of a document. */
export function bodyOf(file: ReportFile, shape: Shape): readonly Row[] {
  return tablesOf(file, shape).flatMap((table) => sectionsOf(table, shape).sections.flatMap(({ rows }) => rows))
}

/** With the columns below each row of titles in the opposite order; cells beyond the titles stay where they are. */
export function withColumnsTurned(file: ReportFile, shape: Shape): ReportFile {
  return rebuilt(file, shape, (table) => {
    const { preamble, sections } = sectionsOf(table, shape)
    const turn = (width: number, { number, cells }: Row): Row => ({
      number,
      cells: [...Array.from({ length: width }, (_, index) => cells[width - 1 - index] ?? ''), ...cells.slice(width)],
    })
    const turned = sections.flatMap(({ title, rows }) => [title, ...rows].map((row) => turn(title.cells.length, row)))
    return [...preamble, ...turned]
  })
}

/** The titles and what stands above them, and those rows below that are wanted. */
export function withRows(file: ReportFile, shape: Shape, isWanted: (row: number) => boolean): ReportFile {
  return rebuilt(file, shape, (table) => {
    const { preamble, sections } = sectionsOf(table, shape)
    return [...preamble, ...sections.flatMap(({ title, rows }) => [title, ...rows.filter(({ number }) => isWanted(number))])]
  })
}

/** With the rows that are wanted once more at the end of their section, under numbers that no row has. */
export function withRowsAgain(
  file: ReportFile,
  shape: Shape,
  isWanted: (row: Row, title: Row) => boolean,
): { readonly file: ReportFile; readonly added: readonly number[] } {
  const added: number[] = []
  let last = Math.max(0, ...tablesOf(file, shape).flatMap(({ rows }) => rows.map(({ number }) => number)))
  const again = rebuilt(file, shape, (table) => {
    const { preamble, sections } = sectionsOf(table, shape)
    const doubled = sections.flatMap(({ title, rows }) => {
      const copies = rows.filter((row) => isWanted(row, title)).map(({ cells }) => ({ number: ++last, cells }))
      for (const { number } of copies) added.push(number)
      return [title, ...rows, ...copies]
    })
    return [...preamble, ...doubled]
  })
  return { file: again, added }
}

/** With the rows that `isBooked` and those between them in the opposite order, under each row of titles; numbers stay in their places. */
export function withRowsReversed(file: ReportFile, shape: Shape, isBooked: (row: number) => boolean): ReportFile {
  return rebuilt(file, shape, (table) => {
    const { preamble, sections } = sectionsOf(table, shape)
    const reversed = sections.flatMap(({ title, rows }) => {
      const [first, last] = [
        rows.findIndex(({ number }) => isBooked(number)),
        rows.findLastIndex(({ number }) => isBooked(number)),
      ]
      const cells = rows.slice(Math.max(first, 0), last + 1).map((row) => row.cells)
      return [
        title,
        ...rows.map((row, index) =>
          first < 0 || index < first || index > last ? row : { number: row.number, cells: cells[last - index] ?? [] },
        ),
      ]
    })
    return [...preamble, ...reversed]
  })
}

/** With another text in some cells. */
export function withDamage(
  file: ReportFile,
  shape: Shape,
  cells: readonly { readonly row: number; readonly column: number }[],
  text: string,
): ReportFile {
  const columns = new Map(cells.map(({ row, column }) => [row, column]))
  return rebuilt(file, shape, ({ rows }) =>
    rows.map((row) => {
      const column = columns.get(row.number)
      return column === undefined ? row : { number: row.number, cells: row.cells.with(column, text) }
    }),
  )
}

function rebuilt(file: ReportFile, shape: Shape, change: (table: Table) => readonly Row[]): ReportFile {
  const { filename, format, text } = file
  const changed = tablesOf(file, shape).map((table) => ({ name: table.name, rows: change(table) }))
  if (file.tables.length > 0)
    return {
      filename,
      format,
      text: format === 'csv' ? changed.flatMap(({ rows }) => rows.map(lineOf)).join('') : text,
      tables: changed,
    }
  const records = (file.records ?? []).map((table) => changed.find(({ name }) => name === table.name) ?? table)
  return { filename, format, text, tables: [], records }
}

function tablesOf(file: ReportFile, { list }: Shape): readonly Table[] {
  return file.tables.length > 0 ? file.tables : (file.records ?? []).filter(({ name }) => name === list)
}

/** The titles of records are row 0. */
function sectionsOf({ rows }: Table, { headers }: Shape): Sections {
  const isTitle = ({ number }: Row) => number === 0 || headers.has(number)
  const starts = rows.flatMap((row, index) => (isTitle(row) ? [index] : []))
  return {
    preamble: rows.slice(0, starts[0] ?? rows.length),
    sections: starts.map((start, nth) => ({ title: rows[start] as Row, rows: rows.slice(start + 1, starts[nth + 1]) })),
  }
}

function lineOf({ cells }: Row): string {
  return `${cells.map((cell) => (/[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}
