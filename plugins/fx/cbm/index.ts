/** Central Bank of Myanmar, official rates: kyats for one foreign unit, of six currencies for a hundred without a mark. */
import { sourceError } from '#plugins/kit/http.ts'
import { member, readJson, textOf } from '#plugins/kit/json.ts'
import { addDays } from '#src/shared/date.ts'
import type { FxChunk } from '../contract.ts'
import { doubtOfUnit } from '../dollar-guard.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Myanmar'
const PER_ONE = `AUD BDT BND BRL CAD CHF CNY CZK DKK EGP EUR GBP HKD ILS INR KES KWD LKR MYR NOK NPR NZD PHP PKR RSD RUB SAR SEK SGD THB
  USD ZAR`
const PER_HUNDRED = 'JPY KRW VND IDR KHR LAK'
const SERIES = [...homePerForeign('MMK', PER_ONE), ...homePerForeign('MMK', PER_HUNDRED, { unit: '100' })]
/** Yangon is six and a half hours ahead of UTC. */
const AHEAD_SECONDS = 23_400
/** How old the latest answer may be: long holidays. */
const DAYS_OPEN = 14

export default defineProvider({
  code: 'CBM',
  name: NAME,
  description:
    'Official rates, fixed at 2100 kyats for a US dollar; the market pays far more. Only the latest day can be fetched.',
  website: 'https://forex.cbm.gov.mm/index.php/fxrate',
  attribution: 'Source: Central Bank of Myanmar.',
  home: 'MMK',
  series: SERIES,
  historyFrom: '2026-04-09',
  schedule: { frequency: 'daily', time: '12:00', timeZone: 'Asia/Yangon' },
  lastResort: 'all',
  read,
})

async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  if (period.to < addDays(tools.clock().toISOString().slice(0, 10), -DAYS_OPEN)) return
  readLatest((await get({ url: 'https://forex.cbm.gov.mm/api/latest', expect: 'json' })) ?? '', quotes)
  yield quotes.take()
}

/** `{timestamp: seconds, rates: {USD: "2,100.00"}}`. */
function readLatest(text: string, quotes: Quotes): void {
  const answer = readJson(text, NAME)
  const [stamp, rates] = [textOf(answer, 'timestamp'), member(answer, 'rates')]
  const dollar = textOf(rates, 'USD').replace(',', '')
  if (!/^\d{9,10}$/.test(stamp) || dollar === '')
    throw sourceError('format', `${NAME} sent rates without their moment or without a dollar: the format has changed.`)
  const date = new Date((Number(stamp) + AHEAD_SECONDS) * 1000).toISOString().slice(0, 10)
  for (const { id, unit } of SERIES) {
    const value = textOf(rates, id)
    const doubt = unit === '1' ? undefined : doubtOfUnit(id, value.replace(',', ''), unit, dollar)
    quotes.add({ id, date, value, doubt })
  }
}
