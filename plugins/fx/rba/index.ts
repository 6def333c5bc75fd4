/** Reserve Bank of Australia, statistical table F11.1: foreign units for one Australian dollar. */
import { readLooseRows, requireEven } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome } from '../series.ts'

const NAME = 'Reserve Bank of Australia'
const CODES = 'USD CNY JPY EUR KRW GBP SGD INR THB NZD TWD MYR IDR VND AED PGK HKD CAD ZAR CHF PHP'

export default defineProvider({
  code: 'RBA',
  name: NAME,
  description: 'Exchange rates of about 16:00 Eastern Australian time on business days.',
  website: 'https://www.rba.gov.au/statistics/historical-data.html',
  attribution: 'Source: Reserve Bank of Australia, table F11.1, CC BY 4.0.',
  home: 'AUD',
  series: [...foreignPerHome('AUD', CODES), ...foreignPerHome('AUD', { XDR: 'SDR' })],
  historyFrom: '2023-01-03',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'Australia/Sydney' },
  read,
})

async function* read({ quotes, get }: Reading): AsyncGenerator<FxChunk> {
  readTable((await get({ url: 'https://www.rba.gov.au/statistics/tables/csv/f11.1-data.csv', expect: 'csv' })) ?? '', quotes)
  yield quotes.take()
}

/** Preamble, the line `Units` with the currencies (`Index` is the trade-weighted one), the line `Series ID`, then a row per day. */
function readTable(text: string, quotes: Quotes): void {
  const rows = readLooseRows(text, NAME)
  const units = rows.find((row) => row[0]?.trim() === 'Units')
  const start = rows.findIndex((row) => row[0]?.trim() === 'Series ID') + 1
  if (!units || start === 0) throw sourceError('format', `${NAME} sent a table without its head: the format has changed.`)
  requireEven(rows[start - 1] ?? [], rows.slice(start), NAME)
  for (const [day, ...cells] of rows.slice(start))
    cells.forEach((value, index) => {
      quotes.add({ id: units[index + 1]?.trim() ?? '', date: parseDay(day, 'dmy'), value })
    })
}
