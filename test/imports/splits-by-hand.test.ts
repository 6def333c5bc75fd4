import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,asset_type,quantity,price,currency,ratio\n'
const DAY = '2024-03-01'

/** Ten units that a report brought, and a split 4:1 that the user booked as the warning of a report proposes it. */
async function setUp({ isBooked = true, units = '10' } = {}) {
  const app = await createTestApp({
    clock: () => new Date('2024-12-31T12:00:00Z'),
    deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } },
  })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const asset = await createAsset(app, { symbol: 'LANT', currency: 'EUR', createdBy: user.id })
  let files = 0
  const bring = async (rows: string) => {
    const { id } = (await upload(app, user, broker, `${++files}.csv`, HEAD + rows)).body
    const { body } = await app.call(user, 'POST', `/brokers/import/files/${id}/import`, {})
    return [body.imported, body.duplicates]
  }
  const holdings = async () => (await app.call(user, 'GET', '/portfolio/holdings?currency=EUR&scope=assets')).body
  const held = async () => (await holdings()).holdings[0].quantity
  await bring(`2024-01-05,BUY,LANT,STOCK,${units},100,EUR,\n`)
  await app.call(user, 'PUT', `/assets/${asset}/prices`, [
    { date: '2024-01-05', close: '100' },
    { date: '2024-03-04', close: '25' },
  ])
  await app.call(user, 'POST', `/assets/${asset}/events`, { type: 'SPLIT', date: DAY, ratio: '4:1' })
  const [remedy] = (await holdings()).warnings.flatMap((one: { code: string; remedy: { body: object } }) =>
    one.code === 'split-not-booked' ? one.remedy.body : [],
  )
  if (isBooked) expect((await app.call(user, 'POST', '/transactions', remedy)).status).toBe(201)
  return { bring, held }
}

test('200 with a split once, which a report brings after the user booked it: by ratio or size, some days off, without the fraction, or weeks late', async () => {
  for (const row of [
    `${DAY},SPLIT,LANT,STOCK,,,,4:1\n`,
    `${DAY},SPLIT,LANT,STOCK,30,,,\n`,
    '2024-02-28,SPLIT,LANT,STOCK,,,,4:1\n',
    '2024-03-05,SPLIT,LANT,STOCK,,,,4:1\n',
    '2024-03-05,SPLIT,LANT,STOCK,29.5,,,\n',
    '2024-04-20,SPLIT,LANT,STOCK,30,,,\n',
  ]) {
    const { bring, held } = await setUp()
    const sale = '2024-05-02,SELL,LANT,STOCK,-5,25,EUR,\n'
    expect([row, await bring(row + sale), await held()]).toEqual([row, [1, 1], '35'])
  }
})

test('200 with the line of a report where nobody had booked it, in place of what reports counted', async () => {
  const { bring, held } = await setUp({ isBooked: false })
  expect(await held()).toBe('40')
  expect(await bring('2024-03-20,SPLIT,LANT,STOCK,30,,,\n')).toEqual([1, 0])
  expect(await held()).toBe('40')
})

test('200 with both where they are two: of another size weeks later, or of another ratio', async () => {
  for (const [row, expected] of [
    ['2024-04-20,SPLIT,LANT,STOCK,40,,,\n', '80'],
    ['2024-03-05,SPLIT,LANT,STOCK,,,,2:1\n', '80'],
    ['2024-04-20,SPLIT,LANT,STOCK,,,,4:1\n', '160'],
  ] as const) {
    const { bring, held } = await setUp()
    expect([row, await bring(row), await held()]).toEqual([row, [1, 0], expected])
  }
})
