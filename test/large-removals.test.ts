import { expect, setDefaultTimeout, test } from 'bun:test'
import { ROWS_A_PIECE } from '#src/shared/pieces.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { largestPiece } from '#test/support/largest-piece.ts'

setDefaultTimeout(120_000)

const LINES = 4_000
/** A line that goes also takes its day's version, its balances and a leg elsewhere along. */
const AT_MOST = 4 * ROWS_A_PIECE

const dayOf = (n: number) => new Date(Date.UTC(2010, 0, 1 + n)).toISOString().slice(0, 10)

/** Two brokers; the first has very many lines on so many days, of which every tenth has a leg at the second. */
async function setUp(days = LINES) {
  const app = await createTestApp()
  const [root, user] = [await app.createUser(), await app.createUser()]
  const [large, other] = [await createBroker(app, user), await createBroker(app, root, { members: [[user, 'EDITOR']] })]
  const asset = await createAsset(app, { createdBy: user.id })
  const create = Array.from({ length: LINES }, (_, n) =>
    n % 10 === 0
      ? [large, other].map((broker_id, leg) => ({
          ...{
            broker_id,
            type: 'TRANSFER',
            date: dayOf(n % days),
            group: `g${n}`,
            amount: leg === 0 ? '-1' : '1',
            currency: 'EUR',
          },
        }))
      : [{ broker_id: large, type: 'DEPOSIT', date: dayOf(n % days), amount: '5', currency: 'EUR', external_id: `x${n}` }],
  ).flat()
  const answer = await app.call(user, 'POST', '/transactions/batch', { create })
  expect(answer.status).toBe(200)
  return { app, root, user, large, other, asset, ids: answer.body.created as number[] }
}

const count = (app: TestApp, table: string, where = 'true') =>
  app.store.reader.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get()?.n

async function answered(app: TestApp, user: TestUser, method: 'DELETE' | 'POST', path: string, body?: object) {
  const seen: number[] = []
  const piece = await largestPiece(app, async () => seen.push((await app.call(user, method, path, body)).status))
  return { status: seen[0], piece }
}

test('a broker with very many lines goes in pieces; the legs of its transfers at others stay, outside of any group', async () => {
  const { app, user, large, other } = await setUp()
  const { status, piece } = await answered(app, user, 'DELETE', `/brokers/${large}`)
  expect(status).toBe(204)
  expect(piece).toBeLessThanOrEqual(AT_MOST)
  for (const table of ['ledger_transaction', 'balance_day', 'balance_month', 'ledger_mark'])
    expect(count(app, table, `broker_id = ${large}`)).toBe(0)
  expect(count(app, 'broker', `id = ${large}`)).toBe(0)
  expect(count(app, 'ledger_transaction', `broker_id = ${other} AND group_id IS NULL`)).toBe(LINES / 10)
  expect(app.store.reader.sqlite.query('PRAGMA foreign_key_check').all()).toEqual([])
})

test('a removal that fails at its end has removed nothing', async () => {
  const { app, user, large } = await setUp()
  const rows = count(app, 'ledger_transaction')
  app.store.writer.sqlite.run("CREATE TRIGGER stop BEFORE DELETE ON broker BEGIN SELECT RAISE(ABORT, 'stopped'); END")
  expect((await answered(app, user, 'DELETE', `/brokers/${large}`)).status).toBe(500)
  expect(count(app, 'ledger_transaction')).toBe(rows)
  expect(count(app, 'ledger_transaction', 'group_id IS NOT NULL')).toBe((2 * LINES) / 10)
})

test('a user with a large broker, lines at others and many closes goes in pieces; what others use stays without the name', async () => {
  const { app, root, user, other, asset } = await setUp()
  const prices = Array.from({ length: LINES }, (_, n) => `(${asset}, '${dayOf(n)}', '1', 'EUR', 'MANUAL', ${user.id})`)
  app.store.writer.sqlite.run(`INSERT INTO price (asset_id, date, close, currency, source, created_by) VALUES ${prices.join()}`)
  const { status, piece } = await answered(app, root, 'DELETE', `/users/${user.id}`)
  expect(status).toBe(204)
  expect(piece).toBeLessThanOrEqual(AT_MOST)
  expect(count(app, 'ledger_transaction')).toBe(LINES / 10)
  expect(count(app, 'ledger_transaction', `broker_id = ${other} AND created_by IS NULL`)).toBe(LINES / 10)
  expect(count(app, 'price', 'created_by IS NULL')).toBe(LINES)
})

test('very many lines of an import, and their report, go in pieces', async () => {
  const { app, user, large } = await setUp(7)
  const [undone, detached] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  for (const id of [undone, detached])
    app.store.writer.sqlite.run(
      `INSERT INTO report (id, broker_id, filename, size, sha256, content_type, status, uploaded_at) VALUES (?, ?, 'a.csv', 1, ?, 'text/csv', 'imported', '2026-01-01T00:00:00.000Z')`,
      [id, large, id],
    )
  const setReport = (id: string, rest: number) =>
    app.store.writer.sqlite.run(`UPDATE ledger_transaction SET report_id = ? WHERE group_id IS NULL AND id % 2 = ${rest}`, [id])
  for (const [rest, id] of [undone, detached].entries()) setReport(id, rest)
  const [gone, staying] = [undone, detached].map((id) => count(app, 'ledger_transaction', `report_id = '${id}'`) ?? 0)
  expect(gone).toBeGreaterThan(4 * ROWS_A_PIECE)
  const rows = count(app, 'ledger_transaction') ?? 0
  const first = await answered(app, user, 'DELETE', `/brokers/import/files/${undone}?undo=true`)
  expect(first.status).toBe(204)
  expect(first.piece).toBeLessThanOrEqual(AT_MOST)
  expect(count(app, 'ledger_transaction')).toBe(rows - (gone ?? 0))
  const second = await answered(app, user, 'DELETE', `/brokers/import/files/${detached}`)
  expect(second).toMatchObject({ status: 204 })
  expect(second.piece).toBeLessThanOrEqual(AT_MOST)
  expect(count(app, 'ledger_transaction', `report_id IS NULL AND group_id IS NULL`)).toBe(staying)
  const left = await app.call(user, 'GET', `/brokers/${large}`)
  expect(left.body.transaction_count).toBe(count(app, 'ledger_transaction', `broker_id = ${large}`))
})
