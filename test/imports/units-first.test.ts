import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TITLES = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
const VESTED = '"01/15/2025","Stock Plan Activity","HLTP","HILLTOP TOOLS INC","12","","",""'
const BOUGHT = '"10/02/2024","Buy","HLTP","HILLTOP TOOLS INC","60","$48.00","$4.95","-$2,884.95"'

test('a report in which only units of an asset move, and one with its trades, are of one asset, whatever the currency of the portfolio', async () => {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  for (const [index, rows] of [[VESTED], [BOUGHT], [VESTED, BOUGHT]].entries())
    await upload(app, user, broker, `${index}.csv`, [TITLES, ...rows, ''].join('\n'), '&import=true')
  const { holdings, balances } = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
  expect([holdings.map(({ quantity }: { quantity: string }) => quantity), balances]).toEqual([
    ['72'],
    [{ currency: 'USD', amount: '-2884.95' }],
  ])
})
