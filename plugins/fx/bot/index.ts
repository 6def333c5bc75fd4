/** Bank of Thailand, average rates of commercial banks: baht for as many foreign units as the name says (`(100 YEN)`). */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank of Thailand'
const API = 'https://gateway.api.bot.or.th/Stat-ExchangeRate/v2/DAILY_AVG_EXG_RATE/'
const CODES = 'AUD BND CAD CHF CNY DKK EUR GBP HKD IDR INR JPY MYR NOK NZD PHP SEK SGD USD'

export default defineProvider({
  code: 'BOT',
  name: NAME,
  description: 'Middle rates of commercial banks in Bangkok on business days.',
  website: 'https://www.bot.or.th/en/statistics/exchange-rate.html',
  attribution: 'Source: Bank of Thailand.',
  home: 'THB',
  series: homePerForeign('THB', CODES, { unit: 'stated' }),
  historyFrom: '2002-01-02',
  schedule: { frequency: 'daily', time: '18:30', timeZone: 'Asia/Bangkok' },
  key: { setting: 'BOT_API_KEY', required: true, website: 'https://portal.api.bot.or.th' },
  pause: () => 200,
  read,
})

async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, 31)) {
    const url = `${API}?start_period=${from}&end_period=${to}`
    readRates((await get({ url, headers: { Authorization: tools.key ?? '' }, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `result.data.data_detail[] {period, currency_id, currency_name_eng, mid_rate}`; one of empty texts where there are no rates. */
function readRates(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), ['result', 'data', 'data_detail'], NAME)) {
    if (textOf(one, 'period') === '' && textOf(one, 'mid_rate') === '') continue
    quotes.add({
      ...{ id: textOf(one, 'currency_id'), date: parseDay(textOf(one, 'period'), 'ymd') },
      ...{ value: textOf(one, 'mid_rate'), unit: unitOf(textOf(one, 'currency_name_eng')) },
    })
  }
}

/** `INDONESIA : RUPIAH (1,000 RUPIAH) (IDR)` is for 1000; the heading of the list, which says one unit for all, is not. */
function unitOf(name: string): string {
  return /\(([\d,]+)\s+[A-Z]/i.exec(name)?.[1]?.replaceAll(',', '') ?? '1'
}
