/**
 * What an importer costs per row: `bun test/bench/importers.ts [code ...]`. Each importer that has a CSV to start from parses a file of 20,000 rows in a
 * process of its own, so that none is slowed down by what was compiled and collected for others; in turn with it `readCsv` reads the same text. Printed:
 * processor time of the main thread a row, the median over the rounds, and the median of parsing / reading of the same round; then how many importers
 * take at most eight times as long as reading. Linux only.
 * `bun test/bench/importers.ts --growth [code ...]`: files of 10,000, 40,000 and 160,000 rows, plain ones and such whose rows are all of one minute,
 * beside the same text split into cells, which is the least that reading can cost.
 */
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import type { BrokerPlugin, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { readCsv } from '#plugins/kit/csv.ts'
import * as kit from '#plugins/kit/index.ts'
import { openReport } from '#test/support/importers.ts'
import { importerFile, isMade, type Shape } from './importer-files.ts'
import { longTable } from './importer-tables.ts'

const ROWS = 20_000
const ROUNDS = 5
const WARM_UP = 2
/** So often each is done in one round: the clock of a thread goes on in steps of some milliseconds. */
const TIMES = { read: 12, parse: 3 } as const
const AT_MOST = 8
/** The option of the processes that this one starts: one importer is measured here. */
const HERE = '--here'
const SIZES = [10_000, 40_000, 160_000]
const SHAPES: readonly Shape[] = ['plain', 'alike']
const FIXTURES = new URL('../plugins/brim/fixtures/', import.meta.url).pathname

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const plugins = brokerPlugins.filter(({ code }) => wanted.length === 0 || wanted.includes(code))

async function open(text: string): Promise<ReportFile> {
  const [file] = await openReport(new TextEncoder().encode(text), 'report.csv')
  if (!file) throw new Error('no file')
  return file
}

/** Milliseconds that the main thread has used a processor: not what compiles or collects garbage beside it. */
function threadTime(): number {
  const [nanoseconds = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

/** Microseconds a row, of work that is done so many `times`. */
function timeOf(rows: number, work: () => unknown, times = 1): number {
  Bun.gc(true)
  const start = threadTime()
  for (let time = 0; time < times; time++) work()
  return ((threadTime() - start) * 1000) / rows / times
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

async function textFor(plugin: BrokerPlugin): Promise<string | undefined> {
  const { code } = plugin
  if (isMade(code)) return importerFile(code, ROWS, 'plain')
  for (const name of [...new Glob(`${code}/*.csv`).scanSync(FIXTURES)].sort()) {
    const fixture = await open(await Bun.file(`${FIXTURES}${name}`).text())
    const known = plugin.parse(fixture, {}, kit)
    if (known.transactions.length > 0) return longTable(code, ROWS, fixture, known)
  }
  return undefined
}

async function compare(plugin: BrokerPlugin): Promise<void> {
  const text = await textFor(plugin)
  if (text === undefined) {
    process.stdout.write(`${plugin.code}: no CSV to start from\n`)
    return
  }
  const file = await open(text)
  const rows = file.tables[0]?.rows.length ?? 0
  let made = 0
  const rounds = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const read = timeOf(rows, () => readCsv(text), TIMES.read)
    const parse = () => {
      made = plugin.parse(file, {}, kit).transactions.length
    }
    const parsed = timeOf(rows, parse, TIMES.parse)
    return { read, parsed }
  }).slice(WARM_UP)
  const [read, parsed] = [median(rounds.map((round) => round.read)), median(rounds.map((round) => round.parsed))]
  const times = median(rounds.map((round) => round.parsed / round.read))
  process.stdout.write(
    `${plugin.code}: ${times.toFixed(1)} x readCsv, ${parsed.toFixed(2)} us a row (${read.toFixed(2)} us), ${made} drafts\n`,
  )
}

/** One importer in a process of its own; how many times as long as reading it takes, where it has a file. */
function measureApart(code: string): number[] {
  const { stdout } = Bun.spawnSync([process.execPath, import.meta.path, HERE, code], { stderr: 'inherit' })
  process.stdout.write(stdout)
  const [, times] = / ([\d.]+) x readCsv/.exec(String(stdout)) ?? []
  return times === undefined ? [] : [Number(times)]
}

async function grow(plugin: BrokerPlugin, shape: Shape): Promise<void> {
  const cells: string[] = []
  for (const size of SIZES) {
    const text = importerFile(plugin.code, size, shape)
    const file = await open(text)
    const raw = timeOf(size, () => text.split('\n').map((line) => line.split(',')))
    let made = 0
    const parsed = timeOf(size, () => {
      made = plugin.parse(file, {}, kit).transactions.length
    })
    cells.push(`${size}: ${parsed.toFixed(1)} us a row (${(parsed / raw).toFixed(0)} x split, ${made} drafts)`)
  }
  process.stdout.write(`${plugin.code} ${shape}: ${cells.join('; ')}\n`)
}

if (process.argv.includes('--growth')) {
  for (const plugin of plugins.filter(({ code }) => isMade(code))) for (const shape of SHAPES) await grow(plugin, shape)
} else if (process.argv.includes(HERE)) {
  for (const plugin of plugins) await compare(plugin)
} else {
  const all = plugins.flatMap(({ code }) => measureApart(code))
  const within = all.filter((times) => times <= AT_MOST).length
  process.stdout.write(`${within} of ${all.length} at most ${AT_MOST} x readCsv, in the middle ${median(all).toFixed(1)} x\n`)
}
