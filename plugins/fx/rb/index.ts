/** Sveriges Riksbank SWEA interface, group 130: kronor for one foreign unit. Series are named SEK<currency>PMI. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Sveriges Riksbank'
const GROUP = 'https://api.riksbank.se/swea/v1/Observations/ByGroup/130'
const LIVE = 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SGD THB TRY USD ZAR'
const ENDED = 'BGN HRK EEK LVL LTL SKK SIT CYP'

export default defineProvider({
  code: 'RB',
  name: NAME,
  description: 'Middle rates of business days, published at about 16:15.',
  website: 'https://www.riksbank.se/en-gb/statistics/interest-rates-and-exchange-rates/',
  attribution: 'Source: Sveriges Riksbank.',
  home: 'SEK',
  series: homePerForeign('SEK', named(`${LIVE} RUB ${ENDED}`), { until: { ...untilEuro(ENDED), RUB: '2022-12-31' } }),
  historyFrom: '1993-01-04',
  schedule: { frequency: 'daily', time: '16:15', timeZone: 'Europe/Stockholm' },
  figures: { digits: 10 },
  key: { setting: 'RIKSBANK_API_KEY', required: false, website: 'https://developer.api.riksbank.se' },
  /** About five calls a minute are allowed without a key. */
  pause: (tools) => (tools.key ? 0 : 13_000),
  read,
})

async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const headers = tools.key ? { 'Ocp-Apim-Subscription-Key': tools.key } : {}
  for (const { from, to } of yearsOf(period)) {
    readGroup((await get({ url: `${GROUP}/${from}/${to}`, headers, expect: 'json', noData: [204, 404] })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{seriesId, date, value}]`; empty when the range has no business day. */
function readGroup(text: string, quotes: Quotes): void {
  if (text.trim() === '') return
  for (const one of listAt(readJson(text, NAME), [], NAME))
    quotes.add({ id: textOf(one, 'seriesId'), date: parseDay(textOf(one, 'date'), 'ymd'), value: textOf(one, 'value') })
}

function named(codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, `SEK${code}PMI`]))
}
