import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const [broker, other] = [await createBroker(app, user), await createBroker(app, user)]
  const asset_id = await createAsset(app, { symbol: 'LANT', createdBy: user.id })
  const send = (text: string, into = broker) => upload(app, user, into, 'lines.csv', text, '&import=true')
  const book = async (...create: object[]) => {
    const line = { broker_id: broker, asset_id, currency: 'EUR' }
    const answer = await app.call(user, 'POST', '/transactions/batch', { create: create.map((one) => ({ ...line, ...one })) })
    expect(answer.status).toBe(200)
  }
  const holdings = async (id: number) =>
    (await app.call(user, 'GET', `/portfolio/holdings?currency=EUR&broker_ids=${id}`)).body.holdings
  return { ...app, user, broker, other, send, book, holdings }
}

const figures = (list: readonly Record<string, unknown>[]) =>
  list.map((one) => [one['symbol'], one['quantity'], one['cost_basis'], one['income'], one['realised_gain']])

test('what changes the cost alone goes out as CSV and comes back with the same figures', async () => {
  const { call, user, broker, other, send, book, holdings } = await setUp()
  await book(
    { type: 'BUY', date: '2024-01-08', quantity: '40', price: '52' },
    { type: 'RETURN_OF_CAPITAL', date: '2024-03-01', amount: '98', taxes: '2' },
    { type: 'RETURN_OF_CAPITAL', date: '2024-03-02', amount: '-20' },
    { type: 'DIVIDEND', date: '2024-04-01', cost_basis: '31.5' },
    { type: 'DIVIDEND', date: '2024-04-02', cost_basis: '10', amount: '-1.5', taxes: '1.5' },
    { type: 'ADJUSTMENT', date: '2024-05-01', cost_basis: '-12.25' },
    { type: 'ADJUSTMENT', date: '2024-05-01', cost_basis: '4' },
  )
  const { text } = await call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc&format=csv`)
  const { body } = await send(text, other)
  expect([body.result.imported, body.result.issues]).toEqual([7, []])
  const expected = [['LANT', '40', '2035.25', '40', '0']]
  expect([figures(await holdings(broker)), figures(await holdings(other))]).toEqual([expected, expected])
  expect((await send(text.replace('\r\n', '\r\n\r\n'), other)).body.result).toMatchObject({ imported: 0, duplicates: 7 })
})

test('a row of a table may be a return of capital by its name, and needs an amount and an asset', async () => {
  const { send, holdings, broker } = await setUp()
  const head = 'date,type,symbol,quantity,price,amount,currency\n'
  const bought = '2024-01-08,Buy,LANT,10,50,-500,EUR\n'
  expect((await send(`${head}${bought}2024-02-08,Return of capital,LANT,,,30,EUR\n`)).body.result).toMatchObject({ imported: 2 })
  expect(figures(await holdings(broker))).toEqual([['LANT', '10', '470', '0', '0']])
  const refused = await send(`${head}2024-02-09,Return of capital,LANT,,,,EUR\n`)
  expect(JSON.stringify(refused.body)).toContain('A RETURN_OF_CAPITAL needs an amount')
})

test('a return of capital that an earlier version read as a dividend is the same line, not a second one', async () => {
  const { send, call, user, broker } = await setUp()
  const head = 'date,type,symbol,quantity,price,amount,currency\n'
  const bought = '2024-01-08,Buy,LANT,10,50,-500,EUR\n'
  await send(`${head}${bought}2024-02-08,Dividend,LANT,,,30,EUR\n`)
  const { body } = await send(`${head}${bought}2024-02-08,Return of capital,LANT,,,30,EUR\n2024-02-09,Dividend,LANT,,,1,EUR\n`)
  expect(body.result).toMatchObject({ imported: 1, duplicates: 2 })
  const lines = (await call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body
  expect(lines.map((one: { type: string }) => one.type)).toEqual(['BUY', 'DIVIDEND', 'DIVIDEND'])
})
