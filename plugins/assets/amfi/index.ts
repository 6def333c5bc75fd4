/** AMFI: the last net asset value of every Indian fund in one official file; of days that are past, a report of few days. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { later } from '#plugins/kit/period.ts'
import { addDays, dayOf } from '#src/shared/date.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceConfig, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { isinFaults } from '../exchange.ts'
import { definePrices } from '../provider.ts'
import { entryOf, findSchemes, NAME, type Scheme } from './file.ts'

const BASE = 'https://portal.amfiindia.com'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** A report holds every fund, so that more days are too much to carry. */
const PAST_DAYS = 5
const MAX_HITS = 20

export default definePrices({
  code: 'AMFI',
  name: 'AMFI (Association of Mutual Funds in India)',
  description:
    'The last net asset value of every Indian fund, in INR, as published; for personal use. Days that are past come five at a time (`from` and `to` of a refresh); MFAPI has the history under the same code.',
  website: 'https://www.amfiindia.com',
  attribution: 'Source: AMFI.',
  adjusted: 'none',
  identifierHint: 'The scheme code, such as 118955, or the ISIN (search gives the code)',
  pauseMilliseconds: 2000,
  check: faultsOf,
  fetchPrices,
  search,
})

function faultsOf({ identifier }: PriceConfig) {
  if (/^\d{4,8}$/.test(identifier)) return []
  return isinFaults(identifier).map(({ pointer }) => ({ pointer, detail: 'Must be a scheme code such as 118955, or an ISIN.' }))
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier, to } = request
  const isPast = to < dayOf(tools.clock())
  const from = isPast ? later(request.from, addDays(to, 1 - PAST_DAYS)) : request.from
  const path = isPast ? `DownloadNAVHistoryReport_Po.aspx?frmdt=${indian(from)}&todt=${indian(to)}` : 'spages/NAVAll.txt'
  const text = (await requestText(tools, { url: `${BASE}/${path}`, expect: 'csv' })) ?? ''
  const wanted = identifier.toUpperCase()
  const found = findSchemes(text, (line) => line.includes(wanted)).filter((one) => isSame(one, wanted))
  if (found.length === 0 && !isPast)
    throw sourceError('unknown', `${NAME} has no fund ${identifier}: check the code or the ISIN with the search.`)
  yield chunkFrom(
    NAME,
    { from, to },
    'INR',
    found.flatMap((one) => entryOf(one) ?? []),
  )
}

function isSame({ code, isins }: Scheme, wanted: string): boolean {
  return code === wanted || isins.includes(wanted)
}

/** By ISIN, else by words of the name. */
async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const text =
    (await requestText(tools, { url: `${BASE}/spages/NAVAll.txt`, expect: 'csv', timeoutSeconds: 10, retries: 0 })) ?? ''
  const wanted = query.trim().toUpperCase()
  const words = wanted.split(/\s+/)
  const found = findSchemes(text, (line) => words.every((word) => line.toUpperCase().includes(word)))
  const exact = found.filter((one) => isSame(one, wanted))
  return (exact.length > 0 ? exact : found)
    .filter((one) => entryOf(one) !== undefined)
    .slice(0, MAX_HITS)
    .map(({ code, name, isins }) => {
      const isin = isins.includes(wanted) ? wanted : isins[0]
      return { identifier: code, symbol: code, name, type: 'FUND', currency: 'INR', ...(isin === undefined ? {} : { isin }) }
    })
}

function indian(day: string): string {
  return `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`
}
