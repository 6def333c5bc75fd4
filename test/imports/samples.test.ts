import { expect, setDefaultTimeout } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { BrokerSummary } from '#src/brokers/schema.ts'
import { Preview } from '#src/imports/preview/preview.schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { sampleAt, samplesLike, testSamples } from '#test/support/samples.ts'

setDefaultTimeout(120_000)

const FORMATS = ['degiro', 'ibkr', 'trading212', 'coinbase', 'revolut']
/** Reports from which nothing can be imported, and why: no transactions in them, or rows that cannot be read without a guess. */
const REFUSED: Readonly<Record<string, string>> = {
  'degiro/account-sk-en-single-buy-marketfund.csv': 'has no row that is a transaction',
  'degiro/account-sk-nl-no-description.csv': 'The row has no description',
  'degiro/account-sk-nl-single-sell-euro.csv': 'a sale, but money went out',
  'degiro/account-sk-pt-single-sell-euro.csv': 'a sale, but money went out',
  'degiro/portfolio-fr-osa.csv': 'a report of positions, not of transactions',
  'ibkr/trade-confirmation-empty.csv': 'has no row that is a transaction',
  'trading212/sk-invalid-dir-invalid-action.csv': 'is no action that this importer knows',
  'trading212/sk-invalid-dir-invalid-note.csv': 'what left and what arrived',
  'coinbase/sk-invalid-dir-invalid-type.csv': 'is no transaction type that this importer knows',
  'coinbase/sk-retail-staking-transfer.csv': 'has no row that is a transaction',
  'coinbase/sk-single-buyfiatfromfiat-bugcoinbase.csv': 'has no row that is a transaction',
}

const files = FORMATS.flatMap((format) => samplesLike(`${format}/*`))

testSamples('every sample of the formats imports with no row unaccounted for, and undo leaves nothing', async () => {
  const app = await createTestApp({ deps: { plugins: { ...(await createTestApp()).deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const seen = { files: 0, rows: 0, transactions: 0, refused: 0 }
  for (const file of files) {
    const brokerId = await createBroker(app, user, { allowAssetShorting: true })
    const bytes = await Bun.file(sampleAt(file)).bytes()
    const stored = await upload(app, user, brokerId, file.split('/').at(-1) ?? '', bytes)
    expect([file, stored.status]).toEqual([file, 201])
    const code = file.split('/')[0] ?? ''
    const parse = await app.call(
      user,
      'POST',
      `/brokers/import/files/${stored.body.id}/parse`,
      stored.body.status === 'failed' ? { plugin: code } : {},
    )
    expect([file, parse.status]).toEqual([file, 200])
    const preview = parse.as(Preview)
    const { total, ...places } = preview.rows
    expect([file, total]).toEqual([file, Object.values(places).reduce((sum, count) => sum + count, 0)])
    expect([file, preview.issues.filter((issue) => issue.code === 'row-forgotten' || issue.code === 'draft-invalid')]).toEqual([
      file,
      [],
    ])
    seen.files += 1
    seen.rows += total
    const done = await app.call(user, 'POST', `/brokers/import/files/${stored.body.id}/import`, { plugin: preview.plugin })
    if (done.status === 422) {
      expect([file, done.body.code]).toEqual([file, 'import/nothing-to-import'])
      expect(done.body.detail).toContain(REFUSED[file] ?? `nothing, for ${file} is not known to be refused`)
      expect([file, preview.rows.transactions, preview.transactions_total]).toEqual([file, 0, 0])
      seen.refused += 1
      continue
    }
    expect([file, done.status, Object.hasOwn(REFUSED, file)]).toEqual([file, 200, false])
    expect([file, done.body.imported]).toEqual([file, preview.transactions_total])
    seen.transactions += done.body.imported
    const summary = (await app.call(user, 'GET', `/brokers/${brokerId}/summary`)).as(BrokerSummary)
    expect([file, summary.balances]).toEqual([file, preview.balances])
    expect([file, (await app.call(user, 'POST', `/brokers/import/files/${stored.body.id}/undo`, {})).status]).toEqual([file, 200])
    const left = (await app.call(user, 'GET', `/brokers/${brokerId}/summary`)).as(BrokerSummary)
    expect([file, left.balances, left.holdings]).toEqual([file, [], []])
  }
  console.log(`samples read: ${JSON.stringify(seen)}`)
  for (const table of ['ledger_transaction', 'balance_day', 'balance_month', 'asset'] as const) {
    const rows = await app.store.reader.selectFrom(table).selectAll().execute()
    expect([table, rows]).toEqual([table, []])
  }
})
