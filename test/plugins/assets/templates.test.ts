import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { priceProviders } from '#plugins/assets/index.ts'
import jsonUrl from '#plugins/assets/json-url/index.ts'
import { TEMPLATES } from '#plugins/assets/json-url/templates.ts'
import tableUrl from '#plugins/assets/table-url/index.ts'
import { TEMPLATES as TABLE_TEMPLATES } from '#plugins/assets/table-url/templates.ts'
import { PriceProvider } from '#src/prices/refresh.schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, serve } from './serve.ts'

const filled = (name: string) => {
  const template = TEMPLATES.find((one) => one.name === name)
  return {
    identifier: (template?.identifier ?? '').replace(/\{(?!from|to)[a-z]+\}/g, '1'),
    options: template?.options ?? {},
  }
}

test('templates are listed, are sound once their parts are filled in, and are refused as they stand', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: priceProviders } } })
  const user = await app.createUser()
  const list = (await app.call(user, 'GET', '/assets/providers')).as(z.array(PriceProvider))
  const named = list.flatMap((one) => one.templates.map((template) => `${one.code} ${template.name}`))
  expect(named).toEqual(['JSON_URL onvista', 'JSON_URL Tradegate', 'TABLE_URL Financial Times'])
  for (const { name, identifier, options } of TEMPLATES) {
    expect(jsonUrl.check({ identifier, options, currency: 'EUR' }).map((one) => one.pointer)).toEqual(['/identifier'])
    expect(jsonUrl.check({ ...filled(name), currency: 'EUR' })).toEqual([])
  }
})

test('Tradegate: numbers, and texts with a comma and blanks, are one price; a paper that is not listed has an empty answer', async () => {
  const give = async (last: unknown) => {
    const { tools } = serve(() => JSON.stringify({ last }), { today: '2026-08-31' })
    return (await collect(jsonUrl, filled('Tradegate'), tools)).prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
  }
  expect(await give('1 019,80')).toEqual(['2026-08-31 1019.8 EUR'])
  expect(await give('1.019,80')).toEqual(['2026-08-31 1019.8 EUR'])
  expect(await give(183.46)).toEqual(['2026-08-31 183.46 EUR'])
  await expect(give('1,019.80')).rejects.toMatchObject({ code: 'source/format' })
  const empty = collect(jsonUrl, filled('Tradegate'), serve(() => '').tools)
  await expect(empty).rejects.toMatchObject({ code: 'source/empty' })
})

test('onvista: parallel lists of seconds and closes', async () => {
  const noon = Date.parse('2026-08-31T12:00:00Z') / 1000
  const { tools } = serve(() => JSON.stringify({ datetimeLast: [noon - 259_200, noon], last: [10.5, 11], isoCurrency: 'EUR' }))
  const { prices } = await collect(jsonUrl, filled('onvista'), tools)
  expect(prices.map((one) => `${one.date} ${one.close}`)).toEqual(['2026-08-28 10.5', '2026-08-31 11'])
})

const times = () => {
  const [template] = TABLE_TEMPLATES
  return { identifier: (template?.identifier ?? '').replace('{xid}', '7'), options: template?.options ?? {} }
}
const ftRow = (long: string, short: string, close: string) =>
  `<tr><td><span>${long}</span><span>${short}</span></td><td>1</td><td>2</td><td>3</td><td>${close}</td><td>0</td></tr>`

test('Financial Times: rows of HTML in JSON, a year in each call, the long and the short day in one cell, commas in thousands', async () => {
  const requested: string[] = []
  const rows = [
    ftRow('Thursday, August 27, 2026', 'Thu, Aug 27, 2026', '12,345.67'),
    ftRow('Friday, August 28, 2026', 'Fri, Aug 28, 2026', '12,400.00'),
  ]
  const { tools } = serve(({ url }) => {
    requested.push(url)
    return JSON.stringify({ data: {}, html: requested.length === 2 ? rows.join('') : '' })
  })
  const request = { ...times(), from: '2025-01-01', to: '2026-08-31' }
  const { prices } = await collect(tableUrl, request, tools)
  expect(prices.map((one) => `${one.date} ${one.close}`)).toEqual(['2026-08-27 12345.67', '2026-08-28 12400'])
  expect(requested.map((url) => new URL(url).search)).toEqual([
    '?startDate=2025/01/01&endDate=2025/12/31&symbol=7',
    '?startDate=2026/01/01&endDate=2026/08/31&symbol=7',
  ])
  const nothing = serve(() => JSON.stringify({ html: '' }))
  await expect(collect(tableUrl, request, nothing.tools)).rejects.toMatchObject({ code: 'source/empty' })
  const faults = tableUrl.check({ ...times(), options: { ...times().options, days_per_call: '0', html: '$.[' }, currency: 'EUR' })
  expect(faults.map((one) => one.pointer)).toEqual(['/options/html', '/options/days_per_call'])
  expect(tableUrl.check({ ...times(), currency: 'EUR' })).toEqual([])
})

const files = 'samples/prices2/'
const sample = (name: string) => Bun.file(recorded(`${files}${name}`)).text()

needing(files).test('the recorded answers of onvista and Tradegate, by their templates', async () => {
  const expected: { file: string; kind: string; date: string; value: string }[] = JSON.parse(await sample('expected.json'))
  for (const [name, wanted] of [
    ['onvista', /^onvista\/eod/],
    ['Tradegate', /^tradegate\//],
  ] as const) {
    const values = expected.filter((one) => wanted.test(one.file) && one.date !== '2026-07-09')
    expect(values.length).toBeGreaterThan(0)
    for (const { file, date, value } of values) {
      const text = await sample(file)
      const { tools } = serve(() => text, { today: date })
      expect(Number((await collect(jsonUrl, filled(name), tools)).at(date)?.close)).toBe(Number(value))
    }
  }
})

needing(files).test('the recorded answer of the Financial Times, by its template', async () => {
  const expected: { file: string; kind: string; date: string; value: string }[] = JSON.parse(await sample('expected.json'))
  const values = expected.filter((one) => /^ft-markets\/get-/.test(one.file))
  expect(values.length).toBeGreaterThan(0)
  for (const { file, date, value } of values) {
    const text = await sample(file)
    const { tools } = serve(() => text, { today: '2026-06-30' })
    const { prices } = await collect(tableUrl, { ...times(), from: '2026-06-01', to: '2026-06-30' }, tools)
    expect(Number(prices.find((one) => one.date === date)?.close)).toBe(Number(value))
  }
})
