/** Bank of Canada Valet interface, group FX_RATES_DAILY: Canadian dollars for one foreign unit. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank of Canada'
const LIVE = 'AUD BRL CHF CNY EUR GBP HKD IDR INR JPY KRW MXN NOK NZD PEN RUB SAR SEK SGD TRY TWD USD ZAR'
const ENDED = { MYR: '2019-04-30', THB: '2019-04-30', VND: '2019-04-30' }

export default defineProvider({
  code: 'BOC',
  name: NAME,
  description: 'Daily average exchange rates, published on business days by 16:30 Eastern Time; indicative only.',
  website: 'https://www.bankofcanada.ca/rates/exchange/daily-exchange-rates/',
  attribution: 'Source: Bank of Canada.',
  home: 'CAD',
  series: homePerForeign('CAD', named([...LIVE.split(' '), ...Object.keys(ENDED)]), { until: ENDED }),
  historyFrom: '2017-01-03',
  schedule: { frequency: 'daily', time: '16:30', timeZone: 'America/Toronto' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    const url = `https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?start_date=${from}&end_date=${to}`
    readValet((await get({ url, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `observations[]`: the day under `d`, each rate as text under its series and `v`. */
function readValet(text: string, quotes: Quotes): void {
  for (const day of listAt(readJson(text, NAME), ['observations'], NAME))
    for (const id of Object.keys(day ?? {}))
      if (id !== 'd') quotes.add({ id, date: parseDay(textOf(day, 'd'), 'ymd'), value: textOf(member(day, id), 'v') })
}

function named(codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, `FX${code}CAD`]))
}
