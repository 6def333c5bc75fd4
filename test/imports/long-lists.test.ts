import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { Preview } from '#src/imports/preview/preview.schema.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { previewRestToWire } from '#src/imports/wire.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,name,quantity,price,amount,currency,external_id\n'
const COUNT = 1_200

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const rows = (make: (n: number) => string, count = COUNT) => Array.from({ length: count }, (_, n) => make(n)).join('')
  const send = async (text: string) => (await upload(app, user, broker, 'report.csv', HEAD + text)).body.id as string
  const parse = async (id: string, body: unknown = {}) =>
    (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, body)).as(Preview)
  const bring = async (id: string, body: unknown = {}) =>
    (await app.call(user, 'POST', `/brokers/import/files/${id}/import`, body)).as(ImportAnswer)
  return { rows, send, parse, bring }
}

test('of very many issues the first thousand are answered, errors first, with how many there are', async () => {
  const { rows, send, parse, bring } = await setUp()
  const id = await send(`2024-01-02,DEPOSIT,,,,,5,EUR,\n${rows(() => '2024-01-02,DEPOSIT,,,,,-5,EUR,\n')}`)
  for (const answer of [await parse(id), await bring(id)]) {
    expect([answer.issues.length, answer.issues_total, answer.rows.issues]).toEqual([1_000, COUNT, COUNT])
  }
  const issues = Array.from({ length: COUNT }, (_, row) => ({
    row,
    severity: row % 100 === 99 ? ('error' as const) : ('info' as const),
    code: 'note',
    detail: '',
  }))
  const lists = {
    balances: [],
    transactions: [],
    assets: [],
    comparisons: [],
    openings: [],
    positions: [],
    shortages: [],
    accounts: [],
    otherChanges: [],
  }
  const figures = { plugin: 'x', counts: {}, range: null, pricesTotal: 0, period: null, zone: null, ...lists }
  const rowCounts = { total: COUNT, transactions: 0, parts: 0, ignored: 0, issues: COUNT }
  const wire = previewRestToWire({ ...figures, rows: rowCounts, issues, ignored: [], changes: { assets: [], cash: [] } }, {})
  expect([wire.issues_total, wire.issues.slice(0, 13).map(({ row }) => row)]).toEqual([
    COUNT,
    [...Array.from({ length: 12 }, (_, n) => n * 100 + 99), 0],
  ])
})

test('of very many shortages and new assets the first thousand are answered, with how many there are', async () => {
  const { rows, send, parse, bring } = await setUp()
  const id = await send(rows((n) => `2024-01-02,SELL,S${n},,-1,1,,EUR,\n`))
  const preview = await parse(id)
  expect([preview.shortages.length, preview.shortages_total]).toEqual([1_000, COUNT])
  const answer = await bring(id, { short: 'allow' })
  expect([answer.imported, answer.assets_created.length, answer.assets_created_total]).toEqual([COUNT, 1_000, COUNT])
  expect([answer.shortages.length, answer.shortages_total, answer.issues_total]).toEqual([1_000, COUNT, 0])
})

test('the assets of a preview come by the five thousand', async () => {
  const { rows, send, parse } = await setUp()
  const id = await send(rows((n) => `2024-01-02,BUY,S${n},,1,1,,EUR,\n`, 5_100))
  const [first, rest] = [await parse(id, { limit: 0 }), await parse(id, { limit: 0, assets_offset: 5_000 })]
  expect([first.assets.length, rest.assets.length, first.assets_total]).toEqual([5_000, 100, 5_100])
  expect(new Set([...first.assets, ...rest.assets].map(({ ref }) => ref)).size).toBe(5_100)
})
