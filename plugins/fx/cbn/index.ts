/** Central Bank of Nigeria, central rates: naira for one foreign unit. One answer holds the whole history, currencies by name. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatRows } from '#plugins/kit/flat-rows.ts'
import { textOf } from '#plugins/kit/json.ts'
import { fold } from '#plugins/kit/text.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Nigeria'
const BATCH = 2000
/** Names as they are folded, several of some currencies. WAUA (a unit of account) is no currency. */
const CODES: Readonly<Record<string, string>> = {
  ...{ 'us dollar': 'USD', euro: 'EUR', 'pounds sterling': 'GBP', 'pound sterling': 'GBP', 'swiss franc': 'CHF' },
  ...{ yen: 'JPY', 'japanese yen': 'JPY', cfa: 'XOF', 'yuan/renminbi': 'CNY', 'danish krona': 'DKK', 'danish kroner': 'DKK' },
  ...{ riyal: 'SAR', 'uae dirham': 'AED', 'south african rand': 'ZAR', sdr: 'XDR' },
}

export default defineProvider({
  code: 'CBN',
  name: NAME,
  description:
    'Central rates of the official market on business days; until June 2023 they were held apart from what the market paid.',
  website: 'https://www.cbn.gov.ng/rates/ExchRateByCurrency.html',
  attribution: 'Source: Central Bank of Nigeria.',
  home: 'NGN',
  series: homePerForeign('NGN', [...new Set(Object.values(CODES))].join(' ')),
  historyFrom: '2001-12-10',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Africa/Lagos' },
  read,
})

async function* read({ quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const url = 'https://www.cbn.gov.ng/api/GetAllExchangeRates'
  const text = (await get({ url, expect: 'json', timeoutSeconds: 120 })) ?? ''
  let count = 0
  for (const one of flatRows(text, NAME)) {
    const currency = textOf(one, 'currency')
    const date = parseDay(textOf(one, 'ratedate'), 'ymd')
    quotes.add({ id: CODES[fold(currency).trim()] ?? currency, date, value: textOf(one, 'centralrate') })
    if (++count % BATCH === 0) yield quotes.take()
  }
  yield quotes.take()
}
