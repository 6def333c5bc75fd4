import { afterAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readLine } from '#plugins/assets/b3/file.ts'
import b3 from '#plugins/assets/b3/index.ts'
import goldApi from '#plugins/assets/gold-api/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import moex from '#plugins/assets/moex/index.ts'
import swissquote from '#plugins/assets/swissquote/index.ts'
import toushin from '#plugins/assets/toushin/index.ts'
import tsp from '#plugins/assets/tsp/index.ts'
import { decimal } from '#src/shared/decimal.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { zip } from '#test/uploads/samples.ts'
import { collect, serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices2/'))
const { isThere, test } = needing('samples/prices2/')
let read = 0
afterAll(() => {
  if (isThere) console.log(`${read} recorded answers of official sources and of metals read`)
})

function sample(name: string): Response {
  read += 1
  return new Response(Uint8Array.from(readFileSync(`${folder}${name}`)))
}

type Value = {
  readonly file: string
  readonly date: string
  readonly value: string
  readonly currency: string
  readonly note: string
}
type Collected = Awaited<ReturnType<typeof collect>>

/** The values that the index states of a file. */
function expectedOf(file: string): Value[] {
  const all: Value[] = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'))
  const found = all.filter((one) => one.file === file)
  expect(found.length).toBeGreaterThan(0)
  return found
}

function compare(found: Collected, values: readonly Value[]): void {
  for (const { date, value, currency } of values) {
    const price = found.at(date)
    expect([date, decimal(price?.close ?? '0'), price?.currency]).toEqual([date, decimal(value), currency])
  }
  expect(found.issues).toEqual([])
}

const TODAY = { today: '2026-10-05' }

test('Moscow: the main board of several; the last price of a day that is not over is not taken', async () => {
  const file = 'moex/history_AFLT_all_boards_2020-02-25_26.json'
  compare(await collect(moex, { identifier: 'AFLT' }, serve(() => sample(file), TODAY).tools), expectedOf(file))
  const latest = 'moex/latest_AFLT_2026-09-24.json'
  const { marketdata } = JSON.parse(await sample(latest).text())
  const row = marketdata.data.find((one: string[]) => one[1] === 'TQBR')
  expect(expectedOf(latest).map((one) => one.value)).toEqual([String(row[marketdata.columns.indexOf('LAST')])])
})

test('Moscow: the search by ISIN, boards that a fund has moved between, and what is not known', async () => {
  const { tools } = serve(() => sample('moex/search_trimmed.json'))
  const found = (await moex.search?.('RU0009062285', tools, kit)) ?? []
  expect(found.map((one) => [one.identifier, one.type, one.isin])).toEqual([
    ['AFLT', 'STOCK', 'RU0009062285'],
    ['TMOS', 'ETF', 'RU000A101X76'],
  ])
  const { boards } = JSON.parse(await sample('moex/boards_TMOS_moved_board.json').text())
  expect(boards.data.slice(0, 2).map((one: string[]) => one[0])).toEqual(['TQTF', 'TQBR'])
  const body = JSON.parse(await sample('moex/unknown_security.json').text())
  const unknown = serve(() => JSON.stringify({ history: body.marketdata, 'history.cursor': body.securities }))
  await expect(collect(moex, { identifier: 'NONE' }, unknown.tools)).rejects.toMatchObject({ code: 'source/unknown' })
})

test('Thrift Savings Plan: the funds by their columns', async () => {
  const file = 'tsp/fund-price-history_2020-07.csv'
  for (const value of expectedOf(file))
    compare(await collect(tsp, { identifier: value.note }, serve(() => sample(file)).tools), [value])
})

test('Toushin: values for 10,000 units, both kinds of brackets; a parameter that is missing', async () => {
  for (const name of ['csv_documented_rows_2014', 'csv_JP90C000Q2U6_documented_row_2026-08-10']) {
    const file = `toushin/${name}.csv`
    const request = { identifier: 'JP90C000Q2U6', options: { fund_code: '0331418A', units: '10000' } }
    compare(await collect(toushin, request, serve(() => sample(file)).tools), expectedOf(file))
  }
  const missing = collect(toushin, { identifier: 'JP90C000Q2U6' }, serve(() => sample('toushin/missing_parameter.json')).tools)
  await expect(missing).rejects.toMatchObject({ code: 'source/unknown' })
})

test('Gold-API and Swissquote: gold of a day, within a thousandth of each other; a metal that is not there', async () => {
  for (const day of ['2026-08-18', '2026-09-25']) {
    const file = `gold-api-com/price_XAU_${day}.json`
    compare(await collect(goldApi, { identifier: 'XAU' }, serve(() => sample(file)).tools), expectedOf(file))
  }
  const error = 'gold-api-com/unknown_symbol_404.json'
  expect(expectedOf(error).map((one) => one.value)).toEqual([JSON.parse(await sample(error).text()).error])
  const absent = serve(() => new Response(sample(error).body, { status: 404 }))
  await expect(collect(goldApi, { identifier: 'XAU' }, absent.tools)).rejects.toMatchObject({ code: 'source/unknown' })
  const file = 'swissquote-metals/bboquotes_XAU_USD_2026-09-25_trimmed.json'
  const { prices } = await collect(swissquote, { identifier: 'XAU' }, serve(() => sample(file)).tools)
  expect(prices).toEqual([{ date: '2026-09-25', close: '4271.9', currency: 'USD' }])
  const [{ spreadProfilePrices }] = JSON.parse(await sample(file).text())
  const offered = (profile: string) => spreadProfilePrices.find((one: { spreadProfile: string }) => one.spreadProfile === profile)
  expect(expectedOf(file).map((one) => one.value)).toEqual(
    [offered('premium').bid, offered('premium').ask, offered('elite').bid].map(String),
  )
})

test('B3: lines of a day by their places, through an archive; the dividends of both of its answers agree', async () => {
  const file = 'b3/COTAHIST_D04012016_trimmed.TXT'
  const text = Buffer.from(await sample(file).arrayBuffer()).toString('latin1')
  const archive = Uint8Array.from(zip({ 'COTAHIST_D04012016.TXT': Buffer.from(text, 'latin1') }))
  const supplement = 'b3/GetListedSupplementCompany_ABEV.json'
  const answer = ({ url }: { url: string }) => (url.includes('COTAHIST') ? new Response(archive) : sample(supplement))
  for (const value of expectedOf(file)) {
    const identifier = value.note.split(',')[0] ?? ''
    const found = await collect(b3, { identifier, from: '2016-01-04', to: '2016-01-04' }, serve(answer, TODAY).tools)
    compare(found, [value])
  }
  expect(readLine(text, 'CMIGA68', '2016-01-04')).toBeUndefined()
  const [company] = JSON.parse(await sample(supplement).text())
  const dividends = 'b3/GetListedCashDividends_ABEV_trimmed.json'
  const { results } = JSON.parse(await sample(dividends).text())
  const [value] = expectedOf(dividends)
  for (const [amount, day] of [
    [company.cashDividends[0].rate, company.cashDividends[0].lastDatePrior],
    [results[0].valueCash, results[0].lastDatePriorEx],
  ])
    expect([decimal(amount.replace(',', '.')), kit.parseDay(day, 'dmy')]).toEqual([decimal(value?.value ?? ''), value?.date])
})
