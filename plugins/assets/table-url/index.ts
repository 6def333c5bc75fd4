/** Prices of a CSV file or of a table in an HTML page at a public address, by columns. */
import { readCsv } from '#plugins/kit/csv.ts'
import { raggedFault } from '#plugins/kit/even.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { fold } from '#plugins/kit/text.ts'
import type { AppError } from '#src/shared/errors.ts'
import { addressFaults, chunkOf, readAddress, URL_OPTIONS } from '../any-url.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'

type Row = { readonly number: number; readonly cells: readonly string[] }
type Table = readonly Row[]

export default definePrices({
  code: 'TABLE_URL',
  name: 'CSV or HTML table address',
  description:
    'Prices of a CSV file, or of a table in an HTML page, at a public address. Taken as traded, unless the option adjusted says that splits are in it.',
  website: '',
  attribution: '',
  adjusted: 'none',
  identifierHint: 'The address; {from} and {to} stand for the days requested',
  options: [
    { name: 'format', description: 'What is at the address', required: true, values: ['csv', 'html'] },
    { name: 'close', description: 'The title of the column of closes', required: true },
    { name: 'date', description: 'The title of the column of days', required: true },
    ...URL_OPTIONS,
    CURRENCY_OPTION,
  ],
  check: addressFaults,
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const isHtml = request.options['format'] === 'html'
  const text = await readAddress(request, tools, isHtml ? 'html' : 'csv')
  const tables = isHtml ? readTables(text).map(numbered) : [csvRows(text)]
  const [wantedDate, wantedClose] = [fold(request.options['date'] ?? ''), fold(request.options['close'] ?? '')]
  for (const table of tables)
    for (const [index, row] of table.entries()) {
      const titles = row.cells.map(fold)
      const [date, close] = [titles.indexOf(wantedDate), titles.indexOf(wantedClose)]
      if (date < 0 || close < 0) continue
      const below = table.slice(index + 1)
      if (!isHtml) requireEven(row.cells, below)
      const rows = below.map(({ cells }) => cells).filter((cells) => (cells[date] ?? '') !== '' && (cells[close] ?? '') !== '')
      yield chunkOf(
        rows.map((cells) => ({ day: (cells[date] ?? '').trim(), figure: cells[close] ?? '' })),
        request,
        tools.clock(),
      )
      return
    }
  throw sourceError('format', `No table there has the columns "${request.options['date']}" and "${request.options['close']}".`)
}

/** Rows that are damaged are no rows; a file that is cut off is refused. */
function csvRows(text: string): Table {
  const { rows, faults } = readCsv(text)
  const fault = faults[0]
  if (fault) throw damaged(fault.line, fault.detail)
  return rows
}

function numbered(rows: readonly (readonly string[])[]): Table {
  return rows.map((cells, index) => ({ number: index + 1, cells }))
}

function requireEven(header: readonly string[], rows: Table): void {
  for (const { number, cells } of rows) {
    const fault = raggedFault(header, cells)
    if (fault !== undefined) throw damaged(number, fault)
  }
}

function damaged(line: number, detail: string): AppError {
  return sourceError('format', `The file is damaged at line ${line}: ${detail}`)
}
