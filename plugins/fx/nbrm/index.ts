/** National Bank of North Macedonia: denars for `nomin` foreign units, for the day that they are valid on (weekends too). */
import { parseDay } from '#plugins/kit/date.ts'
import { flatRows } from '#plugins/kit/flat-rows.ts'
import { textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'National Bank of North Macedonia'
const API = 'https://www.nbrm.mk/KLServiceNOV/GetExchangeRate'
const LIVE = `AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PHP PLN RON RSD RUB SEK SGD THB TRY USD ZAR`
const ENDED = 'BGN HRK'

export default defineProvider({
  code: 'NBRM',
  name: NAME,
  description:
    'Middle rates, set on working days for the next day and valid until the next; the denar is held at about 61.5 for a euro.',
  website: 'https://www.nbrm.mk/kursna_lista-en.nspx',
  attribution: 'Source: National Bank of the Republic of North Macedonia.',
  home: 'MKD',
  series: homePerForeign('MKD', `${LIVE} ${ENDED}`, { unit: 'stated', until: untilEuro(ENDED) }),
  historyFrom: '1993-05-10',
  schedule: { frequency: 'daily', time: '14:00', timeZone: 'Europe/Skopje' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, 92)) {
    const url = `${API}?StartDate=${dotted(from)}&EndDate=${dotted(to)}&format=json`
    for (const one of flatRows((await get({ url, expect: 'json' })) ?? '', NAME)) {
      const [date, value] = [parseDay(textOf(one, 'datum'), 'ymd'), textOf(one, 'sreden')]
      quotes.add({ id: textOf(one, 'oznaka'), date, value, unit: textOf(one, 'nomin') })
    }
    yield quotes.take()
  }
}

function dotted(day: string): string {
  return day.split('-').toReversed().join('.')
}
