import { expect, test } from 'bun:test'
import { inTransaction, withDryRun } from '#db/transaction.ts'
import { createTestApp } from '#test/support/app.ts'

async function setUp() {
  const { deps, store } = await createTestApp()
  const write = (ctx: typeof deps) =>
    ctx.db.insertInto('setting').values({ key: 'trial', value: '1', updated_at: '2026-01-01T00:00:00.000Z' }).execute()
  const isStored = async () =>
    (await store.writer.selectFrom('setting').select('key').where('key', '=', 'trial').execute()).length === 1
  return { deps, write, isStored }
}

test('a dry run answers what came of it and keeps nothing; without one it is a transaction', async () => {
  const { deps, write, isStored } = await setUp()
  for (const [isDryRun, result] of [
    [true, 'tried'],
    [true, undefined],
    [false, 'done'],
  ] as const) {
    const answer = await withDryRun(deps, isDryRun, async (ctx) => {
      await write(ctx)
      return result
    })
    expect([answer, await isStored()]).toEqual([result, !isDryRun])
  }
})

test('what a dry run throws is thrown, and nothing is stored', async () => {
  const { deps, write, isStored } = await setUp()
  for (const isDryRun of [true, false]) {
    const tried = withDryRun(deps, isDryRun, async (ctx) => {
      await write(ctx)
      throw new Error('refused')
    })
    await expect(tried).rejects.toThrow('refused')
    expect(await isStored()).toBe(false)
  }
})

test('a dry run within a transaction is refused: what it wrote would be stored', async () => {
  const { deps, write, isStored } = await setUp()
  await expect(inTransaction(deps, (ctx) => withDryRun(ctx, true, write))).rejects.toThrow('part of a transaction')
  expect(await isStored()).toBe(false)
})
