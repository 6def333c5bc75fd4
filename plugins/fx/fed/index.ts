/** Federal Reserve H.10 rates as served by FRED: a CSV without key, a JSON interface with one. */
import { readRows } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'Federal Reserve (FRED)'

/** Foreign units for one dollar. */
const PER_DOLLAR = {
  ...{ BRL: 'DEXBZUS', CAD: 'DEXCAUS', CNY: 'DEXCHUS', DKK: 'DEXDNUS', HKD: 'DEXHKUS', INR: 'DEXINUS', JPY: 'DEXJPUS' },
  ...{ KRW: 'DEXKOUS', MYR: 'DEXMAUS', MXN: 'DEXMXUS', NOK: 'DEXNOUS', SEK: 'DEXSDUS', ZAR: 'DEXSFUS', SGD: 'DEXSIUS' },
  ...{ LKR: 'DEXSLUS', CHF: 'DEXSZUS', TWD: 'DEXTAUS', THB: 'DEXTHUS' },
}
/** Dollars for one foreign unit. */
const DOLLARS = { AUD: 'DEXUSAL', EUR: 'DEXUSEU', NZD: 'DEXUSNZ', GBP: 'DEXUSUK' }

export default defineProvider({
  code: 'FED',
  name: NAME,
  description: 'Noon buying rates in New York for cable transfers (release H.10), published on Mondays for the week before.',
  website: 'https://www.federalreserve.gov/releases/h10/',
  attribution:
    'Source: Board of Governors of the Federal Reserve System (US), H.10, retrieved from FRED, Federal Reserve Bank of St. Louis.',
  home: 'USD',
  series: [...foreignPerHome('USD', PER_DOLLAR), ...homePerForeign('USD', DOLLARS)],
  historyFrom: '1971-01-04',
  schedule: { frequency: 'daily', released: 'weekly', time: '16:15', timeZone: 'America/New_York' },
  key: { setting: 'FRED_API_KEY', required: false, website: 'https://fred.stlouisfed.org/docs/api/api_key.html' },
  read,
})

async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  if (tools.key) {
    for (const { id } of series) {
      const query = new URLSearchParams({
        ...{ series_id: id, api_key: tools.key, file_type: 'json' },
        ...{ observation_start: period.from, observation_end: period.to },
      })
      readObservations(
        await get({ url: `https://api.stlouisfed.org/fred/series/observations?${query}`, expect: 'json' }),
        id,
        quotes,
      )
      yield quotes.take()
    }
    return
  }
  const ids = series.map((one) => one.id).join(',')
  for (const { from, to } of yearsOf(period)) {
    const url = `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${ids}&cosd=${from}&coed=${to}`
    readGraphCsv((await get({ url, expect: 'csv' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** The first column is the day, whatever its title; a column per series. */
function readGraphCsv(text: string, quotes: Quotes): void {
  const [header, ...rows] = readRows(text, NAME)
  if (!/^(DATE|observation_date)$/i.test(header?.[0]?.trim() ?? ''))
    throw sourceError('format', `${NAME} sent a table without dates: the format has changed.`)
  for (const [day, ...cells] of rows)
    cells.forEach((value, index) => {
      quotes.add({ id: header?.[index + 1]?.trim() ?? '', date: parseDay(day, 'ymd'), value })
    })
}

/** The JSON of one series. */
function readObservations(text: string | undefined, id: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text ?? '', NAME), ['observations'], NAME))
    quotes.add({ id, date: parseDay(textOf(one, 'date'), 'ymd'), value: textOf(one, 'value') })
}
