import { expect, test } from 'bun:test'
import { priceProviders } from '#plugins/assets/index.ts'
import jsonUrl from '#plugins/assets/json-url/index.ts'
import justetf from '#plugins/assets/justetf/index.ts'
import scheduledYield from '#plugins/assets/scheduled-yield/index.ts'
import stooq from '#plugins/assets/stooq/index.ts'
import tableUrl from '#plugins/assets/table-url/index.ts'
import yahoo from '#plugins/assets/yahoo/index.ts'
import { collect, serve } from './serve.ts'

const chart = (closes: (number | null)[], extra = {}) =>
  JSON.stringify({
    chart: {
      error: null,
      result: [
        {
          meta: { currency: 'EUR', priceHint: 2, exchangeTimezoneName: 'Europe/Berlin' },
          timestamp: closes.map((_, i) => 1767340800 + i * 86_400),
          indicators: { quote: [{ close: closes }] },
          ...extra,
        },
      ],
    },
  })

test('every provider says what it is, with a code of its own', () => {
  expect(new Set(priceProviders.map((one) => one.code)).size).toBe(priceProviders.length)
  for (const one of priceProviders) expect(one.assets['icon.svg']).toStartWith('<svg')
})

test('Yahoo: refused without a cookie, it asks again with cookie and crumb', async () => {
  const { tools, calls } = serve(({ url, headers }) => {
    if (url.startsWith('https://fc.yahoo.com'))
      return new Response('', { status: 404, headers: { 'Set-Cookie': 'A3=abc; Path=/' } })
    if (url.includes('getcrumb')) return headers.get('cookie') === 'A3=abc' ? 'cr/umb' : new Response('', { status: 401 })
    return url.includes('crumb=cr%2Fumb') && headers.get('cookie') === 'A3=abc'
      ? chart([10.5])
      : new Response('{}', { status: 401 })
  })
  expect((await collect(yahoo, { identifier: 'ACME.DE' }, tools)).prices).toEqual([
    { date: '2026-01-02', close: '10.5', currency: 'EUR', places: 2 },
  ])
  expect(calls.length).toBe(4)
})

test('Yahoo: bars without a close are left out; unequal lists and unknown symbols are refused', async () => {
  const good = serve(() => chart([10, null, 11]))
  expect((await collect(yahoo, { identifier: 'A' }, good.tools)).prices.map((one) => one.date)).toEqual([
    '2026-01-02',
    '2026-01-04',
  ])
  const uneven = serve(() => chart([10], { timestamp: [1, 2] }))
  await expect(collect(yahoo, { identifier: 'A' }, uneven.tools)).rejects.toMatchObject({ code: 'source/format' })
  const unknown = serve(() =>
    JSON.stringify({ chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } }),
  )
  await expect(collect(yahoo, { identifier: 'A' }, unknown.tools)).rejects.toMatchObject({ code: 'source/unknown' })
})

test('Stooq: no data is no price, a used up limit is an error, pence become pounds', async () => {
  expect((await collect(stooq, { identifier: 'x.us' }, serve(() => 'No data').tools)).prices).toEqual([])
  await expect(collect(stooq, { identifier: 'x.us' }, serve(() => 'Exceeded the daily hits limit').tools)).rejects.toMatchObject({
    code: 'source/busy',
  })
  const pence = await collect(
    stooq,
    { identifier: 'x.uk', options: { currency: 'GBX' } },
    serve(() => 'Date,Close\r\n2026-01-02,1259.5\r\n').tools,
  )
  expect(pence.prices).toEqual([{ date: '2026-01-02', close: '12.595', currency: 'GBP' }])
})

test('justETF: raw values by ISIN; another currency or number cannot be configured', async () => {
  const series = [{ date: '2026-01-02', value: { raw: 81.23, localized: '81.23' } }]
  const { prices } = await collect(justetf, { identifier: 'IE00B4L5Y983' }, serve(() => JSON.stringify({ series })).tools)
  expect(prices).toEqual([{ date: '2026-01-02', close: '81.23', currency: 'EUR' }])
  expect(justetf.check({ identifier: 'IE00B4L5Y984', options: {}, currency: 'PLN' }).map((one) => one.pointer)).toEqual([
    '/identifier',
    '/provider',
  ])
})

test('JSON address: parallel paths, a single value of today, minor units', async () => {
  const body = JSON.stringify({
    data: {
      rows: [
        { d: '02.01.2026', nav: 1.1 },
        { d: '05.01.2026', nav: '1.2' },
      ],
    },
    last: 250,
  })
  const { tools } = serve(() => body, { today: '2026-03-01' })
  const list = { close: '$.data.rows[*].nav', date: "$['data'].rows[*].d", date_format: 'dmy' }
  const found = await collect(jsonUrl, { identifier: 'https://fund.example/nav?from={from}', options: list }, tools)
  expect(found.prices.map((one) => `${one.date} ${one.close}`)).toEqual(['2026-01-02 1.1', '2026-01-05 1.2'])
  const one = await collect(
    jsonUrl,
    { identifier: 'https://fund.example/', options: { close: '$.last', currency: 'GBX' } },
    tools,
  )
  expect(one.prices).toEqual([{ date: '2026-03-01', close: '2.5', currency: 'GBP' }])
  await expect(
    collect(
      jsonUrl,
      { identifier: 'https://fund.example/', options: { close: '$.data.rows[0].nav', date: '$.data.rows[*].d' } },
      tools,
    ),
  ).rejects.toMatchObject({ code: 'source/format' })
})

