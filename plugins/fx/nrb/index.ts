/** Nepal Rastra Bank: rupees for `unit` foreign units, buying and selling, a list every calendar day. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'

const NAME = 'Nepal Rastra Bank'
const API = 'https://www.nrb.org.np/api/forex/v1/rates'
const CODES = 'AED AUD BHD CAD CHF CNY DKK EUR GBP HKD INR JPY KRW KWD MYR OMR QAR SAR SEK SGD THB USD'
const MAX_DAYS = 100

export default defineProvider({
  code: 'NRB',
  name: NAME,
  description: 'Rates of every day: the middle of buying and selling. INR is fixed.',
  website: 'https://www.nrb.org.np/forex/',
  attribution: 'Source: Nepal Rastra Bank.',
  home: 'NPR',
  series: homePerForeign('NPR', CODES, { unit: 'stated' }),
  historyFrom: '2010-01-01',
  schedule: { frequency: 'daily', time: '12:00', timeZone: 'Asia/Kathmandu' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, MAX_DAYS)) {
    const url = `${API}?from=${from}&to=${to}&page=1&per_page=${MAX_DAYS}`
    readRates((await get({ url, expect: 'json', noData: [404] })) ?? '{"data":{"payload":[]}}', quotes)
    yield quotes.take()
  }
}

/** `data.payload[] {date, rates[] {currency {iso3, unit}, buy, sell}}`, all days on one page. */
export function readRates(text: string, quotes: Quotes, side: Side = meanOf): void {
  const answer = readJson(text, NAME)
  if (Number(textOf(member(answer, 'pagination'), 'pages') || '1') > 1)
    throw sourceError('format', `${NAME} sent the first of several pages where one was requested: the format has changed.`)
  for (const day of listAt(answer, ['data', 'payload'], NAME))
    for (const one of listAt(day, ['rates'], NAME)) {
      const currency = member(one, 'currency')
      quotes.add({
        ...{ id: textOf(currency, 'iso3'), unit: textOf(currency, 'unit'), date: parseDay(textOf(day, 'date'), 'ymd') },
        value: side(textOf(one, 'buy'), textOf(one, 'sell')),
      })
    }
}
