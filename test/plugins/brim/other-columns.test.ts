/**
 * Versions of one report differ by columns that came later or went. What a layout calls optional is not needed to know a file, what it requires tells it
 * from those of all other importers, and a column that nobody knows changes nothing and is named: each sample shows it.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { BrokerPlugin, LayoutFacts, ReportFile, ReportHead, Row, Table } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { HEADER_WITHIN } from '#plugins/kit/fit.ts'
import * as kit from '#plugins/kit/index.ts'
import { claimFaults, claimsOf } from '#src/imports/check/detection.ts'
import { shapeOf } from '#src/imports/check/forms.ts'
import { readFacts } from './facts.ts'
import { bytesOf, isThere, openBytes } from './sample.ts'

setDefaultTimeout(120_000)

const MOST_BYTES = 400_000
/** Words that anybody's table may have: one of the optional titles in its own spelling must be there. */
const KNOWN_BY_ANY = ['wealthfolio']

type Found = { readonly table: Table; readonly header: Row; readonly facts: LayoutFacts }

const requiredIn = ({ titles, required }: LayoutFacts) => titles.slice(0, required)
const folded = (titles: readonly (readonly string[])[]) => new Set(titles.flat().map(kit.fold))

/** The layout with the most titles in one row, of those that have all that they require there. */
function layoutOf({ layouts = [] }: BrokerPlugin, { tables: [table] }: ReportFile): Found | undefined {
  let best: Found | undefined
  let most = 0
  for (const header of table?.rows.slice(0, HEADER_WITHIN) ?? [])
    for (const facts of layouts) {
      const cells = new Set(header.cells.map(kit.fold))
      if (!requiredIn(facts).every((names) => names.some((name) => cells.has(kit.fold(name))))) continue
      const count = cells.intersection(folded(facts.titles)).size
      if (table !== undefined && count > most) [best, most] = [{ table, header, facts }, count]
    }
  return best
}

/** The columns that may be missing, without those of which another title is there, too. */
function optionalIn({ header, facts }: Found): number[] {
  const required = folded(requiredIn(facts))
  const titles = header.cells.map(kit.fold)
  const optional = facts.titles.slice(facts.required).flatMap((names) => {
    const [place, ...more] = names
      .map(kit.fold)
      .flatMap((name) => titles.flatMap((title, index) => (title === name ? index : [])))
    return place === undefined || more.length > 0 || required.has(titles[place] ?? '') ? [] : place
  })
  return [...new Set(optional)]
}

function changed(file: ReportFile, { table }: Found, cellsOf: (row: Row) => readonly string[]): ReportFile {
  return { ...file, tables: [{ ...table, rows: table.rows.map((row) => ({ ...row, cells: cellsOf(row) })) }] }
}

const without = (file: ReportFile, found: Found, columns: readonly number[]) =>
  changed(file, found, ({ cells }) => cells.filter((_, index) => !columns.includes(index)))

function emptied(file: ReportFile, found: Found, column: number): ReportFile {
  const start = found.table.rows.indexOf(found.header)
  const isBody = new Set(found.table.rows.slice(start + 1))
  return changed(file, found, (row) => (isBody.has(row) && column < row.cells.length ? row.cells.with(column, '') : row.cells))
}

/** The titles without which a file is no longer its importer's alone, or reads otherwise than with empty cells below them. */
function needed(plugin: BrokerPlugin, file: ReportFile, found: Found, isFixed: boolean): string[] {
  const columns = optionalIn(found)
  const bookedOf = (one: ReportFile) => plugin.parse(one, {}, kit).transactions
  const faults = columns.flatMap((column) => {
    const [title, less] = [found.header.cells[column], without(file, found, [column])]
    const claims = claimFaults(claimsOf(brokerPlugins, less), plugin.code)
    const isSame = isFixed || Bun.deepEquals(bookedOf(less), bookedOf(emptied(file, found, column)))
    return [...claims, ...(isSame ? [] : ['it reads otherwise'])].map((fault) => `without ${title}: ${fault}`)
  })
  const bare = KNOWN_BY_ANY.includes(plugin.code)
    ? []
    : claimFaults(claimsOf(brokerPlugins, without(file, found, columns)), plugin.code)
  return [...faults, ...bare.map((fault) => `with required columns alone: ${fault}`)]
}

/** A Flex Query has whichever columns its owner chose. */
const UNNAMED = ['ibkr']
/** Recognised by having no other titles than their own. */
const NO_OTHERS = ['broker_generic_csv', 'cgt-calc-raw', 'sidekick-generic', 'wealthfolio']
const ADDED = 'Units withheld'

