/** CSV to rows with their physical line numbers. */
import Papa from 'papaparse'
import type { Row } from '../brim/contract.ts'

export type CsvFault = { readonly line: number; readonly detail: string }
export type CsvRead = { readonly rows: readonly Row[]; readonly delimiter: string; readonly faults: readonly CsvFault[] }

/**
 * Splits CSV text. The delimiter (`,` `;` TAB `|`) is found unless given; a first line `sep=;` is obeyed and left out; blank rows are
 * left out. `faults` names the line where a quote is never closed: what follows it cannot be trusted.
 */
export function readCsv(text: string, options: { delimiter?: string | undefined; maxRows?: number | undefined } = {}): CsvRead {
  const separator = /^sep=(.)\r?\n/i.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const rows: Row[] = []
  const faults: CsvFault[] = []
  let line = separator ? 2 : 1
  let from = 0
  let delimiter = options.delimiter ?? separator?.[1] ?? ''
  Papa.parse<string[]>(body, {
    header: false,
    delimiter,
    delimitersToGuess: [',', ';', '\t', '|'],
    step({ data, errors, meta }, parser) {
      delimiter = meta.delimiter
      for (const error of errors)
        if (error.type === 'Quotes')
          faults.push({ line, detail: `A quoted text that starts here is never closed properly (${error.message}).` })
      if (data.some((cell) => cell.trim() !== '')) rows.push({ number: line, cells: data })
      line += countLines(body, from, meta.cursor)
      from = meta.cursor
      if (options.maxRows !== undefined && rows.length >= options.maxRows) parser.abort()
    },
  })
  return { rows, delimiter, faults }
}

function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) count++
  }
  return count
}
