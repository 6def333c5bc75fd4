/** DivvyDiary: dividends of a security by ISIN, newest first. Its price says no day, so it is none of ours. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { identifierFault } from '#src/shared/identifier.ts'
import type { PriceChunk, PriceIssue, PriceRequest, PriceTools, ProviderDividend } from '../contract.ts'
import { requestKeyed } from '../keyed.ts'
import { definePrices } from '../provider.ts'

const NAME = 'DivvyDiary'
const KEY = { setting: 'DIVVYDIARY_API_KEY', required: true, website: 'https://divvydiary.com/settings' }

export default definePrices({
  code: 'DIVVYDIARY',
  name: NAME,
  description:
    'Dividends of shares and funds of the world, by ISIN; no prices. Those before the last split are left out, because it is not said whether they are divided by it; which way its splits count is not proven, so they are left out too.',
  website: 'https://divvydiary.com',
  attribution: 'Source: DivvyDiary.',
  adjusted: 'none',
  identifierHint: 'The ISIN of the security',
  key: KEY,
  eventsOnly: true,
  check: ({ identifier }) => {
    const fault = identifierFault('ISIN', identifier.toUpperCase())
    return fault === undefined ? [] : [{ pointer: '/identifier', detail: fault }]
  },
  fetchPrices,
})

/** All that went ex until `to`. */
async function* fetchPrices({ identifier, to }: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const url = `https://api.divvydiary.com/symbols/${encodeURIComponent(identifier.toUpperCase())}`
  const headers = { 'X-API-Key': tools.key ?? '' }
  const text = await requestKeyed({ name: NAME, key: KEY }, tools, { url, headers, expect: 'json', noData: [404] })
  if (text === undefined) throw sourceError('unknown', `${NAME} has no security ${identifier}.`)
  const answer = readJson(text, NAME)
  const lastSplit =
    listAt(answer, ['splits'], NAME)
      .map((one) => textOf(one, 'date').slice(0, 10))
      .sort()
      .at(-1) ?? ''
  const issues: PriceIssue[] = []
  const dividends = listAt(answer, ['dividends'], NAME)
    .flatMap((one) => dividendOf(one, issues))
    .filter((one) => one.date >= lastSplit && one.date <= to)
  yield { prices: [], dividends, issues }
}

function dividendOf(one: JsonValue, issues: PriceIssue[]): ProviderDividend[] {
  const [date, amount] = [textOf(one, 'exDate').slice(0, 10), figureOf(textOf(one, 'amount'))]
  if (isDay(date) && amount !== undefined) return [{ date, amount, currency: textOf(one, 'currency') }]
  issues.push({ code: 'not-a-dividend', detail: `${NAME}: the dividend of ${date.slice(0, 20)} cannot be read.` })
  return []
}
