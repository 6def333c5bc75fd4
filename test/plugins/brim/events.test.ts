import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Glob } from 'bun'
import type { BrokerPlugin, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { accountedFor, cashOf, checkResult, openSample } from '#test/support/importers.ts'
import { sampleAt, samplesLike, testSamples } from '#test/support/samples.ts'

setDefaultTimeout(120_000)

const FIXTURES = new URL('./fixtures/', import.meta.url).pathname
const FOLDERS: Readonly<Record<string, string>> = { 'generic-csv': 'broker_generic_csv' }
const DAMAGE = '??'
/** In longer recorded files one cell in so many is damaged: no divisor of the usual numbers of columns, so that every column has its turn. */
const [FEW_ROWS, EVERY] = [20, 7]

/** A file with one cell (or attribute) made unreadable. */
type Damaged = { readonly file: ReportFile; readonly row: number | undefined; readonly what: string }

function* damagedTables(file: ReportFile, busy: ReadonlySet<number>): Generator<Damaged> {
  for (const [t, table] of file.tables.entries())
    for (const [r, row] of table.rows.entries()) {
      if (!busy.has(row.number)) continue
      for (const [c, cell] of row.cells.entries()) {
        if (cell.trim() === '') continue
        const rows = table.rows.with(r, { number: row.number, cells: row.cells.with(c, DAMAGE) })
        const what = `row ${row.number} column ${c + 1} (${cell})`
        yield { file: { ...file, tables: file.tables.with(t, { name: table.name, rows }) }, row: row.number, what }
      }
    }
}

/** Every attribute of every record of an XML file, but not its names of sections. */
function* damagedText(file: ReportFile): Generator<Damaged> {
  for (const match of file.text.matchAll(/ (\w+)="([^"]+)"(?=[^<>]*\/>)/g)) {
    const [all, name = '', value = ''] = match
    const text = `${file.text.slice(0, match.index)} ${name}="${DAMAGE}"${file.text.slice(match.index + all.length)}`
    yield { file: { ...file, text }, row: undefined, what: `${name}="${value}" at ${match.index}` }
  }
}

/** The rows of each event that has several: those that share a transaction, or transactions that share a row or a group. */
function eventsOf({ transactions }: ParsedReport): number[][] {
  const parent = new Map<number | string, number | string>()
  const root = (key: number | string): number | string => {
    const up = parent.get(key)
    return up === undefined || up === key ? key : root(up)
  }
  for (const { rows, group } of transactions)
    for (const key of group === undefined ? rows : [...rows, group]) parent.set(root(key), root(rows[0]))
  const rows = [...new Set(transactions.flatMap((draft) => draft.rows))]
  return [...Map.groupBy(rows, root).values()].filter((event) => event.length > 1)
}

function errorsOf({ issues }: ParsedReport): Set<number> {
  return new Set(issues.flatMap(({ row, severity }) => (severity === 'error' && row !== null ? row : [])))
}

/** Where a row cannot be read, nothing of its event is booked; where all can, though one says something else, the same cash has moved. */
function halfBooked(
  whole: ParsedReport,
  events: readonly number[][],
  { row: at, what }: Damaged,
  result: ParsedReport,
): string[] {
  const booked = new Set(result.transactions.flatMap((draft) => draft.rows))
  const failed = errorsOf(result)
  const faults: string[] = []
  for (const event of events) {
    const left = event.filter((row) => booked.has(row))
    if (event.some((row) => failed.has(row)) && left.length > 0) faults.push(`${what}: of rows ${event} there are ${left}`)
  }
  const inEvent = events.some((event) => at !== undefined && event.includes(at))
  if (inEvent && failed.size === errorsOf(whole).size && !Bun.deepEquals(cashOf(whole), cashOf(result)))
    faults.push(`${what}: all rows are read, but another sum of cash is booked`)
  for (const { row } of whole.ignored)
    if (at !== undefined && failed.has(at) && booked.has(row)) faults.push(`${what}: row ${row}, left out before, is booked`)
  return faults
}

/** `every`: of the cells one in so many. */
function check(plugin: BrokerPlugin, file: ReportFile, every = 1): { faults: string[]; tried: number } {
  const whole = plugin.parse(file, {}, kit)
  const events = eventsOf(whole)
  const ignored = whole.ignored.map(({ row }) => row)
  const busy = new Set([...events.flat(), ...ignored.filter((row) => row > 1)])
  const faults: string[] = []
  let [seen, tried] = [0, 0]
  for (const damaged of file.tables.length > 0 ? damagedTables(file, busy) : damagedText(file)) {
    if (seen++ % every !== 0) continue
    tried++
    const result = plugin.parse(damaged.file, {}, kit)
    if (result.issues.some(({ row, severity }) => row === null && severity === 'error')) continue
    faults.push(...halfBooked(whole, events, damaged, result))
    for (const fault of [...accountedFor(damaged.file, result), ...checkResult(result)]) faults.push(`${damaged.what}: ${fault}`)
  }
  return { faults, tried }
}

for (const plugin of brokerPlugins) {
  const folder = Object.keys(FOLDERS).find((name) => FOLDERS[name] === plugin.code) ?? plugin.code
  describe(`an event of ${plugin.code} is booked whole or not at all`, () => {
    for (const name of [...new Glob(`${folder}/*.{csv,xml}`).scanSync(FIXTURES)].sort())
      test(`${name}: whatever cell of it is damaged`, async () => {
        for (const file of await openSample(FIXTURES + name)) expect(check(plugin, file).faults).toEqual([])
      })
  })
}

testSamples('the same for files of at most 100 rows', async () => {
  const faults: string[] = []
  let tried = 0
  for (const name of samplesLike('*/*.csv')) {
    const plugin = brokerPlugins.find(({ code }) => name.startsWith(`${code}/`))
    const [file] = plugin ? await openSample(sampleAt(name)) : []
    if (!plugin || !file || file.tables.some(({ rows }) => rows.length > 100)) continue
    const result = check(plugin, file, file.tables.some(({ rows }) => rows.length > FEW_ROWS) ? EVERY : 1)
    tried += result.tried
    faults.push(...result.faults.map((fault) => `${name} ${fault}`))
  }
  console.log(`cells of recorded files damaged: ${tried}`)
  expect(faults).toEqual([])
})
