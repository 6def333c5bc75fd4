/** Central Bank of Samoa: FOREIGN units for one tala, in a workbook with a sheet a year and a block a month, each with its own head. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome } from '../series.ts'
import { eachSheet, fetchWorkbook, type Sheet, workbookLink } from '../workbook.ts'

const NAME = 'Central Bank of Samoa'
const PAGE = 'https://cbs.gov.ws/daily-exchange-rates'
/** As in the heads `TALA/USD` and `US/TALA`, which mean the same. */
const SHORT: Readonly<Record<string, string>> = { US: 'USD', NZ: 'NZD', AUS: 'AUD', EURO: 'EUR', YEN: 'JPY' }

export default defineProvider({
  code: 'CBS',
  name: NAME,
  description: 'Indicative rates, foreign units for a tala, Monday to Friday.',
  website: PAGE,
  attribution: 'Source: Central Bank of Samoa.',
  home: 'WST',
  series: foreignPerHome('WST', 'USD NZD AUD EUR FJD JPY GBP CNY'),
  historyFrom: '2008-01-03',
  schedule: { frequency: 'daily', time: '10:00', timeZone: 'Pacific/Apia' },
  figures: { digits: 10 },
  read,
})

async function* read({ quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const url = workbookLink((await get({ url: PAGE, expect: 'html' })) ?? '', PAGE, /daily[-_ %20]*rates/i, NAME)
  for await (const sheet of eachSheet(await fetchWorkbook(tools, { url }, NAME))) {
    readSheet(sheet, quotes)
    yield quotes.take()
  }
}

/**
 * Blocks of a month's name, a head `DATE`, `TALA/USD`, … and rows of a day and its rates. A day of another month than its block has, or of
 * another year than its sheet, was mistyped: which day was meant nobody can say.
 */
function readSheet({ name, rows }: Sheet, quotes: Quotes): void {
  let at = -1
  let month = ''
  let heads: readonly string[] = []
  for (const row of rows) {
    const start = row.findIndex((cell) => cell.trim().toUpperCase() === 'DATE')
    if (start >= 0) [at, heads] = [start, row.map(currencyOf)]
    month = monthOf(name, row) ?? month
    const date = start >= 0 || at < 0 ? undefined : parseDay(row[at], 'ymd')
    if (date === undefined) continue
    heads.forEach((id, index) => {
      if (index > at && id !== '') quotes.add({ id, date: date.startsWith(month) ? date : undefined, value: row[index] })
    })
  }
  if (at < 0) throw sourceError('format', `${NAME}: the sheet ${name} has no head: the format has changed.`)
}

/** `2026-02` for the row `FEBRUARY` of the sheet `2026`. */
function monthOf(year: string, row: readonly string[]): string | undefined {
  const [text = '', ...others] = row.filter((cell) => cell.trim() !== '')
  return others.length > 0 ? undefined : parseDay(`1 ${text.trim()} ${year}`, 'dmy')?.slice(0, 7)
}

function currencyOf(head: string): string {
  const text = head.trim().toUpperCase()
  if (!/^TALA\/|\/TALA$/.test(text)) return ''
  const short = text.replace(/^TALA\/|\/TALA$/g, '').trim()
  return SHORT[short] ?? short
}
