/** Gold-API: the price of now of gold and silver, USD per troy ounce, with the moment of the quote. History wants a key and is left alone. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { metalChunk, metalFaults, WEIGHT_OPTION } from '../metal.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Gold-API'
const METALS = ['XAU', 'XAG']

export default definePrices({
  code: 'GOLD_API',
  name: NAME,
  description:
    'Gold and silver in USD at the time of the refresh, per troy ounce, gram or kilogram: the last one of a day stays. No history, no fixing, nothing at weekends.',
  website: 'https://gold-api.com',
  attribution: 'Source: gold-api.com.',
  adjusted: 'none',
  identifierHint: 'XAU (gold) or XAG (silver)',
  options: [WEIGHT_OPTION],
  check: (config) => metalFaults(config, METALS),
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier } = request
  const url = `https://api.gold-api.com/price/${identifier}`
  const text = await requestText(tools, { url, expect: 'json', noData: [404] })
  if (text === undefined) throw sourceError('unknown', `${NAME} has no price of ${identifier} any more: choose another source.`)
  const body = readJson(text, NAME)
  const [price, moment] = [figureOf(textOf(body, 'price')), new Date(textOf(body, 'updatedAt'))]
  const currency = textOf(body, 'currency') || 'USD'
  if (price === undefined || Number.isNaN(moment.getTime()) || textOf(body, 'symbol') !== identifier || currency !== 'USD')
    throw sourceError('format', `${NAME} sent no price of ${identifier} in USD with its time: the format has changed.`)
  yield metalChunk(price, moment, request)
}
