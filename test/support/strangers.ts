import type { PriceProvider } from '#plugins/assets/contract.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { tableProvider } from '#test/fx/source.ts'
import { storeRates } from '#test/fx/store.ts'
import { figuresOf, readsOf } from './answers.ts'
import { createTestApp, type TestUser } from './app.ts'
import { createBroker, setSharedData } from './factories.ts'

const MIDNIGHT = Date.parse('2026-06-30T00:00:00.000Z')
const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency\n'
const APPLE = 'US0378331005'
const BUY_APPLE = `${HEAD}2026-02-05,BUY,AAPL,${APPLE},Apple Inc,1,100,-100,EUR\n`
const BUY_SAP = `${HEAD}2026-02-06,BUY,SAP,DE0007164600,SAP SE,2,100,-200,EUR\n`
const PIXEL = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)

/** Closes of the first days of the year; the same however often one asks. */
const steady: PriceProvider = {
  ...{ code: 'STEADY', name: 'Steady', description: 'Closes', website: 'https://steady.example', attribution: 'Steady' },
  ...{ adjusted: 'none', network: false, identifierHint: 'any', options: [], pauseMilliseconds: 0, assets: {} },
  check: () => [],
  async *fetchPrices({ currency }) {
    const prices = ['05', '06', '07'].map((day) => ({ date: `2026-01-${day}`, close: `5${day}`, currency }))
    yield { prices, issues: [] }
  },
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** Three who share nothing: a victim with some of everything, a vandal, and a newcomer without any broker. */
export async function openScene(sharedData?: 'everyone') {
  const fx = [tableProvider('TABLE', 'EUR', 'USD GBP CHF')]
  const time = { minutes: 0 }
  const clock = () => new Date(MIDNIGHT + time.minutes * 60_000)
  const app = await createTestApp({ clock, deps: { plugins: { brim: [genericCsv], fx, assets: [steady] } } })
  const { call } = app
  const root = await app.createUser()
  const [victim, vandal, newcomer] = [await app.createUser(), await app.createUser(), await app.createUser()]
  if (sharedData !== undefined) await setSharedData(app, sharedData)
  const must = async (by: TestUser, method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await call(by, method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const asset = async (by: TestUser, symbol: string, fields: object = {}): Promise<number> =>
    (await must(by, 'POST', '/assets', { symbol, name: `${symbol} plc`, type: 'STOCK', currency: 'EUR', ...fields })).id
  const upload = (by: TestUser, path: string, file: File, headers?: Record<string, string>) => {
    const form = new FormData()
    form.set('file', file)
    return must(by, 'POST', path, form, headers)
  }
  const report = (by: TestUser, id: number, text: string, query = '', headers?: Record<string, string>) =>
    upload(by, `/brokers/import/upload?broker_id=${id}${query}`, new File([text], 'report.csv', { type: 'text/csv' }), headers)
  const picture = async (by: TestUser): Promise<string> =>
    (await upload(by, '/uploads', new File([PIXEL], 'icon.png', { type: 'image/png' }))).id
  const people = { root, victim, vandal, newcomer }
  const tools = { must, asset, report, picture }
  const things = await furnish({ ...app, ...people, ...tools })
  return { ...app, ...people, ...tools, ...things, time }
}

type Tools = Awaited<ReturnType<typeof createTestApp>> &
  Pick<Record<'root' | 'victim' | 'vandal', TestUser>, 'root' | 'victim' | 'vandal'> & {
    must: (
      by: TestUser,
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ) => Promise<ReturnType<typeof JSON.parse>>
    asset: (by: TestUser, symbol: string, fields?: object) => Promise<number>
    report: (
      by: TestUser,
      id: number,
      text: string,
      query?: string,
      headers?: Record<string, string>,
    ) => Promise<ReturnType<typeof JSON.parse>>
    picture: (by: TestUser) => Promise<string>
  }

async function furnish(scene: Tools) {
  const { must, asset, report, picture, root, victim, vandal } = scene
  const broker = await createBroker(scene, victim, { name: 'Ours' })
  const own = await createBroker(scene, vandal, { name: 'Theirs' })
  const [icon, theirIcon] = [await picture(victim), await picture(vandal)]
  await must(victim, 'PATCH', `/brokers/${broker}`, { icon })
  const assets = {
    mine: await asset(victim, 'MINE', { icon }),
    index: await asset(victim, 'WORLD', { type: 'INDEX' }),
    theirs: await asset(vandal, 'THEIRS', { icon: theirIcon }),
    junk: await asset(vandal, 'JUNK', { isin: APPLE, name: 'Apple Inc' }),
    spare: await asset(vandal, 'SPARE'),
    open: await asset(root, 'OPEN', { price_source: { provider: 'STEADY', identifier: 'x', options: {} } }),
  }
  await must(root, 'PATCH', `/assets/${assets.open}`, { verified: true })
  await must(root, 'POST', '/assets/prices/refresh', {})
  await must(vandal, 'PUT', `/assets/${assets.theirs}/prices`, [{ date: '2026-03-02', close: '52' }])
  await must(victim, 'POST', '/transactions/batch', { create: ledgerOf(broker, assets) })
  for (const id of [assets.mine, assets.index])
    await must(victim, 'PUT', `/assets/${id}/prices`, [
      { date: '2026-01-05', close: '50' },
      { date: '2026-04-03', close: '55' },
    ])
  await rates(scene)
  await report(victim, broker, BUY_SAP, '&import=true')
  const mine: string = (await report(victim, broker, BUY_APPLE)).id
  await must(victim, 'POST', `/brokers/import/files/${mine}/parse`, {})
  const job: string = (
    await must(victim, 'POST', '/assets/prices/refresh', { asset_ids: [assets.open] }, { Prefer: 'respond-async' })
  ).id
  const theirReport: string = (await report(vandal, own, BUY_APPLE)).id
  return { broker, own, assets, icon, theirIcon, report: mine, theirReport, job, send: report }
}

function ledgerOf(broker_id: number, assets: Readonly<Record<'mine' | 'theirs' | 'open', number>>): object[] {
  const trade = (type: string, asset_id: number, date: string, quantity: string, price: string) => ({
    ...{ broker_id, type, asset_id, date, quantity, price, currency: 'EUR' },
  })
  return [
    { broker_id, type: 'DEPOSIT', date: '2026-01-02', amount: '5000', currency: 'EUR' },
    { broker_id, type: 'DEPOSIT', date: '2026-01-02', amount: '100', currency: 'USD' },
    { broker_id, type: 'DEPOSIT', date: '2026-01-02', amount: '100', currency: 'CHF' },
    ...[assets.mine, assets.theirs, assets.open].map((id) => trade('BUY', id, '2026-01-03', '10', '50')),
    trade('SELL', assets.mine, '2026-05-02', '-2', '60'),
    { broker_id, type: 'DIVIDEND', asset_id: assets.mine, date: '2026-05-03', amount: '8', currency: 'EUR' },
    { broker_id, type: 'FEE', date: '2026-05-04', amount: '-1', currency: 'EUR' },
  ]
}

/** Of a provider, by hand for all, by hand for oneself; a route for all and one of one's own. */
async function rates(scene: Tools): Promise<void> {
  const { must, root, victim } = scene
  await storeRates(scene, 'TABLE', [
    ...['2026-01-02', '2026-06-29'].flatMap((day): [string, string, string, string][] => [
      ['EUR', 'USD', day, '1.2'],
      ['CHF', 'EUR', day, '1.05'],
      ['EUR', 'GBP', day, '0.85'],
    ]),
  ])
  await must(root, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2026-01-01', rate: '1.15' }])
  await must(victim, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2026-01-02', rate: '1.1' }])
  const route = (by: TestUser, ...legs: string[]) =>
    must(by, 'POST', '/fx/providers/routes', {
      chain_steps: legs.map((leg) => ({ from: leg.slice(0, 3), to: leg.slice(3), provider: 'TABLE' })),
    })
  await route(root, 'EURCHF')
  await route(victim, 'USDEUR', 'EURGBP')
}

const NOTHING = { assets: [], brokers: [], 'brokers/import': [], transactions: [], uploads: [], jobs: [], users: [] }
/** Where two parameters belong together. */
const PAIRS = [
  ...['EUR&quote=USD', 'EUR&quote=CHF', 'GBP&quote=USD', 'USD&quote=IDR'].map((pair) => `/fx/rates?base=${pair}`),
  ...['GBP&to=USD', 'CHF&to=USD', 'EUR&to=IDR'].flatMap((pair) => [
    `/fx/providers/routes/discover?from=${pair}`,
    `/fx/convert?from=${pair}&amount=100`,
  ]),
  ...['Apple', 'AAPL', 'US0378331005', 'JUNK', 'SAP'].flatMap((word) => [`/assets?q=${word}`, `/assets/search?q=${word}`]),
]

/**
 * Every answer of the victim and of the newcomer, by the request, and what the victim's next import would do; a minute later each time, for what
 * counts requests a minute.
 */
export async function answersOf({ call, victim, newcomer, ...scene }: Scene): Promise<Map<string, string>> {
  const { broker, assets, report, icon, job, time } = scene
  time.minutes += 1
  const found = (await call(victim, 'GET', '/assets')).body as { id: number }[]
  const lines = (await call(victim, 'GET', '/transactions')).body as { id: number }[]
  const ids = {
    ...{ assets: found.map(({ id }) => id), brokers: [broker], transactions: lines.map(({ id }) => id) },
    ...{ 'brokers/import': [report], uploads: [icon], jobs: [job], users: [victim.id] },
  }
  const query = {
    ...{
      broker_ids: String(broker),
      currency: 'EUR',
      by: 'asset',
      benchmark: String(assets.index),
      method: 'S104',
      scope: 'assets',
    },
    ...{
      explain: 'true',
      lots: 'true',
      count: 'true',
      owned: 'true',
      held: 'true',
      unsourced: 'true',
      archived: 'true',
      failed: 'true',
    },
    ...{ q: 'pl', interval: 'monthly', types: 'STOCK', asset_ids: String(assets.mine), from: 'EUR', to: 'USD', amount: '100' },
    ...{ expand: 'asset', kind: 'ISIN', value: 'US0378331005' },
  }
  const days = { from: '2026-01-01', to: '2026-06-30', as_of: '2026-06-30', date: '2026-01-02' }
  const answers = new Map<string, string>()
  const ask = async (by: TestUser, path: string, name = path) => answers.set(name, figuresOf(await call(by, 'GET', path)))
  for (const path of [...readsOf({ ids, query, days }), ...PAIRS]) await ask(victim, path)
  const least = { by: 'asset', from: 'GBP', to: 'USD', amount: '1', q: 'pl', kind: 'ISIN', value: 'US0378331005' }
  for (const path of readsOf({ ids: NOTHING, query: least, days })) await ask(newcomer, path, `newcomer ${path}`)
  const listed = (await call(victim, 'GET', '/brokers')).body as { included: boolean }[]
  answers.set('/brokers', JSON.stringify(listed.filter(({ included }) => included)))
  answers.set('preview', figuresOf(await call(victim, 'POST', `/brokers/import/files/${report}/parse`, {})))
  return answers
}
