import { expect, test } from 'bun:test'
import b3 from '#plugins/assets/b3/index.ts'
import { zip } from '#test/uploads/samples.ts'
import { collect, serve } from './serve.ts'

const shown = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
const faultsOf = (identifier: string) => b3.check({ identifier, options: {}, currency: 'BRL' }).map((one) => one.pointer)

/** A line of the daily file: each part at its place, counted from 1. */
function lineOf(ticker: string, day: string, fields: { last?: string; factor?: string; market?: string; type?: string } = {}) {
  const { last = '1721', factor = '1', market = '010', type = '01' } = fields
  const line = Array<string>(245).fill(' ')
  const put = (place: number, text: string) => line.splice(place - 1, text.length, ...text)
  put(1, `${type}${day.replaceAll('-', '')}02${ticker.padEnd(12)}${market}`)
  put(53, 'R$')
  put(109, last.padStart(13, '0'))
  put(211, factor.padStart(7, '0'))
  put(231, 'BRHARBACNOR9')
  return line.join('')
}
const fileOf = (...lines: readonly string[]) =>
  [`00COTAHIST.2026BOVESPA 20260831`.padEnd(245), ...lines, '99COTAHIST.2026BOVESPA 20260831'.padEnd(245), ''].join('\r\n')
const company = (...cashDividends: readonly object[]) => json([{ cashDividends }])
const paid = (fields: object) => ({ assetIssued: 'BRHARBACNOR9', rate: '0,13340000000', lastDatePrior: '28/08/2026', ...fields })

/** A B3 with a file of some days. */
function saoPaulo(files: Readonly<Record<string, string>>, dividends: () => Response = () => company()) {
  return serve(({ url }) => {
    if (!url.includes('COTAHIST')) return dividends()
    const [day, month, year] = /_D(\d{2})(\d{2})(\d{4})\.ZIP/.exec(url)?.slice(1) ?? []
    const text = files[`${year}-${month}-${day}`]
    return text === undefined ? undefined : new Response(Uint8Array.from(zip({ 'COTAHIST.TXT': text })))
  })
}
const WEEK = { identifier: 'harb3', from: '2026-08-27', to: '2026-09-01' }

test('B3: the line of the spot market, two places implied, divided by the quote factor; no file of days without trade', async () => {
  const noise = [lineOf('HARB3T', '2026-08-28'), lineOf('HARB3', '2026-08-28', { market: '020', last: '1' })]
  const { tools, calls } = saoPaulo({
    '2026-08-28': fileOf(...noise, lineOf('HARB3', '2026-08-28'), lineOf('XHARB3', '2026-08-28')),
    '2026-08-31': fileOf(lineOf('HARB3', '2026-08-31', { last: '123456', factor: '1000' })),
    '2026-09-01': fileOf(lineOf('HARB3', '2026-09-01')),
  })
  const found = await collect(b3, WEEK, tools)
  expect(shown(found.prices)).toEqual(['2026-08-28 17.21 BRL', '2026-08-31 1.23456 BRL'])
  expect(found.issues).toEqual([])
  const names = calls.map(({ url }) => url.split('/').at(-1)?.slice(0, 40))
  expect(names.slice(0, 3)).toEqual(['COTAHIST_D27082026.ZIP', 'COTAHIST_D28082026.ZIP', 'COTAHIST_D31082026.ZIP'])
  expect(JSON.parse(atob(calls[3]?.url.split('/').at(-1) ?? ''))).toEqual({ issuingCompany: 'HARB', language: 'pt-br' })
})

test('B3: dividends of the security go ex on the next day with trade, several of a day together; without them the closes stay', async () => {
  const files = {
    '2026-08-28': fileOf(lineOf('HARB3', '2026-08-28')),
    '2026-08-31': fileOf(lineOf('HARB3', '2026-08-31')),
  }
  const all = [
    paid({}),
    paid({ rate: '0,47020000000' }),
    paid({ assetIssued: 'BRHARBACNPR4' }),
    paid({ lastDatePrior: '31/08/2026' }),
    paid({ lastDatePrior: '20/08/2026' }),
  ]
  const found = await collect(b3, WEEK, saoPaulo(files, () => company(...all)).tools)
  expect(found.dividends).toEqual([{ date: '2026-08-31', amount: '0.6036', currency: 'BRL' }])
  expect(found.splits).toEqual([])
  const failing = await collect(b3, WEEK, saoPaulo(files, () => new Response('', { status: 503 })).tools)
  expect([failing.prices.length, failing.issues.map((one) => one.code)]).toEqual([2, ['no-dividends']])
})

test('B3: a page, a file of another day or cut off, a line that cannot be read, and a ticker that is not traded', async () => {
  const give = (text: string) => collect(b3, WEEK, saoPaulo({ '2026-08-28': text }).tools)
  await expect(give(fileOf(lineOf('HARB3', '2026-08-27')))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(fileOf(lineOf('HARB3', '2026-08-28')).slice(0, -300))).rejects.toMatchObject({ code: 'source/format' })
  const odd = await give(fileOf(lineOf('HARB3', '2026-08-28', { last: 'x' })))
  expect([odd.prices, odd.issues.map((one) => one.date)]).toEqual([[], ['2026-08-28']])
  expect((await give(fileOf(lineOf('HARB4', '2026-08-28')))).prices).toEqual([])
  const page = serve(() => new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } }))
  await expect(collect(b3, WEEK, page.tools)).rejects.toMatchObject({ code: 'source/html' })
  const month = { ...WEEK, from: '2020-01-01' }
  const empty = saoPaulo({})
  await expect(collect(b3, month, empty.tools)).rejects.toMatchObject({ code: 'source/unknown' })
  expect(empty.calls.length).toBe(22)
  expect([faultsOf('ABEV3.SA'), faultsOf('BOVA11')]).toEqual([['/identifier'], []])
})
