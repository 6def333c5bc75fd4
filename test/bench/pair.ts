/**
 * Two checkouts in one run: `bun test/bench/pair.ts --base CHECKOUT [--head CHECKOUT] [--lines 10000,100000] [--rounds 5] [--executables]`.
 * Both need their `node_modules`; head is this checkout by default. The service of each runs from its sources, or with `--executables` as its
 * `dist/holdfast`, as processes of its own, on copies of one data folder that base has filled through its front door, in turn and with the order
 * changed each round. Printed: the best of all rounds, head / base, and how far the rounds of one side lie apart (median / best); below that a ratio
 * says nothing. What a side refuses is said, and has no figure. `cpu` is the processor time of all its processes, which a busy machine changes
 * less. Compare a checkout with itself to see the noise. Linux only; not part of the tests.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Ask, askThrough, must } from '#test/golden/ask.ts'
import { type Checkout, startCheckout } from '#test/support/checkout.ts'

const HERE = new URL('../..', import.meta.url).pathname
const WHO = 'bench'
/** Somebody without a broker, whose question loads the code of a report and no data. */
const IDLE = 'idle'
const DAY = 86_400_000
const FIRST = Date.parse('2014-01-01')
const DAYS = 3652
const IMPORT_ROWS = 10_000
const BATCH = 10_000
const SPAN = 'to=2023-12-30'
const COLD: Readonly<Record<string, string>> = {
  holdings: '/portfolio/holdings?as_of=2023-12-30',
  performance: `/portfolio/performance?${SPAN}`,
  history: `/portfolio/history?${SPAN}`,
  breakdown: `/portfolio/performance/breakdown?by=asset&${SPAN}`,
  gains: `/portfolio/gains?${SPAN}`,
}
const ALL = [
  ...Object.values(COLD),
  ...['income', 'costs', 'cash-flows'].map((report) => `/portfolio/${report}?${SPAN}`),
  ...['/portfolio/allocation?by=type&as_of=2023-12-30', '/brokers/1/summary'],
]
/** A little after the start the plugins are loaded. */
const SETTLE_MILLISECONDS = 1_500

type Side = { readonly name: 'base' | 'head'; readonly checkout: string; readonly data: string }
type Running = { readonly ask: Ask; readonly service: Checkout }

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    head: { type: 'string', default: HERE },
    lines: { type: 'string', default: '10000,100000' },
    rounds: { type: 'string', default: '5' },
    executables: { type: 'boolean', default: false },
  },
})
if (values.base === undefined) throw new Error('Give the checkout to compare with: --base CHECKOUT')
const sources = { base: values.base, head: values.head }
const folder = mkdtempSync(join(tmpdir(), 'holdfast-pair-'))
const found = new Map<string, Record<Side['name'], number[]>>()
try {
  console.log(row(['measure', 'base', 'head', 'head/base', 'base spread', 'head spread']))
  await measure('start, empty folder', 0, startEmpty)
  for (const lines of values.lines.split(',').map(Number)) {
    await fill(join(folder, 'filled'), lines)
    await measure(`${lines} lines`, lines, ofSide)
    rmSync(join(folder, 'filled'), { recursive: true })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** All rounds of both sides, then their figures. */
async function measure(what: string, lines: number, run: (side: Side) => Promise<void>): Promise<void> {
  for (let round = 0; round < Number(values.rounds); round++)
    for (const name of round % 2 === 0 ? (['base', 'head'] as const) : (['head', 'base'] as const)) {
      const data = join(folder, `${name}-${round}`)
      if (lines > 0) cpSync(join(folder, 'filled'), data, { recursive: true })
      await run({ name, checkout: sources[name], data })
      rmSync(data, { recursive: true, force: true })
    }
  if (lines > 0) console.log(what)
  for (const [name, { base, head }] of found) {
    const [before, after] = [Math.min(...base), Math.min(...head)]
    console.log(row([name, before.toFixed(1), after.toFixed(1), (after / before).toFixed(2), spread(base), spread(head)]))
  }
  found.clear()
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  return ((sorted[sorted.length >> 1] ?? 0) / (sorted[0] ?? 1)).toFixed(2)
}

function row([name = '', ...cells]: readonly string[]): string {
  return [name.padEnd(44), ...cells.map((cell) => cell.padStart(12))].join('')
}

function note({ name }: Side, what: string, value: number): void {
  const both = found.get(what) ?? { base: [], head: [] }
  both[name].push(value)
  found.set(what, both)
}

async function startEmpty(side: Side): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const service = await startCheckout(side.checkout, { data: side.data, isBuilt: values.executables })
    note(side, 'start, empty folder, ms', service.milliseconds)
    await service.stop()
    rmSync(side.data, { recursive: true, force: true })
  }
}

