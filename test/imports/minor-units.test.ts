import { expect, test } from 'bun:test'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const flex = (
  unit: string,
) => `<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U7" fromDate="20240101" toDate="20241231">
<AccountInformation accountId="U7" currency="GBP"/><CashTransactions><CashTransaction accountId="U7" currency="${unit}" symbol="LANT" description="LANT CASH DIVIDEND" isin="GB0000000LL1" conid="77" dateTime="20240605;202000" settleDate="20240605" amount="375" type="Dividends" transactionID="31" reportDate="20240605" assetCategory="STK" /></CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`

/** An importer that gives whatever unit the file names. */
const plain: BrokerPlugin = {
  ...{
    code: 'plain',
    name: 'Plain',
    broker: 'Plain',
    website: '',
    description: '',
    extensions: [],
    languages: [],
    version: '1',
    docs: '',
  },
  ...{ sampleColumns: [], assets: {} },
  recognises: (head) => (head.text.startsWith('PLAIN') ? 1 : 0),
  parse: (file) => ({
    transactions: [
      {
        ...{ rows: [1] as const, type: 'BUY' as const, date: '2024-01-05', asset: 'A', quantity: '3', price: '200' },
        ...{ amount: '-610', fees: '7', taxes: '3', currency: file.text.trim().split(' ')[1] ?? '' },
      },
    ],
    assets: [{ ref: 'A', symbol: 'LANT', name: 'Lantern plc', currency: file.text.trim().split(' ')[1] }],
    issues: [],
    ignored: [],
    rows: [1],
  }),
}

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [...brokerPlugins, plain], fx: [], assets: [] } } })
  const user = await app.createUser()
  return { ...app, app, user }
}

test.each(['GBX', 'GBx', 'GBp'])('a dividend of 375 %s in a cash row of Interactive Brokers is 3.75 GBP', async (unit) => {
  const { app, user, call } = await setUp()
  const broker = await createBroker(app, user)
  const { body } = await upload(app, user, broker, 'flex.xml', flex(unit), '&import=true')
  expect([body.status, body.result?.issues]).toEqual(['imported', []])
  const [line] = (await call(user, 'GET', `/transactions?broker_ids=${broker}`)).body
  expect([line.type, line.amount, line.currency]).toEqual(['DIVIDEND', '3.75', 'GBP'])
  expect((await call(user, 'GET', `/assets/${line.asset_id}`)).body.currency).toBe('GBP')
})

test.each([
  ['GBX', 'GBP', ['-6.1', '2', '0.07', '0.03']],
  ['ILA', 'ILS', ['-6.1', '2', '0.07', '0.03']],
  ['ZAc', 'ZAR', ['-6.1', '2', '0.07', '0.03']],
  ['KWF', 'KWD', ['-0.61', '0.2', '0.007', '0.003']],
  ['GBP', 'GBP', ['-610', '200', '7', '3']],
])('whatever importer gives %s: amount, price, fees and taxes are in %s', async (unit, currency, figures) => {
  const { app, user, call } = await setUp()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const { body } = await upload(app, user, broker, 'report.txt', `PLAIN ${unit}\n`, '&import=true')
  expect([body.status, body.problem]).toEqual(['imported', null])
  const [line] = (await call(user, 'GET', `/transactions?broker_ids=${broker}`)).body
  expect([line.currency, [line.amount, line.price, line.fees, line.taxes]]).toEqual([currency, figures])
  expect((await call(user, 'GET', `/assets/${line.asset_id}`)).body.currency).toBe(currency)
})
