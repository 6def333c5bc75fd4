import { describe, expect, test } from 'bun:test'
import { processorTime } from '#test/support/processor-time.ts'
import { setUp } from './ledger.ts'

const DAY = '2024-01-02'
const deposit = { type: 'DEPOSIT', date: DAY, currency: 'EUR', amount: '5' }

describe('decimals on the way in', () => {
  test('201 for strings and numbers, which leave as plain texts without trailing zeros', async () => {
    const { post } = await setUp()
    for (const [given, stored] of [
      ['5', '5'],
      [5, '5'],
      [0.1, '0.1'],
      ['0.10', '0.1'],
      ['007.50', '7.5'],
      [1e-7, '0.0000001'],
      [1.5e-7, '0.00000015'],
      ['0.000000000001', '0.000000000001'],
      [123456789012.345, '123456789012.345'],
      ['1234567890123456.123456789012', '1234567890123456.123456789012'],
      ['9'.repeat(28), '9'.repeat(28)],
    ] as const)
      expect((await post({ ...deposit, amount: given })).body.amount, String(given)).toBe(stored)
  })

  test('422 for what is no plain decimal of 28 digits, 12 after the point; nothing is rounded', async () => {
    const { post, list } = await setUp()
    const wrong = [
      'NaN',
      'Infinity',
      '-Infinity',
      '1e3',
      '1E3',
      '0x10',
      '1,5',
      '1 000',
      '+5',
      ' 5',
      '5.',
      '.5',
      '',
      '--5',
      '٥',
      '５',
      '1_000',
      '0.0000000000001',
      '9'.repeat(29),
      '1'.repeat(40),
      `0.${'1'.repeat(40)}`,
      '1'.repeat(100_000),
      true,
      null,
      [],
      {},
      ['5'],
    ]
    for (const amount of wrong) {
      const answer = await post({ ...deposit, amount })
      expect([answer.status, answer.body.errors?.[0].pointer], JSON.stringify(amount).slice(0, 50)).toEqual([422, '/amount'])
    }
    expect(await list()).toEqual([])
  })

  test('422 for JSON numbers that a binary number cannot carry exactly: they go as strings', async () => {
    const { call, user, broker_id } = await setUp()
    for (const number of [
      '1e21',
      '1e400',
      '12345678901234567890',
      '9007199254740993',
      '0.1234567890123456',
      '1000000000000000000001',
      '123456789.123456789',
      '-1e21',
    ]) {
      const body = JSON.stringify({ ...deposit, broker_id, amount: 'AMOUNT' }).replace('"AMOUNT"', number)
      const answer = await call(user, 'POST', '/transactions', body, { 'Content-Type': 'application/json' })
      expect([answer.status, answer.body.errors?.[0].pointer], number).toEqual([422, '/amount'])
    }
    for (const broken of ['NaN', 'Infinity', '.5', '+1', '0x1', '01']) {
      const body = JSON.stringify({ ...deposit, broker_id, amount: 'AMOUNT' }).replace('"AMOUNT"', broken)
      expect((await call(user, 'POST', '/transactions', body, { 'Content-Type': 'application/json' })).status, broken).toBe(400)
    }
  })
})

