/** Bank of Algeria: dinars for one foreign unit or, where the title of a sheet says so, a hundred; a workbook with a sheet a currency. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { eachSheet, fetchWorkbook, type Sheet, workbookLink } from '../workbook.ts'

const NAME = 'Bank of Algeria'
const PAGE = 'https://www.bank-of-algeria.dz/donnees-historiques/'
const CODES = 'AED CAD CHF CNY DKK GBP JPY KWD LYD MAD NOK SAR SEK TND USD'

export default defineProvider({
  code: 'BOA',
  name: NAME,
  description:
    'Rates of the interbank market, published up to three weeks after the month. Its server leaves out a certificate between its own and the root.',
  website: PAGE,
  attribution: 'Source: Bank of Algeria.',
  home: 'DZD',
  series: [...homePerForeign('DZD', CODES, { unit: 'stated' }), ...homePerForeign('DZD', { EUR: 'EURO' }, { unit: 'stated' })],
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', released: 'monthly', time: '17:00', timeZone: 'Africa/Algiers' },
  figures: { digits: 10 },
  read,
})

async function* read({ quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const url = workbookLink((await get({ url: PAGE, expect: 'html' })) ?? '', PAGE, /cotation-dzd[^"]*journalier/i, NAME)
  for await (const sheet of eachSheet(await fetchWorkbook(tools, { url }, NAME))) {
    readSheet(sheet, quotes)
    yield quotes.take()
  }
}

/** The sheet `JPY - DZD` has the title `100 JPY / DZD`, then rows of a day and a rate. The title must be of the sheet's own currency. */
function readSheet({ name, rows }: Sheet, quotes: Quotes): void {
  const id = /^([A-Z]{3,4}) - DZD$/.exec(name)?.[1]
  const titles = rows.slice(0, 6).flatMap((row) => /^\s*(?:(\d+) )?([A-Z]{3,4}) \/ DZD\s*$/.exec(row[0] ?? '') ?? [])
  const [, unit = '1', currency] = titles
  if (id === undefined || currency !== id)
    throw sourceError('format', `${NAME}: the sheet ${name} does not say what it is of: the format has changed.`)
  for (const [day, value] of rows) {
    const date = parseDay(day, 'ymd')
    if (date !== undefined && id !== 'MRO') quotes.add({ id, date, value, unit })
  }
}
