/** Reserve Bank of Fiji: FOREIGN units for one Fiji dollar, all days in a workbook that a page links. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome } from '../series.ts'
import { fetchWorkbook, type Sheet, workbookLink } from '../workbook.ts'

const NAME = 'Reserve Bank of Fiji'
const PAGE = 'https://www.rbf.gov.fj/statistics/economic-and-financial-statistics/'
const HEADS = { XDR: 'SDR', GBP: 'STG', JPY: 'YEN', CHF: 'CHF', AUD: 'A$', NZD: 'NZ$', USD: 'US$', EUR: 'EURO' }

export default defineProvider({
  code: 'RBF',
  name: NAME,
  description: 'Middle rates of about 9:00, foreign units for a Fiji dollar, on working days.',
  website: 'https://www.rbf.gov.fj/exchange-rates/',
  attribution: 'Source: Reserve Bank of Fiji.',
  home: 'FJD',
  series: foreignPerHome('FJD', HEADS),
  historyFrom: '2001-01-02',
  schedule: { frequency: 'daily', time: '09:30', timeZone: 'Pacific/Fiji' },
  figures: { digits: 10 },
  read,
})

async function* read({ quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const url = workbookLink((await get({ url: PAGE, expect: 'html' })) ?? '', PAGE, /exchange-rates-daily/i, NAME)
  for (const sheet of await fetchWorkbook(tools, { url }, NAME)) readSheet(sheet, quotes)
  yield quotes.take()
}

/** `(RBF Mid-Rate Per Fiji Dollar)`, which says the direction, a head from `Period` on, and a row a day. */
function readSheet({ rows }: Sheet, quotes: Quotes): void {
  const start = rows.findIndex((row) => row[0]?.trim() === 'Period')
  if (start === -1 || !rows.slice(0, start).some((row) => /per fiji dollar/i.test(row.join(' '))))
    throw sourceError('format', `${NAME} sent a sheet without its head: the format has changed.`)
  const heads = rows[start]?.map((head) => head.trim()) ?? []
  for (const row of rows.slice(start + 1)) {
    const date = parseDay(row[0], 'ymd')
    if (date !== undefined) for (let i = 1; i < heads.length; i++) quotes.add({ id: heads[i] ?? '', date, value: row[i] })
  }
}
