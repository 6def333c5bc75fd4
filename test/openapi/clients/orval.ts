/** The whole way with the client that orval makes: prints what it found, as JSON. */
import * as api from './orval/holdfast.ts'

const [base = '', username = '', password = '', report = ''] = process.argv.slice(2)
const plain = globalThis.fetch
let cookie = ''
globalThis.fetch = ((path: string, init: RequestInit = {}) =>
  plain(base + path, { ...init, headers: { ...init.headers, Cookie: cookie } })) as typeof fetch
await api.register({ username, email: `${username}@example.org`, password })
const signed = await api.login({ username, password })
cookie = signed.headers.get('set-cookie')?.split(';')[0] ?? ''
const plugins = await api.listImportPlugins()
const broker = await api.createBroker({ name: 'Harbour', currency: 'EUR' })
if (broker.status !== 201) throw new Error(String(broker.status))
const { id } = broker.data
const line = await api.createTransaction({ broker_id: id, type: 'DEPOSIT', date: '2024-01-02', amount: '12.5', currency: 'EUR' })
if (line.status !== 201) throw new Error(String(line.status))
const stored = await api.uploadReport(
  { file: new File([report], 'report.csv', { type: 'text/csv' }) },
  { broker_id: id, import: true },
)
if (stored.status !== 201) throw new Error(String(stored.status))
const holdings = await api.getHoldings({ broker_ids: [id, id], currency: 'EUR' })
if (holdings.status !== 200) throw new Error(String(holdings.status))
const csv = await (await fetch(api.getListTransactionsCsvUrl({ broker_ids: [id] }))).text()
const { amount, asset_id: nothing } = line.data
const found = { amount, nothing, imported: stored.data.result?.imported, cash: holdings.data.totals.cash }
console.log(
  JSON.stringify({
    ...found,
    lines: csv.trimEnd().split('\n').length,
    plugins: plugins.status === 200 && plugins.data.length > 0,
  }),
)
