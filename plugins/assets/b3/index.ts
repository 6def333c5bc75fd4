/**
 * B3 (Brazil): a file of each day with every security, lines of 245 characters with fixed places. Prices have two places implied and are for as many units as
 * the quote factor says. Nothing is adjusted. Cash dividends come with the last day that has the right: the ex day is the next one with trade.
 */
import { requestBytes, sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { decodeText } from '#plugins/kit/text.ts'
import { unzipFile } from '#plugins/kit/unzip.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { lastFinished } from '../exchange.ts'
import { definePrices } from '../provider.ts'
import { dividendsOf } from './dividends.ts'
import { type Line, NAME, readLine } from './file.ts'

const FILES = 'https://bvmf.bmfbovespa.com.br/InstDados/SerHist'
const SAO_PAULO = { timeZone: 'America/Sao_Paulo', sessionEnd: '21:00' }
/** Each file holds the whole exchange. */
const MAX_FILES = 22
const MAX_BYTES = 48 * 1024 * 1024
const PAUSE_MS = 300

export default definePrices({
  code: 'B3',
  name: `${NAME} (Brazil)`,
  description:
    'Closes of the last month of all that B3 trades on its spot market, as traded, in BRL, and cash dividends that went ex in that time. Splits are not taken. Older months with `from` and `to`, one at a time.',
  website: 'https://www.b3.com.br',
  attribution: 'Source: B3.',
  adjusted: 'none',
  identifierHint: 'The ticker, such as ABEV3 or BOVA11',
  check: ({ identifier }) =>
    /^[A-Z0-9]{4}\d{1,2}[A-Z]?$/i.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a ticker such as ABEV3, without a suffix.' }],
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const to = lastFinished(request.to, tools.clock(), SAO_PAULO)
  const days = [...daysOf({ from: request.from, to }, true)].slice(-MAX_FILES)
  const ticker = request.identifier.toUpperCase()
  const lines: Line[] = []
  const open: string[] = []
  for (const [index, day] of days.entries()) {
    if (index > 0) await tools.sleep(PAUSE_MS, tools.signal)
    const text = await fileOf(day, tools)
    if (text !== undefined) open.push(day)
    const line = text === undefined ? undefined : readLine(text, ticker, day)
    if (line !== undefined) lines.push(line)
  }
  if (lines.length === 0 && days.length === MAX_FILES)
    throw sourceError('unknown', `${NAME} traded no ${ticker} from ${days[0]} to ${to}: check the ticker.`)
  const issues = lines.flatMap(({ issue }) => issue ?? [])
  yield { prices: lines.flatMap(({ price }) => price ?? []), issues }
  const isin = lines.at(-1)?.isin
  if (isin !== undefined) yield await dividendsOf(ticker, isin, open, tools)
}

/** The file of a day; `undefined` where there was no trade. */
async function fileOf(day: string, tools: PriceTools): Promise<string | undefined> {
  const url = `${FILES}/COTAHIST_D${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}.ZIP`
  const archive = await requestBytes(tools, { url, expect: 'binary', noData: [404] })
  if (archive === undefined) return undefined
  const isZip = archive[0] === 0x50 && archive[1] === 0x4b
  if (!isZip) throw sourceError('html', `${NAME} sent something else than the file of ${day}: try again later.`)
  return decodeText(await unzipFile(archive, '.TXT', MAX_BYTES, NAME), 'latin1')
}
