import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatDecimal } from '#src/shared/decimal.ts'
import { askThrough } from '#test/golden/ask.ts'
import { buildWorld } from '#test/golden/world.ts'
import { ASSETS, closesOf, ledger, linesOf } from '#test/portfolio/ledgers.ts'
import type { TestApp, TestUser } from '#test/support/app.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { exportOf, figuresOf, importInto, openInstance } from './carried.ts'

const LONG = 180_000

test(
  'every report over eight brokers, six currencies and every type of transaction is the same in another instance, to the last digit',
  async () => {
    const [here, there] = [await openInstance(), await openInstance()]
    const { ask, enrol } = askThrough((path, init) => here.app.request(`/api/v1${path}`, init))
    await buildWorld(ask, enrol)
    const { id } = JSON.parse((await ask('anna', 'GET', '/auth/me')).text)
    const anna = await here.signIn(id)
    await there.createUser()
    const guest = await there.createUser()
    const answer = await importInto(there, guest, await exportOf(here, anna))
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { transactions: 257, assets: { matched: 0, differing: [] }, lots_left_out: 0 },
    ])
    const currencies = ['EUR', 'USD', 'GBP']
    const [before, after] = [await figuresOf(here, anna, currencies), await figuresOf(there, guest, currencies)]
    for (const [path, figures] of before) expect([path, after.get(path)]).toEqual([path, figures])
  },
  LONG,
)

test(
  'property: whatever the ledger, it comes to the same figures in another instance, and in one more',
  async () => {
    const accepted: number[] = []
    await fc.assert(
      fc.asyncProperty(fc.tuple(ledger, ledger, ledger), async (ledgers) => {
        const apps = [await openInstance(), await openInstance(), await openInstance()] as const
        const users: TestUser[] = []
        for (const app of apps) {
          await app.createUser()
          users.push(await app.createUser())
        }
        const [first, second, third] = users
        if (first === undefined || second === undefined || third === undefined) throw new Error('three users were made')
        accepted.push(await fill(apps[0], first, ledgers.flat()))
        const archive = await exportOf(apps[0], first)
        expect((await importInto(apps[1], second, archive)).status).toBe(200)
        expect((await importInto(apps[2], third, await exportOf(apps[1], second))).status).toBe(200)
        const before = await figuresOf(apps[0], first, ['EUR'])
        expect(await figuresOf(apps[1], second, ['EUR'])).toEqual(before)
        expect(await figuresOf(apps[2], third, ['EUR'])).toEqual(before)
      }),
      seeded(Number(process.env['EXPORT_RUNS'] ?? 4)),
    )
    expect(accepted.some((lines) => lines > 10)).toBe(true)
  },
  LONG,
)

/** Books the steps one by one, those that the ledger takes; returns how many lines these were. */
async function fill(app: TestApp, user: TestUser, steps: Parameters<typeof linesOf>[0]): Promise<number> {
  const brokers = [
    await createBroker(app, user, { allowAssetShorting: true }),
    await createBroker(app, user, { allowAssetShorting: true }),
  ]
  const assets = new Map<number, number>()
  for (const [id, { symbol, currency, type, priceQuantity }] of ASSETS) {
    const made = await createAsset(app, {
      symbol,
      currency,
      type,
      priceQuantity: formatDecimal(priceQuantity),
      createdBy: user.id,
    })
    assets.set(id, made)
    const closes = closesOf(id).map(({ date, close, currency }) => ({ date, close: formatDecimal(close), currency }))
    expect((await app.call(user, 'PUT', `/assets/${made}/prices`, closes)).status).toBe(200)
  }
  const rates = ['2024-01-02', '2024-01-20', '2024-02-11'].map((date, index) => ({
    base: 'EUR',
    quote: 'USD',
    date,
    rate: `1.0${index + 3}7`,
  }))
  expect((await app.call(user, 'PUT', '/fx/rates', rates)).status).toBe(200)
  let count = 0
  const groups = Map.groupBy(linesOf(steps), (line) => line.groupId ?? `line ${line.id}`)
  for (const lines of groups.values()) {
    const create = lines.map(({ brokerId, assetId, groupId, type, date, currency, ...figures }) => ({
      ...{ broker_id: brokers[brokerId - 1], asset_id: assetId === null ? null : assets.get(assetId), type, date, currency },
      ...{ quantity: formatDecimal(figures.quantity), amount: formatDecimal(figures.amount), fees: formatDecimal(figures.fees) },
      taxes: formatDecimal(figures.taxes),
      ...(figures.costBasis === null ? {} : { cost_basis: formatDecimal(figures.costBasis) }),
      ...(figures.costShare === null ? {} : { cost_share: formatDecimal(figures.costShare) }),
      ...(figures.fxRate === null ? {} : { fx_rate: formatDecimal(figures.fxRate), price_currency: figures.priceCurrency }),
      ...(groupId === null ? {} : { group: groupId }),
    }))
    const { status } = await app.call(user, 'POST', '/transactions/batch', { create })
    if (status === 200) count += lines.length
  }
  return count
}
