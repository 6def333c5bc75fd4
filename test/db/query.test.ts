import { expect, test } from 'bun:test'
import { inList, query } from '#db/query.ts'
import { inTransaction } from '#db/transaction.ts'
import { createTestApp } from '#test/support/app.ts'

const settingOf = query<{ key: string }>()((q, p) => q.selectFrom('setting').select(['key', 'value']).where('key', '=', p.key))
const among = query<{ keys: readonly string[] }>()((q, p) =>
  q.selectFrom('setting').select('key').where('key', 'in', inList(p.keys)).orderBy('key'),
)
const store = query<{ key: string; value: string; by: number | null }>()((q, p) =>
  q
    .insertInto('setting')
    .values({ key: p.key, value: p.value, updated_at: '2026-01-01T00:00:00.000Z', updated_by: p.by })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: p.value })),
)
const remove = query<{ keys: readonly string[] }>()((q, p) => q.deleteFrom('setting').where('key', 'in', inList(p.keys)))

test('a statement is compiled once and takes what each call gives it: texts, null, lists of any length', async () => {
  const { store: database } = await createTestApp({ automatic: true })
  const { writer, reader } = database
  for (const key of ['a', "b'", 'c']) expect(await store.run(writer, { key, value: `"${key}"`, by: null })).toBe(1)
  expect(await settingOf.one(reader, { key: "b'" })).toEqual({ key: "b'", value: `"b'"` })
  expect(await settingOf.one(reader, { key: 'd' })).toBeUndefined()
  expect(await among.all(reader, { keys: ['c', "b'", 'x'] })).toEqual([{ key: "b'" }, { key: 'c' }])
  expect(await among.all(reader, { keys: [] })).toEqual([])
  expect(await remove.run(writer, { keys: ['a', 'c', 'x'] })).toBe(2)
})

test('the writer outside a transaction waits for one that is open, and sees nothing that is rolled back', async () => {
  const { store: database, deps } = await createTestApp({ automatic: true })
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const failed = inTransaction(deps, async ({ db }) => {
    await store.run(db, { key: 'a', value: '1', by: null })
    expect(await settingOf.one(db, { key: 'a' })).toBeDefined()
    open()
    await ended
    throw new Error('rolled back')
  }).catch((error: Error) => error.message)
  await opened
  const order: string[] = []
  const outside = settingOf.one(database.writer, { key: 'a' }).then((row) => order.push(`outside ${row?.value}`))
  expect(await settingOf.one(database.reader, { key: 'a' })).toBeUndefined()
  order.push('end')
  end()
  expect(await failed).toBe('rolled back')
  await outside
  expect(order).toEqual(['end', 'outside undefined'])
})

const keys = query()((q) => q.selectFrom('setting').select('key').orderBy('key'))

test('a cursor hands over every row in order, on one state of the database, and lets others have their turn', async () => {
  const { store: database } = await createTestApp({ automatic: true })
  const { writer, reader } = database
  const all = Array.from({ length: 400 }, (_, index) => `k${1_000 + index}`)
  for (const key of all) await store.run(writer, { key, value: '1', by: null })
  const seen: string[] = []
  let [isOver, others] = [false, 0]
  const turns = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      if (seen.length === 0 || others++ > 0) continue
      await store.run(writer, { key: 'z', value: '1', by: null })
      expect(await settingOf.one(reader, { key: 'z' })).toBeDefined()
    }
  })()
  await keys.each(reader, {}, ({ key }) => {
    seen.push(key)
    const end = performance.now() + 0.1
    while (performance.now() < end);
  })
  isOver = true
  await turns
  expect(seen).toEqual(all)
  expect(others).toBeGreaterThan(0)
  expect(await keys.all(reader, {})).toHaveLength(all.length + 1)
})

test('a cursor whose visitor throws is closed: the connection reads on, and a transaction can write what it read', async () => {
  const { store: database, deps } = await createTestApp({ automatic: true })
  for (const key of ['a', 'b']) await store.run(database.writer, { key, value: '1', by: null })
  const fail = () => {
    throw new Error('enough')
  }
  expect(keys.each(database.reader, {}, fail)).rejects.toThrow('enough')
  const read: string[] = []
  await inTransaction(deps, async ({ db }) => {
    await keys.each(db, {}, fail).catch(() => {})
    await store.run(db, { key: 'c', value: '1', by: null })
    await keys.each(db, {}, ({ key }) => {
      read.push(key)
    })
    await remove.run(db, { keys: read })
  })
  expect(read).toEqual(['a', 'b', 'c'])
  expect(await keys.all(database.reader, {})).toEqual([])
})

test('what can be read with has no way to write, and does not say which engine there is', async () => {
  const { deps } = await createTestApp({ automatic: true })
  const { reader } = deps
  // @ts-expect-error: a statement that writes takes no reader
  const write = () => remove.run(reader, { keys: [] })
  // @ts-expect-error: nor has a reader the engine
  const engine = () => reader.sqlite
  // @ts-expect-error: nor has the writer of a context
  const writing = () => deps.db.sqlite
  expect([write, engine, writing]).toHaveLength(3)
})
