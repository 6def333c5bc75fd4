/** Monetary Authority of Singapore, monthly statistical bulletin: a form page that gives a CSV; the title of a column says the unit. */

import { readLooseRows, requireEven } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { type Period, yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Monetary Authority of Singapore'
const PAGE = 'https://eservices.mas.gov.sg/statistics/msb/ExchangeRates.aspx'
const ONE = 'S$ Per Unit of'
const HUNDRED = 'S$ Per 100 Units of'
const PER_ONE = { EUR: `${ONE} Euro`, GBP: `${ONE} Pound Sterling`, USD: `${ONE} US Dollar` }
const PER_HUNDRED = {
  ...{ AUD: `${HUNDRED} Australian Dollar`, CAD: `${HUNDRED} Canadian Dollar`, CNY: `${HUNDRED} Chinese Renminbi` },
  ...{ HKD: `${HUNDRED} Hong Kong Dollar`, INR: `${HUNDRED} Indian Rupee`, IDR: `${HUNDRED} Indonesian Rupiah` },
  ...{ JPY: `${HUNDRED} Japanese Yen`, KRW: `${HUNDRED} Korean Won`, MYR: `${HUNDRED} Malaysian Ringgit` },
  ...{ TWD: `${HUNDRED} New Taiwan Dollar`, NZD: `${HUNDRED} New Zealand Dollar`, PHP: `${HUNDRED} Philippine Peso` },
  ...{ QAR: `${HUNDRED} Qatar Riyal`, SAR: `${HUNDRED} Saudi Arabia Riyal`, CHF: `${HUNDRED} Swiss Franc` },
  ...{ THB: `${HUNDRED} Thai Baht`, AED: `${HUNDRED} UAE Dirham`, VND: `${HUNDRED} Vietnamese Dong` },
}

export default defineProvider({
  code: 'MAS',
  name: NAME,
  description: 'Rates of noon on business days.',
  website: PAGE,
  attribution: 'Source: Monetary Authority of Singapore.',
  home: 'SGD',
  series: [...homePerForeign('SGD', PER_ONE), ...homePerForeign('SGD', PER_HUNDRED, { unit: '100' })],
  historyFrom: '1988-01-08',
  schedule: { frequency: 'daily', time: '15:00', timeZone: 'Asia/Singapore' },
  read,
})

/** The page's own fields (view state and choices) are sent back with every series ticked and daily values chosen. */
async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const page = (await get({ url: PAGE, expect: 'html' })) ?? ''
  for (const year of yearsOf(period)) {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const csv = await get({ url: PAGE, method: 'POST', headers, body: formOf(page, year), expect: 'csv', timeoutSeconds: 60 })
    readTable(csv ?? '', quotes)
    yield quotes.take()
  }
}

/** The form of the page filled in for a period, as a query. Throws AppError `source/format` when a field is gone. */
function formOf(page: string, { from, to }: Period): string {
  const form = new URLSearchParams()
  const inputs = [...page.matchAll(/<(input|select)\b[^>]*>/gi)].map(([tag]) => ({ name: attributeOf(tag, 'name'), tag }))
  const set = (part: RegExp, value: string, only?: string) => {
    const found = inputs.filter(({ name, tag }) => part.test(name) && (only === undefined || attributeOf(tag, 'type') === only))
    if (found.length === 0) throw sourceError('format', `${NAME}: the form has no field ${part.source} any more.`)
    for (const { name } of found) form.set(name, value)
  }
  for (const { name, tag } of inputs)
    if (attributeOf(tag, 'type') === 'hidden' && name !== '') form.set(name, attributeOf(tag, 'value'))
  set(/\$StartYear/, from.slice(0, 4))
  set(/\$StartMonth/, String(Number(from.slice(5, 7))))
  set(/\$EndYear/, to.slice(0, 4))
  set(/\$EndMonth/, String(Number(to.slice(5, 7))))
  set(/Frequency/, 'D')
  set(/EndOfPeriod/, 'on', 'checkbox')
  set(/DownloadButton/, 'Download')
  return form.toString()
}

/** Titles, a line from `End of Period` on with the columns, rows whose year and month stand only where they change, notes at the end. */
function readTable(text: string, quotes: Quotes): void {
  const complete = /"\s*$/.test(text) && !/[\r\n]$/.test(text) ? `${text}\n` : text
  const rows = readLooseRows(complete, NAME)
  const start = rows.findIndex((row) => row[0]?.trim() === 'End of Period')
  if (start === -1) throw sourceError('format', `${NAME} sent a table without its head: the format has changed.`)
  const titles = rows[start]?.slice(3).map((title) => title.replace(/\s+/g, ' ').trim()) ?? []
  const isNote = (row: readonly string[]) => row.length <= 3
  requireEven(
    rows[start] ?? [],
    rows.slice(start + 1).filter((row) => !isNote(row)),
    NAME,
  )
  let [year, month] = ['', '']
  for (const [first = '', second = '', day = '', ...cells] of rows.slice(start + 1)) {
    if (cells.length === 0) continue
    year = first.trim() || year
    month = second.trim() || month
    cells.forEach((value, index) => {
      quotes.add({ id: titles[index] ?? '', date: parseDay(`${year} ${month} ${day.trim()}`, 'ymd'), value })
    })
  }
}

function attributeOf(tag: string, attribute: string): string {
  const match = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return (match?.[1] ?? match?.[2] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
