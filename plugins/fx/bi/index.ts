/** Bank Indonesia: rupiahs for `Value` foreign units; a page has the latest day, and its form the days of one currency. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { type Period, yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { hiddenFields, openForm } from '../form.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'

const NAME = 'Bank Indonesia'
const PAGE = 'https://www.bi.go.id/en/statistik/informasi-kurs/transaksi-bi/default.aspx'
const CODES = 'AED AUD BND CAD CHF CNY DKK EUR GBP HKD JPY KRW KWD LAK MYR NOK NZD PGK PHP SAR SEK SGD THB USD VND'
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export default defineProvider({
  code: 'BI',
  name: NAME,
  description: 'Rates of its own transactions, mean of selling and buying, on working days.',
  website: PAGE,
  attribution: 'Source: Bank Indonesia.',
  home: 'IDR',
  series: homePerForeign('IDR', CODES, { unit: 'stated' }),
  historyFrom: '2024-01-02',
  schedule: { frequency: 'daily', time: '09:00', timeZone: 'Asia/Jakarta' },
  pause: () => 200,
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const { html, headers } = await openForm(get, PAGE)
  const latest = readLatest(html, quotes)
  yield quotes.take()
  if (period.from >= latest) return
  for (const { id } of series)
    for (const span of yearsOf(period)) {
      const body = formOf(html, id, span)
      readSearch((await get({ url: PAGE, method: 'POST', headers, body, expect: 'html', timeoutSeconds: 60 })) ?? '', quotes)
      yield quotes.take()
    }
}

/** The page's hidden fields with the currency, the days (`01-Mar-2026`) and the button; their names begin as the page's own do. */
function formOf(html: string, currency: string, { from, to }: Period): string {
  const prefix = /name="(ctl00\$PlaceHolderMain\$g_[0-9a-f_]{30,40}\$ctl00\$)ddlmatauang1"/.exec(html)?.[1]
  if (prefix === undefined) throw sourceError('format', `${NAME}: the page has no form any more: the format has changed.`)
  const choice = new RegExp(`<option [^>]*value="(${currency} *)"`).exec(html)?.[1] ?? currency
  const fields = { ddlmatauang1: choice, txtFrom: named(from), txtTo: named(to), btnSearch1: 'Search' }
  const form = new URLSearchParams(hiddenFields(html))
  for (const [name, value] of Object.entries(fields)) form.set(`${prefix}${name}`, value)
  return form.toString()
}

/** All currencies of the day `Last Update`: code, value, sell and buy. Gives the day. */
export function readLatest(html: string, quotes: Quotes, side: Side = meanOf): string {
  const day = /Last Update(?:&nbsp;|\s){0,9}<span>([^<]{8,20})<\/span>/.exec(html)?.[1]
  const date = parseDay(day, 'dmy')
  const table = readTables(html).find(([head]) => head?.slice(0, 4).join() === 'Currencies,Value,Sell,Buy')
  if (date === undefined || table === undefined)
    throw sourceError('format', `${NAME} sent a page without its day or its table: the format may have changed.`)
  for (const [id = '', unit = '', selling, buying] of table.slice(1))
    quotes.add({ id, date, value: side(buying, selling), unit: whole(unit) })
  return date
}

/** Value, sell, buy and day of the currency that the page says above the table (`CURRENCIES AED`); no table where there is nothing. */
export function readSearch(html: string, quotes: Quotes, side: Side = meanOf): void {
  const table = readTables(html).find(([head]) => head?.join() === 'Value,Sell,Buy,Date')
  if (table === undefined) return
  const id = /CURRENCIES\s{1,9}([A-Z]{3})\b/.exec(html)?.[1]
  if (id === undefined) throw sourceError('format', `${NAME} sent a page that does not say its currency: the format has changed.`)
  for (const [unit = '', selling, buying, day] of table.slice(1))
    if (day !== undefined) quotes.add({ id, date: parseDay(day, 'dmy'), value: side(buying, selling), unit: whole(unit) })
}

/** `100.00` as `100`. */
function whole(unit: string): string {
  return unit.replace(/\.0+$/, '').replaceAll(',', '')
}

function named(day: string): string {
  return `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`
}
