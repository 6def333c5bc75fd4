/** Thrift Savings Plan: share prices of all funds as columns of one file, cells of funds that were not there yet are empty. Prices have four places. */
import { readCsv } from '#plugins/kit/csv.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { raggedFault } from '#plugins/kit/even.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { requireAny } from '../exchange.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Thrift Savings Plan'
const URL = 'https://www.tsp.gov/data/fund-price-history.csv'
const FUND = /^(?:[GFCSI] Fund|L Income|L 20\d\d)$/i
/** A figure of fewer places was cut off with the file. */
const WHOLE_FIGURE = /^\d+\.\d{4}$/

export default definePrices({
  code: 'TSP',
  name: NAME,
  description: 'Daily share prices of the funds of the Thrift Savings Plan of the United States, in USD, as published.',
  website: 'https://www.tsp.gov',
  attribution: 'Source: Thrift Savings Plan.',
  adjusted: 'none',
  identifierHint: 'The name of the fund: C Fund, G Fund, L 2050, L Income',
  check: ({ identifier }) =>
    FUND.test(identifier) ? [] : [{ pointer: '/identifier', detail: 'Must be the name of a fund: C Fund, L 2050 and the like.' }],
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const [from, to] = [request.from.replaceAll('-', ''), request.to.replaceAll('-', '')]
  const url = `${URL}?startdate=${from}&enddate=${to}&Lfunds=1&InvFunds=1&download=1`
  yield readHistory((await requestText(tools, { url, expect: 'csv' })) ?? '', request)
}

function readHistory(text: string, request: PriceRequest): PriceChunk {
  const { rows: all, faults } = readCsv(text, { delimiter: ',' })
  const [header = [], ...rows] = all.map((row) => row.cells)
  const titles = header.map((title) => title.trim().toLowerCase())
  const [day, fund] = [titles.indexOf('date'), titles.indexOf(request.identifier.toLowerCase())]
  if (day < 0 || faults.length > 0) throw sourceError('format', `${NAME} sent something that is no table of prices.`)
  if (fund < 0)
    throw sourceError('unknown', `${NAME} has no prices of ${request.identifier} then; it has ${header.slice(1).join(',')}.`)
  const { identifier, from, to } = request
  requireAny(
    rows,
    { from, to, isEveryDay: true },
    `${NAME} has no prices of ${identifier} since ${from}: check the name of the fund.`,
  )
  const entries = rows.flatMap((cells) => {
    if (raggedFault(header, cells) !== undefined) throw sourceError('format', `${NAME} sent a damaged table; nothing was taken.`)
    const [shown, figure] = [cells[day]?.trim() ?? '', cells[fund]?.trim() ?? '']
    if (figure === '') return []
    return [
      {
        date: isDay(shown) ? shown : parseDay(shown, 'mdy'),
        close: WHOLE_FIGURE.test(figure) ? figureOf(figure) : undefined,
        shown,
      },
    ]
  })
  return chunkFrom(NAME, request, 'USD', entries)
}
