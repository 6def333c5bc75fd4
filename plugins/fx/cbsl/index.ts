/** Central Bank of Sri Lanka: rupees for one foreign unit; a form gives a table per currency, for a year at once. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Sri Lanka'
const SITE = 'https://www.cbsl.gov.lk/cbsl_custom/exrates/'
const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
const CODES = `AUD BHD BDT BRL BND CAD CNY CZK DKK EGP EUR GHS XAU HKD HUF INR IDR IRR JPY JOD KES KRW KWD MOP MYR MVR MUR MMK NPR RON NZD
  NGN NOK OMR PKR PGK PHP PLN QAR RUB SAR SCR SGD SBD ZAR GBP SEK CHF TWD THB AED USD VND ZMW`

export default defineProvider({
  code: 'CBSL',
  name: NAME,
  description:
    'Indicative rates of about 9:30 on working days, gold for the troy ounce. Its rial (IRR) follows the old official rate.',
  website: 'https://www.cbsl.gov.lk/en/rates-and-indicators/exchange-rates/daily-indicative-exchange-rates',
  attribution: 'Source: Central Bank of Sri Lanka.',
  home: 'LKR',
  series: homePerForeign('LKR', CODES),
  lastResort: ['IRR'],
  historyFrom: '2011-01-20',
  schedule: { frequency: 'daily', time: '10:00', timeZone: 'Asia/Colombo' },
  read,
})

/** The form page names the choices (`USD~US Dollar`); those of the wanted currencies are sent back. */
async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const page = (await get({ url: `${SITE}exrates.php`, expect: 'html' })) ?? ''
  const wanted = new Set(series.map(({ id }) => id))
  const choices = [...page.matchAll(/name="chk_cur\[\]" value="([^"]{1,80})"/g)].map(([, value = '']) => value)
  const ticked = choices.filter((value) => wanted.has(value.slice(0, 3)))
  if (choices.length === 0) throw sourceError('format', `${NAME}: the form has no currencies any more: the format has changed.`)
  if (ticked.length === 0) return
  for (const { from, to } of yearsOf(period)) {
    const form = new URLSearchParams({
      lookupPage: 'lookup_daily_exchange_rates.php',
      startRange: '2006-11-11',
      rangeType: 'dates',
    })
    for (const [name, value] of Object.entries({ txtStart: from, txtEnd: to, submit_button: 'Submit' })) form.set(name, value)
    for (const value of ticked) form.append('chk_cur[]', value)
    const url = `${SITE}exrates_results.php`
    readPage(
      (await get({ url, method: 'POST', headers, body: form.toString(), expect: 'html', timeoutSeconds: 60 })) ?? '',
      quotes,
    )
    yield quotes.take()
  }
}

/** Tables headed `Date`, `1 USD -> LKR` and the rounded reverse, which is not read. */
function readPage(html: string, quotes: Quotes): void {
  const tables = readTables(html)
  if (tables.length === 0) throw sourceError('format', `${NAME} sent a page without a table: the format may have changed.`)
  for (const [head, ...rows] of tables) {
    const id = /^1 ([A-Z]{3}) ?-> ?LKR$/.exec(head?.[1] ?? '')?.[1] ?? head?.[1] ?? ''
    for (const [day, value] of rows) quotes.add({ id, date: parseDay(day, 'ymd'), value })
  }
}
