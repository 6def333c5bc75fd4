import { existsSync, readFileSync } from 'node:fs'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { FxChunk, FxRequest } from '#plugins/fx/contract.ts'
import { readReferenceCsv } from '#plugins/fx/ecb/index.ts'
import type { Quotes } from '#plugins/fx/quotes.ts'
import { readCube } from '#plugins/fx/snb/index.ts'
import type { Answering } from './loopback.ts'

const FOLDER = new URL('../../../../shared/samples/fx/', import.meta.url)

export const samplesExist = existsSync(FOLDER)

export type Expected = {
  readonly file: string
  readonly date: string
  readonly base: string
  readonly quote: string
  readonly rate: string
  readonly note: string
}

/** A recorded answer: which provider asked, for what, on which day, and which address it must have called. */
export type Recording = {
  readonly provider: string
  readonly request: FxRequest
  readonly today?: string
  readonly key?: string
  readonly asked: string
  readonly zip?: boolean
}

/** Values of a kind that the provider does not ask for, but that its reader reads. */
export type Reading = {
  readonly file: string
  readonly provider: string
  readonly of: (one: Expected) => boolean
  readonly read: (text: string, quotes: Quotes) => Iterable<FxChunk>
}

const range = (from: string, to: string) => ({ from, to })
const fed = (series: string) => ({
  provider: 'FED',
  request: range('2026-03-01', '2026-03-31'),
  key: 'k',
  asked: `api.stlouisfed.org/fred/series/observations?series_id=${series}`,
})

export const RECORDINGS: Readonly<Record<string, Recording>> = {
  'ecb/eurofxref-daily_2015-01-07.xml': {
    provider: 'ECB',
    today: '2015-01-07',
    request: range('2015-01-07', '2015-01-07'),
    asked: 'eurofxref-daily.xml',
  },
  'ecb/eurofxref-hist-90d_2019-11-29.xml': {
    provider: 'ECB',
    today: '2019-11-26',
    request: range('2019-09-02', '2019-11-29'),
    asked: 'eurofxref-hist-90d.xml',
  },
  'ecb/eurofxref-hist_trimmed.csv': {
    provider: 'ECB',
    today: '2026-04-14',
    request: range('1999-01-01', '2026-04-14'),
    asked: 'eurofxref-hist.zip',
    zip: true,
  },
  'ecb/sdmx_csvdata_full_columns_2026-09-03_2026-09-04.csv': {
    provider: 'ECB',
    today: '2027-01-01',
    request: range('2026-09-03', '2026-09-04'),
    asked: 'D..EUR.SP00.A',
  },
  'ecb/sdmx_exr_daily_from_2026-02-17.csv': {
    provider: 'ECB',
    today: '2027-01-01',
    request: range('2026-02-17', '2026-03-18'),
    asked: 'startPeriod=2026-02-17&endPeriod=2026-03-18',
  },
  'fed/fred_api_DEXBZUS_2026-03.json': fed('DEXBZUS'),
  'fed/fred_api_DEXCAUS_2026-03.json': fed('DEXCAUS'),
  'fed/fred_api_DEXCHUS_2026-03.json': fed('DEXCHUS'),
  'fed/fred_api_DEXJPUS_2026-03.json': fed('DEXJPUS'),
  'fed/fred_api_DEXMXUS_2026-03.json': fed('DEXMXUS'),
  'fed/fred_api_DEXSZUS_2026-03.json': fed('DEXSZUS'),
  'fed/fred_api_DEXUSAL_2026-03.json': fed('DEXUSAL'),
  'fed/fred_api_DEXUSEU_2026-03.json': fed('DEXUSEU'),
  'fed/fred_api_DEXUSUK_2026-03.json': fed('DEXUSUK'),
  'fed/fredgraph_DEXUSEU_2025-01_new_header.csv': {
    provider: 'FED',
    request: { currencies: ['EUR'], ...range('2025-01-01', '2025-12-31') },
    asked: 'fredgraph.csv?id=DEXUSEU&cosd=2025-01-01&coed=2025-12-31',
  },
  'fed/fredgraph_DEXUSEU_trimmed.csv': {
    provider: 'FED',
    request: { currencies: ['EUR'], ...range('1999-01-01', '2020-12-31') },
    asked: 'fredgraph.csv?id=DEXUSEU',
  },
  'boe/iadb_2026-03-17_2026-03-20.csv': {
    provider: 'BOE',
    request: range('2026-03-17', '2026-03-20'),
    asked: 'Datefrom=17/Mar/2026&Dateto=20/Mar/2026&SeriesCodes=XUDLUSS,XUDLERS',
  },
  'snb/cube_devkum_de_2026-03_2026-07_excerpt.json': {
    provider: 'SNB',
    request: range('2026-03-01', '2026-07-31'),
    asked: 'fromDate=2026-03&toDate=2026-07',
  },
  'boc/fx_rates_daily_from_2026-03-12.json': {
    provider: 'BOC',
    request: range('2026-03-12', '2026-03-20'),
    asked: 'FX_RATES_DAILY/json?start_date=2026-03-12',
  },
  'rba/f11.1_trimmed.csv': { provider: 'RBA', request: range('2023-01-01', '2026-03-31'), asked: 'f11.1-data.csv' },
  'nbp/gold_2026-03-01_2026-03-05.json': {
    provider: 'NBP',
    request: { currencies: ['XAU'], ...range('2026-03-01', '2026-03-05') },
    asked: 'cenyzlota/2026-03-01/2026-03-05',
  },
  'nbp/table_a_2026-03-01_2026-03-05.json': {
    provider: 'NBP',
    request: range('2026-03-01', '2026-03-05'),
    asked: 'tables/A/2026-03-01/2026-03-05',
  },
  'nbp/table_b_2026-03-01_2026-03-05.json': {
    provider: 'NBP',
    request: range('2026-03-01', '2026-03-05'),
    asked: 'tables/B/2026-03-01/2026-03-05',
  },
  'cnb/daily_txt_2000-04-21.txt': {
    provider: 'CNB',
    request: { currencies: ['USD', 'JPY', 'ITL'], ...range('2000-04-21', '2000-04-21') },
    asked: 'date=21.04.2000',
  },
  'cnb/daily_year_2026_trimmed.json': {
    provider: 'CNB',
    request: range('2026-01-01', '2026-12-31'),
    asked: 'daily-year?year=2026',
  },
  'mnb/soap_get_exchange_rates.xml': { provider: 'MNB', request: range('2025-03-01', '2025-03-31'), asked: 'arfolyamok.asmx' },
  'nb/exr_b_nok_sp_2026-03-16_2026-03-24.csv': {
    provider: 'NB',
    request: range('2026-03-16', '2026-03-24'),
    asked: '.NOK.SP?format=csvdata&startPeriod=2026-03-16',
  },
  'rb/swea_group130_2026-03-24_2026-03-28.json': {
    provider: 'RB',
    request: range('2026-03-24', '2026-03-28'),
    asked: 'ByGroup/130/2026-03-24/2026-03-28',
  },
  'dnb/dnvald_bulk_trimmed.csv': { provider: 'DNB', request: range('2025-03-01', '2026-03-31'), asked: 'api.statbank.dk' },
}