async function ofSide(side: Side): Promise<void> {
  await inService(side, async () => {})
  for (const report of Object.keys(COLD))
    await inService(side, (running) => coldReport(side, running, report)).catch((error: Error) =>
      console.log(`${side.name}: ${error.message.slice(0, 160)}`),
    )
  await inService(side, async ({ ask, service }) => {
    for (const path of ALL) await ask(WHO, 'GET', path)
    note(side, 'resident after all reports, MiB', service.resident())
  })
  await inService(side, (running) => lists(side, running))
  await inService(side, (running) => writes(side, running))
}

async function coldReport(side: Side, { ask, service }: Running, report: string): Promise<void> {
  const path = COLD[report] ?? ''
  note(side, `${report}, code loaded, ms`, await timed(() => must(ask, IDLE, 'GET', path)))
  const before = service.cpu()
  note(side, `${report} cold, ms`, await timed(() => must(ask, WHO, 'GET', path)))
  note(side, `${report} cold, ms of cpu`, Math.max(10, service.cpu() - before))
  note(side, `${report} warm, ms`, await median(10, () => must(ask, WHO, 'GET', path)))
}

/** A fresh process on the data of the side, signed in and with everything loaded. */
async function inService(side: Side, work: (running: Running) => Promise<void>): Promise<void> {
  const service = await startCheckout(side.checkout, { data: side.data, isBuilt: values.executables })
  try {
    note(side, 'start, ms', service.milliseconds)
    const { ask, signIn } = askThrough(service.send)
    for (const who of [WHO, IDLE]) await signIn(who)
    await Bun.sleep(SETTLE_MILLISECONDS)
    await work({ ask, service })
  } finally {
    await service.stop()
  }
}

async function lists(side: Side, { ask, service }: Running): Promise<void> {
  const before = service.cpu()
  for (const [what, path] of Object.entries({
    'GET /transactions?limit=20, ms': '/transactions?limit=20',
    'GET /transactions?limit=1000, ms': '/transactions?limit=1000',
    'GET /transactions of an asset and a type, ms': '/transactions?asset_ids=3&types=SELL&limit=20',
    'GET /brokers, ms': '/brokers',
    'GET /assets?held=true, ms': '/assets?held=true',
    'GET /assets/1/prices?limit=1000, ms': '/assets/1/prices?limit=1000',
  }))
    note(side, what, await median(50, () => must(ask, WHO, 'GET', path)))
  note(side, 'all these lists, ms of cpu', service.cpu() - before)
}

async function writes(side: Side, { ask, service }: Running): Promise<void> {
  const before = service.cpu()
  const line = { broker_id: 1, type: 'BUY', asset_id: 1, quantity: '1', price: '60', currency: 'EUR' }
  const ids: number[] = []
  const create = async (index: number) => {
    const { id } = await must(ask, WHO, 'POST', '/transactions', { ...line, date: dayAt(1_000 + index) })
    ids.push(id)
  }
  note(side, 'POST /transactions, ms', await median(50, create))
  const change = (index: number) => must(ask, WHO, 'PATCH', `/transactions/${ids[index]}`, { date: dayAt(2_000 + index) })
  note(side, 'PATCH /transactions/{id}, ms', await median(50, change))
  note(
    side,
    'PATCH /brokers/{id}, ms',
    await median(50, (index) => must(ask, WHO, 'PATCH', '/brokers/1', { description: `${index}` })),
  )
  note(side, 'all these writes, ms of cpu', service.cpu() - before)
  const [broker, start] = [
    await must(ask, WHO, 'POST', '/brokers', { name: 'Imported', allow_cash_overdraft: true }),
    service.cpu(),
  ]
  const form = new FormData()
  form.set('file', new File([importFile()], 'import.csv', { type: 'text/csv' }))
  const send = () => must(ask, WHO, 'POST', `/brokers/import/upload?broker_id=${broker.id}&import=true`, form)
  note(side, `import of ${IMPORT_ROWS} rows, ms`, await timed(send))
  note(side, `import of ${IMPORT_ROWS} rows, ms of cpu`, service.cpu() - start)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function median(times: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let index = 0; index < times; index++) all.push(await timed(() => work(index)))
  return all.sort((a, b) => a - b)[times >> 1] ?? 0
}

