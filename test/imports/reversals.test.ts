import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { BrokerPlugin, TransactionDraft } from '#plugins/brim/contract.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { upload } from '#test/support/report.ts'

const MONEY: ReadonlySet<string> = new Set(['DEPOSIT', 'WITHDRAWAL', 'INTEREST', 'FEE'])

/** `day,type,quantity,amount,fees,id,reverses` below a title row. */
const broker: BrokerPlugin = {
  ...{
    code: 'takes_back',
    name: 'Takes back',
    broker: 'Any',
    website: '',
    description: '',
    extensions: ['csv'],
    languages: ['en'],
  },
  ...{ version: '1', docs: '', sampleColumns: ['day'], assets: {} },
  recognises: (head) => (head.text.startsWith('day,type') ? 1 : 0),
  parse: ({ tables }) => {
    const [header, ...rows] = tables[0]?.rows ?? []
    const transactions = rows.map(({ number, cells }): TransactionDraft => {
      const [date = '', type = '', quantity, amount, fees, id, reverses] = cells.map((cell) => (cell === '' ? undefined : cell))
      const asset = MONEY.has(type) ? undefined : 'NEW'
      const what = { type: type as TransactionDraft['type'], asset, quantity, amount, fees, currency: 'EUR' }
      return { rows: [number], date, ...what, externalId: id, reverses }
    })
    const assets = [{ ref: 'NEW', symbol: 'NEW', name: 'New Mills', currency: 'EUR', type: 'STOCK' as const }]
    return { transactions, assets, issues: [], ignored: [{ row: header?.number ?? 1, reason: 'header' }] }
  },
}
const report = (...rows: readonly string[]) => `day,type,quantity,amount,fees,id,reverses\n${rows.join('\n')}\n`

const MONEY_IN = '2024-01-02,DEPOSIT,,1000,,d1,'
const BUY = '2024-01-03,BUY,10,-101,1,b1,'
const SALE = '2024-01-05,SELL,-4,48,,s1,'
const CANCEL = '2024-01-04,BUY,-10,101,-1,c1,same'
const AGAIN = '2024-01-04,BUY,12,-121,1,b2,'

async function setUp() {
  const world = await openPortfolio({
    broker: { allowCashOverdraft: true, allowAssetShorting: false },
    deps: { plugins: { brim: [broker], fx: [], assets: [] } },
  })
  const { app, user, call, broker_id } = world
  const send = (name: string, text: string, query = '&import=true') => upload(app, user, broker_id, name, text, query)
  const undo = async (id: string) => (await call(user, 'POST', `/brokers/import/files/${id}/undo`, {})).status
  const lines = async () => (await call(user, 'GET', `/transactions?broker_ids=${broker_id}&order=date_asc&limit=1000`)).body
  const said = async () =>
    (await lines()).map((one: Record<string, string>) => `${one['date']} ${one['type']} ${one['quantity']} ${one['amount']}`)
  const summary = async () => (await call(user, 'GET', `/brokers/${broker_id}/summary`)).body
  const figures = async () => {
    const { balances, holdings, transaction_count } = {
      ...(await summary()),
      ...(await call(user, 'GET', `/brokers/${broker_id}`)).body,
    }
    const held = holdings.map((one: Record<string, string>) => one['quantity'])
    return { cash: balances.map((one: Record<string, string>) => one['amount']), held, transaction_count }
  }
  return { ...world, send, undo, lines, said, figures }
}

const codes = (issues: readonly { code: string }[]) => issues.map(({ code }) => code)

test('within a report neither the line nor the row that takes it back is booked; both are said, and undo leaves nothing', async () => {
  const { send, undo, said, figures } = await setUp()
  const { body } = await send('one.csv', report(MONEY_IN, BUY, CANCEL, AGAIN))
  expect([body.result.imported, codes(body.result.issues)]).toEqual([2, ['reversed']])
  expect(body.result.issues[0]).toMatchObject({ row: 4, severity: 'info' })
  expect(body.result.issues[0].detail).toContain('row 3')
  expect(await said()).toEqual(['2024-01-02 DEPOSIT 0 1000', '2024-01-04 BUY 12 -121'])
  expect(await figures()).toEqual({ cash: ['879'], held: ['12'], transaction_count: 2 })
  expect(await undo(body.id)).toBe(200)
  expect(await said()).toEqual([])
})

