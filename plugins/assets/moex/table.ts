import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt } from '#plugins/kit/json.ts'

export const NAME = 'Moscow Exchange'

export type Row = Readonly<Record<string, string>>

/** The rows of a table by the names of its columns; '' for null. An unknown security has a table without columns. */
export function tableOf(body: JsonValue, name: string, wanted: readonly string[]): Row[] {
  const columns = listAt(body, [name, 'columns'], NAME)
  const missing = wanted.filter((one) => !columns.includes(one))
  const rows = listAt(body, [name, 'data'], NAME)
  if (rows.length > 0 && missing.length > 0)
    throw sourceError('format', `${NAME} sent a table without ${missing.join(', ')}: the format has changed.`)
  return rows.map((row) => {
    const cells: readonly JsonValue[] = Array.isArray(row) ? row : []
    const cellOf = (column: string) => cells[columns.indexOf(column)]
    return Object.fromEntries(wanted.map((column) => [column, typeof cellOf(column) === 'string' ? String(cellOf(column)) : '']))
  })
}
