/** justETF: market values of exchange traded funds by ISIN, in the currency requested. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { identifierFault } from '#src/shared/identifier.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { definePrices } from '../provider.ts'

const NAME = 'justETF'

export default definePrices({
  code: 'JUSTETF',
  name: NAME,
  description: 'Daily market values of exchange traded funds, by ISIN, in EUR, USD, GBP or CHF.',
  website: 'https://www.justetf.com',
  attribution: 'Source: justETF.',
  adjusted: 'splits',
  types: ['ETF', 'FUND'],
  byIsin: {},
  identifierHint: 'The ISIN of the fund',
  pauseMilliseconds: 2000,
  check: ({ identifier, currency }) => {
    const fault = identifierFault('ISIN', identifier.toUpperCase())
    const known = ['EUR', 'USD', 'GBP', 'CHF'].includes(currency)
    return [
      ...(fault === undefined ? [] : [{ pointer: '/identifier', detail: fault }]),
      ...(known ? [] : [{ pointer: '/provider', detail: `${NAME} has prices in EUR, USD, GBP and CHF, not in ${currency}.` }]),
    ]
  },
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier, currency, from, to } = request
  const query = `locale=en&currency=${currency}&valuesType=MARKET_VALUE&reduceData=false&includeDividends=false&dateFrom=${from}&dateTo=${to}`
  const url = `https://www.justetf.com/api/etfs/${encodeURIComponent(identifier.toUpperCase())}/performance-chart?${query}`
  const text = await requestText(tools, { url, expect: 'json', noData: [404] })
  if (text === undefined) throw sourceError('unknown', `${NAME} has no fund ${identifier}.`)
  const issues: PriceChunk['issues'][number][] = []
  const prices = listAt(readJson(text, NAME), ['series'], NAME).flatMap((point) => {
    const date = textOf(point, 'date')
    const close = figureOf(textOf(member(point, 'value'), 'raw'))
    if (!isDay(date) || close === undefined) issues.push({ code: 'not-a-price', detail: `${NAME}: a point cannot be read.` })
    else if (date >= from && date <= to) return [{ date, close, currency }]
    return []
  })
  yield { prices, issues }
}
