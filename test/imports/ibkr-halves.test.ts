import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = [
  'Statement,Header,Field Name,Field Value',
  'Statement,Data,Title,Transaction History',
  'Summary,Header,Field Name,Field Value',
  'Summary,Data,Base Currency,EUR',
  'Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Price Currency,Gross Amount ,Commission,Net Amount',
]
const BOUGHT = 'Transaction History,Data,2024-05-06,U***00007,BETA CORP,Buy,BETA,30.0,10.0,USD,-279.0,-0.93,-279.93'
const PAID =
  'Transaction History,Data,2024-06-20,U***00007,BETA(US0378331005) Cash Dividend USD 0.10 per Share,Dividend,BETA,-,-,-,2.79,-,2.79'

for (const order of [
  [[BOUGHT], [PAID], [PAID, BOUGHT]],
  // The dividend alone does not say in which currency the shares are traded.
  [[PAID], [BOUGHT], [PAID, BOUGHT]],
])
  test(`halves of a Transaction History of Interactive Brokers, ${order[0]?.[0] === PAID ? 'newest' : 'oldest'} first, and then the whole, leave one holding of one asset`, async () => {
    const { deps } = await createTestApp()
    const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
    const user = await app.createUser()
    const brokerId = await createBroker(app, user)
    const counts: unknown[] = []
    for (const rows of order) {
      const bytes = new TextEncoder().encode([...HEAD, ...rows, ''].join('\n'))
      const stored = await upload(app, user, brokerId, `${counts.length}.csv`, bytes)
      const { status, body } = await app.call(user, 'POST', `/brokers/import/files/${stored.body.id}/import`, {})
      counts.push([status, body.imported, body.duplicates])
    }
    expect(counts.slice(0, 2)).toEqual([
      [200, 1, 0],
      [200, 1, 0],
    ])
    const { holdings, balances } = (await app.call(user, 'GET', `/brokers/${brokerId}/summary`)).body
    expect(holdings).toMatchObject([{ quantity: '30' }])
    expect(balances).toEqual([{ currency: 'EUR', amount: '-277.14' }])
  })
