import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { openReader } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { packCloses, startPacking } from '#src/prices/packs.ts'
import { loadCloseColumns } from '#src/prices/service.ts'
import { addDays } from '#src/shared/date.ts'
import { examine } from '#src/system/doctor.ts'
import { planRepairs } from '#src/system/repair.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createAsset } from '#test/support/factories.ts'

const FIRST = '2023-01-01'

async function setUp() {
  const app = await createTestApp()
  const user = await app.createUser()
  const id = await createAsset(app)
  const put = async (closes: readonly string[], first = FIRST) => {
    const rows = closes.map((close, index) => ({ date: addDays(first, index), close }))
    expect((await app.call(user, 'PUT', `/assets/${id}/prices`, rows)).status).toBe(200)
  }
  return { app, user, id, put }
}

/** With the packs that there are, and without any. */
async function bothWays({ deps, store }: TestApp, ids: readonly number[]) {
  const withPacks = await loadCloseColumns(deps, ids)
  const { sqlite } = store.writer
  const rows = sqlite.query('SELECT * FROM price_pack').all() as Record<string, never>[]
  sqlite.run('DELETE FROM price_pack')
  const withoutPacks = await loadCloseColumns(deps, ids)
  for (const { asset_id = 0, mark = 0, currency = '', days = '', closes = '' } of rows)
    sqlite.run('INSERT INTO price_pack (asset_id, mark, currency, days, closes) VALUES (?, ?, ?, ?, ?)', [
      ...[asset_id, mark, currency, days, closes],
    ])
  return { withPacks, withoutPacks }
}

function packsOf({ store }: TestApp) {
  return store.writer.sqlite
    .query('SELECT asset_id, currency, length(days) / 4 AS days, length(closes) / 8 AS closes FROM price_pack')
    .all()
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `${from + index}.25`)

test('a history is packed once, and again when it has changed; in between its rows count', async () => {
  const { app, id, put } = await setUp()
  await put(numbers(70))
  expect(await packCloses(app.deps)).toBe(1)
  expect(packsOf(app)).toEqual([{ asset_id: id, currency: 'EUR', days: 70, closes: 70 }])
  expect(await packCloses(app.deps)).toBe(0)
  await put(['1000'], addDays(FIRST, 30))
  const changed = await loadCloseColumns(app.deps, [id])
  expect(changed.get(id)?.scaled[30]).toBe(1000e12)
  expect(await packCloses(app.deps)).toBe(1)
  expect(await loadCloseColumns(app.deps, [id])).toEqual(changed)
})

test('what is short, in several currencies or too long is read by its rows, and not tried again', async () => {
  const { app, user, id, put } = await setUp()
  await put(numbers(63))
  expect(await packCloses(app.deps)).toBe(1)
  expect(packsOf(app)).toEqual([{ asset_id: id, currency: '', days: 0, closes: 0 }])
  expect(await packCloses(app.deps)).toBe(0)
  await put(
    ['9007.199254740992', '12345.678901234567'].map((close) => close.slice(0, 17)),
    '2024-01-01',
  )
  expect(await packCloses(app.deps)).toBe(1)
  expect(packsOf(app)).toMatchObject([{ currency: '' }])
  const { withPacks, withoutPacks } = await bothWays(app, [id])
  expect(withPacks).toEqual(withoutPacks)
  expect((await app.call(user, 'DELETE', `/assets/${id}`)).status).toBe(204)
  expect(packsOf(app)).toEqual([])
  expect(await packCloses(app.deps)).toBe(0)
})

test('property: with packs or without, after any writes, closes are the same', async () => {
  const { app, user, id, put } = await setUp()
  const other = await createAsset(app, { symbol: 'OTHER' })
  const path = `/assets/${id}`
  const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(FIRST, days))
  const close = fc.oneof(
    fc.integer({ min: 1, max: 10 ** 9 }).map((value) => `${value / 1000}`),
    fc.bigInt({ min: 1n, max: 10n ** 15n }).map((value) => `${value / 10n ** 9n}.${String(value % 10n ** 9n).padStart(9, '0')}`),
  )
  const write = fc.oneof(
    fc.record({ first: day, closes: fc.array(close, { minLength: 1, maxLength: 120 }) }).map(
      ({ first, closes }) =>
        () =>
          put(closes, first),
    ),
    fc.tuple(day, day).map(
      ([from, to]) =>
        () =>
          app.call(user, 'DELETE', `${path}/prices?from=${from}&to=${to}`),
    ),
    day.map((date) => () => app.call(user, 'POST', `${path}/events`, { type: 'SPLIT', date, ratio: '3:2' })),
    fc.constant(() => packCloses(app.deps)),
  )
  await app.call(
    user,
    'PUT',
    `/assets/${other}/prices`,
    numbers(90).map((close, index) => ({ date: addDays(FIRST, index), close })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const one of writes) {
        await one()
        const { withPacks, withoutPacks } = await bothWays(app, [other, id])
        expect(withPacks).toEqual(withoutPacks)
      }
    }),
    seeded(40),
  )
})

test('a service packs what is there when it starts, and what comes later', async () => {
  const { app, put } = await setUp()
  await put(numbers(70))
  const packing = startPacking(app.deps, 5)
  const until = async (count: number) => {
    while ((packsOf(app) as { days: number }[])[0]?.days !== count) await Bun.sleep(5)
  }
  await until(70)
  await put(['5'], '2024-06-01')
  await until(71)
  packing.stop()
})

test('doctor finds closes that were written past their pack, and a repair takes the pack away', async () => {
  const { app, id, put } = await setUp()
  await put(numbers(70))
  await packCloses(app.deps)
  const look = async () => {
    const { reader, close } = openReader(join(app.folder, 'holdfast.db'))
    const findings = await examine(reader, app.deps.folders)
    await close()
    return findings.find(({ name }) => name === 'closes')
  }
  expect(await look()).toMatchObject({ detail: '1 assets compared with their packed closes', faults: [] })
  app.store.writer.sqlite.run(`UPDATE price SET close = '77' WHERE asset_id = ${id} AND date = '${addDays(FIRST, 3)}'`)
  const fault = `the packed closes of asset ${id} are not its closes`
  expect((await look())?.faults).toEqual([fault])
  const [repair] = await planRepairs(app.deps.reader, app.deps.folders)
  expect(repair?.fault).toBe(fault)
  await inTransaction(app.deps, async ({ db }) => await repair?.inDatabase?.(db))
  expect((await look())?.faults).toEqual([])
  expect((await loadCloseColumns(app.deps, [id])).get(id)?.scaled[3]).toBe(77e12)
})
