/**
 * Toushin library of the Investment Trusts Association, Japan: the whole history of a fund in one file. It is in code page 932 whatever its header says; values and
 * distributions are for 10,000 units. The value of a day of distribution is without it.
 */
import { readRows } from '#plugins/kit/columns.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { figureOf, isMissing, perUnit } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { AppError } from '#src/shared/errors.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceConfig, PriceRequest, PriceTools } from '../contract.ts'
import { isinFaults } from '../exchange.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Toushin library'
const URL = 'https://toushin-lib.fwg.ne.jp/FdsWeb/FDST030000/csv-file-download'
const PUBLISHED_UNITS = '10000'

export default definePrices({
  code: 'TOUSHIN',
  name: `${NAME} (Investment Trusts Association, Japan)`,
  description:
    'Net asset values and distributions of Japanese funds in JPY, as published. They are published for 10,000 units; here they are for one, or for 10,000 by the option units.',
  website: 'https://toushin-lib.fwg.ne.jp',
  attribution: 'Source: The Investment Trusts Association, Japan.',
  adjusted: 'none',
  identifierHint: 'The ISIN of the fund, such as JP90C000Q2U6',
  options: [
    {
      name: 'fund_code',
      description: 'The code of the fund in the library (associFundCd in the address of its page), such as 0331418A',
      required: true,
    },
    {
      name: 'units',
      description: 'How many units a close is for; default 1. With 10000 the `price_quantity` of the asset must be 10000',
      required: false,
      values: ['1', PUBLISHED_UNITS],
    },
  ],
  pauseMilliseconds: 2000,
  check: faultsOf,
  fetchPrices,
})

function faultsOf({ identifier, options }: PriceConfig) {
  const code = options['fund_code'] ?? ''
  const isCode = code === '' || /^[0-9A-Z]{8}$/.test(code)
  return [
    ...isinFaults(identifier),
    ...(isCode ? [] : [{ pointer: '/options/fund_code', detail: 'Must be eight digits and letters, such as 0331418A.' }]),
  ]
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const text = await get(request, tools)
  if (/^\s*\{/.test(text)) throw unknown(request)
  const [header = [], ...rows] = readRows(text, NAME)
  const place = (title: RegExp) => header.findIndex((one) => title.test(one))
  const [day, value, distribution] = [place(/^年月日/), place(/^基準価額/), place(/^分配金/)]
  if (day < 0 || value < 0) throw sourceError('format', `${NAME} sent a table without days and values: the format has changed.`)
  const divisor = request.options['units'] === PUBLISHED_UNITS ? '1' : PUBLISHED_UNITS
  const entries = rows
    .filter((cells) => !isMissing(cells[value]))
    .map((cells) => {
      const figure = figureOf(cells[value] ?? '')
      return {
        date: dayIn(cells[day] ?? ''),
        close: figure === undefined ? undefined : perUnit(figure, divisor),
        shown: cells[day] ?? '',
      }
    })
  const dividends = rows.flatMap((cells) => {
    const [date, figure] = [dayIn(cells[day] ?? ''), figureOf(cells[distribution] ?? '')]
    const amount = figure === undefined || /^0(\.0*)?$/.test(figure) ? undefined : perUnit(figure, PUBLISHED_UNITS)
    const isWanted = date !== undefined && date >= request.from && date <= request.to
    return amount === undefined || !isWanted ? [] : [{ date, amount, currency: 'JPY' }]
  })
  yield { ...chunkFrom(NAME, request, 'JPY', entries), dividends }
}

/** With both numbers wrong it answers 500: that is no outage. */
async function get(request: PriceRequest, tools: PriceTools): Promise<string> {
  const { identifier, options } = request
  const url = `${URL}?isinCd=${identifier.toUpperCase()}&associFundCd=${encodeURIComponent(options['fund_code'] ?? '')}`
  try {
    return (await requestText(tools, { url, expect: 'csv', encoding: 'shift_jis', retries: 1 })) ?? ''
  } catch (error) {
    if (!(error instanceof AppError) || error.extras.extensions?.['upstream_status'] !== 500) throw error
    throw unknown(request, error)
  }
}

function unknown({ identifier, options }: PriceRequest, cause?: AppError): AppError {
  const detail = `${NAME} has no fund ${identifier} with the code ${options['fund_code'] ?? ''}: check both on its page.`
  return sourceError('unknown', detail, cause === undefined ? {} : { cause })
}

function dayIn(text: string): string | undefined {
  const [year, month, day] = /^(\d{4})年(\d{2})月(\d{2})日$/.exec(text.trim())?.slice(1) ?? []
  const date = `${year}-${month}-${day}`
  return isDay(date) ? date : undefined
}
