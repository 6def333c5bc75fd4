/** Bank of Japan time-series search, database FM08: yen per US dollar (FXERD04), US dollars per euro (FXERD34), Tokyo 17:00. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'Bank of Japan'
const API = 'https://www.stat-search.boj.or.jp/api/v1/getDataCode?db=FM08&format=json&lang=en'

export default defineProvider({
  code: 'BOJ',
  name: NAME,
  description: 'Spot rates of the Tokyo market at 17:00 on business days.',
  website: 'https://www.stat-search.boj.or.jp/index_en.html',
  attribution: 'Source: Bank of Japan.',
  home: 'USD',
  series: [...foreignPerHome('USD', { JPY: 'FXERD04' }), ...homePerForeign('USD', { EUR: 'FXERD34' })],
  historyFrom: '1998-01-05',
  schedule: { frequency: 'daily', time: '19:00', timeZone: 'Asia/Tokyo' },
  figures: { digits: 10 },
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const codes = series.map((one) => one.id).join(',')
  for (const { from, to } of yearsOf(period)) {
    const range = `startDate=${from.slice(0, 4)}${from.slice(5, 7)}&endDate=${to.slice(0, 4)}${to.slice(5, 7)}`
    readSeries((await get({ url: `${API}&code=${codes}&${range}`, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `RESULTSET[]`: SERIES_CODE and two parallel lists, days as `20260302` and values (null on days without market). */
function readSeries(text: string, quotes: Quotes): void {
  const answer = readJson(text, NAME)
  if (textOf(answer, 'STATUS') !== '200')
    throw sourceError('refused', `${NAME} answered: ${textOf(answer, 'MESSAGE') || 'no success'}.`)
  if (member(answer, 'NEXTPOSITION') !== null) throw sourceError('format', `${NAME} sent a part of the answer only.`)
  for (const series of listAt(answer, ['RESULTSET'], NAME)) {
    const days = listAt(series, ['VALUES', 'SURVEY_DATES'], NAME)
    const values = listAt(series, ['VALUES', 'VALUES'], NAME)
    if (days.length !== values.length)
      throw sourceError('format', `${NAME} sent ${days.length} days with ${values.length} values.`)
    days.forEach((day, index) => {
      const value = values[index]
      quotes.add({
        id: textOf(series, 'SERIES_CODE'),
        date: parseDay(String(day), 'ymd'),
        value: typeof value === 'string' ? value : null,
      })
    })
  }
}
