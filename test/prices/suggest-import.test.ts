/** An import looks price sources up: what is certain is assigned, the rest waits. */
import { expect, test } from 'bun:test'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { fakeSource, hit, ISIN, NOW, OTHER_ISIN, type SourceCall } from './suggest-world.ts'

const HEAD = 'date,type,symbol,isin,name,quantity,price,currency\n'
const REPORT = `${HEAD}2026-06-24,BUY,HARB,${ISIN},Harbour Steel,10,50,EUR\n2026-06-24,BUY,FRUT,${OTHER_ISIN},Fruit,1,100,EUR\n`
const calls: SourceCall[] = []
const named = { symbol: 'HARB.DE', name: 'Harbour Steel AG', currency: 'EUR', isin: ISIN }
const source = () =>
  fakeSource(
    'ONE',
    {
      hits: { [ISIN]: [hit('harb', named)], [OTHER_ISIN]: [hit('frut', { isin: OTHER_ISIN, currency: 'USD' })] },
      closes: { harb: { '2026-06-24': '50.6', '2026-06-29': '52' }, frut: { '2026-06-29': '80' } },
    },
    calls,
  )

async function setUp(
  options: { automatic?: boolean; env?: Record<string, string>; assets?: readonly PriceProvider[] } = { automatic: true },
) {
  const { assets = [source()], ...rest } = options
  const app = await createTestApp({
    clock: () => new Date(NOW),
    deps: { plugins: { brim: [genericCsv], fx: [], assets } },
    ...rest,
  })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const send = async (text: string, query = '') => {
    const form = new FormData()
    form.set('file', new File([text], 'report.csv', { type: 'text/csv' }))
    return await app.call(user, 'POST', `/brokers/import/upload?broker_id=${broker}${query}`, form)
  }
  const ended = async (id: string) => {
    for (;;) {
      const job = (await app.call(user, 'GET', `/jobs/${id}`)).body
      if (job.finished_at !== null) return job
      await Bun.sleep(5)
    }
  }
  return { ...app, user, broker, send, ended }
}

test('the import answers the job at once; that assigns what is certain with its closes, and proposes the rest', async () => {
  const { send, ended, call, user } = await setUp()
  const { price_sources } = (await send(REPORT, '&import=true')).body.result
  expect([price_sources.state, price_sources.assets]).toEqual(['started', 2])
  const job = await ended(price_sources.job_id)
  expect([job.kind, job.state, job.result.assigned, job.result.proposed]).toEqual(['suggest-price-sources', 'succeeded', 1, 1])
  const assets = (await call(user, 'GET', '/assets')).body as {
    symbol: string
    price_source: unknown
    last_price: { close: string } | null
  }[]
  expect(assets.map((one) => [one.symbol, one.price_source, one.last_price?.close])).toEqual([
    ['FRUT', null, undefined],
    ['HARB', { provider: 'ONE', identifier: 'harb', options: {} }, '52'],
  ])
  const proposals = (await call(user, 'GET', '/assets/price-sources/proposals')).body
  expect(proposals.map((one: { symbol: string }) => one.symbol)).toEqual(['FRUT'])
  const before = calls.length
  const again = (await send(`${HEAD}2026-06-25,BUY,HARB,${ISIN},Harbour Steel,1,50,EUR\n`, '&import=true')).body.result
  expect([again.price_sources, calls.length]).toEqual([{ state: 'none', job_id: null, assets: 0 }, before])
})

test('a dry run begins nothing; an import of a stored report does', async () => {
  const { send, call, user, ended } = await setUp()
  const { id } = (await send(REPORT)).body
  const path = `/brokers/import/files/${id}/import`
  expect((await call(user, 'POST', path, { dry_run: true })).as(ImportAnswer).price_sources).toBe(null)
  expect((await call(user, 'GET', '/jobs')).body.some((one: { kind: string }) => one.kind === 'suggest-price-sources')).toBe(
    false,
  )
  const { price_sources } = (await call(user, 'POST', path, {})).as(ImportAnswer)
  expect(price_sources?.state).toBe('started')
  await ended(price_sources?.job_id ?? '')
})

test('it says why nothing is looked up: the setting, OFFLINE, no source that can be searched', async () => {
  const stateOf = async (options: Parameters<typeof setUp>[0]) => {
    const { send, call, user } = await setUp(options)
    const { price_sources } = (await send(REPORT, '&import=true')).body.result
    const jobs = (await call(user, 'GET', '/jobs')).body as { kind: string }[]
    return [price_sources.state, price_sources.job_id, jobs.filter(({ kind }) => kind === 'suggest-price-sources').length]
  }
  expect(await stateOf({})).toEqual(['off', null, 0])
  expect(await stateOf({ automatic: true, env: { OFFLINE: 'true' } })).toEqual(['offline', null, 0])
  expect(await stateOf({ automatic: true, assets: [] })).toEqual(['none', null, 0])
})

test('the job is the importer’s alone, and gone when they leave the broker', async () => {
  const { send, ended, call, user, broker, createUser } = await setUp()
  const other = await createUser()
  const { job_id } = (await send(REPORT, '&import=true')).body.result.price_sources
  await ended(job_id)
  expect((await call(other, 'GET', `/jobs/${job_id}`)).status).toBe(404)
  await call(user, 'POST', `/brokers/${broker}/access`, { user_id: other.id, role: 'OWNER' })
  await call(other, 'DELETE', `/brokers/${broker}/access/${user.id}`)
  expect((await call(user, 'GET', `/jobs/${job_id}`)).status).toBe(404)
})
