/** Central Bank of Paraguay: guaranies for one foreign unit (gold: the troy ounce), a page of days by months per currency and year. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Paraguay'
const PAGE = 'https://www.bcp.gov.py/webapps/web/cotizacion/monedas-historica'
const CODES = 'USD EUR GBP JPY CHF CAD AUD CNY BRL ARS CLP MXN UYU COP BOB NZD ZAR SEK DKK NOK AED PEN SGD TWD XAU'
const MONTHS = 12

export default defineProvider({
  code: 'BCP',
  name: NAME,
  description: 'Reference rates on working days, gold for the troy ounce.',
  website: 'https://www.bcp.gov.py/webapps/web/cotizacion/monedas',
  attribution: 'Source: Banco Central del Paraguay.',
  home: 'PYG',
  series: homePerForeign('PYG', CODES),
  historyFrom: '2001-01-01',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'America/Asuncion' },
  figures: { style: 'comma' },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { id } of series)
    for (const { from } of yearsOf(period)) {
      readPage((await get({ url: `${PAGE}?anho=${from.slice(0, 4)}&moneda=${id}`, expect: 'html' })) ?? '', quotes)
      yield quotes.take()
    }
}

/** The page says its own currency (the selected choice) and year (the title); then a row per day of the month and a column per month. */
function readPage(html: string, quotes: Quotes): void {
  const tables = readTables(html)
  const year = tables.flatMap((rows) => /(\d{4}) DE MONEDA/.exec(rows[0]?.[0] ?? '')?.[1] ?? [])[0]
  const table = tables.find(([head]) => head?.[0] === '#' && head[1] === 'ENE' && head[MONTHS] === 'DIC')
  const id = /<option value="([A-Z]{3})"\s{1,9}selected/.exec(html)?.[1]
  if (year === undefined || table === undefined || id === undefined)
    throw sourceError('format', `${NAME} sent a page without its currency, year or table: the format may have changed.`)
  for (const [day = '', ...cells] of table.slice(1))
    cells.slice(0, MONTHS).forEach((value, index) => {
      quotes.add({ id, date: parseDay(`${year}-${index + 1}-${day}`, 'ymd'), value })
    })
}
