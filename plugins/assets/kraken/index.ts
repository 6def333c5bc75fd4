/** Kraken: public OHLC of pairs, by UTC day. Errors come with status 200; the result is named as Kraken names the pair, beside `last`, the last day that ended. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { earlier } from '#plugins/kit/period.ts'
import { dayOfBar, isCoinQuery, lastEndedUtcDay, pairCurrency, pairFaults, quoteOf, STABLECOIN_OPTION } from '../coin-pair.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Kraken'
const BASE = 'https://api.kraken.com/0/public'
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY']
const PAUSE_MILLISECONDS = 1200
/** Kraken's own names of coins that everybody else calls differently. */
const NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

export default definePrices({
  code: 'KRAKEN',
  name: NAME,
  description:
    'Closes of cryptocurrencies at the end of the UTC day, as traded at Kraken; the last 720 days, older ones cannot be had.',
  website: 'https://www.kraken.com',
  attribution: 'Source: Kraken.',
  adjusted: 'none',
  types: ['CRYPTO'],
  identifierHint: 'A pair of Kraken such as XBTEUR (its name of Bitcoin is XBT) or ETHUSD',
  options: [STABLECOIN_OPTION],
  pauseMilliseconds: PAUSE_MILLISECONDS,
  check: (config) =>
    /^[A-Z0-9./]{5,20}$/i.test(config.identifier)
      ? pairFaults(config, quoteOf(config.identifier.toUpperCase(), CURRENCIES), CURRENCIES, 'XBTEUR')
      : [{ pointer: '/identifier', detail: 'Must be a pair of Kraken such as XBTEUR.' }],
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const pair = request.identifier.toUpperCase()
  const unit = await unitOf(pair, request, tools)
  await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
  const since = Date.parse(`${request.from}T00:00:00Z`) / 1000
  const url = `${BASE}/OHLC?pair=${encodeURIComponent(pair)}&interval=1440&since=${since - 1}`
  const answer = readJson((await requestText(tools, { url, expect: 'json' })) ?? '', NAME)
  refuseErrors(answer, pair)
  yield readBars(answer, unit, request, lastEndedUtcDay(request.to, tools.clock()))
}

/** What the pair is priced in, by its own description: `XRPRLUSD` is in RLUSD, not in USD. */
async function unitOf(pair: string, { options }: PriceRequest, tools: PriceTools): Promise<string> {
  const url = `${BASE}/AssetPairs?pair=${encodeURIComponent(pair)}`
  const text = (await requestText(tools, { url, expect: 'json' })) ?? ''
  const pairs = pairsOf(text)
  const name = Object.keys(pairs).find((one) => [one, textOf(pairs[one], 'altname'), textOf(pairs[one], 'wsname')].includes(pair))
  if (name === undefined) refuseErrors(readJson(text, NAME), pair)
  const quote = textOf(pairs[name ?? ''], 'wsname').split('/')[1]
  if (quote === undefined) throw sourceError('unknown', `${NAME} has no pair ${pair}. Search gives its pairs.`)
  const unit = pairCurrency(quote, CURRENCIES, options)
  if (unit !== undefined) return unit
  throw sourceError('unknown', `${pair} is priced in ${quote}, which is no currency: take a pair such as XBTEUR.`)
}

/** Limits are a matter of time, a pair that is not there is one of the asset. */
function refuseErrors(answer: JsonValue, pair: string): void {
  const fault = listAt(answer, ['error'], NAME).find((one) => typeof one === 'string')
  if (typeof fault !== 'string') return
  if (/unknown asset pair/i.test(fault))
    throw sourceError('unknown', `${NAME} has no pair ${pair}; Bitcoin is XBT there. Search gives its pairs.`)
  if (/rate limit|too many|busy|unavailable/i.test(fault))
    throw sourceError('busy', `${NAME} answers no more for now (${fault.slice(0, 100)}). Try again later.`)
  throw sourceError('refused', `${NAME} says: ${fault.slice(0, 200)}`)
}

function readBars(answer: JsonValue, unit: string, { from }: PriceRequest, ended: string): PriceChunk {
  const result = member(answer, 'result')
  const name = Object.keys(result !== null && typeof result === 'object' ? result : {}).find((one) => one !== 'last')
  const last = textOf(result, 'last')
  if (name === undefined || last === '') throw sourceError('format', `${NAME} sent no bars: the format has changed.`)
  const rows = listAt(answer, ['result', name], NAME).map((bar) => {
    const [time, , , , close, , volume] = Array.isArray(bar) ? bar.map((one) => (typeof one === 'string' ? one : '')) : []
    return { date: dayOfBar(`${time}000`, NAME), close: close ?? '', volume }
  })
  const to = earlier(ended, dayOfBar(`${last}000`, NAME))
  return closesOf(rows, { source: NAME, unit, from, to })
}

/** The list of all pairs is long and none of its figures is wanted: parsed as it is, which takes a tenth of the time. */
async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  if (!isCoinQuery(query)) return []
  const text = await requestText(tools, { url: `${BASE}/AssetPairs`, expect: 'json', timeoutSeconds: 8, retries: 0 })
  const wanted = query.trim().toUpperCase()
  const pairs = Object.values(pairsOf(text ?? ''))
  return pairs.flatMap((pair) => {
    const [coin = '', quote = ''] = textOf(pair, 'wsname').split('/')
    const symbol = Object.keys(NAMES).find((name) => NAMES[name] === coin) ?? coin
    const names = [coin, symbol, `${coin}/${quote}`, `${symbol}/${quote}`, textOf(pair, 'altname')]
    if (!names.includes(wanted) || !CURRENCIES.includes(quote)) return []
    return [{ identifier: textOf(pair, 'altname'), symbol, name: `${symbol}/${quote}`, type: 'CRYPTO', currency: quote }]
  })
}

function pairsOf(text: string): Readonly<Record<string, JsonValue>> {
  try {
    const result: unknown = JSON.parse(text)?.result
    return typeof result === 'object' && result !== null ? (result as Readonly<Record<string, JsonValue>>) : {}
  } catch (cause) {
    throw sourceError('format', `${NAME} sent JSON that cannot be read: it may be cut off.`, { cause })
  }
}
