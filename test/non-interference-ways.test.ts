/** Ways in that are worth walking on purpose: each succeeds for the vandal, and changes no answer of strangers. */
import { expect, test } from 'bun:test'
import { differences } from '#test/support/answers.ts'
import { answersOf, openScene, type Scene } from '#test/support/strangers.ts'

const TIMEOUT = 120_000
const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency\n'
const ROWS = [
  '2026-02-05,BUY,AAPL,US0378331005,Apple Inc,1,100,-100,EUR',
  '2026-02-05,BUY,MINE,,MINE plc,1,100,-100,EUR',
  '2026-02-06,BUY,SAP,DE0007164600,SAP SE,2,100,-200,EUR',
  '2026-02-06,BUY,OPEN,,OPEN plc,2,100,-200,EUR',
]

/** Runs acts one by one; after each, no answer is another than at first. */
async function unchanged(scene: Scene, ...acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const before = await answersOf(scene)
  for (const act of acts) {
    await act()
    expect(differences(before, await answersOf(scene))).toEqual([])
  }
}

test(
  'a broker shared unasked, in every role, and un-shared again: no default answer changes at any step',
  async () => {
    const scene = await openScene()
    const { must, vandal, victim, own, assets } = scene
    const line = { broker_id: own, date: '2026-01-02', currency: 'EUR' }
    const create = [
      { ...line, type: 'DEPOSIT', amount: '123456789' },
      ...[assets.junk, assets.open].map((asset_id) => ({ ...line, type: 'BUY', asset_id, quantity: '7', price: '3' })),
    ]
    const access = `/brokers/${own}/access`
    const give = (role: string) => () => must(vandal, 'PATCH', `${access}/${victim.id}`, { user_id: victim.id, role })
    await unchanged(
      scene,
      () => must(vandal, 'POST', '/transactions/batch', { create }),
      () => must(vandal, 'POST', access, { user_id: victim.id, role: 'VIEWER', share: '0' }),
      ...['EDITOR', 'OWNER'].map(give),
      async () => expect((await must(victim, 'GET', '/brokers')).length).toBe(2),
      () => must(vandal, 'PUT', `/assets/${assets.spare}/prices`, [{ date: '2026-06-29', close: '9999999' }]),
      give('VIEWER'),
      () => must(vandal, 'DELETE', `${access}/${victim.id}`),
      () => must(vandal, 'POST', access, { user_id: victim.id, role: 'VIEWER' }),
      () => must(vandal, 'DELETE', `/brokers/${own}`),
    )
  },
  TIMEOUT,
)

test(
  'imports of the same ISINs, symbols and names, their undoing and merges of what they made change nothing of others',
  async () => {
    const scene = await openScene()
    const { must, vandal, own, send } = scene
    const sent: string[] = []
    const made: number[] = []
    await unchanged(
      scene,
      async () => {
        for (const row of ROWS) {
          const { id, result } = await send(vandal, own, `${HEAD}${row}\n\n`, '&import=true')
          sent.push(id)
          made.push(...result.assets_created)
        }
        expect(made.length).toBeGreaterThan(1)
      },
      () => must(vandal, 'POST', `/assets/${made[0]}/merge`, { into: made[1] }),
      async () => {
        for (const id of sent) await must(vandal, 'POST', `/brokers/import/files/${id}/undo`, { force: true })
      },
    )
  },
  TIMEOUT,
)

test(
  'what an import made and a superuser verified stays when the import is undone',
  async () => {
    const scene = await openScene()
    const { must, root, vandal, victim, own, send } = scene
    const { id: report, result } = await send(vandal, own, `${HEAD}${ROWS[2]}\n\n`, '&import=true')
    const [id] = result.assets_created
    await must(root, 'PATCH', `/assets/${id}`, { verified: true })
    await unchanged(scene, () => must(vandal, 'POST', `/brokers/import/files/${report}/undo`, { force: true }))
    expect((await must(victim, 'GET', `/assets/${id}`)).verified).toBe('superuser')
  },
  TIMEOUT,
)

test(
  'to book on a verified asset does not let a provider write over the closes that its holders see',
  async () => {
    const scene = await openScene()
    const { must, asset, root, victim, vandal, broker, own } = scene
    const id = await asset(victim, 'BOTH', { price_source: { provider: 'STEADY', identifier: 'y', options: {} } })
    const buy = { type: 'BUY', asset_id: id, date: '2026-01-03', quantity: '1', price: '5', currency: 'EUR' }
    await must(victim, 'POST', '/transactions', { broker_id: broker, ...buy })
    await must(victim, 'PUT', `/assets/${id}/prices`, [{ date: '2026-01-06', close: '44' }])
    await must(root, 'PATCH', `/assets/${id}`, { verified: true })
    await must(root, 'POST', '/assets/prices/refresh', {})
    await unchanged(scene, async () => {
      await must(vandal, 'POST', '/transactions', { broker_id: own, ...buy })
      await must(vandal, 'POST', '/assets/prices/refresh', { asset_ids: [id] })
    })
  },
  TIMEOUT,
)

test(
  'rates, routes and jobs of a stranger, and their Idempotency-Key of the same text, change nothing of others',
  async () => {
    const scene = await openScene()
    const { must, victim, vandal, broker, own } = scene
    const line = { type: 'DEPOSIT', date: '2026-01-04', amount: '3', currency: 'EUR' }
    const key = { 'Idempotency-Key': 'one-and-only' }
    const first = await must(victim, 'POST', '/transactions', { broker_id: broker, ...line }, key)
    await unchanged(scene, async () => {
      const days = ['2026-01-01', '2026-01-02', '2026-06-29', '2026-06-30']
      const pairs = [
        ['EUR', 'USD'],
        ['EUR', 'CHF'],
        ['GBP', 'USD'],
      ] as const
      await must(
        vandal,
        'PUT',
        '/fx/rates',
        pairs.flatMap(([base, quote]) => days.map((date) => ({ base, quote, date, rate: '7' }))),
      )
      for (const [from, to] of pairs)
        await must(vandal, 'POST', '/fx/providers/routes', { chain_steps: [{ from, to, provider: 'MANUAL' }] })
      const job = await must(vandal, 'POST', '/assets/prices/refresh', {}, { Prefer: 'respond-async' })
      expect((await must(vandal, 'GET', `/jobs/${job.id}`)).id).toBe(job.id)
      await must(vandal, 'POST', '/transactions', { broker_id: own, ...line }, key)
    })
    expect((await must(victim, 'POST', '/transactions', { broker_id: broker, ...line }, key)).id).toBe(first.id)
  },
  TIMEOUT,
)

test(
  'a stranger who leaves takes no figure of others along: only the pictures that they uploaded go',
  async () => {
    const scene = await openScene()
    const { must, root, vandal, assets } = scene
    const figures = async () =>
      [...(await answersOf(scene))]
        .filter(([path]) => path !== `/assets/${assets.theirs}/icon`)
        .map(([path, text]) => [path, text.replaceAll(/"icon(_url)?":("[^"]*"|null),/g, '')])
    const before = await figures()
    await must(root, 'DELETE', `/users/${vandal.id}`, {})
    expect(await figures()).toEqual(before)
  },
  TIMEOUT,
)
