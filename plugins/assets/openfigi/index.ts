/**
 * OpenFIGI v3: which listings belong to an ISIN, WKN, CUSIP, SEDOL, FIGI or ticker. One answer a job, in order: `data`, `warning` (nothing found) or
 * `error` (the job is wrong), all at 200. It gives no ISIN back, and for an ISIN alone hundreds of listings.
 */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import type { AssetType } from '#src/shared/asset-type.ts'
import { AppError } from '#src/shared/errors.ts'
import type { Identified, IdentifierQuery, IdentifierSource, Listing, PriceTools } from '../contract.ts'
import { micOf } from './exchange-codes.ts'

const NAME = 'OpenFIGI'
const URL = 'https://api.openfigi.com/v3/mapping'
const SETTING = 'OPENFIGI_API_KEY'
/** It would take 100 with a key, whose answer of megabytes would hold others up while it is read. */
const [JOBS_WITHOUT_KEY, JOBS_WITH_KEY] = [10, 25]

/** What our kinds are called there. */
const ID_TYPES: Readonly<Record<IdentifierQuery['kind'], string>> = {
  ...{ ISIN: 'ID_ISIN', WKN: 'ID_WERTPAPIER', CUSIP: 'ID_CUSIP', SEDOL: 'ID_SEDOL', FIGI: 'ID_BB_GLOBAL', TICKER: 'TICKER' },
}

/** By the narrower word first: a fund that is traded on an exchange is a mutual fund there, too. */
const TYPES: Readonly<Record<string, AssetType>> = {
  ...{ ETP: 'ETF', 'Open-End Fund': 'FUND', 'Closed-End Fund': 'STOCK', REIT: 'STOCK', 'Mutual Fund': 'FUND' },
  ...{ 'Common Stock': 'STOCK', 'Preferred Stock': 'STOCK', 'Depositary Receipt': 'STOCK', Warrant: 'WARRANT' },
  ...{ Corp: 'BOND', Govt: 'BOND', Muni: 'BOND', Index: 'INDEX' },
}

export default {
  code: 'OPENFIGI',
  name: NAME,
  description: 'The symbols and exchanges of a security, by ISIN, WKN, CUSIP, SEDOL, FIGI or ticker. It has no prices.',
  website: 'https://www.openfigi.com',
  attribution: 'Identifiers: OpenFIGI.',
  pauseMilliseconds: 2500,
  key: { setting: SETTING, required: false, website: 'https://www.openfigi.com/api' },
  maxQueries: (key) => (key === undefined ? JOBS_WITHOUT_KEY : JOBS_WITH_KEY),
  identify,
} satisfies IdentifierSource

async function identify(queries: readonly IdentifierQuery[], tools: PriceTools): Promise<Identified[]> {
  const jobs = queries.map(({ kind, value, currency, mic }) => ({
    ...{ idType: ID_TYPES[kind], idValue: value },
    ...(mic === undefined ? {} : { micCode: mic }),
    ...(currency === undefined ? {} : { currency }),
  }))
  const answers = listAt(readJson(await post(JSON.stringify(jobs), tools), NAME), [], NAME)
  if (answers.length !== jobs.length)
    throw sourceError('format', `${NAME} sent ${answers.length} answers to ${jobs.length} questions; none was taken.`)
  return answers.map((answer, index) => readAnswer(answer, queries[index]?.mic))
}

async function post(body: string, tools: PriceTools): Promise<string> {
  const headers = { 'Content-Type': 'application/json', ...(tools.key === undefined ? {} : { 'X-OPENFIGI-APIKEY': tools.key }) }
  const request = { method: 'POST', headers, body, expect: 'json', timeoutSeconds: 12, maxBytes: 16 * 1024 * 1024 } as const
  try {
    return (await requestText(tools, { url: URL, ...request, retries: 0 })) ?? ''
  } catch (error) {
    const status = error instanceof AppError ? error.extras.extensions?.['upstream_status'] : undefined
    if (status === 401)
      throw sourceError('refused', `${NAME} refuses the key of ${SETTING}: correct or remove it.`, { cause: error })
    if (status !== 429) throw error
    const more = tools.key === undefined ? `, or set ${SETTING} for more` : ''
    throw sourceError('busy', `${NAME} gets too many requests from here: wait a minute${more}.`, { cause: error })
  }
}

function readAnswer(answer: JsonValue, mic: string | undefined): Identified {
  const fault = textOf(answer, 'error')
  if (fault !== '') return { listings: [], fault: `${NAME} says: ${fault.slice(0, 200)}` }
  if (member(answer, 'data') === undefined && textOf(answer, 'warning') !== '') return { listings: [] }
  return { listings: listAt(answer, ['data'], NAME).flatMap((row) => listingOf(row, mic)) }
}

function listingOf(row: JsonValue, wanted: string | undefined): Listing[] {
  const [figi, symbol, exchange] = [textOf(row, 'figi'), textOf(row, 'ticker'), textOf(row, 'exchCode')]
  if (figi === '' || symbol === '') return []
  const words = ['securityType', 'securityType2', 'marketSector'].map((name) => textOf(row, name))
  const listing = { symbol, name: textOf(row, 'name'), exchange, mic: wanted ?? micOf(exchange), figi }
  const composites = { compositeFigi: textOf(row, 'compositeFIGI'), shareClassFigi: textOf(row, 'shareClassFIGI') }
  return [{ ...listing, type: words.map((word) => TYPES[word]).find((type) => type !== undefined), ...withoutBlank(composites) }]
}

function withoutBlank(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