function withAdded(file: ReportFile, { table, header }: Pick<Found, 'table' | 'header'>, place: number): ReportFile {
  const start = table.rows.indexOf(header)
  const rows = table.rows.map((row, index) => {
    if (index < start) return row
    const cells = Array.from({ length: Math.max(place, row.cells.length) }, (_, at) => row.cells[at] ?? '')
    return { number: row.number, cells: cells.toSpliced(place, 0, index === start ? ADDED : '1.5') }
  })
  return { ...file, tables: [{ ...table, rows }] }
}

/** What a column that nobody knows changes, where the file has one row of titles and none is longer. */
function changedByAdded(plugin: BrokerPlugin, file: ReportFile, isFixed: boolean): string[] {
  const [table] = file.tables
  const whole = plugin.parse(file, {}, kit)
  const { headers } = shapeOf(plugin, file, whole)
  const header = table?.rows.find(({ number }) => headers.has(number))
  if (table === undefined || header === undefined || headers.size > 1) return []
  const width = header.cells.length
  const start = table.rows.indexOf(header)
  if (whole.transactions.length === 0 || table.rows.some(({ cells }, index) => index > start && cells.length > width)) return []
  counted.added++
  return (isFixed && plugin.code !== 'degiro' ? [width] : [1, width]).flatMap((place) => {
    const wider = withAdded(file, { table, header }, place)
    const { transactions, issues } = plugin.parse(wider, {}, kit)
    const isNamed = issues.some(
      ({ code, severity, detail }) => code === 'column-unread' && severity === 'warning' && detail.includes(ADDED),
    )
    return [
      ...claimFaults(claimsOf(brokerPlugins, wider), plugin.code),
      ...(Bun.deepEquals(transactions, whole.transactions) ? [] : ['it reads otherwise']),
      ...(isNamed || UNNAMED.includes(plugin.code) ? [] : ['the column is not named']),
    ].map((fault) => `with a column at ${place}: ${fault}`)
  })
}

const counted = { files: 0, columns: 0, added: 0 }

async function opened(key: string): Promise<ReportFile | undefined> {
  const bytes = await bytesOf(key)
  return bytes.length > MOST_BYTES ? undefined : openBytes(bytes, key.split('/').at(-1) ?? key)
}

for (const { key, code, facts } of await readFacts()) {
  const plugin = brokerPlugins.find((one) => one.code === code)
  if (plugin === undefined) continue
  const title = key.startsWith('own:') ? key : `${key} [recorded]`
  if (!NO_OTHERS.includes(code) && (plugin.layouts ?? plugin.formats) !== undefined && typeof facts.refused !== 'string')
    test.skipIf(!isThere(key))(`${title}: a column may have been added`, async () => {
      const file = await opened(key)
      if (file?.tables.length === 1) expect(changedByAdded(plugin, file, facts.fixedColumns !== undefined)).toEqual([])
    })
  if (plugin.layouts === undefined) continue
  test.skipIf(!isThere(key))(`${title}: optional columns may be missing`, async () => {
    const file = await opened(key)
    const found = file?.tables.length === 1 ? layoutOf(plugin, file) : undefined
    if (file === undefined || found === undefined) return
    counted.files++
    counted.columns += optionalIn(found).length
    expect(needed(plugin, file, found, facts.fixedColumns !== undefined)).toEqual([])
  })
}

test('the columns that a layout requires tell it from those of all other importers', () => {
  const faults = brokerPlugins.flatMap(({ code, layouts = [] }) =>
    layouts.flatMap((facts) => {
      if (facts.records !== undefined) return []
      const rows = [{ number: 1, cells: requiredIn(facts).map(([title = '']) => title) }]
      const head: ReportHead = { filename: 'report.csv', format: 'csv', text: '', tables: [{ name: '', rows }] }
      const others = claimsOf(brokerPlugins, head as ReportFile).filter((claim) => claim.code !== code && claim.confidence >= 0.7)
      return others.map((other) => `${code} (${facts.name}): ${other.code} ${other.confidence}`)
    }),
  )
  expect(faults).toEqual([])
})

test('there are files to show it', () => {
  console.log(`columns left out one by one, and files with one more: ${JSON.stringify(counted)}`)
  expect(counted.files).toBeGreaterThan(100)
  expect(counted.columns).toBeGreaterThan(counted.files)
  expect(counted.added).toBeGreaterThan(100)
})
