/** Central Bank of Egypt: pounds for one foreign unit (100 yen), as a workbook that a form gives. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { hiddenFields, openForm } from '../form.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'
import { fetchWorkbook, type Sheet } from '../workbook.ts'

const NAME = 'Central Bank of Egypt'
const SITE = 'https://www.cbe.org.eg'
const PAGE = `${SITE}/en/economic-research/statistics/cbe-exchange-rates/historical-data`
const TOKEN = '__RequestVerificationToken'
const NAMES = {
  ...{
    USD: 'US Dollar',
    EUR: 'Euro',
    GBP: 'Pound Sterling',
    CAD: 'Canadian Dollar',
    DKK: 'Danish Krone',
    NOK: 'Norwegian Krone',
  },
  ...{ SEK: 'Swedish Krona', CHF: 'Swiss Franc', SAR: 'Saudi Riyal', KWD: 'Kuwaiti Dinar', AED: 'UAE Dirham' },
  ...{ AUD: 'Australian Dollar', BHD: 'Bahraini Dinar', OMR: 'Omani Riyal', QAR: 'Qatari Riyal', JOD: 'Jordanian Dinar' },
  CNY: 'Chinese Yuan',
}

export default defineProvider({
  code: 'CBE',
  name: NAME,
  description: 'Official rates, mean of buying and selling, Sunday to Thursday.',
  website: PAGE,
  attribution: 'Source: Central Bank of Egypt.',
  home: 'EGP',
  series: [...homePerForeign('EGP', NAMES), ...homePerForeign('EGP', { JPY: 'Japanese Yen 100' }, { unit: '100' })],
  historyFrom: '2024-03-01',
  schedule: { frequency: 'daily', time: '13:00', timeZone: 'Africa/Cairo' },
  pause: () => 200,
  read,
})

/** The form is sent back with its token, its cookies, the days (`DD/MM/YYYY`) and the names of the currencies. */
async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    const { html, headers } = await openForm(get, PAGE)
    const fields = hiddenFields(html)
    if (fields[TOKEN] === undefined)
      throw sourceError('format', `${NAME}: the form has no token any more: the format has changed.`)
    const form = new URLSearchParams({ FromDateRaw: slashed(from), ToDateRaw: slashed(to), SubmitAction: '2' })
    for (const name of [TOKEN, 'DataSourceId', 'FallbackUrl', 'LanguageName']) form.set(name, fields[name] ?? '')
    for (const { id } of series) form.append('SelectedSelectOptions', id)
    const url = `${SITE}/api/statistics/GetHistoricalData`
    readSheets(await fetchWorkbook(tools, { url, method: 'POST', headers, body: form.toString() }, NAME), quotes)
    yield quotes.take()
  }
}

/** Rows of `Date`, `Currency`, `Buy` and `Sell` below that head. */
export function readSheets(sheets: readonly Sheet[], quotes: Quotes, side: Side = meanOf): void {
  const rows = sheets[0]?.rows ?? []
  const start = rows.findIndex((row) => row.join() === 'Date,Currency,Buy,Sell')
  if (start === -1) throw sourceError('format', `${NAME} sent a workbook without its head: the format has changed.`)
  for (const [day = '', id = '', buying, selling] of rows.slice(start + 1))
    quotes.add({ id, date: parseDay(day, 'ymd'), value: side(buying, selling) })
}

function slashed(day: string): string {
  return day.split('-').toReversed().join('/')
}