test('a line of an earlier report leaves the ledger, and undo brings it again exactly, with its id', async () => {
  const { call, user, send, undo, lines, said, figures } = await setUp()
  await send('one.csv', report(MONEY_IN, BUY))
  const before = [await lines(), await figures()]
  const { body: stored } = await send('two.csv', report(CANCEL, AGAIN), '')
  const { body: seen } = await call(user, 'POST', `/brokers/import/files/${stored.id}/parse`, {})
  expect([seen.balances, codes(seen.issues), seen.shortages]).toEqual([[{ currency: 'EUR', amount: '879' }], ['reversed'], []])
  const { status, body } = await call(user, 'POST', `/brokers/import/files/${stored.id}/import`, {})
  expect([status, body.imported, codes(body.issues)]).toEqual([200, 1, ['reversed']])
  expect(await said()).toEqual(['2024-01-02 DEPOSIT 0 1000', '2024-01-04 BUY 12 -121'])
  expect(await figures()).toEqual({ cash: ['879'], held: ['12'], transaction_count: 2 })
  expect(await undo(stored.id)).toBe(200)
  expect([await lines(), await figures()]).toEqual(before)
})

test('the same reports again, and one with all of it, bring nothing new', async () => {
  const { send, said } = await setUp()
  await send('one.csv', report(MONEY_IN, BUY))
  await send('two.csv', report(CANCEL, AGAIN))
  const once = await said()
  for (const [name, rows] of [
    ['all.csv', [MONEY_IN, BUY, CANCEL, AGAIN]],
    ['first.csv', [BUY, MONEY_IN]],
    ['last.csv', [AGAIN, CANCEL]],
  ] as const) {
    const { body } = await send(name, report(...rows))
    expect([name, body.result.imported, codes(body.result.issues)]).toEqual([name, 0, []])
  }
  expect(await said()).toEqual(once)
})

test('what is not there is said and booked as nothing; the older report that brings it comes later and ends the same, and each undo is exact', async () => {
  const { send, undo, said, figures } = await setUp()
  const { body: late } = await send('two.csv', report(CANCEL, AGAIN))
  expect(codes(late.result.issues)).toEqual(['reversal-not-found'])
  expect(late.result.issues[0]).toMatchObject({ row: 2, severity: 'warning' })
  expect(await said()).toEqual(['2024-01-04 BUY 12 -121'])
  const { body: early } = await send('one.csv', report(MONEY_IN, BUY))
  expect([early.result.imported, codes(early.result.issues)]).toEqual([1, ['reversed']])
  expect(await figures()).toEqual({ cash: ['879'], held: ['12'], transaction_count: 2 })
  expect(await undo(early.id)).toBe(200)
  expect(await said()).toEqual(['2024-01-04 BUY 12 -121'])
  const { body: again } = await send('one-again.csv', report(BUY, MONEY_IN))
  expect([again.result.imported, codes(again.result.issues)]).toEqual([1, ['reversed']])
  expect(await undo(late.id)).toBe(200)
  expect(await said()).toEqual(['2024-01-02 DEPOSIT 0 1000', '2024-01-03 BUY 10 -101'])
})

test('an external id names the line; other figures than its own take nothing back', async () => {
  const { send, said } = await setUp()
  await send('one.csv', report(MONEY_IN, BUY, '2024-01-03,BUY,10,-101,1,b9,'))
  const { body } = await send('two.csv', report('2024-01-06,BUY,-10,101,1,,b1', '2024-01-06,DEPOSIT,,-999,,,d1'))
  expect(codes(body.result.issues).sort()).toEqual(['reversal-not-found', 'reversed'])
  expect(await said()).toEqual(['2024-01-02 DEPOSIT 0 1000', '2024-01-03 BUY 10 -101'])
})

test('of twins one is taken back by each row, the latest first, and none that comes after it', async () => {
  const { send, lines } = await setUp()
  const pay = (day: string, id: string) => `${day},INTEREST,,5,,${id},`
  await send(
    'one.csv',
    report(pay('2024-01-02', 'i1'), pay('2024-01-04', 'i2'), pay('2024-01-04', 'i3'), pay('2024-01-08', 'i4')),
  )
  await send(
    'two.csv',
    report('2024-01-06,INTEREST,,-5,,,same', '2024-01-06,INTEREST,,-5,,,same', '2024-01-06,INTEREST,,-5,,,same'),
  )
  expect((await lines()).map((one: { external_id: string }) => one.external_id)).toEqual(['i4'])
})

