import { AppError } from '../../shared/errors.ts'
import type { ReadFile } from '../export/format.ts'
import type { Archive } from './archive.ts'
import { type Item, itemOf } from './fields.ts'

/** How many items a file may have. */
const MOST: Readonly<Record<ReadFile, number>> = {
  ...{ 'preferences.json': 1, 'templates.json': 1_000, 'brokers.json': 1_000, 'assets.json': 50_000 },
  ...{ 'transactions.json': 1_000_000, 'closes.csv': 5_000_000, 'rates.csv': 2_000_000 },
}

/** The items of a file, made by `read`. Throws `backup/export-invalid` (422) with the line that is no good. */
export async function* itemsOf<T>(archive: Archive, name: ReadFile, read: (item: Item) => T): AsyncGenerator<T> {
  const isCsv = name.endsWith('.csv')
  let [number, count, columns] = [0, 0, undefined as readonly string[] | undefined]
  for await (const raw of archive.lines(name)) {
    number++
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (isCsv && columns === undefined) {
      columns = line.split(',')
      continue
    }
    if (line === '' || (!isCsv && (line === '[' || line === ']'))) continue
    if (++count > MOST[name]) throw invalid(name, number, `There are more than ${MOST[name]}.`)
    yield readLine(name, number, () => read(isCsv ? rowOf(columns ?? [], line) : jsonOf(line)))
  }
}

function readLine<T>(name: ReadFile, number: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) throw invalid(name, number, error.message)
    throw error
  }
}

function jsonOf(line: string): Item {
  return itemOf(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line))
}

/** Cells without quotes: there are no free texts in what is read as CSV. */
function rowOf(columns: readonly string[], line: string): Item {
  const cells = line.split(',')
  if (cells.length !== columns.length) throw new RangeError(`Must have ${columns.length} cells.`)
  return Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
}

function invalid(name: string, line: number, detail: string): AppError {
  return new AppError(
    'invalid',
    'backup/export-invalid',
    `Line ${line} of ${name} is not as an export has it. ${detail} Nothing was changed.`,
  )
}
