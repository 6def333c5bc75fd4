/** Hong Kong Monetary Authority, monthly statistical bulletin, daily rates: Hong Kong dollars for one foreign unit. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Hong Kong Monetary Authority'
const API =
  'https://api.hkma.gov.hk/public/market-data-and-statistics/monthly-statistical-bulletin/er-ir/er-eeri-daily?choose=end_of_day'
const PAGE = 100
const LIVE = 'USD GBP JPY CAD AUD SGD TWD CHF CNY KRW THB MYR EUR PHP INR IDR ZAR'
const ENDED = { DEM: '2001-12-31', NLG: '2001-12-31', BEF: '2001-12-31', FRF: '2001-12-31', ITL: '2001-12-31' }

export default defineProvider({
  code: 'HKMA',
  name: NAME,
  description: 'Daily closing rates, published once a month for the month before.',
  website: 'https://www.hkma.gov.hk/eng/data-publications-and-research/data-and-statistics/monthly-statistical-bulletin/',
  attribution: 'Source: Hong Kong Monetary Authority.',
  home: 'HKD',
  series: homePerForeign('HKD', named([...LIVE.split(' '), ...Object.keys(ENDED)]), { until: ENDED }),
  historyFrom: '1981-01-02',
  schedule: { frequency: 'daily', released: 'monthly', time: '17:00', timeZone: 'Asia/Hong_Kong' },
  figures: { digits: 10 },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    for (let offset = 0, count = PAGE; count === PAGE; offset += PAGE) {
      const url = `${API}&from=${from}&to=${to}&sortby=end_of_day&sortorder=desc&pagesize=${PAGE}&offset=${offset}`
      count = readRecords((await get({ url, expect: 'json' })) ?? '', quotes)
    }
    yield quotes.take()
  }
}

/** `result.records[]`: `end_of_day` and a lower-case key per currency. Gives the number of records. */
function readRecords(text: string, quotes: Quotes): number {
  const answer = readJson(text, NAME)
  if (member(member(answer, 'header'), 'success') !== true)
    throw sourceError('refused', `${NAME} answered: ${textOf(member(answer, 'header'), 'err_msg') || 'no success'}.`)
  const records = listAt(answer, ['result', 'records'], NAME)
  for (const one of records)
    for (const id of Object.keys(one ?? {}))
      if (id !== 'end_of_day') quotes.add({ id, date: parseDay(textOf(one, 'end_of_day'), 'ymd'), value: textOf(one, id) })
  return records.length
}

function named(codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, code.toLowerCase()]))
}
