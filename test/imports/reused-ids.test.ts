import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,name,quantity,price,amount,currency,ratio,external_id\n'
const FIRST = `${HEAD}2024-03-05,BUY,CCC,CCC,10,12,-120,EUR,,ord-1\n`
const SECOND = `${HEAD}2024-03-06,BUY,CCC,CCC,7,13,-91,EUR,,ord-1\n2024-03-07,DEPOSIT,,,,,5,EUR,,d9\n`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const send = (name: string, text: string, query = '&import=true') => upload(app, user, broker, name, text, query)
  const lines = async () => (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body
  const held = async () =>
    (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body.holdings.map((one: { quantity: string }) => one.quantity)
  return { ...app, user, broker, send, lines, held }
}

test('a reused id with another quantity or amount is likely, said with both rows, and imported; nothing comes twice', async () => {
  const { call, user, send, lines, held } = await setUp()
  expect((await send('first.csv', FIRST)).status).toBe(201)
  const { body: stored } = await send('preview.csv', SECOND, '')
  const { body: seen } = await call(user, 'POST', `/brokers/import/files/${stored.id}/parse`, {})
  expect(seen.transactions.map((one: { duplicate: string }) => one.duplicate)).toEqual(['likely', 'none'])
  const [issue] = seen.issues
  expect([issue.row, issue.severity, issue.code]).toEqual([2, 'warning', 'id-reused'])
  for (const part of ['ord-1', 'row 2 of first.csv', 'Row 2']) expect(issue.detail).toContain(part)
  const done = await send('second.csv', `${SECOND}\n`)
  expect([done.status, done.body.result.imported, done.body.result.issues.length]).toEqual([201, 2, 1])
  expect(await held()).toEqual(['17'])
  expect((await lines()).map((line: { external_id?: string }) => line.external_id ?? null)).toEqual(['ord-1', null, 'd9'])
  for (const [name, text] of [
    ['again-1.csv', `${FIRST}\n`],
    ['again-2.csv', `${SECOND}\n\n`],
    ['both.csv', FIRST + SECOND.slice(HEAD.length)],
  ] as const) {
    const again = await send(name, text)
    expect([name, again.status, again.body.result.imported]).toEqual([name, 201, 0])
  }
  expect(await held()).toEqual(['17'])
})

test('a line that was changed by hand since counts as the same, and it is said', async () => {
  const { call, user, send, lines, held } = await setUp()
  await send('first.csv', FIRST)
  const [{ id }] = await lines()
  expect((await call(user, 'PATCH', `/transactions/${id}`, { quantity: '11', amount: '-132' })).status).toBe(200)
  const { body } = await send('again.csv', `${FIRST}\n`)
  expect([body.result.imported, body.result.issues.map((one: { code: string }) => one.code)]).toEqual([0, ['id-edited']])
  expect(await held()).toEqual(['11'])
})

test('a split by its ratio is the same whatever is held by now', async () => {
  const { send, held } = await setUp()
  const split = `${FIRST}2024-03-06,SPLIT,CCC,CCC,,,,,2:1,s1\n`
  await send('first.csv', split)
  const older = await send('older.csv', `${HEAD}2024-03-04,BUY,CCC,CCC,5,12,-60,EUR,,ord-0\n`)
  expect(older.body.result.issues).toMatchObject([{ severity: 'info', code: 'split-resized' }])
  const again = await send('again.csv', `${split}\n`)
  expect([again.status, again.body.result.imported, again.body.result.issues]).toEqual([201, 0, []])
  expect(await held()).toEqual(['30'])
})

test('a row that a file has twice under its id is imported once, and so it is when the file comes again, longer', async () => {
  const { call, user, send, lines, held } = await setUp()
  const twice = `${FIRST}${FIRST.slice(HEAD.length)}`
  const { body: stored } = await send('preview.csv', twice, '')
  const { body: seen } = await call(user, 'POST', `/brokers/import/files/${stored.id}/parse`, {})
  expect(seen.rows).toEqual({ total: 3, transactions: 1, parts: 0, ignored: 2, issues: 0 })
  expect(seen.ignored).toContainEqual(expect.objectContaining({ row: 3, reason: 'repeats row 2, under the same number' }))
  const done = await send('twice.csv', `${twice}\n`)
  expect([done.status, done.body.result.imported, await held()]).toEqual([201, 1, ['10']])
  const more = await send('more.csv', twice + SECOND.slice(HEAD.length).replace('ord-1', 'ord-2'))
  expect([more.body.result.imported, more.body.result.duplicates, await held()]).toEqual([2, 1, ['17']])
  expect((await lines()).map((line: { external_id?: string }) => line.external_id ?? null)).toEqual(['ord-1', 'ord-2', 'd9'])
})

test('rows of a report of before, which had both, answer for the one that comes now', async () => {
  const { send, held } = await setUp()
  // As a file without ids, where twins are two.
  const twins = FIRST.replace(',ord-1', ',')
  expect((await send('twins.csv', twins + twins.slice(HEAD.length))).body.result.imported).toBe(2)
  const once = await send('once.csv', `${FIRST}${FIRST.slice(HEAD.length)}`)
  expect([once.body.result.imported, once.body.result.duplicates, await held()]).toEqual([0, 1, ['20']])
})
