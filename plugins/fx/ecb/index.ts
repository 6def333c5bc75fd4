/** ECB euro reference rates. Formats: ecb.europa.eu "Euro foreign exchange reference rates" (XML, CSV) and its SDMX service. */

import { plainRows } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { requestBytes, sourceError } from '#plugins/kit/http.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import { readSdmx } from '#plugins/kit/sdmx.ts'
import { readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import { unzipFile } from '#plugins/kit/unzip.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, untilEuro } from '../series.ts'

const NAME = 'European Central Bank'
const FILES = 'https://www.ecb.europa.eu/stats/eurofxref'
const SDMX = 'https://data-api.ecb.europa.eu/service/data/EXR/D..EUR.SP00.A'
const LIVE = 'AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'
const ENDED = 'BGN HRK RUB EEK LVL LTL SKK CYP MTL SIT ROL TRL'

export default defineProvider({
  code: 'ECB',
  name: NAME,
  description: 'Euro foreign exchange reference rates, agreed at 14:15 on TARGET days.',
  website: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/',
  attribution: 'Source: European Central Bank. Rates are for information only.',
  home: 'EUR',
  series: foreignPerHome('EUR', `${LIVE} ${ENDED}`, {
    until: {
      ...untilEuro('BGN HRK EEK LVL LTL SKK CYP MTL SIT'),
      ...{ RUB: '2022-03-01', ROL: '2005-06-30', TRL: '2004-12-31' },
    },
  }),
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'Europe/Berlin' },
  read,
})

/** The smallest file that holds the whole period: the day, 90 days, SDMX up to a year, else the archive of all days. */
async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const today = tools.clock().toISOString().slice(0, 10)
  const file = period.from >= today ? 'daily' : period.from >= addDays(today, -85) ? 'hist-90d' : undefined
  if (file !== undefined) {
    readReferenceXml((await get({ url: `${FILES}/eurofxref-${file}.xml`, expect: 'xml' })) ?? '', quotes)
    yield quotes.take()
  } else if (daysBetween(period.from, period.to) <= 366) {
    for (const { from, to } of yearsOf(period)) {
      const url = `${SDMX}?startPeriod=${from}&endPeriod=${to}&format=csvdata&detail=dataonly`
      const text = await get({ url, expect: 'csv', noData: [404] })
      for (const row of readSdmx(text ?? '', ['CURRENCY'], NAME)) quotes.add({ ...row, id: row.keys.CURRENCY })
      yield quotes.take()
    }
  } else {
    const archive = await requestBytes(tools, { url: `${FILES}/eurofxref-hist.zip`, expect: 'binary' })
    const csv = await unzipFile(archive ?? new Uint8Array(), '.csv', 32 * 1024 * 1024, NAME)
    yield* readReferenceCsv(new TextDecoder().decode(csv), quotes)
  }
}

/** The daily and 90-day files: `Cube time` holds `Cube currency rate`. */
function readReferenceXml(text: string, quotes: Quotes): void {
  for (const cube of requireElements(readSourceXml(text, NAME), 'Cube', NAME)) {
    const time = cube.attributes['time']
    if (time === undefined) continue
    for (const { attributes } of cube.children)
      quotes.add({ id: attributes['currency'] ?? '', date: parseDay(time, 'ymd'), value: attributes['rate'] })
  }
}

/** The CSV of one day or of all days, newest first: a column per currency; a chunk per year. */
export function* readReferenceCsv(text: string, quotes: Quotes): Generator<FxChunk> {
  const rows = plainRows(text, NAME)
  const header = rows.next().value
  if (header?.[0]?.trim() !== 'Date') throw sourceError('format', `${NAME} sent a table without dates: the format has changed.`)
  const currencies = header.map((cell) => cell.trim())
  let year: string | undefined
  for (const [first = '', ...cells] of rows) {
    const date = parseDay(first, /^\d{4}-/.test(first) ? 'ymd' : 'dmy')
    if (year !== undefined && date?.slice(0, 4) !== year) yield quotes.take()
    year = date?.slice(0, 4)
    cells.forEach((value, index) => {
      const id = currencies[index + 1]
      if (id) quotes.add({ id, date, value })
    })
  }
  yield quotes.take()
}
