import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { SEED } from '#test/support/seed.ts'

type Line = {
  readonly id: number
  readonly type: string
  readonly date: string
  readonly quantity: string
  readonly price: string | null
  readonly lots: readonly { readonly lot_id: number; readonly quantity: string }[] | null
}

const HEAD = 'id,date,type,symbol,quantity,price,currency,lots\n'

async function setUp() {
  const app = await createTestApp({
    clock: () => new Date('2024-12-31T12:00:00Z'),
    deps: { plugins: { brim: [genericCsv], fx: [], assets: [] } },
  })
  const user = await app.createUser()
  const assets = [
    await createAsset(app, { symbol: 'ACME', currency: 'EUR', createdBy: user.id }),
    await createAsset(app, { symbol: 'HARB', currency: 'EUR', createdBy: user.id }),
  ]
  const lines = async (broker: number) =>
    (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc&limit=1000`)).body as Line[]
  /** What lines say, with lots by what their purchases were. */
  const said = async (broker: number) => {
    const all = await lines(broker)
    const byId = new Map(all.map((line) => [line.id, `${line.type} ${line.date} ${line.quantity} at ${line.price}`]))
    return all.map((line) => [byId.get(line.id), line.lots?.map((lot) => [byId.get(lot.lot_id), lot.quantity]) ?? null])
  }
  const costs = async (broker: number) =>
    (await app.call(user, 'GET', `/portfolio/gains?currency=EUR&broker_ids=${broker}`))
      .as(GainsReport)
      .disposals.map(({ cost }) => cost)
      .sort()
  const bring = (broker: number, text: string) => upload(app, user, broker, 'lines.csv', text, '&import=true')
  const open = () => createBroker(app, user)
  return { ...app, app, user, assets, lines, said, costs, bring, open }
}

test('an export brought into another broker takes the same lots; undo and bring it again: the same', async () => {
  const { app, user, assets, said, costs, bring, open } = await setUp()
  const [from, to] = [await open(), await open()]
  const line = (type: string, date: string, quantity: string, price: string, rest = {}) => ({
    ...{ broker_id: from, asset_id: assets[0], currency: 'EUR', type, date, quantity, price, ...rest },
  })
  await app.call(user, 'POST', '/transactions/batch', {
    create: [
      line('BUY', '2024-01-02', '10', '10', { ref: 'a' }),
      line('BUY', '2024-02-02', '10', '30', { ref: 'b' }),
      line('SELL', '2024-03-02', '-5', '40', {
        lots: [
          { ref: 'b', quantity: '3.5' },
          { ref: 'a', quantity: '1.5' },
        ],
      }),
      line('SELL', '2024-04-02', '-2', '40'),
    ],
  })
  const csv = (await app.call(user, 'GET', `/transactions.csv?broker_ids=${from}`)).text
  expect(csv.split('\n')[0]).toContain(',account,lots,')
  expect(csv).toMatch(/,\d+:3\.5;\d+:1\.5,/)
  const report = await bring(to, csv)
  expect(report.status).toBeLessThan(300)
  expect([await said(to), await costs(to)]).toEqual([await said(from), await costs(from)])
  expect((await costs(to)).length).toBe(3)
  expect((await app.call(user, 'POST', `/brokers/import/files/${report.body.id}/undo`, {})).status).toBeLessThan(300)
  expect(await said(to)).toEqual([])
  expect((await app.call(user, 'POST', `/brokers/import/files/${report.body.id}/import`, {})).status).toBeLessThan(300)
  expect(await said(to)).toEqual(await said(from))
})

test('a lot that the ledger has already is named by its line there', async () => {
  const { bring, lines, open } = await setUp()
  const broker = await open()
  await bring(broker, `${HEAD}7,2024-01-02,BUY,ACME,10,10,EUR,\n8,2024-01-03,BUY,ACME,10,20,EUR,\n`)
  const answer = await bring(
    broker,
    `${HEAD}7,2024-01-02,BUY,ACME,10,10,EUR,\n8,2024-01-03,BUY,ACME,10,20,EUR,\n9,2024-02-02,SELL,ACME,4,30,EUR,8:4\n`,
  )
  expect(answer.status).toBeLessThan(300)
  const [, second, sale] = await lines(broker)
  expect(sale?.lots).toEqual([{ lot_id: second?.id ?? 0, quantity: '4' }])
})

test.each([
  ['an id that no row has', '9,2024-02-02,SELL,ACME,4,30,EUR,70:4', 'lot-unknown', true],
  ['a purchase with lots', '9,2024-02-02,BUY,ACME,4,30,EUR,7:4', 'invalid-lots', false],
  ['lots that do not add up', '9,2024-02-02,SELL,ACME,4,30,EUR,7:3', 'invalid-lots', false],
  ['no number', '9,2024-02-02,SELL,ACME,4,30,EUR,7:x', 'invalid-lots', false],
  ['a lot twice', '9,2024-02-02,SELL,ACME,4,30,EUR,7:2;7:2', 'invalid-lots', false],
])('%s is said, with its row', async (_, row, code, isBooked) => {
  const { app, user, open, lines } = await setUp()
  const broker = await open()
  const { body } = await upload(app, user, broker, 'x.csv', `${HEAD}7,2024-01-02,BUY,ACME,10,10,EUR,\n${row}\n`)
  const preview = (await app.call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})).body
  expect(preview.issues.map((issue: { code: string; row: number }) => [issue.code, issue.row])).toContainEqual([code, 3])
  await app.call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})
  expect((await lines(broker)).map(({ lots }) => lots)).toEqual(isBooked ? [null, null] : [null])
})

test('409 for more units than a lot has, and nothing is stored', async () => {
  const { bring, lines, open } = await setUp()
  const broker = await open()
  const answer = await bring(
    broker,
    `${HEAD}7,2024-01-02,BUY,ACME,2,10,EUR,\n8,2024-01-03,BUY,ACME,10,10,EUR,\n9,2024-02-02,SELL,ACME,4,30,EUR,7:4\n`,
  )
  expect([answer.status, answer.body.code]).toEqual([409, 'transaction/lot-too-small'])
  expect(await lines(broker)).toEqual([])
})

test('property: every export takes the same lots where it is brought in', async () => {
  const { app, user, assets, said, bring, open } = await setUp()
  const world = fc.tuple(fc.integer({ min: 2, max: 7 }), fc.infiniteStream(fc.integer({ min: 0, max: 10_000 })))
  await fc.assert(
    fc.asyncProperty(world, async ([count, chance]) => {
      const draw = (below: number) => (chance.next().value ?? 0) % below
      const [from, to] = [await open(), await open()]
      const day = (month: number) => `2024-0${month}-${String(1 + draw(28)).padStart(2, '0')}`
      const create: object[] = []
      const left = Array.from({ length: count }, () => ({ asset: draw(2), units: 4 + draw(9) }))
      for (const [index, { asset, units }] of left.entries())
        create.push({
          type: 'BUY',
          asset_id: assets[asset],
          date: day(1),
          quantity: String(units),
          price: String(1 + draw(50)),
          ref: `${index}`,
        })
      for (let sale = 0; sale < 4; sale++) {
        const asset = draw(2)
        const lots = left.flatMap((lot, index) => {
          const quantity = lot.asset === asset ? Math.min(draw(3), lot.units) : 0
          lot.units -= quantity
          return quantity === 0 ? [] : [{ ref: `${index}`, quantity: String(quantity) }]
        })
        const size = lots.reduce((sum, lot) => sum + Number(lot.quantity), 0)
        if (size > 0)
          create.push({ type: 'SELL', asset_id: assets[asset], date: day(2 + sale), quantity: `-${size}`, price: '9', lots })
      }
      const sent = await app.call(user, 'POST', '/transactions/batch', {
        create: create.map((item) => ({ broker_id: from, currency: 'EUR', ...item })),
      })
      expect([sent.status, sent.body.detail]).toEqual([200, undefined])
      const order = draw(2) === 0 ? 'date_asc' : 'date_desc'
      const csv = (await app.call(user, 'GET', `/transactions.csv?broker_ids=${from}&order=${order}`)).text
      expect((await bring(to, csv)).status).toBeLessThan(300)
      const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
      expect(sorted(await said(to))).toEqual(sorted(await said(from)))
    }),
    { seed: SEED, numRuns: 12 },
  )
})
