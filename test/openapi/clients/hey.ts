/** The whole way with the client that @hey-api/openapi-ts makes: prints what it found, as JSON. */

import { client } from './hey/client.gen.ts'
import * as api from './hey/index.ts'

const [baseUrl = '', username = '', password = '', report = ''] = process.argv.slice(2)
client.setConfig({ baseUrl, throwOnError: true })
await api.register({ body: { username, email: `${username}@example.org`, password }, throwOnError: true })
const signed = await api.login({ body: { username, password }, throwOnError: true })
client.setConfig({ baseUrl, headers: { Cookie: signed.response.headers.get('set-cookie')?.split(';')[0] ?? '' } })
const plugins = await api.listImportPlugins({ throwOnError: true })
const broker = await api.createBroker({ body: { name: 'Harbour', currency: 'EUR' }, throwOnError: true })
const { id } = broker.data
const line = await api.createTransaction({
  body: { broker_id: id, type: 'DEPOSIT', date: '2024-01-02', amount: '12.5', currency: 'EUR' },
  throwOnError: true,
})
const file = new File([report], 'report.csv', { type: 'text/csv' })
const stored = await api.uploadReport({ query: { broker_id: id, import: true }, body: { file }, throwOnError: true })
const imported =
  'result' in stored.data && stored.data.result && 'imported' in stored.data.result ? stored.data.result.imported : null
const holdings = await api.getHoldings({ query: { broker_ids: [id], currency: 'EUR' }, throwOnError: true })
const csv = await api.listTransactionsCsv({ query: { broker_ids: [id] }, parseAs: 'text', throwOnError: true })
const text: string = csv.data
const { amount, asset_id: nothing } = line.data
const found = { amount, nothing, imported, cash: holdings.data.totals.cash, lines: text.trimEnd().split('\n').length }
console.log(JSON.stringify({ ...found, plugins: plugins.data.length > 0 }))
