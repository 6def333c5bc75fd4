import { readLatest, readSearch } from '#plugins/fx/bi/index.ts'
import { readSheets as readCbe } from '#plugins/fx/cbe/index.ts'
import { readSheet as readCbi } from '#plugins/fx/cbi/index.ts'
import { readPage as readCbllr } from '#plugins/fx/cbllr/index.ts'
import { readPage as readDab } from '#plugins/fx/dab/index.ts'
import type { Quotes } from '#plugins/fx/quotes.ts'
import type { Side } from '#plugins/fx/sides.ts'
import { readWorkbook, type Sheet } from '#plugins/fx/workbook.ts'

/** A recorded answer, with the address that it belongs to and what else the provider calls on its way there. */
type RecordingC = {
  readonly provider: string
  readonly from: string
  readonly to: string
  readonly currencies?: readonly string[]
  readonly expected: string
  readonly method?: 'POST'
  /** What is wrong in the answer itself, by code. */
  readonly issues?: readonly string[]
  /** Recorded pages that are called before, by a part of their address. */
  readonly before?: Readonly<Record<string, string>>
}

export const RECORDINGS_C: Readonly<Record<string, RecordingC>> = {
  'sbi/xmltimeseries_group9_2026-03-24_2026-03-28.xml': {
    ...{ provider: 'SBI', from: '2026-03-24', to: '2026-03-28', expected: 'GroupID=9' },
    before: { 'GroupID=7': 'sbi/xmltimeseries_group7_2026-03-24_2026-03-28.xml' },
  },
  'sbi/xmltimeseries_group7_2026-03-24_2026-03-28.xml': {
    ...{ provider: 'SBI', from: '2026-03-24', to: '2026-03-28', expected: 'GroupID=7' },
    before: { 'GroupID=9': 'sbi/xmltimeseries_group9_2026-03-24_2026-03-28.xml' },
  },
  'bct/cours_archiv_2026-05-18.html': { provider: 'BCT', from: '2026-05-18', to: '2026-05-18', expected: 'cours_archiv.jsp' },
  'bct/cours_archiv_2026-05-19.html': { provider: 'BCT', from: '2026-05-19', to: '2026-05-19', expected: 'cours_archiv.jsp' },
  'cbsl/exrates_results_2025-05-15_2025-05-19.html': {
    ...{ provider: 'CBSL', from: '2025-05-15', to: '2025-05-19', expected: 'exrates_results.php' },
    before: { 'exrates.php': 'cbsl/exrates_form.html' },
  },
  ...Object.fromEntries(
    ['ARS', 'BRL', 'JPY', 'USD', 'XAU'].map((currency) => [
      `bcp/monedas-historica_${currency}_2024.html`,
      {
        ...{ provider: 'BCP', from: '2024-01-01', to: '2024-12-31', currencies: [currency] },
        expected: `anho=2024&moneda=${currency}`,
      },
    ]),
  ),
  'cbllr/buying-selling-rates_page0.html': { provider: 'CBLLR', from: '2026-04-11', to: '2026-05-23', expected: 'page=0' },
  'dab/exchange-rates_2026-05-18.html': {
    provider: 'DAB',
    from: '2026-05-18',
    to: '2026-05-18',
    expected: 'date_value=2026-05-18',
  },
  'dab/exchange-rates_2026-05-19.html': {
    provider: 'DAB',
    from: '2026-05-19',
    to: '2026-05-19',
    expected: 'date_value=2026-05-19',
  },
  'rbv/exchange-rates_trimmed.html': { provider: 'RBV', from: '2025-08-26', to: '2026-06-30', expected: 'limit1=100000' },
  'nbc/exchange_rate_2026-05-18.html': { provider: 'NBC', from: '2026-05-18', to: '2026-05-18', expected: 'exchange_rate.php' },
  'nbc/exchange_rate_2026-05-19.html': { provider: 'NBC', from: '2026-05-19', to: '2026-05-19', expected: 'exchange_rate.php' },
  'cbe/historical_2026-04.xlsx': {
    ...{ provider: 'CBE', from: '2026-04-01', to: '2026-04-30', expected: 'GetHistoricalData' },
    before: { 'historical-data': 'cbe/historical-data_form.html' },
  },
  'sbp/BFER_Daily_2026-04.xlsx': { provider: 'SBP', from: '2026-04-01', to: '2026-04-30', expected: 'BFER_Daily.xlsx' },
  'bi/landing_2026-04-05_noscript.html': { provider: 'BI', from: '2026-04-02', to: '2026-04-05', expected: 'default.aspx' },
  'bi/search_AED_2026-03_noscript.html': {
    ...{ provider: 'BI', from: '2026-03-01', to: '2026-03-31', currencies: ['AED'] },
    ...{ expected: 'default.aspx', method: 'POST', before: { 'transaksi-bi': 'bi/landing_2026-04-05_noscript.html' } },
  },
  'cbs/Historical-Daily-Rates-June032026_trimmed.xlsx': {
    ...{ provider: 'CBS', from: '2008-01-01', to: '2026-06-30', expected: 'Historical-Daily-Rates' },
    issues: ['not-a-day'],
    before: { 'daily-exchange-rates': 'cbs/daily-exchange-rates_page.html' },
  },
  'rbf/8.8-Exchange-Rates-Daily_EDITED.xlsx': {
    ...{ provider: 'RBF', from: '2026-05-18', to: '2026-05-22', expected: '8.8-Exchange-Rates-Daily' },
    before: { 'economic-and-financial': 'rbf/hub_page_EDITED.html' },
  },
  'boa/Cotation-DZD_journalier_EDITED.xlsx': {
    ...{ provider: 'BOA', from: '2026-04-01', to: '2026-04-30', expected: 'Cotation-DZD' },
    before: { 'donnees-historiques': 'boa/hub_page_EDITED.html' },
  },
  'cbi/file_daily_iqd_EDITED.xlsx': {
    ...{ provider: 'CBI', from: '2024-01-01', to: '2026-02-28', expected: 'file-177909880482668.xlsx' },
    issues: ['not-a-rate'],
    before: { 'page/144': 'cbi/page_144.html' },
  },
  'brb/cours_2026-05-20.pdf': {
    ...{ provider: 'BRB', from: '2026-05-20', to: '2026-05-20', expected: '20-05-2026.pdf' },
    before: { 'page=0': 'brb/index_page.html' },
  },
  'bsp/rerb_2026-05-28.pdf': {
    ...{ provider: 'BSP', from: '2026-05-28', to: '2026-05-28', expected: '28May2026.pdf' },
    before: { getByTitle: 'bsp/rerb_list.json' },
  },
}

/** Publishers of a buying and a selling rate, of which the samples state one: the name of the side in the note. */
type SidesC = {
  readonly provider: string
  readonly read: (body: Uint8Array, quotes: Quotes, side: Side) => unknown
}

const book =
  (read: (sheets: readonly Sheet[], quotes: Quotes, side: Side) => unknown) =>
  async (body: Uint8Array, quotes: Quotes, side: Side) =>
    read(await readWorkbook(body, 'samples'), quotes, side)
const page = (read: (html: string, quotes: Quotes, side: Side) => unknown) => (body: Uint8Array, quotes: Quotes, side: Side) =>
  read(new TextDecoder().decode(body), quotes, side)

export const SIDES_C: readonly SidesC[] = [
  { provider: 'CBLLR', read: page(readCbllr) },
  { provider: 'DAB', read: page(readDab) },
  { provider: 'CBE', read: book(readCbe) },
  {
    provider: 'CBI',
    read: book((sheets, quotes, side) => {
      for (const sheet of sheets) readCbi(sheet, quotes, side)
    }),
  },
  {
    provider: 'BI',
    read: page((html, quotes, side) => (html.includes('GridView1') ? readLatest : readSearch)(html, quotes, side)),
  },
]
