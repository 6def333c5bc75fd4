/** Bank of Mongolia: tugriks for one foreign unit, metals for a troy ounce; a row a day, a column a currency. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatRows } from '#plugins/kit/flat-rows.ts'
import { textOf } from '#plugins/kit/json.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank of Mongolia'
const BATCH = 200
/** Not IDR and VND, whose two decimals hold two digits, not KPW, which no market pays, and not BGN, which ended. */
const LIVE = `USD EUR JPY CHF SEK GBP HUF EGP INR HKD RUB KZT CNY KRW CAD AUD CZK TWD THB MYR SGD AED KWD NZD DKK PLN UAH NOK NPR ZAR TRY
  XAU XAG`

export default defineProvider({
  code: 'BOM',
  name: NAME,
  description: 'Official rates of business days; metals per troy ounce.',
  website: 'https://www.mongolbank.mn/en/currency-rates',
  attribution: 'Source: Bank of Mongolia.',
  home: 'MNT',
  series: [...homePerForeign('MNT', LIVE), ...homePerForeign('MNT', { XDR: 'SDR' })],
  historyFrom: '2001-01-02',
  schedule: { frequency: 'daily', time: '12:00', timeZone: 'Asia/Ulaanbaatar' },
  read,
})

/** One request whatever the period: the answer may hold the whole archive. */
async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const text = await get({
    ...{ url: 'https://www.mongolbank.mn/en/currency-rate-movement/data', method: 'POST', expect: 'json', timeoutSeconds: 120 },
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ startDate: period.from, endDate: period.to }),
  })
  let count = 0
  for (const row of flatRows(text ?? '', NAME, 'data')) {
    const date = parseDay(textOf(row, 'RATE_DATE'), 'ymd')
    for (const { id } of series) quotes.add({ id, date, value: textOf(row, id) })
    if (++count % BATCH === 0) yield quotes.take()
  }
  yield quotes.take()
}
