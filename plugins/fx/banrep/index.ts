/** Banco de la Republica (Colombia), the TRM on the open data portal: pesos for one US dollar, each record for all days on which it applies. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf, earlier, yearsOf } from '#plugins/kit/period.ts'
import { addDays } from '#src/shared/date.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Banco de la Republica (Colombia)'
const API = 'https://www.datos.gov.co/resource/32sa-8pi3.json'
/** More days than any weekend with holidays has: a longer range is a fault. */
const MAX_DAYS = 14

export default defineProvider({
  code: 'BANREP',
  name: NAME,
  description:
    'Representative market rate (TRM) of the US dollar, for every day: that of a weekend is set on the business day before.',
  website: 'https://www.banrep.gov.co/en/statistics/trm',
  attribution: 'Source: Superintendencia Financiera de Colombia, Banco de la Republica, datos.gov.co.',
  home: 'COP',
  series: homePerForeign('COP', 'USD'),
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '19:00', timeZone: 'America/Bogota' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    const where = `vigenciahasta>='${from}T00:00:00.000' AND vigenciadesde<='${to}T23:59:59.000'`
    const url = `${API}?$where=${encodeURIComponent(where)}&$limit=50000&$order=${encodeURIComponent('vigenciadesde ASC')}`
    readRecords((await get({ url, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{valor, unidad, vigenciadesde, vigenciahasta}]`. */
function readRecords(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME)) {
    const [from, to] = [parseDay(textOf(one, 'vigenciadesde'), 'ymd'), parseDay(textOf(one, 'vigenciahasta'), 'ymd')]
    if (textOf(one, 'unidad') !== 'COP' || from === undefined || to === undefined)
      throw sourceError('format', `${NAME} sent a rate without its unit COP or its days: the format has changed.`)
    for (const date of daysOf({ from, to: earlier(to, addDays(from, MAX_DAYS)) }))
      quotes.add({ id: 'USD', date, value: textOf(one, 'valor') })
  }
}
