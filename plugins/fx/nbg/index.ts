/** National Bank of Georgia: lari for `quantity` foreign units. The body says which day the rates are for. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of Georgia'
const API = 'https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/'
const LIVE = `AED AMD AUD AZN BRL BYN CAD CHF CNY CZK DKK EGP EUR GBP HKD HUF ILS INR IRR ISK JPY KGS KRW KWD KZT MDL NOK NZD PLN QAR RON
  RSD RUB SEK SGD TJS TMT TRY UAH USD UZS ZAR`

export default defineProvider({
  code: 'NBG',
  name: NAME,
  description: 'Official rates, set on working days at about 17:00 for the next day.',
  website: 'https://nbg.gov.ge/en/monetary-policy/currency',
  attribution: 'Source: National Bank of Georgia.',
  home: 'GEL',
  series: homePerForeign('GEL', LIVE, { unit: 'stated' }),
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '17:30', timeZone: 'Asia/Tbilisi' },
  figures: { digits: 10 },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period)) {
    readDay((await get({ url: `${API}?date=${day}`, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{date, currencies[] {code, quantity, rate}}]`; empty before there were rates. */
function readDay(text: string, quotes: Quotes): void {
  for (const day of listAt(readJson(text, NAME), [], NAME))
    for (const one of listAt(day, ['currencies'], NAME))
      quotes.add({
        ...{ id: textOf(one, 'code'), date: parseDay(textOf(day, 'date'), 'ymd') },
        ...{ value: textOf(one, 'rate'), unit: textOf(one, 'quantity') },
      })
}
