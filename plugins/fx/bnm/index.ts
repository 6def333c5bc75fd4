/** Bank Negara Malaysia, middle rates of the 09:00 session: ringgit for `unit` foreign units; a month of one currency a call. */
import { parseDay } from '#plugins/kit/date.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { monthsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank Negara Malaysia'
const API = 'https://api.bnm.gov.my/public/exchange-rate'
const headers = { Accept: 'application/vnd.BNM.API.v1+json' }
const CODES = 'AED AUD BND CAD CHF CNY EGP EUR GBP HKD IDR INR JPY KHR KRW MMK NPR NZD PHP PKR SAR SGD THB TWD USD VND'

export default defineProvider({
  code: 'BNM',
  name: NAME,
  description: 'Middle rates of the Kuala Lumpur interbank market, session of 09:00, on business days.',
  website: 'https://www.bnm.gov.my/exchange-rates',
  attribution: 'Source: Bank Negara Malaysia.',
  home: 'MYR',
  series: [...homePerForeign('MYR', CODES, { unit: 'stated' }), ...homePerForeign('MYR', { XDR: 'SDR' }, { unit: 'stated' })],
  historyFrom: '2006-01-03',
  schedule: { frequency: 'daily', time: '09:30', timeZone: 'Asia/Kuala_Lumpur' },
  figures: { digits: 10 },
  pause: () => 100,
  read,
})

/** The list of the day when only today is wanted, else month by month. */
async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  if (period.from >= tools.clock().toISOString().slice(0, 10)) {
    readRates((await get({ url: `${API}?session=0900`, headers, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
    return
  }
  for (const { id } of series)
    for (const { from } of monthsOf(period)) {
      const url = `${API}/${id}/year/${Number(from.slice(0, 4))}/month/${Number(from.slice(5, 7))}?session=0900`
      const text = await get({ url, headers, expect: 'json', noData: [404] })
      if (text !== undefined) readRates(text, quotes)
      yield quotes.take()
    }
}

/** `data` is a list for all currencies and an object for one; `rate` one record there, a list here. */
function readRates(text: string, quotes: Quotes): void {
  const answer = readJson(text, NAME)
  const data = member(answer, 'data')
  for (const one of Array.isArray(data) ? listAt(answer, ['data'], NAME) : [data ?? null]) {
    const rate = member(one, 'rate')
    const records: readonly JsonValue[] = Array.isArray(rate) ? listAt(one, ['rate'], NAME) : [rate ?? null]
    for (const record of records)
      quotes.add({
        ...{ id: textOf(one, 'currency_code'), unit: textOf(one, 'unit') },
        ...{ date: parseDay(textOf(record, 'date'), 'ymd'), value: textOf(record, 'middle_rate') },
      })
  }
}
