import { describe, expect, test } from 'bun:test'
import type { TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

const DAY = '2024-01-02'
const deposit = (broker_id: number, amount = '5') => ({ broker_id, type: 'DEPOSIT', date: DAY, currency: 'EUR', amount })

/** An owner's two brokers with a line each: the caller edits the first, views the second, and knows nothing of the third. */
async function withRoles() {
  const ledger = await setUp()
  const owner = await ledger.createUser()
  const caller = ledger.user
  const [edited, viewed, strange] = [
    await createBroker(ledger.app, owner, { members: [[caller, 'EDITOR']] }),
    await createBroker(ledger.app, owner, { members: [[caller, 'VIEWER']] }),
    await createBroker(ledger.app, owner),
  ]
  const lines = new Map<number, number>()
  for (const broker of [edited, viewed, strange])
    lines.set(broker, (await ledger.call(owner, 'POST', '/transactions', deposit(broker))).body.id)
  const as = (user: TestUser) => (method: string, path: string, body?: object) => ledger.call(user, method, path, body)
  return { ...ledger, owner, edited, viewed, strange, lineAt: (broker: number) => lines.get(broker) ?? 0, caller: as(caller) }
}

/** A problem without what differs by address. */
function answerOf({ status, body, headers }: { status: number; body: Record<string, unknown>; headers: Headers }) {
  const { instance: _i, request_id: _r, ...problem } = body
  return { status, problem, etag: headers.get('etag'), location: headers.get('location') }
}

describe('404 for strangers, exactly as for what does not exist', () => {
  test('reading, changing and removing', async () => {
    const { caller, strange, lineAt, viewed, list } = await withRoles()
    const hidden = `/transactions/${lineAt(strange)}`
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { amount: '1' }],
      ['PATCH', { amount: '-1' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = answerOf(await caller(method, hidden, body))
      expect(answer).toEqual(answerOf(await caller(method, '/transactions/999999', body)))
      expect([answer.status, answer.problem['code']]).toEqual([404, 'transaction/not-found'])
    }
    expect((await list()).map((line) => line.broker_id)).not.toContain(strange)
    expect(await list(`?broker_ids=${strange}`)).toEqual([])
    expect((await list(`?broker_ids=${strange}&broker_ids=${viewed}`)).map((line) => line.broker_id)).toEqual([viewed])
  })

  test('adding, alone and in a batch; a batch leaks nothing by its other items', async () => {
    const { caller, strange, lineAt, edited, list } = await withRoles()
    const before = await list()
    const direct = answerOf(await caller('POST', '/transactions', deposit(strange)))
    expect(direct).toEqual(answerOf(await caller('POST', '/transactions', deposit(999999))))
    expect(direct.problem).toMatchObject({ code: 'broker/not-found', errors: [{ pointer: '/broker_id' }] })
    const created = answerOf(await caller('POST', '/transactions/batch', { create: [deposit(edited), deposit(strange)] }))
    expect(created).toEqual(answerOf(await caller('POST', '/transactions/batch', { create: [deposit(edited), deposit(999999)] })))
    expect(created.problem).toMatchObject({ status: 404, errors: [{ pointer: '/create/1/broker_id' }] })
    for (const items of [
      (id: number) => ({
        update: [
          { id: lineAt(edited), amount: '1' },
          { id, amount: '1' },
        ],
      }),
      (id: number) => ({ delete: [lineAt(edited), id] }),
    ]) {
      const answer = answerOf(await caller('POST', '/transactions/batch', items(lineAt(strange))))
      expect(answer).toEqual(answerOf(await caller('POST', '/transactions/batch', items(999999))))
      expect(answer.problem).toMatchObject({ status: 404, code: 'transaction/not-found' })
    }
    expect(await list()).toEqual(before)
  })

  test('an id that is none', async () => {
    const { caller } = await withRoles()
    for (const id of ['abc', '-1', '1.5', '1e3', '9999999999999999999', '%00'])
      expect((await caller('GET', `/transactions/${id}`)).status, id).toBe(404)
    expect((await caller('GET', '/transactions/999999999999999')).status).toBe(404)
  })
})

describe('403 broker/role-too-small for a VIEWER, naming the role needed', () => {
  test('reading passes; adding, changing, removing and batches do not, and nothing is stored', async () => {
    const { caller, viewed, edited, lineAt, list } = await withRoles()
    const path = `/transactions/${lineAt(viewed)}`
    const before = await list()
    expect((await caller('GET', path)).status).toBe(200)
    const refused = { status: 403, code: 'broker/role-too-small', role_needed: 'EDITOR' }
    expect((await caller('POST', '/transactions', deposit(viewed))).body).toMatchObject(refused)
    expect((await caller('PATCH', path, { amount: '1' })).body).toMatchObject(refused)
    expect((await caller('DELETE', path)).body).toMatchObject(refused)
    expect((await caller('POST', '/transactions/batch', { create: [deposit(edited), deposit(viewed)] })).body).toMatchObject({
      ...refused,
      errors: [{ pointer: '/create/1/broker_id' }],
    })
    expect(
      (
        await caller('POST', '/transactions/batch', {
          update: [
            { id: lineAt(edited), amount: '1' },
            { id: lineAt(viewed), amount: '1' },
          ],
        })
      ).body,
    ).toMatchObject({ ...refused, errors: [{ pointer: '/update/1' }] })
    expect((await caller('POST', '/transactions/batch', { delete: [lineAt(viewed)] })).body).toMatchObject({
      ...refused,
      errors: [{ pointer: '/delete/0' }],
    })
    expect(await list()).toEqual(before)
  })

  test('an EDITOR of one broker and OWNER of another does both in one batch', async () => {
    const { caller, edited, broker_id, lineAt } = await withRoles()
    expect(
      (await caller('POST', '/transactions/batch', { create: [deposit(broker_id), deposit(edited)], delete: [lineAt(edited)] }))
        .status,
    ).toBe(200)
  })

  test('a membership that ended is over with the next request', async () => {
    const { caller, call, owner, user, edited, lineAt } = await withRoles()
    expect((await call(owner, 'DELETE', `/brokers/${edited}/access/${user.id}`)).status).toBe(204)
    expect((await caller('GET', `/transactions/${lineAt(edited)}`)).status).toBe(404)
    expect((await caller('POST', '/transactions', deposit(edited))).status).toBe(404)
  })
})

test('401 without a session on every operation', async () => {
  const { call, lineAt, edited } = await withRoles()
  const path = `/transactions/${lineAt(edited)}`
  for (const [method, address, body] of [
    ['GET', '/transactions', undefined],
    ['GET', path, undefined],
    ['POST', '/transactions', deposit(edited)],
    ['POST', '/transactions/batch', {}],
    ['PATCH', path, {}],
    ['DELETE', path, undefined],
  ] as const)
    expect((await call(null, method, address, body)).body).toMatchObject({ status: 401, code: 'auth/no-session' })
})
