/** Banco de Mexico, SIE interface: pesos for one foreign unit. Series come back in another order than requested. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Banco de Mexico'
const IDS = { USD: 'SF43718', EUR: 'SF46410', GBP: 'SF46407', JPY: 'SF46406', CAD: 'SF60632' }

export default defineProvider({
  code: 'BANXICO',
  name: NAME,
  description: 'FIX rate of the US dollar and rates of other currencies on business days, published after 12:00.',
  website: 'https://www.banxico.org.mx/tipcamb/main.do?page=tip&idioma=en',
  attribution: 'Source: Banco de Mexico, SIE.',
  home: 'MXN',
  series: homePerForeign('MXN', IDS),
  historyFrom: '1993-01-04',
  schedule: { frequency: 'daily', time: '12:15', timeZone: 'America/Mexico_City' },
  key: { setting: 'BANXICO_TOKEN', required: true, website: 'https://www.banxico.org.mx/SieAPIRest/service/v1/token' },
  read,
})

async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const ids = series.map((one) => one.id).join(',')
  for (const { from, to } of spansOf(period, 1826)) {
    const url = `https://www.banxico.org.mx/SieAPIRest/service/v1/series/${ids}/datos/${from}/${to}`
    readSeries((await get({ url, headers: { 'Bmx-Token': tools.key ?? '' }, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `bmx.series[] {idSerie, datos[] {fecha, dato}}`; a series without data in the range has no `datos`. */
function readSeries(text: string, quotes: Quotes): void {
  for (const series of listAt(readJson(text, NAME), ['bmx', 'series'], NAME)) {
    if (member(series, 'datos') === undefined) continue
    for (const one of listAt(series, ['datos'], NAME))
      quotes.add({ id: textOf(series, 'idSerie'), date: parseDay(textOf(one, 'fecha'), 'dmy'), value: textOf(one, 'dato') })
  }
}
