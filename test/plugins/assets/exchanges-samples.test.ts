import { afterAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import boerseFrankfurt from '#plugins/assets/boerse-frankfurt/index.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import euronext from '#plugins/assets/euronext/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import nasdaqNordic from '#plugins/assets/nasdaq-nordic/index.ts'
import six from '#plugins/assets/six/index.ts'
import stooq from '#plugins/assets/stooq/index.ts'
import wienerBoerse from '#plugins/assets/wiener-boerse/index.ts'
import { decimal } from '#src/shared/decimal.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices2/'))
const { isThere, test } = needing('samples/prices2/')
let read = 0
afterAll(() => {
  if (isThere) console.log(`${read} recorded answers of exchanges read`)
})

function sample(name: string): string {
  read += 1
  return readFileSync(`${folder}${name}`, 'utf8')
}

type Value = {
  readonly file: string
  readonly kind: string
  readonly date: string
  readonly value: string
  readonly currency: string
}

/** The values that the index states of a file. */
function expectedOf(file: string): Value[] {
  const all: Value[] = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'))
  return all.filter((one) => one.file === file)
}

const TODAY = { today: '2026-10-05' }

/** Every value of `files` is among the closes that the provider reads, in its currency. */
async function compare(
  provider: PriceProvider,
  request: { identifier: string; currency?: string },
  answer: (url: string) => string,
  ...files: readonly string[]
): Promise<Awaited<ReturnType<typeof collect>>> {
  const found = await collect(provider, request, serve(({ url }) => answer(url), TODAY).tools)
  const values = files.flatMap(expectedOf).filter((one) => one.date !== '')
  expect(values.length).toBeGreaterThan(0)
  for (const { date, value, currency } of values) {
    const price = found.at(date)
    expect([date, decimal(price?.close ?? '0'), price?.currency]).toEqual([date, decimal(value), currency])
  }
  expect(found.issues).toEqual([])
  return found
}

test('Euronext: newest first, a field more than the header, Close in place of Last', async () => {
  const files = {
    'LU1681043599-XPAR': 'euronext/history_LU1681043599-XPAR_2024-12-27_2024-12-31.csv',
    'LU1708330318-XPAR': 'euronext/history_LU1708330318_close_differs_from_last.csv',
    'DE000HC9XDX7-ETLX': 'euronext/history_DE000HC9XDX7-ETLX_certificate_trimmed.csv',
  }
  for (const [identifier, file] of Object.entries(files)) await compare(euronext, { identifier }, () => sample(file), file)
})

test('Euronext: an answer without rows is no trading for a weekend and no such paper for weeks', async () => {
  const { tools } = serve(() => sample('euronext/history_LU1681043599-XPAR_weekend_empty.csv'), TODAY)
  const identifier = 'LU1681043599-XPAR'
  const weekend = await collect(euronext, { identifier, from: '2024-12-28', to: '2024-12-29' }, tools)
  expect([weekend.prices, weekend.issues]).toEqual([[], []])
  const weeks = collect(euronext, { identifier, from: '2024-12-01', to: '2024-12-29' }, tools)
  await expect(weeks).rejects.toMatchObject({ code: 'source/unknown' })
})

test('Börse Frankfurt: the bridge, by its days and closes', async () => {
  const file = 'boerse-frankfurt/tradingview_history_XETR_SAP_trimmed.json'
  const found = await compare(boerseFrankfurt, { identifier: 'DE0007164600' }, () => sample(file), file)
  expect(found.prices.length).toBe(6)
})

test('Börse Frankfurt: the signed interface, which is not called, says the same in another shape', () => {
  for (const name of ['IE00B3WJKG14_2020-03-04_05', 'LU1737652823_2020-08_trimmed', 'XS2530331413_bond_percent']) {
    const file = `boerse-frankfurt/price_history_${name}.json`
    const body = JSON.parse(sample(file))
    for (const { date, value, currency } of expectedOf(file)) {
      const row = body.data.find((one: { date: string }) => one.date === date)
      expect([String(row.close), body.tradedInPercent ? '%' : 'EUR']).toEqual([value, currency])
    }
  }
})

test('Nasdaq Nordic: texts with commas and a currency; the order book of an ISIN', async () => {
  const files = {
    chart: 'nasdaq-nordic/chart_TX100_VOLV-B_trimmed.json',
    info: 'nasdaq-nordic/info_TX100_VOLV-B_2026-08-05.json',
    screener: 'nasdaq-nordic/screener_MAIN_MARKET_trimmed.json',
  }
  const answer = (url: string) =>
    sample(url.includes('/chart') ? files.chart : url.includes('/info') ? files.info : files.screener)
  for (const identifier of ['TX100', 'SE0000115446'])
    await compare(nasdaqNordic, { identifier, currency: 'SEK' }, answer, files.chart, files.info)
  const unstated = (url: string) => answer(url).replace('"SEK 366.40",\n   "netChange"', '"366.40",\n   "netChange"')
  await compare(nasdaqNordic, { identifier: 'TX100', currency: 'EUR' }, unstated, files.chart)
  const { tools } = serve(({ url }) => answer(url), TODAY)
  expect(expectedOf(files.screener).map((one) => `${one.value} ${one.currency}`)).toEqual(['TX2195 DKK'])
  expect(await nasdaqNordic.search?.('DK0010244425', tools, kit)).toMatchObject([
    { identifier: 'TX2195', currency: 'DKK', sector: 'INDUSTRIALS' },
  ])
})

test('SIX: parallel lists, and the last closes of a search', async () => {
  const [charts, snap] = ['six/charts_CH0038863350_trimmed.json', 'six/snap_CH0038863350_2026-08-05.json']
  const request = { identifier: 'CH0038863350', currency: 'CHF' }
  expect((await compare(six, request, () => sample(charts), charts)).prices.length).toBe(5)
  const { colNames, rowData } = JSON.parse(sample(snap))
  const cell = (name: string) => String(rowData[0][colNames.indexOf(name)])
  expect(expectedOf(snap).map((one) => one.value)).toEqual([cell('ClosingPrice'), cell('PreviousClosingPrice')])
  const { tools } = serve(() => sample(snap), TODAY)
  expect(await six.search?.('CH0038863350', tools, kit)).toEqual([
    {
      identifier: 'CH0038863350',
      symbol: 'NESN',
      name: 'NESTLE N',
      isin: 'CH0038863350',
      exchange: 'SIX Swiss Exchange',
    },
  ])
})

test('Wiener Börse: the page leads to the file of the days', async () => {
  const file = 'wiener-boerse/history_AT0000937503_trimmed.csv'
  const page = 'wiener-boerse/history_page_AT0000937503_trimmed.html'
  const answer = (url: string) => sample(url.includes('DOWNLOAD') ? file : page)
  expect((await compare(wienerBoerse, { identifier: 'AT0000937503' }, answer, file)).prices.length).toBe(6)
})

test('Stooq: the page that checks the browser is recognised', async () => {
  const { tools } = serve(() => sample('stooq/browser_check_http200_trimmed.html'), TODAY)
  await expect(collect(stooq, { identifier: 'spy.us' }, tools)).rejects.toMatchObject({
    code: 'source/html',
    detail: expect.stringContaining('JavaScript'),
  })
})
