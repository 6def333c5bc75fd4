/** Norges Bank data service (SDMX), daily spot rates: kroner for 10^UNIT_MULT foreign units. */
import { yearsOf } from '#plugins/kit/period.ts'
import { readSdmx } from '#plugins/kit/sdmx.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Norges Bank'
const LIVE = `AUD BDT BRL BYN CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MMK MXN MYR NZD PHP PKR PLN RON SEK SGD THB
  TRY TWD USD VND XDR ZAR`
const ENDED = 'BGN HRK EEK LVL LTL SKK SIT CYP'

export default defineProvider({
  code: 'NB',
  name: NAME,
  description: 'Daily middle rates of business days, published at about 16:00.',
  website: 'https://www.norges-bank.no/en/topics/Statistics/exchange_rates/',
  attribution: 'Source: Norges Bank.',
  home: 'NOK',
  series: homePerForeign('NOK', `${LIVE} RUB ${ENDED}`, { unit: 'stated', until: { ...untilEuro(ENDED), RUB: '2022-12-31' } }),
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'Europe/Oslo' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    const url = `https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod=${from}&endPeriod=${to}`
    const text = await get({ url, expect: 'csv', noData: [404] })
    for (const row of readSdmx(text ?? '', ['BASE_CUR', 'QUOTE_CUR'], NAME))
      if (row.keys.QUOTE_CUR === 'NOK') quotes.add({ ...row, id: row.keys.BASE_CUR })
    yield quotes.take()
  }
}
