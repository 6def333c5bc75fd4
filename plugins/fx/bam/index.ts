/** Bank Al-Maghrib, transfer rates: dirhams for `uniteDevise` foreign units; the middle of buying and selling before 2016. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { isMissing } from '#plugins/kit/rate.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf } from '../sides.ts'

const NAME = 'Bank Al-Maghrib'
const API = 'https://api.centralbankofmorocco.ma/cours/Version1/api/CoursVirement'
const CODES =
  'AED AUD BHD BRL CAD CHF CNY DKK DZD EGP EUR GBP GIP INR JOD JPY KWD LYD NOK OMR QAR RUB SAR SEK TND TRY USD XOF ZAR'

export default defineProvider({
  code: 'BAM',
  name: NAME,
  description:
    'Middle rates of transfers on business days; the plain mean of buying and selling before 2016. LYD is not renewed: take it from elsewhere.',
  website: 'https://www.bkam.ma/en/Markets/Key-indicators/Foreign-exchange-market/Foreign-exchange-rates',
  attribution: 'Source: Bank Al-Maghrib.',
  home: 'MAD',
  series: [
    ...homePerForeign('MAD', CODES, { unit: 'stated' }),
    // The code of the old ouguiya still stands for the new one.
    ...homePerForeign('MAD', { MRU: 'MRO' }, { unit: 'stated' }),
  ],
  lastResort: ['LYD'],
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '13:00', timeZone: 'Africa/Casablanca' },
  key: { setting: 'BAM_API_KEY', required: true, website: 'https://apihelpdesk.centralbankofmorocco.ma' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const headers = { 'Ocp-Apim-Subscription-Key': tools.key ?? '' }
  for (const day of daysOf(period, true)) {
    const text = await get({ url: `${API}?date=${day}T12:30:00`, headers, expect: 'json', noData: [404] })
    if (text !== undefined) readDay(text, quotes)
    yield quotes.take()
  }
}

/** `[{date, libDevise, moyen, uniteDevise}]`, sometimes every row twice; older days have `achat` and `vente`. */
function readDay(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME)) {
    const middle = textOf(one, 'moyen')
    quotes.add({
      ...{ id: textOf(one, 'libDevise'), date: parseDay(textOf(one, 'date'), 'ymd'), unit: textOf(one, 'uniteDevise') },
      value: isMissing(middle) ? meanOf(textOf(one, 'achat'), textOf(one, 'vente')) : middle,
    })
  }
}
