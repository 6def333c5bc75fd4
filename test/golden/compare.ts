/**
 * Asks two checkouts the same, alternately, and prints what they answer differently: `bun test/golden/compare.ts --base CHECKOUT [--head CHECKOUT]
 * [--samples FOLDER] [--only TEXT]`. Both need their `node_modules`. Head is this checkout by default. First the questions of `golden.test.ts` and the
 * charts as PNG; then every file below FOLDER (default `../shared/samples/brim`, left out when absent) whose path contains TEXT: recognition, preview,
 * import, and every report over its broker; at last reports over all. Ends with 1 when anything differs.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { startCheckout } from '#test/support/checkout.ts'
import { type Ask, askThrough, must } from './ask.ts'
import { firstDifference, textOf } from './digest.ts'
import { type Document, questionsOf } from './questions.ts'
import { buildWorld } from './world.ts'

const HERE = new URL('../..', import.meta.url).pathname
const METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO']
const CHARTS = ['history', 'performance', 'drawdown', 'allocation', 'income', 'gains']
const WORLD_SEES = 'anna'
const OWNER = 'dora'

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    head: { type: 'string', default: HERE },
    samples: { type: 'string', default: join(HERE, '../shared/samples/brim') },
    only: { type: 'string', default: '' },
  },
})
if (values.base === undefined) throw new Error('Give the checkout to compare with: --base CHECKOUT')
const [base, head] = [await start(values.base), await start(values.head)]
const found = { requests: 0, different: 0, files: 0, claimed: 0, imported: 0 }
try {
  const began = performance.now()
  await compareWorlds()
  console.log(`golden ledgers: ${found.requests} questions, ${found.different} answered differently`)
  if (existsSync(values.samples)) await compareSamples(values.samples)
  else console.log(`${values.samples} is not there: no sample files were imported`)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${found.requests} questions and ${found.files} files (${found.claimed} recognised, ${found.imported} imported) in ${seconds} s: ${found.different} answered differently`,
  )
} finally {
  await Promise.all([base.stop(), head.stop()])
}
process.exit(found.different === 0 ? 0 : 1)

/** A service on an empty data folder with our sources of rates; its clock stands still. */
async function start(checkout: string) {
  const data = mkdtempSync(join(tmpdir(), 'holdfast-golden-'))
  mkdirSync(join(data, 'plugins'))
  cpSync(new URL('fx', import.meta.url).pathname, join(data, 'plugins/fx'), { recursive: true })
  const service = await startCheckout(checkout, { data, preload: new URL('fixed-clock.ts', import.meta.url).pathname })
  const stop = async () => {
    await service.stop()
    rmSync(data, { recursive: true, force: true })
  }
  const through = askThrough(service.send)
  // Nothing may happen of its own accord between two questions. An older checkout does not know the setting.
  const enrol = async (name: string) => {
    await through.enrol(name)
    await through.ask(name, 'PATCH', '/settings', { auto_fx_routes: false })
  }
  return { ...through, enrol, stop }
}

async function compareWorlds(): Promise<void> {
  const [world] = [await buildWorld(base.ask, base.enrol), await buildWorld(head.ask, head.enrol)]
  const document: Document = await must(base.ask, null, 'GET', '/openapi.json')
  const now: Document = await must(head.ask, null, 'GET', '/openapi.json')
  const other = await reportIds(head.ask)
  for (const path of Object.keys(document.paths)) if (!(path in now.paths)) differs(`GET ${path} is no longer there`)
  for (const { who, path } of questionsOf(document, world)) {
    const there = world.reports.reduce((text, id, index) => text.replaceAll(id, other[index] ?? id), path)
    await same(`${who} ${path}`, (ask) => ask(who, 'GET', ask === base.ask ? path : there))
  }
  for (const chart of CHARTS)
    await same(`${chart}.png`, (ask) => ask(WORLD_SEES, 'GET', `/portfolio/charts/${chart}.png?theme=dark`))
}