test('409 when what was bought back was sold since; short=allow books it; nothing changes before', async () => {
  const { call, user, send, said } = await setUp()
  await send('one.csv', report(MONEY_IN, BUY, SALE))
  const before = await said()
  const { body: stored } = await send('two.csv', report(CANCEL), '')
  const path = `/brokers/import/files/${stored.id}`
  const { status, body } = await call(user, 'POST', `${path}/import`, { short: 'refuse' })
  expect([status, body.code, body.shortages.length]).toEqual([409, 'transaction/short', 1])
  expect(await said()).toEqual(before)
  const { body: preview } = await call(user, 'POST', `${path}/parse`, {})
  expect(preview.shortages).toHaveLength(1)
  const left = await call(user, 'POST', `${path}/import`, { short: 'leave-out' })
  expect([left.status, left.body.imported, await said()]).toEqual([200, 0, before])
  await call(user, 'POST', `${path}/undo`, {})
  const allowed = await call(user, 'POST', `${path}/import`, { short: 'allow' })
  expect([allowed.status, await said()]).toEqual([200, ['2024-01-02 DEPOSIT 0 1000', '2024-01-05 SELL -4 48']])
})

test('an asset whose lines are all taken back stays, moves with a merge, and the report goes with its broker', async () => {
  const { call, user, broker_id, asset_id, send, undo, lines } = await setUp()
  await send('one.csv', report(BUY))
  const [{ asset_id: made }] = await lines()
  const { body } = await send('two.csv', report(CANCEL))
  expect((await call(user, 'DELETE', `/assets/${made}`)).status).toBe(409)
  expect((await call(user, 'POST', `/assets/${made}/merge`, { into: asset_id })).status).toBe(200)
  expect(await undo(body.id)).toBe(200)
  expect((await lines()).map((one: { asset_id: number }) => one.asset_id)).toEqual([asset_id])
  expect((await call(user, 'DELETE', `/brokers/${broker_id}`)).status).toBe(204)
})

const step = fc.record({ day: fc.integer({ min: 1, max: 20 }), size: fc.integer({ min: 1, max: 3 }), takesBack: fc.boolean() })

test('however lines and what takes them back are spread over two reports, in either order, the ledger is that of the whole; undo of all leaves nothing', async () => {
  const { app, user, call, addBroker } = await setUp()
  const import_ = async (into: number, name: string, rows: readonly string[]) => {
    const { body } = await upload(app, user, into, name, report(...rows), '&import=true')
    return body.id
  }
  const ledger = async (of: number) =>
    (await call(user, 'GET', `/transactions?broker_ids=${of}&order=date_asc&limit=1000`)).body
      .map((one: Record<string, string>) => `${one['date']} ${one['amount']}`)
      .sort()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), fc.integer({ min: 2, max: 20 }), async (steps, cut) => {
      const rows = steps
        .map(({ day, size, takesBack }) => ({ day, takesBack, text: `INTEREST,,${takesBack ? -size : size},,` }))
        .sort((a, b) => a.day - b.day)
        .map(({ day, takesBack, text }, index) => {
          const date = `2024-03-${String(day).padStart(2, '0')}`
          return { day, row: `${date},${text},x${index},${takesBack ? 'same' : ''}`.replace(',,,x', ',,x') }
        })
      const part = (isEarly: boolean) => rows.filter(({ day }) => day < cut === isEarly).map(({ row }) => row)
      const [whole, forth, back] = [await addBroker(), await addBroker(), await addBroker()]
      await import_(whole, 'whole.csv', part(true).concat(part(false)))
      const ids: string[] = []
      for (const isEarly of [true, false]) if (part(isEarly).length > 0) await import_(forth, `${isEarly}.csv`, part(isEarly))
      for (const isEarly of [false, true])
        if (part(isEarly).length > 0) ids.push(await import_(back, `${isEarly}.csv`, part(isEarly)))
      const expected = await ledger(whole)
      expect(await ledger(forth)).toEqual(expected)
      expect(await ledger(back)).toEqual(expected)
      for (const id of ids) await call(user, 'POST', `/brokers/import/files/${id}/undo`, {})
      expect(await ledger(back)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
