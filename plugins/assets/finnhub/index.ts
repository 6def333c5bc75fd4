/** Finnhub: the last trade of US shares and the day that it is of; history is paid and not built. */
import { sourceError } from '#plugins/kit/http.ts'
import { readJson, textOf } from '#plugins/kit/json.ts'
import { earlier } from '#plugins/kit/period.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { requestKeyed } from '../keyed.ts'
import { definePrices } from '../provider.ts'
import { daysAt, lastEndedDay } from '../trading-day.ts'

const NAME = 'Finnhub'
const KEY = { setting: 'FINNHUB_API_KEY', required: true, website: 'https://finnhub.io/dashboard' }
const NEW_YORK = 'America/New_York'

export default definePrices({
  code: 'FINNHUB',
  name: NAME,
  description:
    'The last close of US shares and funds, a day at a time from now on; no history. The close before it says no day and is not taken.',
  website: 'https://finnhub.io',
  attribution: 'Source: Finnhub.',
  adjusted: 'none',
  identifierHint: 'A US symbol such as AAPL or BRK.B',
  key: KEY,
  check: ({ identifier }) =>
    /^[A-Z]{1,6}(?:[.-][A-Z])?$/i.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a US symbol such as AAPL or BRK.B.' }],
  fetchPrices,
})

async function* fetchPrices({ identifier, from, to }: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const symbol = identifier.toUpperCase()
  const url = `https://finnhub.io/api/v1/quote?symbol=${encodeURIComponent(symbol)}&token=${encodeURIComponent(tools.key ?? '')}`
  const quote = readJson((await requestKeyed({ name: NAME, key: KEY }, tools, { url, expect: 'json' })) ?? '', NAME)
  const [time, close] = [textOf(quote, 't'), textOf(quote, 'c')]
  if (!/^\d{1,11}$/.test(time)) throw sourceError('format', `${NAME} sent a quote without its time: the format has changed.`)
  if (time === '0') throw sourceError('unknown', `${NAME} has no ${symbol}; it knows US symbols.`)
  const date = daysAt(NEW_YORK)(new Date(Number(time) * 1000))
  yield closesOf([{ date, close }], { source: NAME, unit: 'USD', from, to: earlier(to, lastEndedDay(tools.clock(), NEW_YORK)) })
}
