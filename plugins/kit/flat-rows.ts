/** Long JSON lists of flat rows, one row after another: only the row at hand is held beside the text. */
import { sourceError } from './http.ts'
import { type JsonValue, listAt, readJson } from './json.ts'

const ROW = /\s*(\{[^{}]*\}|\[[^[\]]*\])\s*([,\]])/y

/**
 * The rows (objects or arrays without others in them) of the list `name` of an answer; of the answer itself where no name is given. Numbers
 * come as their source text. Throws AppError `source/format` where the list is not there, is cut off or has other rows.
 */
export function* flatRows(text: string, source: string, name?: string): Generator<JsonValue, undefined> {
  const start = (name === undefined ? /^\s*\[/ : new RegExp(`"${name}"\\s*:\\s*\\[`)).exec(text)
  if (!start)
    throw sourceError('format', `${source} sent JSON without the list "${name ?? 'at the top'}": the format has changed.`)
  const row = new RegExp(ROW)
  row.lastIndex = start.index + start[0].length
  if (/^\s*\]/.test(text.slice(row.lastIndex, row.lastIndex + 64))) return
  for (let more = true; more; ) {
    const found = row.exec(text)
    if (!found) throw sourceError('format', `${source} sent a list that cannot be read to its end: it may be cut off.`)
    yield readJson(found[1] ?? '', source)
    more = found[2] === ','
  }
}

/** The same for rows that are arrays of `width` cells, as texts. Throws AppError `source/format` where a row has others. */
export function* flatCells(text: string, source: string, name: string, width: number): Generator<readonly string[], undefined> {
  for (const row of flatRows(text, source, name)) {
    const cells = listAt(row, [], source).map((cell) => (typeof cell === 'string' ? cell : ''))
    if (cells.length !== width) throw sourceError('format', `${source} sent rows with other columns: the format has changed.`)
    yield cells
  }
}
