import { readTable as readBccr } from '#plugins/fx/bccr/index.ts'
import { readTable as readBoja } from '#plugins/fx/boja/index.ts'
import type { FxChunk, FxRequest } from '#plugins/fx/contract.ts'
import type { Quotes } from '#plugins/fx/quotes.ts'
import type { Side } from '#plugins/fx/sides.ts'

/** A recorded answer: who asks for what on which day, and the call that it answers. */
export type RecordingB = {
  readonly provider: string
  readonly request: FxRequest
  readonly today?: string
  readonly expected: string
  /** What other calls get, by a part of their address: a recorded file or a text. */
  readonly others?: Readonly<Record<string, string>>
  /** The figures of the recording that are wrong, by their codes. */
  readonly issues?: Readonly<Record<string, number>>
}

const range = (from: string, to: string, ...currencies: string[]) =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }
const each = (codes: string, record: (code: string) => readonly [string, RecordingB]) =>
  Object.fromEntries(codes.split(' ').map(record))

export const RECORDINGS_B: Readonly<Record<string, RecordingB>> = {
  'bom/currency-rate-movement_2026-05-19_2026-05-22.json': {
    ...{ provider: 'BOM', request: range('2026-05-19', '2026-05-22'), expected: 'currency-rate-movement/data' },
  },
  'cbn/GetAllExchangeRates_2026-05.json': {
    ...{ provider: 'CBN', request: range('2026-05-14', '2026-05-21'), expected: 'GetAllExchangeRates' },
  },
  'cbk/wdtable_193_trimmed.json': {
    ...{ provider: 'CBK', request: range('2024-01-01', '2026-03-19'), expected: 'table_id=193' },
    others: { 'table_id=32': '{"data":[["05/01/2024","EURO","1.0000"]]}' },
  },
  ...each('CNY EUR JPY KES UGX USD', (code) => [
    `bnrrw/currency_history_${code}_2026-05.json`,
    { provider: 'BNRRW', request: range('2026-05-18', '2026-05-22', code), expected: `currency_name=${code}` },
  ]),
  ...each('2026-05-18 2026-05-19', (day) => [
    `nbe/filter_${day}.json`,
    { provider: 'NBE', request: range(day, day), expected: `date=${day}` },
  ]),
  'nbrm/GetExchangeRate_2026-05-30_saturday.json': {
    ...{ provider: 'NBRM', request: range('2026-05-30', '2026-05-30'), expected: 'StartDate=30.05.2026&EndDate=30.05.2026' },
  },
  'nbrm/GetExchangeRate_trimmed.json': {
    ...{ provider: 'NBRM', request: range('2026-03-01', '2026-05-29'), expected: 'StartDate=01.03.2026&EndDate=29.05.2026' },
  },
  'amcm/financial_info_2026-05-18_2026-05-22.json': {
    ...{ provider: 'AMCM', request: range('2026-05-18', '2026-05-22'), expected: 'Begin=20260518&End=20260522' },
  },
  'bbk/bbex3_dem_1998-12-21_1998-12-30.csv': {
    ...{ provider: 'BBK', request: range('1998-12-21', '1999-02-01'), expected: 'startPeriod=1998-12-21&endPeriod=1998-12-30' },
  },
  'bccr/cuadro_grupo1_2025-12-15_2026-03-24.json': {
    ...{ provider: 'BCCR', request: range('2025-12-15', '2026-03-24'), expected: 'FechaInicio=2025-12-15T00:00:00' },
    others: { 'Token/GenereCSRF': 'a-token-of-our-own' },
  },
  ...each('AED BWP', (code) => [
    `bna/intervalo_${code}_2026-05.json`,
    {
      provider: 'BNA',
      request: range('2026-05-19', '2026-05-21', code),
      expected: `datainicio=2026-05-18&datafim=2026-05-21&tipocambio=M&moeda=${code}`,
    },
  ]),
  'bna/intervalo_ALL_is_everything_2026-05.json': {
    ...{ provider: 'BNA', request: range('2026-05-19', '2026-05-21'), expected: 'moeda=ALL' },
  },
  'boja/wdtable_134_2026-03.json': {
    ...{ provider: 'BOJA', request: range('2026-03-01', '2026-03-31'), expected: 'table_id=134' },
    others: { 'counter-rates/': '<input name="wdtNonceFrontendServerSide_134" value="ab12" />' },
  },
  'cbc/BP01D01_trimmed.json': { provider: 'CBC', request: range('1993-01-05', '2026-03-31'), expected: 'FileName=BP01D01' },
  'cbg/indicative_USD.json': {
    ...{ provider: 'CBG', request: range('2000-01-07', '2026-05-22', 'USD'), expected: 'rates/USD' },
    issues: { implausible: 12 },
  },
  'cbg/indicative_XOF.json': {
    ...{ provider: 'CBG', request: range('2019-11-18', '2026-05-22', 'XOF'), expected: 'rates/XOF' },
    others: { 'rates/USD': 'cbg/indicative_USD.json' },
  },
  'cbg/indicative_SLL.json': {
    ...{ provider: 'CBG', request: range('2022-07-12', '2026-05-22', 'SLE'), expected: 'rates/SLL' },
    issues: { implausible: 3 },
  },
  'cbm/latest_2026-04-09.json': {
    ...{ provider: 'CBM', today: '2026-04-09', request: range('2026-04-09', '2026-04-09'), expected: 'api/latest' },
  },
}

type Read = (text: string, quotes: Quotes, choose: Side) => Iterable<FxChunk>

/** Publishers of two sides, of which the mid is given: their readers, for the values of one side. */
export const SIDES_B: Readonly<Record<string, Read>> = {
  bccr: (text, quotes, choose) => {
    readBccr(text, quotes, choose)
    return [quotes.take()]
  },
  boja: readBoja,
}

/** Codes of publishers that mean the currency of another one. */
export const RENAMED_B: Readonly<Record<string, string>> = { 'bna STD': 'STN', 'cbg SLL': 'SLE' }

/** Published values that are left out: too coarse (two digits), or of no market. */
export const LEFT_OUT_B: ReadonlySet<string> = new Set(['bom IDR', 'bom KPW', 'cbg NGN'])

/** Files whose values are all left out. */
export const UNREAD_B: ReadonlySet<string> = new Set(['cbg/indicative_NGN.json'])
