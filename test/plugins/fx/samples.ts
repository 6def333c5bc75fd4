import { readFileSync } from 'node:fs'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { FxChunk, FxRequest } from '#plugins/fx/contract.ts'
import { readReferenceCsv } from '#plugins/fx/ecb/index.ts'
import type { Quotes } from '#plugins/fx/quotes.ts'
import { readCube } from '#plugins/fx/snb/index.ts'
import { readDay, readEvds } from '#plugins/fx/tcmb/index.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import type { Answering } from './loopback.ts'

const FOLDER = recorded('samples/fx/')

/** For tests that read recorded answers. */
export const { describe: describeSamples, isThere: samplesExist } = needing('samples/fx/')

export type Expected = {
  readonly file: string
  readonly date: string
  readonly base: string
  readonly quote: string
  readonly rate: string
  readonly note: string
}

/** A recorded answer: which provider sent the request, for what, on which day, and which address it must have called. */
export type Recording = {
  readonly provider: string
  readonly request: FxRequest
  readonly today?: string
  readonly key?: string
  readonly expected: string
  readonly zip?: boolean
  readonly method?: 'POST'
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
  expected: `api.stlouisfed.org/fred/series/observations?series_id=${series}`,
})

export const RECORDINGS: Readonly<Record<string, Recording>> = {
  'ecb/eurofxref-daily_2015-01-07.xml': {
    provider: 'ECB',
    today: '2015-01-07',
    request: range('2015-01-07', '2015-01-07'),
    expected: 'eurofxref-daily.xml',
  },
  'ecb/eurofxref-hist-90d_2019-11-29.xml': {
    provider: 'ECB',
    today: '2019-11-26',
    request: range('2019-09-02', '2019-11-29'),
    expected: 'eurofxref-hist-90d.xml',
  },
  'ecb/eurofxref-hist_trimmed.csv': {
    provider: 'ECB',
    today: '2026-04-14',
    request: range('1999-01-01', '2026-04-14'),
    expected: 'eurofxref-hist.zip',
    zip: true,
  },
  'ecb/sdmx_csvdata_full_columns_2026-09-03_2026-09-04.csv': {
    provider: 'ECB',
    today: '2027-01-01',
    request: range('2026-09-03', '2026-09-04'),
    expected: 'D..EUR.SP00.A',
  },
  'ecb/sdmx_exr_daily_from_2026-02-17.csv': {
    provider: 'ECB',
    today: '2027-01-01',
    request: range('2026-02-17', '2026-03-18'),
    expected: 'startPeriod=2026-02-17&endPeriod=2026-03-18',
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
    expected: 'fredgraph.csv?id=DEXUSEU&cosd=2025-01-01&coed=2025-12-31',
  },
  'fed/fredgraph_DEXUSEU_trimmed.csv': {
    provider: 'FED',
    request: { currencies: ['EUR'], ...range('1999-01-01', '2020-12-31') },
    expected: 'fredgraph.csv?id=DEXUSEU',
  },
  'boe/iadb_2026-03-17_2026-03-20.csv': {
    provider: 'BOE',
    request: range('2026-03-17', '2026-03-20'),
    expected: 'Datefrom=17/Mar/2026&Dateto=20/Mar/2026&SeriesCodes=XUDLUSS,XUDLERS',
  },
  'snb/cube_devkum_de_2026-03_2026-07_excerpt.json': {
    provider: 'SNB',
    request: range('2026-03-01', '2026-07-31'),
    expected: 'fromDate=2026-03&toDate=2026-07',
  },
  'boc/fx_rates_daily_from_2026-03-12.json': {
    provider: 'BOC',
    request: range('2026-03-12', '2026-03-20'),
    expected: 'FX_RATES_DAILY/json?start_date=2026-03-12',
  },
  'rba/f11.1_trimmed.csv': { provider: 'RBA', request: range('2023-01-01', '2026-03-31'), expected: 'f11.1-data.csv' },
  'nbp/gold_2026-03-01_2026-03-05.json': {
    provider: 'NBP',
    request: { currencies: ['XAU'], ...range('2026-03-01', '2026-03-05') },
    expected: 'cenyzlota/2026-03-01/2026-03-05',
  },
  'nbp/table_a_2026-03-01_2026-03-05.json': {
    provider: 'NBP',
    request: range('2026-03-01', '2026-03-05'),
    expected: 'tables/A/2026-03-01/2026-03-05',
  },
  'nbp/table_b_2026-03-01_2026-03-05.json': {
    provider: 'NBP',
    request: range('2026-03-01', '2026-03-05'),
    expected: 'tables/B/2026-03-01/2026-03-05',
  },
  'cnb/daily_txt_2000-04-21.txt': {
    provider: 'CNB',
    request: { currencies: ['USD', 'JPY', 'ITL'], ...range('2000-04-21', '2000-04-21') },
    expected: 'date=21.04.2000',
  },
  'cnb/daily_year_2026_trimmed.json': {
    provider: 'CNB',
    request: range('2026-01-01', '2026-12-31'),
    expected: 'daily-year?year=2026',
  },
  'mnb/soap_get_exchange_rates.xml': { provider: 'MNB', request: range('2025-03-01', '2025-03-31'), expected: 'arfolyamok.asmx' },
  'nb/exr_b_nok_sp_2026-03-16_2026-03-24.csv': {
    provider: 'NB',
    request: range('2026-03-16', '2026-03-24'),
    expected: '.NOK.SP?format=csvdata&startPeriod=2026-03-16',
  },
  'rb/swea_group130_2026-03-24_2026-03-28.json': {
    provider: 'RB',
    request: range('2026-03-24', '2026-03-28'),
    expected: 'ByGroup/130/2026-03-24/2026-03-28',
  },
  'dnb/dnvald_bulk_trimmed.csv': { provider: 'DNB', request: range('2025-03-01', '2026-03-31'), expected: 'api.statbank.dk' },
  'bnr/nbrfxrates2026_trimmed.xml': {
    provider: 'BNR',
    request: range('2026-01-01', '2026-12-31'),
    expected: 'nbrfxrates2026.xml',
  },
  'bnr/nbrfxrates_2016-12-02.xml': {
    provider: 'BNR',
    request: range('2016-12-01', '2016-12-31'),
    expected: 'nbrfxrates2016.xml',
  },
  'cbr/xml_daily_2026-04-25.xml': {
    provider: 'CBR',
    request: range('2026-04-25', '2026-04-26'),
    expected: 'XML_daily.asp?date_req=25/04/2026',
  },
  ...Object.fromEntries(
    ['R01035', 'R01235', 'R01239', 'R01815', 'R01820'].map((id) => [
      `cbr/xml_dynamic_${id}_2026-03-01_2026-03-05.xml`,
      { provider: 'CBR', request: range('2026-02-01', '2026-03-05'), expected: `VAL_NM_RQ=${id}` },
    ]),
  ),
  'cbr/xml_metall_2026-03-01_2026-03-05.xml': {
    provider: 'CBR',
    request: { currencies: ['XAU', 'XAG', 'XPT'], ...range('2026-03-01', '2026-03-05') },
    expected: 'xml_metall.asp?date_req1=01/03/2026&date_req2=05/03/2026',
  },
  'nbu/exchange_site_2026-03_trimmed.json': {
    provider: 'NBU',
    request: range('2026-03-01', '2026-03-31'),
    expected: 'exchange_site?start=20260301&end=20260331',
  },
  'nbu/statdirectory_exchange_2019-02-18.xml': {
    provider: 'NBU',
    request: range('2019-02-18', '2019-02-18'),
    expected: 'statdirectory/exchange?date=20190218',
  },
  'boi/exr_of00_2026-03.csv': {
    provider: 'BOI',
    request: range('2026-03-01', '2026-03-31'),
    expected: 'startperiod=2026-03-01&endperiod=2026-03-31',
  },
  'fbil/refrates_2026-03-17_2026-03-21.json': {
    provider: 'FBIL',
    request: range('2026-03-17', '2026-03-21'),
    expected: 'fromDate=2026-03-17&toDate=2026-03-21',
  },
  'bcb/ptax_EUR_2026-03.json': {
    provider: 'BCB',
    request: { currencies: ['EUR'], ...range('2026-03-01', '2026-03-31') },
    expected: "@moeda='EUR'&@dataInicial='03-01-2026'&@dataFinalCotacao='04-01-2026'",
  },
  'bcb/ptax_JPY_2026-03.json': {
    provider: 'BCB',
    request: { currencies: ['JPY'], ...range('2026-03-01', '2026-03-31') },
    expected: "@moeda='JPY'",
  },
  'bcb/ptax_USD_2026-03.json': {
    provider: 'BCB',
    request: { currencies: ['USD'], ...range('2026-03-01', '2026-03-31') },
    expected: "@moeda='USD'",
  },
  'banxico/sie_2026-03-01_2026-03-15.json': {
    provider: 'BANXICO',
    key: 'k',
    request: range('2026-03-01', '2026-03-15'),
    expected: '/datos/2026-03-01/2026-03-15',
  },
  'hkma/er_eeri_daily_from_2026-02-25.json': {
    provider: 'HKMA',
    request: range('2026-02-25', '2026-02-28'),
    expected: 'from=2026-02-25&to=2026-02-28',
  },
  'mas/exchange_rates_daily_2026-03.csv': {
    provider: 'MAS',
    request: range('2026-03-01', '2026-03-31'),
    expected: 'ExchangeRates.aspx',
    method: 'POST',
  },
  'boj/fm08_2026-03.json': {
    provider: 'BOJ',
    request: range('2026-03-01', '2026-03-31'),
    expected: 'startDate=202603&endDate=202603',
  },
  'imf/rms_mth_rep_2026-03.tsv.txt': {
    provider: 'IMF',
    request: range('2026-03-01', '2026-03-31'),
    expected: 'SelectDate=2026-03-31',
  },
  'nbg/currencies_2026-03-02.json': { provider: 'NBG', request: range('2026-02-28', '2026-03-02'), expected: 'date=2026-03-02' },
  'nbg/currencies_2026-03-03.json': { provider: 'NBG', request: range('2026-03-03', '2026-03-03'), expected: 'date=2026-03-03' },
  'bceao/reference_2026-03-16.html.txt': {
    provider: 'BCEAO',
    request: range('2026-03-16', '2026-03-16'),
    expected: 'dateJour=2026-03-16',
  },
  'bceao/reference_2026-03-17.html.txt': {
    provider: 'BCEAO',
    request: range('2026-03-17', '2026-03-17'),
    expected: 'dateJour=2026-03-17',
  },
  'sarb/eur_2026-03-23_2026-03-27.json': {
    provider: 'SARB',
    request: { currencies: ['EUR'], ...range('2026-03-23', '2026-03-27') },
    expected: 'EXCZ002D/2026-03-23T00:00:00/2026-03-27T00:00:00',
  },
  'sarb/jpy_per_rand_2026-03-23_2026-03-27.json': {
    provider: 'SARB',
    request: { currencies: ['JPY'], ...range('2026-03-23', '2026-03-27') },
    expected: 'EXCB120D',
  },
  'sarb/usd_2026-03-23_2026-03-27.json': {
    provider: 'SARB',
    request: { currencies: ['USD'], ...range('2026-03-23', '2026-03-27') },
    expected: 'EXCX135D',
  },
  'bnm/exchange_rate_EUR_2026-03.json': {
    provider: 'BNM',
    request: { currencies: ['EUR'], ...range('2026-03-01', '2026-03-31') },
    expected: 'exchange-rate/EUR/year/2026/month/3',
  },
  'bnm/exchange_rate_JPY_2026-03.json': {
    provider: 'BNM',
    request: { currencies: ['JPY'], ...range('2026-03-01', '2026-03-31') },
    expected: 'exchange-rate/JPY/year/2026/month/3',
  },
  'bnm/exchange_rate_USD_2026-03.json': {
    provider: 'BNM',
    request: { currencies: ['USD'], ...range('2026-03-01', '2026-03-31') },
    expected: 'exchange-rate/USD/year/2026/month/3',
  },
  'bnm/exchange_rate_latest_2026-03-19.json': {
    provider: 'BNM',
    today: '2026-03-19',
    request: range('2026-03-19', '2026-03-19'),
    expected: 'exchange-rate?session=0900',
  },
  'hnb/tecajn_eur_v3_2023-01-02_2023-01-06.json': {
    provider: 'HNB',
    request: range('2023-01-02', '2023-01-06'),
    expected: 'tecajn-eur/v3?datum-primjene-od=2023-01-02',
  },
  'hnb/tecajn_v2_2022-12-28_2022-12-31.json': {
    provider: 'HNB',
    request: range('2022-12-28', '2022-12-31'),
    expected: 'tecajn/v2?datum-od=2022-12-28',
  },
  'lb/getfxrates_lt_2014-12-29.xml': { provider: 'LB', request: range('2014-12-29', '2014-12-29'), expected: 'dt=2014-12-29' },
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
  ...(['forex buying', 'forex selling'] as const).map((side) => ({
    ...{ file: 'tcmb/evds_2026-03.json', provider: 'TCMB', of: (one: Expected) => one.note === side },
    read: whole((text, quotes) => readEvds(text, quotes, (buying, selling) => (side === 'forex buying' ? buying : selling))),
  })),
  {
    ...{ file: 'tcmb/today_2016-03-15.xml', provider: 'TCMB', of: (one: Expected) => one.note === 'ForexBuying' },
    read: whole((text, quotes) => readDay(text, quotes, (buying) => buying)),
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
  return ({ url, method }) =>
    decodeURIComponent(url).includes(recording.expected) && method === (recording.method ?? method)
      ? new Response(bytes as BodyInit)
      : emptyAnswer(url)
}

function emptyAnswer(url: string): Response {
  if (url.includes('fredgraph')) return new Response(`observation_date,${new URL(url).searchParams.get('id')}\n`)
  if (url.includes('stlouisfed')) return Response.json({ observations: [] })
  if (url.includes('daily-year')) return Response.json({ rates: [] })
  if (url.includes('nbg.gov.ge')) return Response.json([])
  if (url.includes('cbr.ru')) return new Response('<ValCurs/>')
  if (url.includes('ExchangeRates.aspx')) return new Response(MAS_FORM)
  return new Response('Not Found', { status: 404 })
}

export const MAS_FORM = `<html><form><input type="hidden" name="__VIEWSTATE" value="a&amp;b"/>
<select name="c$StartYearDropDownList"></select><select name="c$StartMonthDropDownList"></select><select name="c$EndYearDropDownList"></select>
<select name="c$EndMonthDropDownList"></select><select name="c$FrequencyDropDownList"></select>
<input type="checkbox" name="c$EndOfPeriodPerUnitCheckBoxList$0"/><input type="submit" name="c$DownloadButton" value="Download"/></form></html>`

export async function zip(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  await writer.add(name, new Uint8ArrayReader(bytes))
  return writer.close()
}