export const READINGS: readonly Reading[] = [
  { file: 'ecb/eurofxref_2026-04-13.csv', provider: 'ECB', of: () => true, read: readReferenceCsv },
  {
    file: 'snb/cube_devkua_en_2020_2025_excerpt.json',
    provider: 'SNB',
    of: () => true,
    read: whole((text, quotes) => readCube(text, undefined, quotes)),
  },
  {
    ...{ file: 'snb/cube_devkum_de_2026-03_2026-07_excerpt.json', provider: 'SNB' },
    of: (one) => one.note.startsWith('month end'),
    read: whole((text, quotes) => readCube(text, 'M1', quotes)),
  },
]

/** A reader that fills `quotes`, as one that yields what it took. */
function whole(read: (text: string, quotes: Quotes) => void): Reading['read'] {
  return (text, quotes) => {
    read(text, quotes)
    return [quotes.take()]
  }
}

export function sampleBytes(file: string): Uint8Array {
  return readFileSync(new URL(file, FOLDER))
}

export function expectedValues(): Expected[] {
  return JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')) as Expected[]
}

/** Answers the address that the recording belongs to with its bytes, any other with what each publisher says for "nothing". */
export async function answerWith(file: string, recording: Recording): Promise<Answering> {
  const bytes = recording.zip ? await zip('eurofxref-hist.csv', sampleBytes(file)) : sampleBytes(file)
  return ({ url }) => (decodeURIComponent(url).includes(recording.asked) ? new Response(bytes as BodyInit) : emptyAnswer(url))
}

function emptyAnswer(url: string): Response {
  if (url.includes('fredgraph')) return new Response(`observation_date,${new URL(url).searchParams.get('id')}\n`)
  if (url.includes('stlouisfed')) return Response.json({ observations: [] })
  if (url.includes('daily-year')) return Response.json({ rates: [] })
  return new Response('Not Found', { status: 404 })
}

export async function zip(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  await writer.add(name, new Uint8ArrayReader(bytes))
  return writer.close()
}
