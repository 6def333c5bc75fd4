/** Banco Central de Chile, one series a call: pesos for one foreign unit. The key is user and password of the interface. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import { AppError } from '#src/shared/errors.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Banco Central de Chile'
const API = 'https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx'
const IDS = {
  USD: 'F073.TCO.PRE.Z.D',
  ...Object.fromEntries(['EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CNY', 'BRL'].map((code) => [code, `F072.CLP.${code}.N.O.D`])),
}

export default defineProvider({
  code: 'BCCH',
  name: NAME,
  description:
    'Rates of business days; the observed dollar is the average of the business day before. The key is user and password with a colon between them.',
  website: 'https://si3.bcentral.cl/siete/en',
  attribution: 'Source: Banco Central de Chile, statistical database.',
  home: 'CLP',
  series: homePerForeign('CLP', IDS),
  historyFrom: '1990-01-02',
  schedule: { frequency: 'daily', time: '18:00', timeZone: 'America/Santiago' },
  key: {
    setting: 'BCCH_API_KEY',
    required: true,
    website: 'https://si3.bcentral.cl/estadisticas/Principal1/web_services/index.htm',
  },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const key = tools.key ?? ''
  const colon = key.indexOf(':')
  if (colon < 1)
    throw new AppError(
      'unavailable',
      'fx/key-missing',
      `${NAME} wants user and password with a colon between them: set BCCH_API_KEY.`,
    )
  const login = `user=${encodeURIComponent(key.slice(0, colon))}&pass=${encodeURIComponent(key.slice(colon + 1))}`
  for (const { from, to } of yearsOf(period))
    for (const { id } of series) {
      const url = `${API}?${login}&function=GetSeries&timeseries=${id}&firstdate=${from}&lastdate=${to}`
      readSeries((await get({ url, expect: 'json' })) ?? '', id, quotes)
      yield quotes.take()
    }
}

/** `Codigo` 0 = good, whatever the status; `Series {seriesId, Obs[] {indexDateString, value, statusCode}}`, of which only `OK` is a figure. */
function readSeries(text: string, requested: string, quotes: Quotes): void {
  const answer = readJson(text, NAME)
  const code = textOf(answer, 'Codigo')
  if (code !== '0')
    throw sourceError('status', `${NAME} answered for ${requested} with its error ${code.slice(0, 20) || '(none)'}.`)
  const series = member(answer, 'Series')
  if (member(series, 'Obs') === null) return
  const id = textOf(series, 'seriesId')
  for (const one of listAt(answer, ['Series', 'Obs'], NAME)) {
    const value = textOf(one, 'statusCode') === 'OK' ? textOf(one, 'value') : null
    quotes.add({ id, date: parseDay(textOf(one, 'indexDateString'), 'dmy'), value })
  }
}
