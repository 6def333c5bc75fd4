import { describe, expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { importReport } from '#src/imports/booking/import.ts'
import { getReport } from '#src/imports/service.ts'
import type { AppError } from '#src/shared/errors.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,isin,name,quantity,price,currency\n'
const LINE = '2024-01-05,BUY,ACME,US0378331005,Acme Corporation,10,1,EUR\n'
const JOB = { progress: () => undefined, signal: new AbortController().signal }

type Input = Parameters<typeof importReport>[2]

async function setUp() {
  const { deps: usual } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...usual.plugins, brim: brokerPlugins } } })
  await app.createUser()
  const [ann, ben] = [await app.createUser(), await app.createUser()]
  const owner = async (user: TestUser) => {
    const broker = await createBroker(app, user)
    const { id } = (await upload(app, user, broker, 'report.csv', HEAD + LINE)).body
    return { user, broker, id: String(id) }
  }
  const bring = async ({ user, id }: { user: TestUser; id: string }, input: Input = {}, meanwhile = async () => {}) => {
    const ctx = { ...app.deps, user: { ...user, isSuperuser: false } }
    const open = async <T>(execute: () => Promise<T>) => {
      await meanwhile()
      return execute()
    }
    const db = new Proxy(ctx.db, {
      get: (target, name) =>
        name === 'within' ? (work: never) => open(() => app.store.writer.within(work)) : Reflect.get(target, name, target),
    })
    return importReport({ ...ctx, db }, await getReport(ctx, id), input, JOB).catch((error: AppError) => error)
  }
  const booked = async ({ user, broker }: { user: TestUser; broker: number }): Promise<[number, string][]> =>
    (await app.call(user, 'GET', `/transactions?broker_ids=${broker}`)).body.map(
      (one: { asset_id: number; quantity: string }) => [one.asset_id, one.quantity],
    )
  const rewrites = async (user: TestUser, asset: number) =>
    (await app.call(user, 'PATCH', `/assets/${asset}`, { name: 'Rewritten' }, { 'Content-Type': 'application/merge-patch+json' }))
      .status
  return { ...app, app, ann, ben, owner, bring, booked, rewrites }
}

describe('while an import waits to write, another one is written', () => {
  test('of the same new ISIN by a stranger: each has all its lines, on an asset of its own that the other cannot rewrite', async () => {
    const { ann, ben, owner, bring, booked, rewrites } = await setUp()
    const [mine, theirs] = [await owner(ann), await owner(ben)]
    const results = [] as unknown[]
    results.push(await bring(mine, {}, async () => void results.push(await bring(theirs))))
    expect(results).toMatchObject([{ imported: 1 }, { imported: 1 }])
    const [[[first = 0] = []], [[second = 0] = []]] = [await booked(mine), await booked(theirs)]
    expect([first > 0, second > 0, first === second]).toEqual([true, true, false])
    expect([await rewrites(ann, first), await rewrites(ben, first)]).toEqual([200, 404])
    expect([await rewrites(ben, second), await rewrites(ann, second)]).toEqual([200, 404])
  })

  test('of the same new ISIN by the same user: both are booked on one asset', async () => {
    const { ann, owner, bring, booked } = await setUp()
    const [one, two] = [await owner(ann), await owner(ann)]
    expect(await bring(one, {}, async () => void (await bring(two)))).toMatchObject({ imported: 1, assetsCreated: [] })
    expect(await booked(one)).toEqual(await booked(two))
  })

  test('by a stranger who took the unused asset that it matched: it makes one of its own', async () => {
    const { app, ann, ben, owner, bring, booked, rewrites } = await setUp()
    const asset = await createAsset(app, { symbol: 'ACME', isin: 'US0378331005', currency: 'EUR', createdBy: ann.id })
    const [mine, theirs] = [await owner(ann), await owner(ben)]
    const took = async () => void (await bring(theirs, { assetMap: { US0378331005: asset } }))
    expect(await bring(mine, {}, took)).toMatchObject({ imported: 1, assetsCreated: [expect.any(Number)] })
    const [[[own = 0] = []]] = [await booked(mine)]
    expect([await booked(theirs), own === asset]).toEqual([[[asset, '10']], false])
    expect([await rewrites(ann, asset), await rewrites(ben, own), await rewrites(ann, own)]).toEqual([404, 404, 200])
  })

  test('by whom the unused asset is that a stranger wanted: the stranger is refused and nothing is written', async () => {
    const { app, ann, ben, owner, bring, booked, rewrites } = await setUp()
    const asset = await createAsset(app, { symbol: 'ACME', isin: 'US0378331005', currency: 'EUR', createdBy: ann.id })
    const [mine, theirs] = [await owner(ann), await owner(ben)]
    const refusal = await bring(theirs, { assetMap: { US0378331005: asset } }, async () => void (await bring(mine)))
    expect(refusal).toMatchObject({ code: 'import/asset-map', extras: { errors: [{ pointer: '/asset_map/US0378331005' }] } })
    expect([await booked(theirs), await booked(mine)]).toEqual([[], [[asset, '10']]])
    expect([await rewrites(ben, asset), await rewrites(ann, asset)]).toEqual([404, 200])
  })

  test('or the asset that it matched is removed: it makes it again', async () => {
    const { app, call, ann, owner, bring, booked } = await setUp()
    const asset = await createAsset(app, { symbol: 'ACME', isin: 'US0378331005', currency: 'EUR', createdBy: ann.id })
    const mine = await owner(ann)
    const result = await bring(mine, {}, async () => {
      expect((await call(ann, 'DELETE', `/assets/${asset}`)).status).toBe(204)
    })
    expect(result).toMatchObject({ imported: 1, assetsCreated: [expect.any(Number)] })
    expect(await booked(mine)).toHaveLength(1)
  })
})
