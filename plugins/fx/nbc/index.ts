/** National Bank of Cambodia: riels for `Unit` foreign units; a form with a one-time token, a day a call. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { hiddenFields, openForm } from '../form.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of Cambodia'
const PAGE = 'https://www.nbc.gov.kh/english/economic_research/exchange_rate.php'
const CODES = 'USD AUD CAD CHF CNY EUR GBP HKD IDR INR JPY KRW LAK MMK MYR NZD PHP SEK SGD THB TWD VND AED ZAR NGN DKK SAR'

export default defineProvider({
  code: 'NBC',
  name: NAME,
  description: 'The official rate of the US dollar, and the mean of bid and ask of the others, on working days.',
  website: PAGE,
  attribution: 'Source: National Bank of Cambodia.',
  home: 'KHR',
  series: [...homePerForeign('KHR', CODES, { unit: 'stated' }), ...homePerForeign('KHR', { XDR: 'SDR' }, { unit: 'stated' })],
  historyFrom: '2008-01-14',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Asia/Phnom_Penh' },
  pause: () => 200,
  read,
})

/** Every answer carries the token of the next request. */
async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const page = await openForm(get, PAGE)
  let html = page.html
  for (const exdate of daysOf(period, true)) {
    const tk = hiddenFields(html)['tk']
    if (tk === undefined) throw sourceError('format', `${NAME} sent a page without its form: the format may have changed.`)
    const body = new URLSearchParams({ exdate, tk, view: 'View' }).toString()
    html = (await get({ url: PAGE, method: 'POST', headers: page.headers, body, expect: 'html' })) ?? ''
    readPage(html, quotes)
    yield quotes.take()
  }
}

/** The day and the dollar in lines of text, then rows of name, `AUD/KHR`, unit, bid, ask and average. */
function readPage(html: string, quotes: Quotes): void {
  if (/There is no data available\./.test(html)) return
  const day = /Exchange Rate on\s{0,9}:\s{0,9}<font[^>]{0,40}>([^<]{8,12})<\/font>/.exec(html)?.[1]
  const dollar = /Official Exchange Rate\s{0,9}:\s{0,9}<font[^>]{0,40}>([^<]{0,40})<\/font>\s{0,9}KHR \/ USD/.exec(html)?.[1]
  if (day === undefined || dollar === undefined)
    throw sourceError('format', `${NAME} sent a page without its day or its dollar: the format may have changed.`)
  const date = parseDay(day, 'ymd')
  quotes.add({ id: 'USD', date, value: dollar, unit: '1' })
  for (const [, pair = '', unit = '', , , value] of readTables(html).flat())
    if (/^[A-Z]{3}\/KHR$/.test(pair)) quotes.add({ id: pair.slice(0, 3), date, value, unit })
}
