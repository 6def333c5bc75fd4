import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { CostsReport, IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

/** Bitvavo: a purchase, and income of three kinds in euros. */
const BITVAVO = `"Timezone","Date","Time","Type","Currency","Amount","Price (EUR)","EUR received / paid","Fee currency","Fee amount","Status","Transaction ID","Address"
"Europe/Amsterdam","2024-02-01","09:00:00","deposit","EUR","500","","","","","Completed","a1",""
"Europe/Amsterdam","2024-02-02","09:00:00","staking","EUR","1.25","","","","","Distributed","a2",""
"Europe/Amsterdam","2024-02-03","09:00:00","lending","EUR","2.5","","","","","Distributed","a3",""
"Europe/Amsterdam","2024-02-04","09:00:00","rebate","EUR","0.75","","","","","Distributed","a4",""
"Europe/Amsterdam","2024-02-05","09:00:00","staking","EUR","0.5","","","","","Distributed","a5",""
`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const [broker, other] = [await createBroker(app, user), await createBroker(app, user)]
  const get = async (path: string) => (await app.call(user, 'GET', path)).body
  const send = (name: string, text: string, query = '&import=true', into = broker) => upload(app, user, into, name, text, query)
  return { ...app, user, broker, other, get, send }
}

const tagsOf = (lines: readonly { tags: readonly string[] }[]) => lines.map(({ tags }) => tags)

test('tags of an importer are in the preview, with the line, found by the filter, and undo takes them along', async () => {
  const { call, user, broker, get, send } = await setUp()
  const { body: report } = await send('bitvavo.csv', BITVAVO, '')
  const { body: seen } = await call(user, 'POST', `/brokers/import/files/${report.id}/parse`, {})
  const tags = [[], ['staking'], ['lending'], ['cashback'], ['staking']]
  expect(tagsOf(seen.transactions)).toEqual(tags)
  expect((await call(user, 'POST', `/brokers/import/files/${report.id}/import`, {})).status).toBe(200)
  expect(tagsOf(await get(`/transactions?broker_ids=${broker}&order=date_asc`))).toEqual(tags)
  expect((await get(`/transactions?broker_ids=${broker}&tags=staking`)).map((one: { amount: string }) => one.amount)).toEqual([
    '0.5',
    '1.25',
  ])
  await call(user, 'POST', `/brokers/import/files/${report.id}/undo`, {})
  expect(await get(`/transactions?broker_ids=${broker}&tags=staking`)).toEqual([])
})

test('income and costs are split by tag; each row counts once, and together they are the totals', async () => {
  const { call, user, broker, send } = await setUp()
  await send('bitvavo.csv', BITVAVO)
  const more = [
    { type: 'INTEREST', amount: '3', tags: ['savings', 'bonus', 'card'] },
    { type: 'INTEREST', amount: '4', tags: ['savings', 'home'] },
    { type: 'INTEREST', amount: '5' },
    { type: 'FEE', amount: '-6', tags: ['margin'] },
    { type: 'FEE', amount: '-7' },
  ]
  const lines = more.map((line) => ({ broker_id: broker, date: '2024-03-01', currency: 'EUR', ...line }))
  expect((await call(user, 'POST', '/transactions/batch', { create: lines })).status).toBe(200)
  const income = (await call(user, 'GET', '/portfolio/income?currency=EUR')).as(IncomeReport)
  expect(income.by_tag.map(({ tag, net }) => [tag, net])).toEqual([
    ['staking', '1.75'],
    ['lending', '2.5'],
    ['cashback', '0.75'],
    ['bonus', '3'],
    ['savings', '4'],
    [null, '5'],
  ])
  expect(income.totals.net).toBe('17')
  const costs = (await call(user, 'GET', '/portfolio/costs?currency=EUR')).as(CostsReport)
  expect(costs.by_tag).toEqual([
    { tag: 'margin', fees: '6', taxes: '0', total: '6' },
    { tag: null, fees: '7', taxes: '0', total: '7' },
  ])
})

test('our own export carries the tags, also those of the user, into another broker', async () => {
  const { call, user, broker, other, get, send } = await setUp()
  await send('bitvavo.csv', BITVAVO)
  const own = {
    broker_id: broker,
    date: '2024-03-01',
    type: 'DEPOSIT',
    amount: '9',
    currency: 'EUR',
    tags: ['=home', 'für später'],
  }
  await call(user, 'POST', '/transactions', own)
  const { text } = await call(user, 'GET', `/transactions?format=csv&broker_ids=${broker}&order=date_asc`)
  const { status, body } = await send('export.csv', text, '&import=true', other)
  expect([status, body.plugin, body.result.imported]).toEqual([201, 'broker_generic_csv', 6])
  expect(tagsOf(await get(`/transactions?broker_ids=${other}&order=date_asc`))).toEqual(
    tagsOf(await get(`/transactions?broker_ids=${broker}&order=date_asc`)),
  )
})

test('in a table of anyone, kinds that say more than a type become tags, and a column of tags is read', async () => {
  const { broker, get, send } = await setUp()
  const table =
    'date,type,symbol,asset_type,quantity,amount,currency,cost_basis,tags\n' +
    '2024-05-01,Staking,DOT,crypto,2,,EUR,12,\n2024-05-02,Airdrop,DOT,crypto,1,,EUR,6,mine;  old\n'
  expect((await send('table.csv', table)).body.result.imported).toBe(2)
  expect(tagsOf(await get(`/transactions?broker_ids=${broker}&order=date_asc`))).toEqual([
    ['staking'],
    ['airdrop', 'mine', 'old'],
  ])
})
