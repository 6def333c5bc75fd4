import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { priceProviders } from '#plugins/assets/index.ts'
import jsonUrl from '#plugins/assets/json-url/index.ts'
import { TEMPLATES } from '#plugins/assets/json-url/templates.ts'
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
  expect(named).toEqual(['JSON_URL onvista', 'JSON_URL Tradegate'])
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
