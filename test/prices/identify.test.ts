import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { IdentifierSource } from '#plugins/assets/contract.ts'
import { identifierSources, priceProviders } from '#plugins/assets/index.ts'
import openfigi from '#plugins/assets/openfigi/index.ts'
import { identify } from '#src/prices/identifiers.ts'
import { AssetListing } from '#src/prices/identify.schema.ts'
import { serve } from '#test/plugins/assets/serve.ts'
import type { Answering } from '#test/plugins/fx/loopback.ts'
import { createTestApp } from '#test/support/app.ts'

const ISIN = 'DE000A9HRB06'
const row = (ticker: string, exchCode: string, fields: object = {}) => ({
  ...{ figi: `BBG00000${ticker}`, ticker, exchCode, name: 'HARBOUR STEEL', securityType: 'Common Stock', ...fields },
})
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const nothing: Answering = ({ body }) => json(JSON.parse(body).map(() => ({ warning: 'No identifier found.' })))

async function setUp(answer: Answering, identifiers: readonly IdentifierSource[] = [{ ...openfigi, pauseMilliseconds: 0 }]) {
  const { tools, calls } = serve(answer)
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets: [], identifiers }, fetch: tools.fetch as typeof fetch },
  })
  const user = await app.createUser()
  const ask = (query: string) => app.call(user, 'GET', `/assets/identify?${query}`)
  return { ...app, user, calls, ask }
}

test('200 the listings of an ISIN with market and type where they are known; a second question is not sent', async () => {
  const data = [
    row('HARB', 'GY', { compositeFIGI: 'BBG0000000C1', shareClassFIGI: 'BBG0000000S1' }),
    row('HRB', 'GR', { securityType: 'Mutual Fund', securityType2: 'x' }),
    row('HEF', 'LN', { securityType: 'ETP', securityType2: 'Mutual Fund' }),
    row('', 'US'),
    row('HB27', '', { securityType: 'EURO-DOLLAR', marketSector: 'Corp' }),
  ]
  const { ask, calls } = await setUp(() => json([{ data }]))
  const answer = await ask(`value=${ISIN.toLowerCase()}`)
  const listings = answer.as(z.array(AssetListing))
  expect(listings.map((one) => [one.symbol, one.exchange, one.mic, one.type])).toEqual([
    ['HARB', 'GY', 'XETR', 'STOCK'],
    ['HRB', 'GR', null, 'FUND'],
    ['HEF', 'LN', 'XLON', 'ETF'],
    ['HB27', '', null, 'BOND'],
  ])
  expect([listings[0]?.composite_figi, listings[0]?.share_class_figi, listings[1]?.composite_figi]).toEqual([
    'BBG0000000C1',
    'BBG0000000S1',
    null,
  ])
  expect(answer.headers.get('x-total-count')).toBe('4')
  expect((await ask(`value=${ISIN}`)).body).toEqual(answer.body)
  expect(calls.map((one) => [one.url, one.method, JSON.parse(one.body)])).toEqual([
    ['https://api.openfigi.com/v3/mapping', 'POST', [{ idType: 'ID_ISIN', idValue: ISIN }]],
  ])
})

test('200 market and currency narrow it; nothing found is an empty list; many are bounded and counted', async () => {
  const { ask, calls } = await setUp(({ body }) =>
    body.includes('TICKER')
      ? json([{ data: Array.from({ length: 700 }, (_, index) => row(`H${index}`, 'GR')) }])
      : nothing({ body } as never),
  )
  expect((await ask(`value=${ISIN}&mic=XETR&currency=eur`)).body).toEqual([])
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual([{ idType: 'ID_ISIN', idValue: ISIN, micCode: 'XETR', currency: 'EUR' }])
  const many = await ask('kind=TICKER&value=h&mic=XETR')
  expect([many.body.length, many.headers.get('x-total-count'), many.body[0].mic]).toEqual([500, '700', 'XETR'])
})

test('422 what is mistyped is said without a request; what the source refuses in its words', async () => {
  const { ask, calls } = await setUp(() => json([{ error: 'Invalid idValue format.' }]))
  const fault = async (query: string) => {
    const { status, body } = await ask(query)
    return [status, body.code, body.errors[0].pointer]
  }
  expect(await fault('value=DE000A9HRB07')).toEqual([422, 'asset/identify-invalid', '/query/value'])
  expect(await fault('kind=SEDOL&value=123')).toEqual([422, 'asset/identify-invalid', '/query/value'])
  expect((await ask('kind=LEI&value=1')).body.errors[0].pointer).toBe('/query/kind')
  expect((await ask(`value=${ISIN}&mic=x`)).body.errors[0].pointer).toBe('/query/mic')
  expect(calls.length).toBe(0)
  expect((await ask(`value=${ISIN}`)).body.errors).toEqual([
    { pointer: '/query/value', detail: 'OpenFIGI says: Invalid idValue format.' },
  ])
})

