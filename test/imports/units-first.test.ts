import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TITLES = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
const VESTED = '"01/15/2025","Stock Plan Activity","HLTP","HILLTOP TOOLS INC","12","","",""'
const BOUGHT = '"10/02/2024","Buy","HLTP","HILLTOP TOOLS INC","60","$48.00","$4.95","-$2,884.95"'

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  return { app, user, broker: await createBroker(app, user, { allowCashOverdraft: true, allowAssetShorting: true }) }
}

test('a report in which only units of an asset move, and one with its trades, are of one asset, whatever the currency of the portfolio', async () => {
  const { app, user, broker } = await setUp()
  for (const [index, rows] of [[VESTED], [BOUGHT], [VESTED, BOUGHT]].entries())
    await upload(app, user, broker, `${index}.csv`, [TITLES, ...rows, ''].join('\n'), '&import=true')
  const { holdings, balances } = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
  expect([holdings.map(({ quantity }: { quantity: string }) => quantity), balances]).toEqual([
    ['72'],
    [{ currency: 'USD', amount: '-2884.95' }],
  ])
})

const OWN = 'date,type,symbol,quantity,price,currency'
const PARTS = [
  '2024-01-10,BUY,EAST,10,20,USD',
  '2024-02-10,BUY,EAST,5,18,EUR',
  '2024-03-10,SELL,EAST,-12,19,USD',
  '2024-04-10,TRANSFER,EAST,-1,,',
]
const ORDERS = [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [1, 3, 0, 2],
]

test.each(ORDERS)(
  'an asset that reports know by its symbol alone is one, though it trades in two currencies: parts %i, %i, %i, %i',
  async (...order) => {
    const { app, user, broker } = await setUp()
    const texts = [...order.map((part) => PARTS[part]), PARTS.join('\n')]
    for (const [index, rows] of texts.entries())
      await upload(app, user, broker, `${index}.csv`, `${OWN}\n${rows}\n`, '&import=true&short=allow')
    const lines = (await app.call(user, 'GET', '/transactions?order=date_asc')).body as { asset_id: number; quantity: string }[]
    expect([lines.map(({ quantity }) => quantity), new Set(lines.map(({ asset_id }) => asset_id)).size]).toEqual([
      ['10', '5', '-12', '-1'],
      1,
    ])
  },
)
