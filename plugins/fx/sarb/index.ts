/** South African Reserve Bank: rand per dollar, pound and euro, but FOREIGN units per rand for the rest; the answer's label is checked. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk, FxSeries } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'South African Reserve Bank'
const API = 'https://custom.resbank.co.za/SarbWebApi/WebIndicators/Shared/GetTimeseriesObservations'
const RAND_PER_FOREIGN = { USD: 'EXCX135D', GBP: 'EXCZ001D', EUR: 'EXCZ002D' }
const FOREIGN_PER_RAND = { JPY: 'EXCB120D', AUD: 'EXCB080D', CHF: 'EXCB016D', CAD: 'EXCB031D', CNY: 'EXCB121D' }

export default defineProvider({
  code: 'SARB',
  name: NAME,
  description: 'Weighted average of the daily rates of the banks at about 10:30 on business days.',
  website: 'https://www.resbank.co.za/en/home/what-we-do/statistics/key-statistics/selected-historical-rates',
  attribution: 'Source: South African Reserve Bank.',
  home: 'ZAR',
  series: [...homePerForeign('ZAR', RAND_PER_FOREIGN), ...foreignPerHome('ZAR', FOREIGN_PER_RAND)],
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '11:30', timeZone: 'Africa/Johannesburg' },
  figures: { digits: 10 },
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const one of series)
    for (const { from, to } of spansOf(period, 1826)) {
      const text = await get({ url: `${API}/${one.id}/${from}T00:00:00/${to}T00:00:00`, expect: 'json' })
      readObservations(text ?? '', one, quotes)
      yield quotes.take()
    }
}

/** `[{Period, Timeseries, Value}]`, newest first; throws AppError `source/format` when the label tells the other direction. */
function readObservations(text: string, series: FxSeries, quotes: Quotes): void {
  const perRand = series.base === 'ZAR'
  for (const one of listAt(readJson(text, NAME), [], NAME)) {
    const label = textOf(one, 'Timeseries')
    if (perRand ? !/per rand$/i.test(label) : !/^rand per/i.test(label))
      throw sourceError('format', `${NAME} calls the series ${series.id} "${label}": its direction may have changed.`)
    quotes.add({ id: series.id, date: parseDay(textOf(one, 'Period'), 'ymd'), value: textOf(one, 'Value') })
  }
}
