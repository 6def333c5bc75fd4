/** Central Bank of the Republic of China (Taiwan), table BP01D01: everything against the US dollar, direction as the label says. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatCells, flatRows } from '#plugins/kit/flat-rows.ts'
import { textOf } from '#plugins/kit/json.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'Central Bank of the Republic of China (Taiwan)'
const BATCH = 200
const PER_DOLLAR = 'JPY HKD KRW CAD SGD CNY IDR THB MYR PHP VND'
const ENDED = { DEM: 'DEM/USD', FRF: 'FRF/USD', NLG: 'NLG/USD' }
const NOTES_ENDED = '2001-12-31'

export default defineProvider({
  code: 'CBC',
  name: NAME,
  description: 'Interbank rates against the US dollar at 16:00 in Taipei, released once a month.',
  website: 'https://www.cbc.gov.tw/en/lp-700-2.html',
  attribution: 'Source: Central Bank of the Republic of China (Taiwan); for research and reference only.',
  home: 'USD',
  series: [
    ...foreignPerHome('USD', {
      TWD: 'NTD/USD',
      ...Object.fromEntries(PER_DOLLAR.split(' ').map((code) => [code, `${code}/USD`])),
    }),
    ...homePerForeign('USD', { GBP: 'USD/GBP', AUD: 'USD/AUD', EUR: 'USD/EUR' }),
    ...foreignPerHome('USD', ENDED, { until: { DEM: NOTES_ENDED, FRF: NOTES_ENDED, NLG: NOTES_ENDED } }),
  ],
  historyFrom: '1993-01-05',
  schedule: { frequency: 'daily', released: 'monthly', time: '18:00', timeZone: 'Asia/Taipei' },
  read,
})

/** The whole history in one answer. Labels are Chinese names before the pair: `日圓JPY/USD` is yen for a dollar. */
async function* read({ quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const url = 'https://cpx.cbc.gov.tw/API/DataAPI/Get?FileName=BP01D01'
  const text = (await get({ url, expect: 'json', timeoutSeconds: 60 })) ?? ''
  const pairs = [...flatRows(text, NAME, 'Table1')].map((one) => textOf(one, 'data').slice(-7))
  let count = 0
  for (const [day, ...values] of flatCells(text, NAME, 'dataSets', pairs.length + 1)) {
    const date = parseDay(day, 'ymd')
    for (const [index, value] of values.entries()) quotes.add({ id: pairs[index] ?? '', date, value })
    if (++count % BATCH === 0) yield quotes.take()
  }
  yield quotes.take()
}
