/** National Bank of Rwanda, average rates: francs for one foreign unit; one currency a call, days in no order. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of Rwanda'
const API = 'https://fxrates.bnr.rw/currency_history/'

export default defineProvider({
  code: 'BNRRW',
  name: NAME,
  description: 'Average of the buying and selling rates on business days.',
  website: 'https://www.bnr.rw/exchangeRate',
  attribution: 'Source: National Bank of Rwanda.',
  home: 'RWF',
  series: homePerForeign('RWF', 'USD EUR GBP JPY CHF CAD AUD CNY INR ZAR AED SAR KES UGX TZS BIF'),
  historyFrom: '2012-01-02',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Africa/Kigali' },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { id } of series)
    for (const { from, to } of spansOf(period, 1826)) {
      const url = `${API}?currency_name=${id}&start_date=${from}&end_date=${to}`
      const text = (await get({ url, expect: 'json' })) ?? ''
      for (const one of listAt(readJson(text, NAME), [], NAME)) {
        const date = parseDay(textOf(one, 'post_date'), 'dmy')
        quotes.add({ id: textOf(one, 'currency_name'), date, value: textOf(one, 'average_rate') })
      }
      yield quotes.take()
    }
}
