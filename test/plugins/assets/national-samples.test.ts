import { afterAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import amfi from '#plugins/assets/amfi/index.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import mfapi from '#plugins/assets/mfapi/index.ts'
import tmx from '#plugins/assets/tmx/index.ts'
import twse from '#plugins/assets/twse/index.ts'
import { decimal } from '#src/shared/decimal.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices2/'))
const { isThere, test } = needing('samples/prices2/')
let read = 0
afterAll(() => {
  if (isThere) console.log(`${read} recorded answers of national sources read`)
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
  readonly note: string
}

/** The values that the index states of a file. */
function expectedOf(file: string): Value[] {
  const all: Value[] = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'))
  const found = all.filter((one) => one.file === file)
  expect(found.length).toBeGreaterThan(0)
  return found
}

type Request = { identifier: string; currency?: string; from?: string; to?: string; options?: Record<string, string> }
const TODAY = { today: '2026-10-05' }

/** These values are the closes of their days, in their currency. */
async function compare(provider: PriceProvider, request: Request, answer: (body: string) => string | Response, values: Value[]) {
  const found = await collect(provider, request, serve(({ body }) => answer(body), TODAY).tools)
  for (const { date, value, currency } of values) {
    const price = found.at(date)
    expect([date, decimal(price?.close ?? '0'), price?.currency]).toEqual([date, decimal(value), currency])
  }
  expect(found.issues).toEqual([])
  return found
}

test('MFAPI: history, the last value, the search; the answers to what it does not know', async () => {
  const history = 'mfapi/mf_118955_trimmed.json'
  await compare(mfapi, { identifier: '118955' }, () => sample(history), expectedOf(history))
  const latest = 'mfapi/mf_125497_latest.json'
  await compare(mfapi, { identifier: '125497' }, () => sample(latest), expectedOf(latest))
  for (const name of ['unknown_scheme_99999999.json', 'invalid_scheme_400.json']) {
    const answer = () => new Response(sample(`mfapi/${name}`), { status: name.includes('400') ? 400 : 200 })
    const { tools } = serve(answer)
    await expect(collect(mfapi, { identifier: '99999999' }, tools)).rejects.toMatchObject({ code: 'source/unknown' })
  }
  const search = (name: string) => mfapi.search?.('flexi', serve(() => sample(`mfapi/${name}`)).tools, kit)
  expect((await search('search_parag_parikh_trimmed.json'))?.[0]?.identifier).toBe('122639')
  expect((await search('mf_list_page.json'))?.length).toBe(2)
})

test('AMFI: the three layouts, by the header line; N.A. is no value', async () => {
  for (const name of [
    'NAVAll_2025-02-25_old_layout_trimmed',
    'NAVAll_2026-08-20_new_layout_trimmed',
    'NAVHistoryReport_2006-04-03_one_row',
  ]) {
    const file = `amfi/${name}.txt`
    for (const value of expectedOf(file)) {
      const identifier = /scheme (\d+)/.exec(value.note)?.[1] ?? ''
      await compare(amfi, { identifier }, () => sample(file), [value])
    }
  }
  const old = 'amfi/NAVAll_2025-02-25_old_layout_trimmed.txt'
  expect((await collect(amfi, { identifier: '102061' }, serve(() => sample(old)).tools)).prices).toEqual([])
  const { tools } = serve(() => sample(old))
  expect(await amfi.search?.('INF209KA13Z9', tools, kit)).toMatchObject([{ identifier: '119551', isin: 'INF209KA13Z9' }])
  const last = await collect(amfi, { identifier: 'INF879O01027', from: '2025-01-01' }, serve(() => sample(old)).tools)
  expect(last.at('2025-02-24')?.close).toBe('84.5628')
})

test('TMX: closes of a share and of a fund; the quotes say what they are; what it does not know', async () => {
  const series = 'tmx/getTimeSeriesData_SHOP_trimmed.json'
  const [share, fund] = ['tmx/getQuoteBySymbol_SHOP_2026-08-05.json', 'tmx/getQuoteBySymbol_TDB911_2026-06-12.json']
  const values = 'tmx/getCompanyPriceHistory_TDB911_2025-01.json'
  const either = (quote: string, history: string) => (body: string) => sample(body.includes('getQuote') ? quote : history)
  await compare(tmx, { identifier: 'SHOP' }, either(share, series), expectedOf(series))
  const month = { identifier: 'TDB911', from: '2025-01-01', to: '2025-01-31' }
  expect((await compare(tmx, month, either(fund, values), expectedOf(values))).prices.length).toBe(22)
  for (const file of [share, fund]) {
    const quote = JSON.parse(sample(file)).data.getQuoteBySymbol
    expect(expectedOf(file).map((one) => [one.value, one.currency])).toEqual([[String(quote.price), quote.currency]])
  }
  for (const [quote, history] of [
    ['tmx/quote_not_found.json', series],
    [fund, 'tmx/history_not_found.json'],
  ] as const) {
    const { tools } = serve(({ body }) => either(quote, history)(body), TODAY)
    await expect(collect(tmx, month, tools)).rejects.toMatchObject({ code: 'source/unknown' })
  }
})

test('Taiwan: a month of closes', async () => {
  const file = 'twse/STOCK_DAY_2330_2023-10.json'
  const month = { identifier: '2330', from: '2023-10-01', to: '2023-10-31' }
  expect((await compare(twse, month, () => sample(file), expectedOf(file))).prices.length).toBe(8)
})
