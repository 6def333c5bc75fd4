import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { differences } from '#test/support/answers.ts'
import { SEED } from '#test/support/seed.ts'
import { answersOf, openScene, type Scene } from '#test/support/strangers.ts'
import { type Call, callOf, isWrite, operationsOf } from '#test/support/vandal.ts'

/**
 * What an ordinary user writes changes only answers of users who share a broker with them. A vandal calls every operation of the OpenAPI document that
 * writes, with ids of others and of their own; after that every answer of a stranger is the same to the byte. A new operation is in by itself.
 * Ways in that are walked on purpose stand in `non-interference-ways.test.ts`. `NON_INTERFERENCE_RUNS=500` looks longer.
 */
const RUNS = Number(process.env['NON_INTERFERENCE_RUNS'] ?? 4)
const TIMEOUT = RUNS * 60_000
const CALLS_A_RUN = 40
const writes = operationsOf().filter(isWrite)

/** One call of the vandal; of what ends sessions and accounts, of an accomplice. */
async function act(scene: Scene, call: Call): Promise<number> {
  const user = call.path.startsWith('/auth/') ? await scene.createUser() : scene.vandal
  const answer = await scene.call(user, call.method, call.path, call.body())
  expect([call.id, answer.status < 500 || [502, 503].includes(answer.status)]).toEqual([call.id, true])
  return answer.status
}

const idsIn = ({ report, theirReport, own, assets }: Scene) => ({
  texts: [report, theirReport],
  own: [own, assets.junk, assets.spare],
})

test(
  'no operation that writes, called by a stranger with every id there is, changes an answer by a byte',
  async () => {
    const scene = await openScene()
    const before = await answersOf(scene)
    const statuses = new Map<string, number>()
    for (const operation of writes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
      for (const call of fc.sample(callOf(operation, idsIn(scene)), {
        seed: SEED,
        numRuns: operation.path.startsWith('/auth/') ? 2 : 12,
      })) {
        const status = await act(scene, call)
        statuses.set(operation.id, Math.min(status, statuses.get(operation.id) ?? 999))
      }
    }
    expect(differences(before, await answersOf(scene))).toEqual([])
    const done = [...statuses].filter(([, status]) => status < 300).map(([id]) => id)
    expect(done).toEqual(
      expect.arrayContaining([
        'createAsset',
        'putPrices',
        'createAssetEvent',
        'mergeAssets',
        'createBroker',
        'importReport',
        'undoImport',
      ]),
    )
  },
  TIMEOUT,
)

test(
  'property: nothing that a stranger does, in whatever order, changes an answer by a byte',
  async () => {
    const scene = await openScene()
    const before = await answersOf(scene)
    const calls = fc.array(
      fc.constantFrom(...writes).chain((operation) => callOf(operation, idsIn(scene))),
      {
        minLength: CALLS_A_RUN,
        maxLength: CALLS_A_RUN,
      },
    )
    await fc.assert(
      fc.asyncProperty(calls, async (list) => {
        for (const call of list) await act(scene, call)
        const changed = differences(before, await answersOf(scene))
        if (changed.length > 0) throw new Error(`changed: ${changed.join(', ')}`)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  TIMEOUT,
)

test(
  'where shared_data is everyone the same acts are noticed: the property can fail',
  async () => {
    const scene = await openScene('everyone')
    const before = await answersOf(scene)
    const { call, vandal, assets } = scene
    await call(vandal, 'PUT', `/assets/${assets.mine}/prices`, [{ date: '2026-06-29', close: '9999999' }])
    expect(differences(before, await answersOf(scene)).length).toBeGreaterThan(3)
  },
  TIMEOUT,
)
