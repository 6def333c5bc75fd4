import { expect, test } from 'bun:test'
import { keptBytes } from '#src/portfolio/kept.ts'
import { jsonBytes, lazyRows } from '#src/portfolio/rows.ts'
import { createTestApp } from '#test/support/app.ts'

const row = (id: number) => ({ id, text: `é "${id}"`, none: null, missing: undefined })
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('rows that are written some at a time make the JSON that they would make at once', () => {
  for (const count of [0, 1, 199, 200, 201, 400, 1_001]) {
    const body = { a: 1, gone: undefined, rows: lazyRows(idsUpTo(count), row), list: [1, 2], text: 'ü', last: null }
    expect(new TextDecoder().decode(jsonBytes(body))).toBe(JSON.stringify({ ...body, rows: idsUpTo(count).map(row) }))
    expect(JSON.stringify(body)).toBe(new TextDecoder().decode(jsonBytes(body)))
  }
  expect(new TextDecoder().decode(jsonBytes({}))).toBe('{}')
})

test('a long answer is kept and comes back as it was, until something is committed', async () => {
  const test = await createTestApp()
  const ctx = { reader: test.store.reader } as Parameters<typeof keptBytes>[0]
  let made = 0
  const ask = (length: number) =>
    keptBytes(ctx, `long ${length}`, () => {
      made += 1
      return jsonBytes({ rows: lazyRows(idsUpTo(length), row) })
    })
  for (const length of [10, 60_000]) {
    made = 0
    const first = ask(length)
    expect(ask(length)).toEqual(first)
    expect(made).toBe(1)
    test.store.writer.sqlite.run('CREATE TABLE IF NOT EXISTS note (n INTEGER)')
    test.store.writer.sqlite.run('INSERT INTO note VALUES (1)')
    expect(ask(length)).toEqual(first)
    expect(made).toBe(2)
  }
})
