/** MFAPI: net asset values of Indian funds by scheme code, the whole history in one answer, newest first. A code that it does not know gets 200, too, with a blank description. */
import { parseDay } from '#plugins/kit/date.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { definePrices } from '../provider.ts'

const NAME = 'MFAPI'
const BASE = 'https://api.mfapi.in/mf'
const ZERO = /^0+(\.0*)?$/

export default definePrices({
  code: 'MFAPI',
  name: NAME,
  description:
    'Net asset values of Indian funds since 2006, in INR, as they were published. Run by one person without a promise; AMFI is the official source of the last day.',
  website: 'https://www.mfapi.in',
  attribution: 'Source: MFAPI, from AMFI.',
  adjusted: 'none',
  identifierHint: 'The scheme code of AMFI, such as 118955 (search gives it by name, that of AMFI by ISIN)',
  pauseMilliseconds: 500,
  check: ({ identifier }) =>
    /^\d{4,8}$/.test(identifier)
      ? []
      : [
          {
            pointer: '/identifier',
            detail: 'Must be a scheme code of AMFI, such as 118955; the search of AMFI finds it by ISIN.',
          },
        ],
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier } = request
  const unknown = () => sourceError('unknown', `${NAME} has no fund ${identifier}: check the scheme code with the search.`)
  const text = await requestText(tools, { url: `${BASE}/${identifier}`, expect: 'json', noData: [400, 404] })
  if (text === undefined) throw unknown()
  const body = readJson(text, NAME)
  const values = listAt(body, ['data'], NAME)
  const meta = member(body, 'meta')
  if (values.length === 0 && Number(textOf(meta, 'scheme_code')) === 0) throw unknown()
  if (textOf(meta, 'scheme_code') !== identifier)
    throw sourceError('format', `${NAME} sent another fund than ${identifier}; nothing of it was taken.`)
  const entries = values
    .filter((one) => !ZERO.test(textOf(one, 'nav').trim()))
    .map((one) => {
      const shown = textOf(one, 'date')
      return { date: parseDay(shown, 'dmy'), close: figureOf(textOf(one, 'nav')), shown }
    })
  yield chunkFrom(NAME, request, 'INR', entries)
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const url = `${BASE}/search?q=${encodeURIComponent(query)}`
  const text = (await requestText(tools, { url, expect: 'json', noData: [400, 404], timeoutSeconds: 8, retries: 0 })) ?? '[]'
  return listAt(readJson(text, NAME), [], NAME).flatMap((one) => {
    const [code, name] = [textOf(one, 'schemeCode'), textOf(one, 'schemeName')]
    return code === '' || name === '' ? [] : [{ identifier: code, symbol: code, name, type: 'FUND', currency: 'INR' }]
  })
}
