/** Central Bank of Uzbekistan: soum for `Nominal` foreign units, a list a day. A weekend answers the last one, with its own day. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Uzbekistan'
const API = 'https://cbu.uz/en/arkhiv-kursov-valyut/json/all'
/** Not the lev, which is still listed at its fixed euro rate. */
const CODES = `AED AFN AMD ARS AUD AZN BDT BHD BND BRL BYN CAD CHF CNY CUP CZK DKK DZD EGP EUR GBP GEL HKD HUF IDR ILS INR IQD IRR ISK JOD
  JPY KGS KHR KRW KWD KZT LAK LBP LYD MAD MDL MMK MNT MXN MYR NOK NZD OMR PHP PKR PLN QAR RON RSD RUB SAR SDG SEK SGD SYP THB TJS TMT TND
  TRY UAH USD UYU VES VND XDR YER ZAR`

export default defineProvider({
  code: 'CBU',
  name: NAME,
  description:
    'Official rates of working days. CUP is at the official rate of Cuba; IRR, LAK and LBP are printed with two digits at most: take them from elsewhere.',
  website: 'https://cbu.uz/en/arkhiv-kursov-valyut/',
  attribution: 'Source: Central Bank of the Republic of Uzbekistan.',
  home: 'UZS',
  series: homePerForeign('UZS', CODES, { unit: 'stated', since: { SYP: '2026-01-01' } }),
  lastResort: ['CUP', 'IRR', 'LAK', 'LBP'],
  historyFrom: '1994-07-01',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'Asia/Tashkent' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period, true)) {
    readDay((await get({ url: `${API}/${day}/`, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{Ccy, Nominal, Rate, Date}]`. */
function readDay(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME))
    quotes.add({
      ...{ id: textOf(one, 'Ccy'), date: parseDay(textOf(one, 'Date'), 'dmy') },
      ...{ value: textOf(one, 'Rate'), unit: textOf(one, 'Nominal') },
    })
}
