/** National Bank of Ethiopia, weighted averages: birr for one foreign unit; a day a call, currencies in no order. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of Ethiopia'
const API = 'https://api.nbe.gov.et/api/filter-exchange-rates'

export default defineProvider({
  code: 'NBE',
  name: NAME,
  description:
    'Indicative daily rates as weighted averages, since the birr floats; those of the US dollar are at the buying side.',
  website: 'https://nbe.gov.et/exchange/',
  attribution: 'Source: National Bank of Ethiopia.',
  home: 'ETB',
  series: homePerForeign('ETB', 'USD EUR GBP JPY CHF CAD AUD CNY INR ZAR AED SAR KWD KES DJF DKK NOK SEK XDR'),
  historyFrom: '2024-10-01',
  schedule: { frequency: 'daily', time: '14:00', timeZone: 'Africa/Addis_Ababa' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period)) {
    const text = (await get({ url: `${API}?date=${day}`, expect: 'json' })) ?? ''
    for (const one of listAt(readJson(text, NAME), ['data'], NAME)) {
      const date = parseDay(textOf(one, 'date'), 'ymd')
      quotes.add({ id: textOf(member(one, 'currency'), 'code'), date, value: textOf(one, 'weighted_average') })
    }
    yield quotes.take()
  }
}
