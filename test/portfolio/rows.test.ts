import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { cachedOutput } from '#src/portfolio/cached-output.ts'
import { jsonTexts, lazyRows } from '#src/portfolio/rows.ts'
import type { LentFile } from '#src/shared/lent-file.ts'
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

/** Open files of answers below a folder. */
const openAnswers = (folder: string) =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(join(folder, 'answer-'))
    } catch {
      return false
    }
  }).length

async function textOf(file: LentFile): Promise<string> {
  const parts: Buffer[] = []
  for (let at = 0; at < file.size; ) {
    const buffer = Buffer.alloc(100_000)
    const count = await file.read(buffer, at)
    parts.push(buffer.subarray(0, count))
    at += count
  }
  file.release()
  return Buffer.concat(parts).toString()
}

describe('a long answer', () => {
  const rows = (count: number) => jsonTexts({ rows: lazyRows(idsUpTo(count), row) })
  const text = (count: number) => JSON.stringify({ rows: idsUpTo(count).map(row) })

  async function setUp() {
    const test = await createTestApp()
    const ctx = { reader: test.store.reader, memory: test.deps.memory }
    const made: string[] = []
    const ask = async (key: string, count: number) => {
      const output = await cachedOutput(ctx, key, async () => {
        made.push(key)
        return writeOutput(rows(count), test.folder)
      })
      if (!('file' in output)) throw new Error('it is in memory')
      return output.file
    }
    const change = () => test.store.writer.sqlite.run(`CREATE TABLE note${made.length} (n INTEGER)`)
    return { ...test, made, ask, change }
  }

  test('is made once for all who ask at once and afterwards, each of whom reads it whole', async () => {
    const { ask, made, change, folder } = await setUp()
    const together = await Promise.all([ask('a', 60_000), ask('a', 60_000), ask('a', 60_000)])
    expect(await Promise.all([...together, await ask('a', 60_000)].map(textOf))).toEqual(Array(4).fill(text(60_000)))
    expect(made).toEqual(['a'])
    expect(readdirSync(folder).filter((name) => name.startsWith('answer-'))).toEqual([])
    change()
    expect(await textOf(await ask('a', 60_001))).toBe(text(60_001))
    expect(made).toEqual(['a', 'a'])
  })

  test('that is remembered no longer is read to its end by who has it', async () => {
    const { ask, made, change } = await setUp()
    const old = await ask('a', 60_000)
    change()
    await textOf(await ask('a', 60_001))
    expect(await textOf(old)).toBe(text(60_000))
    expect(old.borrow()).toBe(false)
    expect(made).toEqual(['a', 'a'])
  })

  test.skipIf(process.platform !== 'linux')('holds at most sixteen files open, and none after the end', async () => {
    const { ask, deps, made, folder } = await setUp()
    /** Files are closed a moment after they are released. */
    const isOpen = async (count: number) => {
      while (openAnswers(folder) > count) await Bun.sleep(1)
      return openAnswers(folder)
    }
    for (let n = 0; n < 20; n++) await textOf(await ask(`long ${n}`, 40_000))
    expect(await isOpen(16)).toBe(16)
    await textOf(await ask('long 19', 40_000))
    expect(made).toHaveLength(20)
    await textOf(await ask('long 0', 40_000))
    expect(made).toHaveLength(21)
    await deps.memory.close()
    expect(await isOpen(0)).toBe(0)
  })
})
