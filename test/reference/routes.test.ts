import { describe, expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import {
  AssetTypeDescription,
  Country,
  Currency,
  Exchange,
  Language,
  Sector,
  TransactionTypeRules,
} from '#src/reference/schema.ts'
import { createRooms } from '#src/server.ts'
import { createTestApp } from '#test/support/app.ts'

const lists = {
  currencies: z.array(Currency),
  countries: z.array(Country),
  sectors: z.array(Sector),
  languages: z.array(Language),
  'transaction-types': z.array(TransactionTypeRules),
  'asset-types': z.array(AssetTypeDescription),
  exchanges: z.array(Exchange),
}
const paths = Object.keys(lists).map((name) => `/utilities/${name}`)

describe('every list', () => {
  for (const [name, schema] of Object.entries(lists)) {
    test(`200 for anyone: ${name} as an array of its schema, in English`, async () => {
      const { call } = await createTestApp()
      const answer = await call(null, 'GET', `/utilities/${name}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.as<readonly object[]>(schema)).toEqual(answer.body)
      expect(answer.body.length).toBeGreaterThan(9)
      expect((await call(null, 'GET', `/utilities/${name}?language=en`)).body).toEqual(answer.body)
    })
  }

  test('200 with Cache-Control and ETag, then 304 without a body', async () => {
    const { call } = await createTestApp()
    for (const path of paths) {
      const first = await call(null, 'GET', path)
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"[0-9a-z]+"$/)
      expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
      for (const header of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
        const again = await call(null, 'GET', path, undefined, { 'If-None-Match': header })
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
        expect(again.headers.get('cache-control')).toBe('public, max-age=3600')
      }
      expect((await call(null, 'GET', path, undefined, { 'If-None-Match': 'W/"other"' })).status).toBe(200)
    }
  })

  test('another ETag in another language and for another search, the same one for the same', async () => {
    const { call } = await createTestApp()
    const tagOf = async (query: string) => (await call(null, 'GET', `/utilities/countries${query}`)).headers.get('etag')
    const tags = [await tagOf(''), await tagOf('?language=de'), await tagOf('?q=an'), await tagOf('?q=an&language=de')]
    expect(new Set(tags).size).toBe(4)
    expect([await tagOf('?language=DE'), await tagOf('?q=AN')]).toEqual([tags[1] ?? null, tags[2] ?? null])
  })

  test('422 for a language without names, an unknown key, a search that is too long, a key given twice', async () => {
    const { call } = await createTestApp()
    for (const path of paths) {
      const unknown = await call(null, 'GET', `${path}?language=zz`)
      expect([unknown.status, unknown.body.code]).toEqual([422, 'request/invalid'])
      expect(unknown.body.errors).toEqual([
        {
          pointer: '/query/language',
          detail: 'Must be a language such as "de" or "pt-BR"; GET /utilities/languages lists them.',
        },
      ])
      expect(unknown.headers.get('content-type')).toBe('application/problem+json')
      expect(unknown.headers.get('cache-control')).toBe('no-store')
      expect(unknown.headers.get('etag')).toBeNull()
      const typo = await call(null, 'GET', `${path}?lang=de`)
      expect([typo.status, typo.body.errors[0].pointer]).toEqual([422, '/query/lang'])
      expect((await call(null, 'GET', `${path}?q=${'x'.repeat(101)}`)).status).toBe(422)
      expect((await call(null, 'GET', `${path}?language=de&language=fr`)).status).toBe(422)
      expect((await call(null, 'GET', `${path}?language=`)).status).toBe(422)
    }
  })

  test('405 for writing, HEAD as GET without a body', async () => {
    const { call } = await createTestApp()
    for (const path of paths) {
      expect((await call(null, 'POST', path, {})).status).toBe(405)
      const head = await call(null, 'HEAD', path)
      expect([head.status, head.text, head.headers.has('etag')]).toEqual([200, '', true])
    }
  })

  test('404 as a problem for a list that does not exist', async () => {
    const { call } = await createTestApp()
    for (const path of ['/utilities', '/utilities/x', '/utilities/currencies/EUR', '/utilities/../nothing']) {
      const answer = await call(null, 'GET', path)
      expect([path, answer.status, answer.body?.code]).toEqual([path, 404, 'request/not-found'])
    }
  })
})

describe('what they hold', () => {
  test('150 to 200 currencies in force; the ended ones only on request', async () => {
    const { call } = await createTestApp()
    const { body } = await call(null, 'GET', '/utilities/currencies')
    expect(body.length).toBe(178)
    expect(body.find((one: { code: string }) => one.code === 'JPY')).toEqual({
      code: 'JPY',
      numeric: '392',
      name: 'Japanese Yen',
      symbol: '¥',
      minor_units: 0,
      last_day: null,
    })
    const historic = (await call(null, 'GET', '/utilities/currencies?historic=true&q=kuna')).body
    expect(historic).toEqual([
      { code: 'HRK', numeric: '191', name: 'Croatian Kuna', symbol: 'HRK', minor_units: 2, last_day: '2022-12-31' },
    ])
    expect((await call(null, 'GET', '/utilities/currencies?q=kuna')).body).toEqual([])
    expect((await call(null, 'GET', '/utilities/currencies?historic=false')).body).toHaveLength(178)
    expect((await call(null, 'GET', '/utilities/currencies?historic=yes')).status).toBe(422)
  })

  test('names in the requested language, found by the English name as well', async () => {
    const { call } = await createTestApp()
    const found = (await call(null, 'GET', '/utilities/countries?language=de&q=germany')).body
    expect(found).toEqual([
      {
        code: 'DE',
        alpha3: 'DEU',
        numeric: '276',
        name: 'Deutschland',
        region: 'EUROPE',
        region_name: 'Europa',
        currencies: ['EUR'],
      },
    ])
    expect((await call(null, 'GET', '/utilities/sectors?language=it&q=energia')).body).toMatchObject([
      { code: 'ENERGY', name: 'Energia' },
    ])
    expect((await call(null, 'GET', '/utilities/languages?language=fr&q=autrichien')).body).toMatchObject([{ code: 'de-AT' }])
  })

  test('exchanges by MIC, name, city and country', async () => {
    const { call } = await createTestApp()
    const mics = async (q: string) =>
      (await call(null, 'GET', `/utilities/exchanges?q=${encodeURIComponent(q)}`)).body.map((one: { mic: string }) => one.mic)
    expect(await mics('xetr')).toEqual(['XETA', 'XETB', 'XETR'])
    expect(await mics('bogota')).toEqual(['XBOG'])
    expect(await mics('switzerland zurich')).toEqual(['BXDA', 'XQMH', 'XSWX'])
    expect(await mics('no such place')).toEqual([])
  })
})

const document = (await createRooms()).getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'test', version: '1' } })

describe('the document', () => {
  const operations = paths.map((path) => document.paths?.[path]?.get)

  test('declares every list public, with q, language, 200, 304 and 422', () => {
    for (const operation of operations) {
      expect(operation?.security).toEqual([])
      expect(operation?.operationId).toStartWith('list')
      expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '304', '422'])
      const parameters = (operation?.parameters ?? []) as { name: string; required?: boolean; schema?: { type?: string } }[]
      expect(parameters.slice(0, 2).map(({ name, required, schema }) => [name, required, schema?.type])).toEqual([
        ['q', false, 'string'],
        ['language', false, 'string'],
      ])
    }
  })

  test('names every shape and enumeration', () => {
    const names = Object.keys(document.components?.schemas ?? {})
    for (const name of ['Currency', 'Country', 'Region', 'Sector', 'SectorCode', 'Language', 'TextDirection', 'Exchange']) {
      expect(names).toContain(name)
    }
    for (const name of ['TransactionTypeRules', 'TransactionType', 'AssetNeed', 'Sign', 'AssetTypeDescription', 'AssetType']) {
      expect(names).toContain(name)
    }
  })
})