test('502 a limit and a wrong key say what to do, and nothing of a wrong answer is taken', async () => {
  const cases = [
    [
      () => json('Too many', 429),
      'source/busy',
      'OpenFIGI gets too many requests from here: wait a minute, or set OPENFIGI_API_KEY for more.',
    ],
    [
      () => new Response('Invalid API key.', { status: 401 }),
      'source/refused',
      'OpenFIGI refuses the key of OPENFIGI_API_KEY: correct or remove it.',
    ],
    [() => json([]), 'source/format', 'OpenFIGI sent 0 answers to 1 questions; none was taken.'],
    [() => json([{}]), 'source/format', 'OpenFIGI sent JSON without the list "data": the format has changed.'],
    [() => '<!DOCTYPE html><html></html>', 'source/html', 'api.openfigi.com sent a web page instead of JSON data.'],
  ] as const
  for (const [answer, code, detail] of cases) {
    const { status, body } = await (await setUp(answer)).ask(`value=${ISIN}`)
    expect([status, body.code, body.detail]).toEqual([502, code, detail])
  }
})

test('503 offline, without a source, and after three outages in a row', async () => {
  const without = await setUp(nothing, [])
  expect((await without.ask(`value=${ISIN}`)).body.code).toBe('asset/identify-none')
  const { ask, calls } = await setUp(() => json({}, 503))
  for (let turn = 0; turn < 3; turn++) expect((await ask(`value=${ISIN}`)).status).toBe(502)
  expect((await ask(`value=${ISIN}`)).body.code).toBe('price/provider-paused')
  expect(calls.length).toBe(3)
  const app = await createTestApp({
    env: { OFFLINE: 'true' },
    deps: { plugins: { brim: [], fx: [], assets: [], identifiers: identifierSources } },
  })
  const answer = await app.call(await app.createUser(), 'GET', `/assets/identify?value=${ISIN}`)
  expect([answer.status, answer.body.code]).toEqual([503, 'asset/offline'])
})

test('many at once go in calls of ten, each once, in order; more of them with a key', async () => {
  const { deps, calls } = await setUp(({ body }) =>
    json(JSON.parse(body).map((job: { idValue: string }) => ({ data: [row(job.idValue, 'GY')] }))),
  )
  const queries = Array.from({ length: 23 }, (_, index) => ({ kind: 'TICKER' as const, value: `T${index % 21}` }))
  const found = await identify(deps, queries)
  expect(found.map((one) => one.listings[0]?.symbol)).toEqual(queries.map((one) => one.value))
  expect(calls.map((one) => JSON.parse(one.body).length)).toEqual([10, 10, 1])
  expect(await identify(deps, queries.slice(0, 2))).toEqual(found.slice(0, 2))
  expect(calls.length).toBe(3)
  expect([openfigi.maxQueries(undefined), openfigi.maxQueries('key')]).toEqual([10, 25])
  const keyed = serve(nothing, { key: 'secret' })
  await openfigi.identify([{ kind: 'WKN', value: '716460' }], keyed.tools)
  expect(keyed.calls[0]?.headers.get('x-openfigi-apikey')).toBe('secret')
})

test('a source of identifiers is no source of prices, and shares no code with one', () => {
  const codes = priceProviders.map((one) => one.code)
  for (const { code } of identifierSources) expect(codes).not.toContain(code)
})

test('between the calls of a long list a single question has its turn', async () => {
  const { deps, ask, calls } = await setUp(async ({ body }) => {
    await Bun.sleep(5)
    return json(JSON.parse(body).map((job: { idValue: string }) => ({ data: [row(job.idValue, 'GY')] })))
  })
  const long = identify(
    deps,
    Array.from({ length: 60 }, (_, index) => ({ kind: 'TICKER' as const, value: `T${index}` })),
  )
  const [single, all] = await Promise.all([ask(`value=${ISIN}`), long])
  expect([single.body[0].symbol, all.length]).toEqual([ISIN, 60])
  expect(calls.findIndex((one) => one.body.includes(ISIN))).toBeLessThan(calls.length - 1)
})
