/** Swissquote: bid and ask of precious metals on several platforms, each with several spreads, USD per troy ounce. The middle of the "premium" ones is taken. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf, middle } from '#plugins/kit/rate.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { metalChunk, metalFaults, WEIGHT_OPTION } from '../metal.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Swissquote'
const METALS = ['XAU', 'XPT', 'XPD']
const PROFILE = 'premium'

export default definePrices({
  code: 'SWISSQUOTE',
  name: NAME,
  description:
    'Gold, platinum and palladium in USD at the time of the refresh, between bid and ask, per troy ounce, gram or kilogram: the last one of a day stays. No history, nothing at weekends.',
  website: 'https://www.swissquote.com',
  attribution: 'Source: Swissquote.',
  adjusted: 'none',
  identifierHint: 'XAU (gold), XPT (platinum) or XPD (palladium)',
  options: [WEIGHT_OPTION],
  check: (config) => metalFaults(config, METALS),
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier } = request
  const url = `https://forex-data-feed.swissquote.com/public-quotes/bboquotes/instrument/${identifier}/USD`
  const text = await requestText(tools, { url, expect: 'json', noData: [404] })
  const platforms = text === undefined ? [] : listAt(readJson(text, NAME), [], NAME)
  if (platforms.length === 0) throw sourceError('unknown', `${NAME} has no price of ${identifier}: choose another source.`)
  for (const platform of platforms) {
    const spreads = member(platform, 'spreadProfilePrices')
    const spread = Array.isArray(spreads) ? spreads.find((one) => textOf(one, 'spreadProfile') === PROFILE) : undefined
    const price = middle(figureOf(textOf(spread, 'bid')) ?? '', figureOf(textOf(spread, 'ask')) ?? '')
    const time = textOf(platform, 'ts')
    if (price === undefined || !/^\d{12,14}$/.test(time)) continue
    yield metalChunk(price, new Date(Number(time)), request)
    return
  }
  throw sourceError('format', `${NAME} sent no bid and ask of ${identifier} with their time: the format has changed.`)
}
