import { sourceError } from '#plugins/kit/http.ts'
import { perUnit } from '#plugins/kit/rate.ts'
import type { PriceIssue, ProviderPrice } from '../contract.ts'

export const NAME = 'B3'

/** What the line of a security says; `isin` without the check of its digit. */
export type Line = { readonly isin: string; readonly price?: ProviderPrice; readonly issue?: PriceIssue }

const LENGTH = 245
/** Places count from 1, as in the description of the file. */
const PLACES = {
  type: [1, 2],
  day: [3, 10],
  ticker: [13, 24],
  market: [25, 27],
  currency: [53, 56],
  last: [109, 121],
  factor: [211, 217],
  isin: [231, 242],
} as const
const QUOTE = '01'
const SPOT = '010'

/**
 * The close of a ticker on the spot market in the file of a day; `undefined` without trade. Throws AppError `source/format` for a file of another day or
 * format, and for one that is cut off (its last line counts the lines).
 */
export function readLine(text: string, ticker: string, day: string): Line | undefined {
  const packed = day.replaceAll('-', '')
  if (!text.startsWith('00COTAHIST') || !/(?:^|\n)99COTAHIST[^\n]*\s*$/.test(text.slice(-2 * LENGTH)))
    throw sourceError('format', `${NAME} sent a file of ${day} that is cut off or of another format.`)
  const mark = `${ticker.padEnd(12)}${SPOT}`
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1
    const line = text.slice(start, start + LENGTH)
    if (at - start !== PLACES.ticker[0] - 1 || !line.startsWith(QUOTE)) continue
    if (cellOf(line, 'day') !== packed || line.includes('\n'))
      throw sourceError('format', `${NAME} sent a line of ${ticker} that is not of ${day}; nothing of it was taken.`)
    return { isin: cellOf(line, 'isin'), ...closeOf(line, ticker, day) }
  }
  return undefined
}

function closeOf(line: string, ticker: string, date: string): { price: ProviderPrice } | { issue: PriceIssue } {
  const [last, factor] = [cellOf(line, 'last'), cellOf(line, 'factor').replace(/^0+/, '')]
  const figure = /^\d{13}$/.test(last) ? `${BigInt(last) / 100n}.${last.slice(-2)}` : ''
  const close = perUnit(figure, factor)
  if (figure !== '' && close !== undefined && cellOf(line, 'currency') === 'R$')
    return { price: { date, close, currency: 'BRL' } }
  return { issue: { code: 'not-a-price', detail: `${NAME}: the line of ${ticker} of ${date} cannot be read.`, date } }
}

function cellOf(line: string, place: keyof typeof PLACES): string {
  const [from, to] = PLACES[place]
  return line.slice(from - 1, to).trim()
}
