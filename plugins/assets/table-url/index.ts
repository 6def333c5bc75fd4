/** Prices of a CSV file or of a table in an HTML page at a public address, by columns. */
import { readCsv } from '#plugins/kit/csv.ts'
import { raggedFault } from '#plugins/kit/even.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { readJson } from '#plugins/kit/json.ts'
import { earlier, type Period } from '#plugins/kit/period.ts'
import { fold } from '#plugins/kit/text.ts'
import { addDays } from '#src/shared/date.ts'
import type { AppError } from '#src/shared/errors.ts'
import { addressFaults, chunkOf, readAddress, URL_OPTIONS } from '../any-url.ts'
import type { PriceChunk, PriceConfig, PriceFault, PriceRequest, PriceTools } from '../contract.ts'
import { follow, readPath } from '../path.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { TEMPLATES } from './templates.ts'

type Row = { readonly number: number; readonly cells: readonly string[] }
type Table = readonly Row[]

const PAUSE_MILLISECONDS = 1_000

export default definePrices({
  code: 'TABLE_URL',
  name: 'CSV or HTML table address',
  description:
    'Prices of a CSV file, or of a table in an HTML page, at a public address. Taken as traded, unless the option adjusted says that splits are in it.',
  website: '',
  attribution: '',
  adjusted: 'none',
  identifierHint: 'The address; {from} and {to} stand for the days requested, {from_slashes} and {to_slashes} for YYYY/MM/DD',
  options: [
    {
      name: 'format',
      description: 'What is at the address; json-html = JSON that holds rows of HTML',
      required: true,
      values: ['csv', 'html', 'json-html'],
    },
    { name: 'close', description: 'The title of the column of closes, or its number, such as #5', required: true },
    { name: 'date', description: 'The title of the column of days, or its number, such as #1', required: true },
    { name: 'html', description: 'Where the rows stand in the JSON of json-html: a path; default $.html', required: false },
    {
      name: 'days_per_call',
      description: 'So many days are requested at once, where the address takes no more',
      required: false,
    },
    ...URL_OPTIONS,
    CURRENCY_OPTION,
  ],
  templates: TEMPLATES,
  check: (config) => [...addressFaults(config), ...optionFaults(config)],
  fetchPrices,
})

function optionFaults({ options: { html, days_per_call: days } }: PriceConfig): PriceFault[] {
  const isPath = html === undefined || html === '' || readPath(html) !== undefined
  const isCount = days === undefined || /^[1-9]\d{0,3}$/.test(days)
  return [
    ...(isPath ? [] : [{ pointer: '/options/html', detail: 'Must be a path such as $.html.' }]),
    ...(isCount ? [] : [{ pointer: '/options/days_per_call', detail: 'Must be a whole number from 1 to 9999.' }]),
  ]
}

/** One request, or one for each stretch of `days_per_call`; of several that have nothing the last says why. */
async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const stretches = [...stretchesOf(request)]
  let found = 0
  for (const [index, stretch] of stretches.entries()) {
    if (index > 0) await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
    const chunk = await fetchStretch({ ...request, ...stretch }, tools, stretches.length > 1)
    found += chunk.prices.length
    yield chunk
  }
  if (found === 0 && stretches.length > 1) throw sourceError('empty', 'The address has no prices of these days.')
}

function* stretchesOf({ from, to, options }: PriceRequest): Generator<Period> {
  const days = Number(options['days_per_call'] ?? Number.POSITIVE_INFINITY)
  if (!Number.isFinite(days)) return yield { from, to }
  for (let first = from; first <= to; first = addDays(first, days))
    yield { from: first, to: earlier(addDays(first, days - 1), to) }
}

async function fetchStretch(request: PriceRequest, tools: PriceTools, isOneOfMany: boolean): Promise<PriceChunk> {
  const { format = 'csv', date = '', close = '' } = request.options
  const text = await readAddress(request, tools, format === 'json-html' ? 'json' : format === 'html' ? 'html' : 'csv')
  const tables = format === 'csv' ? [csvRows(text)] : readTables(pageOf(text, request.options)).map(numbered)
  for (const table of tables) {
    const found = columnsIn(table, date, close)
    if (found === undefined) continue
    const below = table.slice(found.below)
    if (format === 'csv') requireEven(table[found.below - 1]?.cells ?? [], below)
    const rows = below
      .map(({ cells }) => ({ day: (cells[found.date] ?? '').trim(), figure: cells[found.close] ?? '' }))
      .filter(({ day, figure }) => day !== '' && figure !== '')
    return chunkOf(rows, request, tools.clock())
  }
  if (isOneOfMany) return { prices: [], issues: [] }
  throw sourceError('format', `No table there has the columns "${date}" and "${close}".`)
}

/** The page, or what stands for one in a JSON answer. */
function pageOf(text: string, { format, html = '$.html' }: PriceRequest['options']): string {
  if (format !== 'json-html') return text
  const parts = follow(readJson(text, 'The address'), readPath(html) ?? [])
  const rows = parts.filter((part) => typeof part === 'string').join('')
  return rows.includes('<table') ? rows : `<table>${rows}</table>`
}

/** Where the columns stand, by their titles or numbers, and from which row on there are prices. */
function columnsIn(table: Table, date: string, close: string): { date: number; close: number; below: number } | undefined {
  const numbers = [date, close].map((name) => Number(/^#([1-9]\d{0,2})$/.exec(name)?.[1] ?? 0) - 1)
  const [first = -1, second = -1] = numbers
  if (first >= 0 && second >= 0) return table.length === 0 ? undefined : { date: first, close: second, below: 0 }
  for (const [index, { cells }] of table.entries()) {
    const titles = cells.map(fold)
    const [day, figure] = [first >= 0 ? first : titles.indexOf(fold(date)), second >= 0 ? second : titles.indexOf(fold(close))]
    if (day >= 0 && figure >= 0) return { date: day, close: figure, below: index + 1 }
  }
  return undefined
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