async function reportIds(ask: Ask): Promise<string[]> {
  return (await must(ask, WORLD_SEES, 'GET', '/brokers/import/files')).map((one: { id: string }) => one.id)
}

/** Asks both, and prints where they begin to differ; answers with both bodies when they are JSON. */
async function same(what: string, send: (ask: Ask) => ReturnType<Ask>) {
  const [before, after] = [await send(base.ask), await send(head.ask)]
  const [text, other] = [textOf(before), textOf(after)]
  found.requests += 1
  if (text !== other) differs(`${what} ${firstDifference(text, other)}`)
  return [before, after] as const
}

function differs(text: string): void {
  found.different += 1
  console.log(text)
}

async function compareSamples(folder: string): Promise<void> {
  for (const { enrol } of [base, head]) await enrol(OWNER)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(values.only))
    .sort()
  for (const path of files) await compareSample(path, relative(folder, path))
  for (const method of METHODS) await compareReports('all brokers', '', method)
  for (const chart of CHARTS)
    await same(`${chart} of all brokers`, (ask) => ask(OWNER, 'GET', `/portfolio/charts/${chart}.svg?currency=EUR`))
}

/** One file at a broker of its own; what nobody recognises ends with that answer. */
async function compareSample(path: string, name: string): Promise<void> {
  const bytes = await Bun.file(path).bytes()
  const fields = { name, currency: 'EUR', allow_cash_overdraft: true, allow_asset_shorting: true }
  const [created] = await same(`${name}: broker`, (ask) => ask(OWNER, 'POST', '/brokers', fields))
  const { id } = JSON.parse(created.text)
  const form = () => {
    const data = new FormData()
    data.set('file', new File([bytes], name.split('/').at(-1) ?? name))
    return data
  }
  const uploaded = await same(`${name}: upload`, (ask) => ask(OWNER, 'POST', `/brokers/import/upload?broker_id=${id}`, form()))
  found.files += 1
  const [mine, theirs] = uploaded.map(({ status, text }) => (status === 201 ? JSON.parse(text) : undefined))
  if (mine === undefined || theirs === undefined || mine.compatible_plugins.length === 0) return
  found.claimed += 1
  const reportOf = (ask: Ask) => `/brokers/import/files/${ask === base.ask ? mine.id : theirs.id}`
  await same(`${name}: preview`, (ask) => ask(OWNER, 'POST', `${reportOf(ask)}/parse`, {}))
  const [imported] = await same(`${name}: import`, (ask) => ask(OWNER, 'POST', `${reportOf(ask)}/import`, { short: 'allow' }))
  if (imported.status !== 200) return
  found.imported += 1
  const list = `broker_ids=${id}`
  for (const path of [`/transactions?${list}&limit=1000`, `/transactions.csv?${list}`, `/brokers/${id}/summary`])
    await same(`${name}: ${path}`, (ask) => ask(OWNER, 'GET', path))
  for (const method of METHODS) await compareReports(name, `&${list}`, method)
}

/** The reports of a method; those that no method changes only once. */
async function compareReports(what: string, brokers: string, method: string): Promise<void> {
  const more = [
    ...['history?interval=monthly', 'income?explain=true', 'cash-flows?explain=true', 'costs?explain=true'],
    ...['allocation?by=asset', 'allocation?by=currency', 'performance?scope=assets', 'performance/breakdown?by=broker'],
  ]
  const reports = [
    ...['holdings?lots=true&explain=true', 'gains?explain=true', 'performance?explain=true', 'performance/breakdown?by=asset'],
    ...(method === 'FIFO' ? more : []),
  ]
  for (const report of reports) {
    const path = `/portfolio/${report}&method=${method}&currency=EUR${brokers}`
    await same(`${what}: ${path}`, (ask) => ask(OWNER, 'GET', path))
  }
}
