/**
 * What an importer costs per row: `bun test/bench/importers.ts [code ...]`. Each importer that has a CSV to start from parses a file of 20,000 rows;
 * beside it the time that `readCsv` takes for the same text: processor time of this process, the best of several rounds.
 * `bun test/bench/importers.ts --growth [code ...]`: files of 10,000, 40,000 and 160,000 rows, plain ones and such whose rows are all of one minute,
 * beside the same text split into cells, which is the least that reading can cost.
 */
import { Glob } from 'bun'
import type { BrokerPlugin, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { readCsv } from '#plugins/kit/csv.ts'
import * as kit from '#plugins/kit/index.ts'
import { openReport } from '#test/support/importers.ts'
import { processorTime } from '#test/support/processor-time.ts'
import { importerFile, isMade, type Shape } from './importer-files.ts'
import { longTable } from './importer-tables.ts'

const ROWS = 20_000
const ROUNDS = 7
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

/** Microseconds a row of processor time, the best of so many rounds after one that warms up. */
function best(rounds: number, rows: number, work: () => unknown): number {
  if (rounds > 1) work()
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    Bun.gc(true)
    const start = processorTime()
    work()
    least = Math.min(least, processorTime() - start)
  }
  return (least * 1000) / rows
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
  const read = best(ROUNDS, rows, () => readCsv(text))
  const parsed = best(ROUNDS, rows, () => {
    made = plugin.parse(file, {}, kit).transactions.length
  })
  const times = (parsed / read).toFixed(1)
  process.stdout.write(
    `${plugin.code}: ${parsed.toFixed(2)} us a row, ${times} x readCsv (${read.toFixed(2)} us), ${made} drafts\n`,
  )
}

async function grow(plugin: BrokerPlugin, shape: Shape): Promise<void> {
  const cells: string[] = []
  for (const size of SIZES) {
    const text = importerFile(plugin.code, size, shape)
    const file = await open(text)
    const raw = best(1, size, () => text.split('\n').map((line) => line.split(',')))
    let made = 0
    const parsed = best(1, size, () => {
      made = plugin.parse(file, {}, kit).transactions.length
    })
    cells.push(`${size}: ${parsed.toFixed(1)} us a row (${(parsed / raw).toFixed(0)} x split, ${made} drafts)`)
  }
  process.stdout.write(`${plugin.code} ${shape}: ${cells.join('; ')}\n`)
}

if (process.argv.includes('--growth')) {
  for (const plugin of plugins.filter(({ code }) => isMade(code))) for (const shape of SHAPES) await grow(plugin, shape)
} else for (const plugin of plugins) await compare(plugin)