describe('the body as a whole', () => {
  test('422 for unknown and forged fields, each named; none of them reaches the line', async () => {
    const { post, list } = await setUp()
    const forged = {
      id: 7,
      created_by: 99,
      revision: 9,
      group_id: 'g',
      report_id: 'r',
      group: 'g',
      source_row: 1,
      ammount: '5',
      created_at: '2020-01-01',
    }
    const answer = await post({ ...deposit, ...forged })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual(
      Object.keys(forged)
        .map((key) => `/${key}`)
        .sort(),
    )
    expect(await list()).toEqual([])
  })

  test('422 for __proto__, constructor and prototype keys, which change nothing elsewhere', async () => {
    const { call, user, broker_id, list } = await setUp()
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      for (const [path, body] of [
        [
          '/transactions',
          `{"broker_id":${broker_id},"type":"DEPOSIT","date":"${DAY}","amount":"5","currency":"EUR","${key}":{"isSuperuser":true}}`,
        ],
        [
          '/transactions/batch',
          `{"create":[{"broker_id":${broker_id},"type":"DEPOSIT","date":"${DAY}","amount":"5","currency":"EUR","${key}":{"x":1}}]}`,
        ],
      ] as const)
        expect((await call(user, 'POST', path, body, { 'Content-Type': 'application/json' })).status, `${key} ${path}`).toBe(422)
    }
    expect(Object.hasOwn(Object.prototype, 'isSuperuser')).toBe(false)
    expect(await list()).toEqual([])
  })

  test('422 for missing and wrongly typed fields, all at once', async () => {
    const { call, user } = await setUp()
    const answer = await call(user, 'POST', '/transactions', {
      type: 'GIFT',
      date: 20240102,
      asset_id: '3',
      broker_id: '1',
      tags: 'a',
    })
    expect(answer.body).toMatchObject({ status: 422, code: 'request/invalid' })
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual([
      '/asset_id',
      '/broker_id',
      '/date',
      '/tags',
      '/type',
    ])
    for (const body of ['[]', '"x"', '5', 'null'])
      expect((await call(user, 'POST', '/transactions', body, { 'Content-Type': 'application/json' })).status, body).toBe(422)
  })

  test('422 for an asset that does not exist', async () => {
    const { post } = await setUp()
    expect(
      (await post({ type: 'BUY', date: DAY, asset_id: 999, quantity: '1', price: '1', currency: 'EUR' })).body,
    ).toMatchObject({ status: 422, errors: [{ pointer: '/asset_id' }] })
  })

  test('422 for texts and tags that are too long or too many', async () => {
    const { post } = await setUp()
    const wrong = { description: 'x'.repeat(2001), external_id: '', tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }
    const answer = await post({ ...deposit, ...wrong })
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual([
      '/description',
      '/external_id',
      '/tags',
    ])
    expect(
      (await post({ ...deposit, tags: ['', 'x'.repeat(51)] })).body.errors.map((fault: { pointer: string }) => fault.pointer),
    ).toEqual(['/tags/0', '/tags/1'])
  })

  test('201 for texts of any script with quotes, newlines and markup, unchanged', async () => {
    const { add, call, user } = await setUp()
    const description = 'Ünïcödé 株式 🏦 "quoted", <script>alert(1)</script>\nnew\tline \u0000 end'
    const line = await add({
      ...deposit,
      description,
      external_id: "o'); DROP TABLE broker;--",
      tags: ['日本', 'a;b', '__proto__'],
    })
    expect((await call(user, 'GET', `/transactions/${line.id}`)).body).toEqual(line)
    expect(line).toMatchObject({ description, tags: ['日本', 'a;b', '__proto__'] })
  })

  test('400 for broken JSON, 415 for another content type, 413 for more than 16 MiB', async () => {
    const { call, user, broker_id } = await setUp()
    expect((await call(user, 'POST', '/transactions', '{"type":', { 'Content-Type': 'application/json' })).status).toBe(400)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json'])
      expect(
        (await call(user, 'POST', '/transactions', JSON.stringify({ ...deposit, broker_id }), { 'Content-Type': type })).status,
        type,
      ).toBe(415)
    const huge = `{"create":[],"update":[],"delete":[${'1,'.repeat(9_000_000)}1]}`
    expect((await call(user, 'POST', '/transactions/batch', huge, { 'Content-Type': 'application/json' })).status).toBe(413)
  })

  test('422 for a nesting bomb, in no time', async () => {
    const { call, user } = await setUp()
    const began = processorTime()
    const bomb = `{"create":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect([400, 422]).toContain(
      (await call(user, 'POST', '/transactions/batch', bomb, { 'Content-Type': 'application/json' })).status,
    )
    expect(processorTime() - began).toBeLessThan(2_000)
  })
})

describe('dates', () => {
  test('201 until tomorrow by the clock of the service, 422 after and before 1900', async () => {
    const { post } = await setUp({ clock: () => new Date('2026-06-30T23:30:00Z') })
    const at = async (date: string) => (await post({ ...deposit, date })).status
    expect([await at('1900-01-01'), await at('2026-06-30'), await at('2026-07-01')]).toEqual([201, 201, 201])
    expect([await at('1899-12-31'), await at('2026-07-02'), await at('2026-02-29'), await at('30.06.2026')]).toEqual([
      422, 422, 422, 422,
    ])
  })
})

test('409 naming broker, unit, day and amount when more is sold than held, as published for a broker without shorts', async () => {
  const { add, post, asset_id, broker_id } = await setUp()
  for (const [date, quantity, price] of [
    ['2015-10-01', '4', '100'],
    ['2015-10-02', '5', '111.11'],
    ['2015-10-03', '6', '122.22'],
  ] as const)
    await add({ type: 'BUY', date, asset_id, quantity, price, currency: 'USD' })
  const answer = await post({ type: 'SELL', date: '2015-11-02', asset_id, quantity: '-16', price: '1', currency: 'USD' })
  expect(answer.body).toMatchObject({
    status: 409,
    code: 'transaction/short',
    broker_id,
    asset_id,
    date: '2015-11-02',
    amount: '-1',
  })
  expect((await post({ type: 'SELL', date: '2015-11-02', asset_id, quantity: '-15', price: '1', currency: 'USD' })).status).toBe(
    201,
  )
})
