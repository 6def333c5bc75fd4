import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { cachedOutput } from '#src/portfolio/cache/output.ts'
import { jsonTexts, lazyRows } from '#src/portfolio/rows.ts'
import { writeOutput } from '#src/shared/output.ts'
import { createTestApp } from '#test/support/app.ts'

const row = (id: number) => ({ id, text: `é "${id}"`, none: null, missing: undefined })
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('rows that are written some at a time make the JSON that they would make at once', () => {
  for (const count of [0, 1, 199, 200, 201, 400, 1_001]) {
    const body = { a: 1, gone: undefined, rows: lazyRows(idsUpTo(count), row), list: [1, 2], text: 'ü', last: null }
    expect([...jsonTexts(body)].join('')).toBe(JSON.stringify({ ...body, rows: idsUpTo(count).map(row) }))
    expect(JSON.stringify(body)).toBe([...jsonTexts(body)].join(''))
  }
  expect([...jsonTexts({})].join('')).toBe('{}')
})

test('an answer is cached and comes back as it was, until something is committed', async () => {
  const test = await createTestApp()
  const ctx = { reader: test.store.reader, memory: test.deps.memory }
  let made = 0
  const ask = () =>
    cachedOutput(ctx, 'the same', async () => {
      made += 1
      return writeOutput(jsonTexts({ rows: lazyRows(idsUpTo(10), row) }), test.folder)
    })
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(made).toBe(1)
  test.store.writer.sqlite.run('CREATE TABLE IF NOT EXISTS note (n INTEGER)')
  test.store.writer.sqlite.run('INSERT INTO note VALUES (1)')
  expect(await ask()).toEqual(first)
  expect(made).toBe(2)
})

test('who asks while an answer is made waits for it; it is given up when the last of them has gone', async () => {
  const test = await createTestApp()
  const ctx = { reader: test.store.reader, memory: test.deps.memory }
  const made: AbortSignal[] = []
  const bytes = new TextEncoder().encode('x')
  const gate = Promise.withResolvers<void>()
  const ask = (signal: AbortSignal) =>
    cachedOutput(
      ctx,
      'the same',
      async (nobody) => {
        made.push(nobody)
        await gate.promise
        return { bytes }
      },
      signal,
    )
  const [one, two] = [new AbortController(), new AbortController()]
  const answers = [ask(one.signal), ask(two.signal)]
  await Bun.sleep(1)
  one.abort()
  expect(made.map((nobody) => nobody.aborted)).toEqual([false])
  two.abort()
  expect(made.map((nobody) => nobody.aborted)).toEqual([true])
  gate.resolve()
  expect(await Promise.all(answers)).toEqual([{ bytes }, { bytes }])
})

test('an answer of more than a megabyte is a file, whole, for its owner only', async () => {
  const test = await createTestApp()
  const body = { rows: lazyRows(idsUpTo(60_000), row) }
  const output = writeOutput(jsonTexts(body), test.folder)
  if (!('path' in output)) throw new Error('it is in memory')
  expect(readFileSync(output.path, 'utf8')).toBe(JSON.stringify({ rows: idsUpTo(60_000).map(row) }))
  expect(output.size).toBe(readFileSync(output.path).byteLength)
  expect(readdirSync(test.folder).filter((name) => name.startsWith('answer-'))).toHaveLength(1)
})
