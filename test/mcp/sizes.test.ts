import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { bounded, MOST_BESIDE, pageOf } from '#src/mcp/bounded.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset } from '#test/support/factories.ts'
import { makeToken } from '#test/support/tokens.ts'
import { bearer, calling, callTool, openWorld, post } from './world.ts'

test('however long lists are, what is answered has at most 50 items of each, and says what was cut', () => {
  fc.assert(
    fc.property(fc.nat(120), fc.nat(120), fc.nat(120), (rows, inner, beside) => {
      const list = (length: number) => Array.from({ length }, (_, index) => index)
      const value = { rows: list(rows).map(() => ({ lots: list(inner), explain: list(9) })), totals: { by: list(beside) } }
      const { fields, cut } = bounded(value, 'rows')
      const said = fields as typeof value
      expect(said.rows.length).toBe(rows)
      expect(said.rows.every((row) => row.lots.length === Math.min(inner, MOST_BESIDE) && !('explain' in row))).toBe(true)
      expect(said.totals.by).toEqual(list(beside).slice(0, MOST_BESIDE))
      const cuts = (inner > MOST_BESIDE ? rows : 0) + (beside > MOST_BESIDE ? 1 : 0)
      expect(cut.length).toBe(Math.min(cuts, MOST_BESIDE))
      for (const { list: pointer, total } of cut) expect(total).toBe(pointer.startsWith('/rows') ? inner : beside)
    }),
  )
})

test('pages follow each other without a gap, whatever their size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (rows, limit) => {
      const seen: number[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const { shown, page }: ReturnType<typeof pageOf<number>> = pageOf(rows, { offset, limit })
        seen.push(...shown)
        expect([page.total, page.returned]).toEqual([rows.length, shown.length])
        offset = page.next_offset
      }
      expect(seen).toEqual(rows)
    }),
  )
})

test('many rows: a page of 50 at first, other lists cut with their number, and totals of all', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  for (let index = 0; index < 70; index++) {
    const asset_id = await createAsset(world, { symbol: `W${index}`, createdBy: world.nora.id })
    await world.book(world.second, 'BUY', '2026-02-05', { asset_id, quantity: '1', price: '1', amount: '-1' })
    await world.book(world.second, 'DIVIDEND', '2026-04-05', { asset_id, amount: '0.01' })
  }
  const { said } = await callTool(world, text, 'get_income')
  const report = (await world.call(world.nora, 'GET', '/portfolio/income')).body
  expect([said.payments.length, said.page]).toEqual([50, { offset: 0, returned: 50, total: 71, next_offset: 50 }])
  expect([said.by_asset.length, said.cut]).toEqual([MOST_BESIDE, [{ list: '/by_asset', total: 71 }]])
  expect([said.totals.net, report.payments.length]).toEqual([report.totals.net, 71])
  const holdings = (await callTool(world, text, 'get_holdings', { limit: 200 })).said
  expect([holdings.holdings.length, holdings.page.next_offset]).toEqual([72, null])
})

test('an answer that would be too long for a model is refused with what helps', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  for (let index = 0; index < 140; index++)
    await world.book(world.main, 'DEPOSIT', '2026-05-01', { amount: '1', description: `${index} ${'x'.repeat(1_980)}` })
  const whole = await callTool(world, text, 'list_transactions', { limit: 200 })
  expect([whole.isError, whole.text]).toEqual([true, expect.stringContaining('`limit`')])
  expect((await callTool(world, text, 'list_transactions')).said.transactions.length).toBe(50)
})

test('calls count against what a user may send, like every other request', async () => {
  const app = await createTestApp()
  const row = { key: 'requests_per_minute', value: '10', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null }
  await app.store.writer.insertInto('setting').values(row).execute()
  const [nora, olaf] = [await app.createUser(), await app.createUser()]
  const tokens = [await makeToken(app, nora, ['read']), await makeToken(app, olaf, ['read'])]
  const answers = []
  for (let index = 0; index < 12; index++) answers.push(await post(app, calling('list_brokers'), bearer(tokens[1]?.text ?? '')))
  expect([answers[0]?.status, answers[0]?.body.result.isError]).toEqual([200, undefined])
  const last = answers.at(-1)
  expect([last?.status, last?.body.code, last?.headers.has('Retry-After')]).toEqual([429, 'request/too-many', true])
  expect((await post(app, calling('list_brokers'), bearer(tokens[0]?.text ?? ''))).status).toBe(200)
})
