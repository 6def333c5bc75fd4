/** Central Bank of Tunisia: dinars for `Unité` foreign units, in a fragment of HTML with French numbers; a day a call. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Tunisia'
const SITE = 'https://www.bct.gov.tn/bct/siteprod/'
const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Referer: `${SITE}cours_archive.jsp` }
const CODES = 'DZD SAR CAD DKK USD GBP JPY MAD NOK SEK CHF KWD AED EUR LYD MRU BHD QAR CNY OMR'

export default defineProvider({
  code: 'BCT',
  name: NAME,
  description: 'Mean rates of the interbank market (accounts, not banknotes), on working days.',
  website: `${SITE}cours.jsp`,
  attribution: 'Source: Banque Centrale de Tunisie.',
  home: 'TND',
  series: homePerForeign('TND', CODES, { unit: 'stated' }),
  historyFrom: '2004-12-23',
  schedule: { frequency: 'daily', time: '18:00', timeZone: 'Africa/Tunis' },
  figures: { style: 'comma' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period, true)) {
    const body = `input=${day}&langue=_AN`
    const url = `${SITE}cours_archiv.jsp`
    readPage((await get({ url, method: 'POST', headers, body, expect: 'html', encoding: 'windows-1252' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** The day in the heading, then the table of accounts (name, code, unit, rate), and one of banknotes; a day without rates says so. */
function readPage(html: string, quotes: Quotes): void {
  if (/exhausted resultset/i.test(html)) return
  const day = /Journ\S{1,8}e du (\d{2}\/\d{2}\/\d{4})/.exec(html)?.[1]
  const table = readTables(html).find((rows) => rows[0]?.[1] === 'Sigle')
  if (day === undefined || table === undefined)
    throw sourceError('format', `${NAME} sent a page without its day or its table: the format may have changed.`)
  for (const [, id = '', unit = '', value] of table.slice(1)) quotes.add({ id, date: parseDay(day, 'dmy'), value, unit })
}