test('addresses: private ones are never called, whether by number, name or redirect', async () => {
  const redirecting = serve(() => new Response(null, { status: 302, headers: { Location: 'http://169.254.169.254/latest' } }))
  for (const identifier of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost/',
    'http://169.254.169.254/',
    'http://192.168.1.1/x',
  ])
    await expect(collect(jsonUrl, { identifier, options: { close: '$' } }, redirecting.tools)).rejects.toMatchObject({
      code: 'source/address',
    })
  expect(redirecting.calls.length).toBe(0)
  await expect(
    collect(
      tableUrl,
      { identifier: 'http://fund.example/', options: { format: 'csv', date: 'd', close: 'c' } },
      redirecting.tools,
    ),
  ).rejects.toMatchObject({ code: 'source/address' })
  const inside = serve(() => '{}', { resolve: async () => ['93.184.215.14', '10.0.0.5'] })
  await expect(
    collect(jsonUrl, { identifier: 'https://inside.example/', options: { close: '$' } }, inside.tools),
  ).rejects.toMatchObject({ code: 'source/address' })
  expect(inside.calls.length).toBe(0)
  for (const identifier of ['file:///etc/passwd', 'gopher://a/', 'https://user:pass@a.example/', 'nonsense'])
    expect(jsonUrl.check({ identifier, options: { close: '$' }, currency: 'EUR' }).map((one) => one.pointer)).toEqual([
      '/identifier',
    ])
})

test('table address: a column of a CSV file and of an HTML table among others', async () => {
  const csv = serve(() => 'Datum;Kurs\n02.01.2026;1.234,50\n05.01.2026;1.240,00\n')
  const options = { format: 'csv', date: 'datum', close: 'Kurs', date_format: 'dmy', decimal: 'comma' }
  expect(
    (await collect(tableUrl, { identifier: 'https://a.example/x.csv', options }, csv.tools)).prices.map((one) => one.close),
  ).toEqual(['1234.5', '1240'])
  const page =
    '<html><body><table><tr><td>menu</td></tr></table><!-- <table> --><script>"<table>"</script><table class=x><tr><th>Date</th><th>NAV&nbsp;(&euro;)</th></tr><tr><td>2026-01-02</td><td><b>&euro; 10.50</b></td></tr><tr><td>2026-01-05<td>11</table></body></html>'
  const html = serve(() => new Response(page, { headers: { 'Content-Type': 'text/html' } }))
  const found = await collect(
    tableUrl,
    { identifier: 'https://a.example/', options: { format: 'html', date: 'date', close: 'nav (€)' } },
    html.tools,
  )
  expect(found.prices.map((one) => `${one.date} ${one.close}`)).toEqual(['2026-01-02 10.5', '2026-01-05 11'])
  await expect(
    collect(tableUrl, { identifier: 'https://a.example/', options: { format: 'html', date: 'date', close: 'gone' } }, html.tools),
  ).rejects.toMatchObject({ code: 'source/format' })
})

const yieldOn = async (day: string, options: Record<string, string>) =>
  (
    await collect(
      scheduledYield,
      { identifier: 'loan', from: day, to: day, options: { rate: '0.06', start: '2024-01-31', ...options } },
      serve(() => '').tools,
    )
  ).prices[0]?.close

test('scheduled yield: by hand, each day count', async () => {
  expect(await yieldOn('2024-01-31', {})).toBe('100')
  expect(await yieldOn('2025-01-30', { day_count: 'ACT/365' })).toBe('106')
  expect(await yieldOn('2025-01-25', { day_count: 'ACT/360' })).toBe('106')
  expect(await yieldOn('2025-01-31', { day_count: '30/360' })).toBe('106')
  expect(await yieldOn('2024-07-31', { day_count: '30/360' })).toBe('103')
  expect(await yieldOn('2025-01-01', { day_count: 'ACT/ACT', start: '2024-01-01' })).toBe('106')
  expect(await yieldOn('2026-01-01', { day_count: 'ACT/ACT', start: '2025-01-01', principal: '50' })).toBe('53')
})

test('scheduled yield: compound interest per period, month ends stay, nothing after maturity', async () => {
  expect(await yieldOn('2026-01-31', { compounding: 'annual', day_count: '30/360' })).toBe('112.36')
  expect(await yieldOn('2025-01-31', { compounding: 'semiannual' })).toBe('106.09')
  expect(await yieldOn('2024-02-29', { compounding: 'monthly' })).toBe('100.5')
  expect(await yieldOn('2024-03-15', { compounding: 'monthly', day_count: '30/360' })).toBe('100.768')
  expect(await yieldOn('2030-01-01', { maturity: '2025-01-30' })).toBe('106')
  expect(
    scheduledYield
      .check({ identifier: 'x', options: { rate: 'x', day_count: '31/365', colour: 'red' }, currency: 'EUR' })
      .map((one) => one.pointer)
      .sort(),
  ).toEqual(['/options/colour', '/options/day_count', '/options/rate', '/options/start', '/options/start'])
})
