import { expect, test } from 'bun:test'
import type { BrokerPlugin, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

/** An importer of JSON that is a report as it stands. */
const PLAIN: BrokerPlugin = {
  ...{ code: 'plain', name: 'Plain', broker: 'Plain', website: '', version: '1', extensions: [], languages: [] },
  ...{ description: '', docs: '', sampleColumns: [], assets: {} },
  recognises: (head) => (head.format === 'json' ? 1 : 0),
  parse: (file: ReportFile) => JSON.parse(file.text) as ParsedReport,
}
const ACCOUNTS = 'date,type,amount,currency,account\n2024-01-02,DEPOSIT,1000,EUR,Main\n2024-01-02,DEPOSIT,500,EUR,Depot 2\n'
const buy = { rows: [1], date: '2026-01-02', type: 'BUY', asset: 'AB', quantity: '3', price: '7', amount: '-21', currency: 'EUR' }
const AB = { ref: 'AB', symbol: 'AB', name: 'Abel Fund', isin: 'XF0000000017', currency: 'EUR' }
const close = { asset: 'AB', date: '2026-01-05', close: '7', currency: 'EUR' }
const PRICED = JSON.stringify({ transactions: [buy], assets: [AB], issues: [], ignored: [], rows: [1], prices: [close] })

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({
    clock: () => new Date('2026-01-09T12:00:00.000Z'),
    deps: { plugins: { ...deps.plugins, brim: [PLAIN, ...brokerPlugins] } },
  })
  const [user, other] = [await app.createUser(), await app.createUser()]
  const [home, second] = [
    await createBroker(app, user, { allowCashOverdraft: true }),
    await createBroker(app, user, { allowCashOverdraft: true }),
  ]
  const send = (content: string, { query = '', map = undefined as string | undefined, name = 'own.csv' } = {}) => {
    const form = new FormData()
    if (map !== undefined) form.set('account_map', map)
    form.set('file', new File([content], name))
    return app.call(user, 'POST', `/brokers/import/upload?broker_id=${home}&import=true${query}`, form)
  }
  return { ...app, app, user, other, home, second, send }
}

test('an upload that imports takes the accounts of the file apart', async () => {
  const { send, second, call, user } = await setUp()
  const done = await send(ACCOUNTS, { map: JSON.stringify({ 'Depot 2': second }) })
  expect([done.status, done.body.result.imported]).toEqual([201, 2])
  const lines: { amount: string }[] = (await call(user, 'GET', `/transactions?broker_ids=${second}`)).body
  expect(lines.map(({ amount }) => amount)).toEqual(['500'])
})

test('a map that cannot be read is refused before anything is stored; one with a foreign broker says no more than elsewhere', async () => {
  const { app, send, other, call, user, home } = await setUp()
  for (const map of ['{', '[1]', '{"Depot 2":"x"}', '7']) {
    const refused = await send(ACCOUNTS, { map })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/account_map'])
  }
  expect((await call(user, 'GET', `/brokers/import/files?broker_ids=${home}`)).body).toEqual([])
  const foreign = await createBroker(app, other)
  const statusOf = async (id: number, more: string) =>
    (await send(`${ACCOUNTS}${more}`, { map: JSON.stringify({ 'Depot 2': id }) })).status
  expect([await statusOf(foreign, ''), await statusOf(999_999, '\n')]).toEqual([404, 404])
  expect((await call(user, 'GET', `/transactions?broker_ids=${home}`)).body).toEqual([])
})

test('prices=false leaves out the closes of the file, duplicates=import takes what is in the ledger already', async () => {
  const { send, call, user } = await setUp()
  const without = await send(PRICED, { query: '&prices=false', name: 'report.json' })
  expect(without.body.result.prices).toEqual({ given: 1, added: 0, present: 0, left_out: 1 })
  const again = `${PRICED} `
  expect((await send(again, { name: 'report.json' })).body.result).toMatchObject({
    ...{ imported: 0, duplicates: 1, prices: { given: 1, added: 1, present: 0, left_out: 0 } },
  })
  const doubled = await send(`${again} `, { query: '&duplicates=import&prices=true', name: 'report.json' })
  expect(doubled.body.result).toMatchObject({ imported: 1, duplicates: 0, prices: { added: 0, present: 1 } })
  expect((await call(user, 'GET', '/assets/1/prices')).body).toMatchObject([{ close: '7', source: 'IMPORT' }])
})
