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
  const { store: database } = await createTestApp()
  const { writer, reader } = database
  for (const key of ['a', "b'", 'c']) expect(await store.run(writer, { key, value: `"${key}"`, by: null })).toBe(1)
  expect(await settingOf.one(reader, { key: "b'" })).toEqual({ key: "b'", value: `"b'"` })
  expect(await settingOf.one(reader, { key: 'd' })).toBeUndefined()
  expect(await among.all(reader, { keys: ['c', "b'", 'x'] })).toEqual([{ key: "b'" }, { key: 'c' }])
  expect(await among.all(reader, { keys: [] })).toEqual([])
  expect(await remove.run(writer, { keys: ['a', 'c', 'x'] })).toBe(2)
})

test('the writer outside a transaction waits for one that is open, and sees nothing that is rolled back', async () => {
  const { store: database, deps } = await createTestApp()
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
