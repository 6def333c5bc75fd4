import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import type { BrokerPlugin, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { databaseBefore } from '../db/before.ts'

/** An importer of JSON that is a report as it stands. */
const PLAIN: BrokerPlugin = {
  ...{ code: 'plain', name: 'Plain', broker: 'Plain', website: '', version: '1', extensions: [], languages: [] },
  ...{ description: '', docs: '', sampleColumns: [], assets: {} },
  recognises: (head) => (head.format === 'json' ? 1 : 0),
  parse: (file: ReportFile) => JSON.parse(file.text) as ParsedReport,
}

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [...brokerPlugins, PLAIN], fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, {})
  let row = 0
  const bring = async (more: object, to = broker) => {
    const line = { rows: [1], date: '2024-02-03', type: 'DEPOSIT', amount: String(++row), currency: 'EUR' }
    const content = JSON.stringify({ transactions: [line], assets: [], issues: [], ignored: [], rows: [1], ...more })
    const { body: stored } = await upload(app, user, to, `r${row}.json`, content)
    const path = `/brokers/import/files/${stored.id}`
    const { body: seen } = await app.call(user, 'POST', `${path}/parse`, {})
    const { body: done } = await app.call(user, 'POST', `${path}/import`, {})
    const found = (issues: readonly { code: string; detail: string }[]) =>
      issues
        .filter(({ code }) => code.startsWith('report-'))
        .map(({ code, detail }) => `${code} ${/\d.*? to \S+/.exec(detail)?.[0]}`)
    expect(found(done.issues)).toEqual(found(seen.issues))
    const undo = () => app.call(user, 'POST', `${path}/undo`, {})
    return { seen, issues: found(seen.issues), report: (await app.call(user, 'GET', path)).body, undo }
  }
  const period = (from: string, to: string, cutOff = false) => ({ period: { from, to, cutOff } })
  return { app, user, bring, period }
}

test('a report shows the days that it covers and the zone of its times; the times stay as the file has them', async () => {
  const { bring, period } = await setUp()
  const { seen, report } = await bring({ ...period('2024-01-01', '2024-03-31'), zone: 'Asia/Tokyo' })
  expect([seen.period, seen.zone]).toEqual([{ from: '2024-01-01', to: '2024-03-31', cut_off: false }, 'Asia/Tokyo'])
  expect(report.period).toEqual({ from: '2024-01-01', to: '2024-03-31', cut_off: false })
  const none = await bring({ zone: 'Nowhere/Here', period: { from: '2024-03-31', to: '2024-01-01' } })
  expect([none.seen.period, none.seen.zone, none.report.period]).toEqual([null, null, null])
})

test('a report that says that there is more is a warning', async () => {
  const { bring, period } = await setUp()
  const { seen, issues } = await bring(period('2024-01-01', '2024-03-31', true))
  expect(issues).toEqual(['report-cut-off 2024-01-01 to 2024-03-31).'])
  expect(seen.issues.map(({ severity }: { severity: string }) => severity)).toEqual(['warning'])
})

test('days between the reports of a broker that none covers are a note; weekends and what was undone are none', async () => {
  const { app, user, bring, period } = await setUp()
  expect((await bring(period('2024-01-01', '2024-03-28'))).issues).toEqual([])
  expect((await bring(period('2024-06-01', '2024-06-30'))).issues).toEqual(['report-gap 2024-03-29 to 2024-05-31:'])
  const middle = await bring(period('2024-05-01', '2024-05-31'))
  expect(middle.issues).toEqual(['report-gap 2024-03-29 to 2024-04-30:'])
  expect((await bring(period('2024-03-29', '2024-04-26'))).issues).toEqual(['report-gap 2024-04-27 to 2024-04-30:'])
  expect((await bring(period('2024-07-01', '2024-07-05'))).issues).toEqual([])
  expect((await bring(period('2024-07-08', '2024-07-31'))).issues).toEqual([])
  expect((await middle.undo()).status).toBe(200)
  expect((await bring(period('2024-05-20', '2024-06-30'))).issues).toEqual(['report-gap 2024-04-27 to 2024-05-19:'])
  const other = await createBroker(app, user, { name: 'Other' })
  expect((await bring(period('2026-01-01', '2026-01-31'), other)).issues).toEqual([])
})

test('a Flex Query says which days it covers', async () => {
  const { app, user } = await setUp()
  const flex = `<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="2">${[
    '20240101" toDate="20240331',
    '20240401" toDate="20240630',
  ]
    .map((days) => `<FlexStatement accountId="U7" fromDate="${days}"><CashTransactions></CashTransactions></FlexStatement>`)
    .join('')}</FlexStatements></FlexQueryResponse>`
  const { body } = await upload(app, user, await createBroker(app, user, { name: 'Third' }), 'flex.xml', flex)
  const preview = await app.call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})
  expect(preview.body.period).toEqual({ from: '2024-01-01', to: '2024-06-30', cut_off: false })
})

test('reports of an older database have no period', async () => {
  const store = await databaseBefore('0022_report_period')
  const { sqlite } = store.writer
  const at = '2026-06-30T00:00:00.000Z'
  sqlite.run(`INSERT INTO broker (name, name_key, created_at, updated_at) VALUES ('B', 'b', '${at}', '${at}')`)
  sqlite.run(`INSERT INTO report (id, broker_id, filename, size, sha256, content_type, status, uploaded_at)
    VALUES ('0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11', 1, 'r.csv', 1, 'x', 'text/csv', 'uploaded', '${at}')`)
  await migrate(store.writer)
  expect(sqlite.query<{ period: string | null }, []>('SELECT period FROM report').all()).toEqual([{ period: null }])
})