/** Ten years of one broker, 20 assets (500 from 100,000 lines on) in two currencies, closes on working days, through the front door of base. */
async function fill(data: string, lines: number): Promise<void> {
  const service = await startCheckout(sources.base, { data })
  const { ask, enrol } = askThrough(service.send)
  for (const who of [WHO, IDLE]) await enrol(who)
  await must(ask, WHO, 'PATCH', '/settings', { requests_per_minute: 0 })
  const assets = lines < 100_000 ? 20 : 500
  await must(ask, WHO, 'POST', '/brokers', {
    name: 'Bench',
    currency: 'EUR',
    allow_cash_overdraft: true,
    allow_asset_shorting: true,
  })
  const days = Array.from({ length: DAYS }, (_, index) => dayAt(index)).filter((_, index) => index % 7 < 5)
  const rates = days.map((date, index) => ({ base: 'EUR', quote: 'USD', date, rate: (1.1 + (index % 37) / 1000).toFixed(4) }))
  await must(ask, WHO, 'POST', '/fx/providers/routes', { chain_steps: [{ from: 'EUR', to: 'USD', provider: 'MANUAL' }] })
  for (let from = 0; from < rates.length; from += 1_000) await must(ask, WHO, 'PUT', '/fx/rates', rates.slice(from, from + 1_000))
  for (let id = 1; id <= assets; id++) {
    await must(ask, WHO, 'POST', '/assets', { symbol: `A${id}`, name: `Asset ${id}`, type: 'STOCK', currency: currencyOf(id) })
    const closes = days.map((day, index) => `${day},${(50 + id + ((index * 31 + id) % 97) / 10).toFixed(2)}`)
    await must(ask, WHO, 'PUT', `/assets/${id}/prices`, `date,close\n${closes.join('\n')}\n`)
  }
  for (let from = 0; from < lines; from += BATCH) {
    const create = Array.from({ length: Math.min(BATCH, lines - from) }, (_, index) => lineAt(from + index, lines, assets))
    await must(ask, WHO, 'POST', '/transactions/batch', { create })
  }
  await service.stop()
}

function lineAt(index: number, lines: number, assets: number) {
  const asset_id = (index % assets) + 1
  const round = Math.floor(index / assets)
  const line = { broker_id: 1, date: dayAt(Math.floor((index * (DAYS - 1)) / lines)), asset_id, currency: currencyOf(asset_id) }
  if (round % 10 === 9) return { ...line, type: 'DIVIDEND', amount: '3.21' }
  if (round % 3 === 2) return { ...line, type: 'SELL', quantity: '-7', price: '60', fees: '1' }
  return { ...line, type: 'BUY', quantity: '5.5', price: '58', fees: '1' }
}

function importFile(): string {
  const lines = ['date,type,symbol,quantity,price,amount,currency,fees,external_id']
  for (let index = 0; index < IMPORT_ROWS; index++)
    lines.push(`${dayAt(Math.floor((index * DAYS) / IMPORT_ROWS))},BUY,NEW${index % 20},10,12.5,-126,EUR,1,i${index}`)
  return lines.join('\n')
}

function currencyOf(asset: number): string {
  return asset % 2 === 1 ? 'EUR' : 'USD'
}

function dayAt(index: number): string {
  return new Date(FIRST + index * DAY).toISOString().slice(0, 10)
}
