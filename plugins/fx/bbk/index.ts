/** Deutsche Bundesbank, Frankfurt fixing until the euro: Deutsche Mark for as many foreign units as the title of the series says. */
import { spansOf } from '#plugins/kit/period.ts'
import { readSdmx } from '#plugins/kit/sdmx.ts'
import type { FxChunk, FxSeries } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Deutsche Bundesbank'
const API = 'https://api.statistiken.bundesbank.de/rest/data/BBEX3/D..DEM.AA.AC.000'
const CODES = 'ATS BEF CAD CHF DKK ESP FIM FRF GBP IEP ITL JPY LUF NLG NOK PTE SEK USD'
/** The new franc was 100 old ones. */
const NEW_FRANC = '1960-01-01'

export default defineProvider({
  code: 'BBK',
  name: NAME,
  description: 'Official rates of the Frankfurt fixing in Deutsche Mark (DEM) until the end of 1998: history only.',
  website: 'https://www.bundesbank.de/en/statistics/exchange-rates',
  attribution: 'Source: Deutsche Bundesbank.',
  home: 'DEM',
  series: homePerForeign('DEM', CODES, { unit: 'stated' }).map(
    (one): FxSeries => (one.id === 'FRF' ? { ...one, since: NEW_FRANC } : one),
  ),
  historyFrom: '1948-06-21',
  historyUntil: '1998-12-30',
  schedule: { frequency: 'daily', released: 'never', time: '13:00', timeZone: 'Europe/Berlin' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, 100)) {
    const url = `${API}?startPeriod=${from}&endPeriod=${to}&format=sdmx_csv`
    const text = await get({ url, expect: 'csv', timeoutSeconds: 60, noData: [404] })
    for (const { keys, date, value } of readSdmx(text ?? '', ['BBK_STD_CURRENCY', 'BBK_TITLE'], NAME)) {
      const id = keys.BBK_STD_CURRENCY
      quotes.add({ id, date, value, unit: unitIn(keys.BBK_TITLE, id) })
    }
    yield quotes.take()
  }
}

/** `Devisenkurse … / 1 000 ITL = ... DEM / Italien` is for 1000. */
function unitIn(title: string, currency: string): string {
  return new RegExp(`/ ([\\d \\u00a0]+) ${currency} = \\.\\.\\. DEM /`).exec(title)?.[1]?.replace(/\s/g, '') ?? ''
}
