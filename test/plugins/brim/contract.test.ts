/**
 * One test for all importers: each sample of `facts/` against the contract, with the figures that are known of it. The checks are those of
 * `holdfast plugins check`. `bun test test/plugins/brim/contract.test.ts -t avanza/` runs one broker.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { BrokerPlugin, LayoutFacts, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { fitOf } from '#plugins/kit/fit.ts'
import * as kit from '#plugins/kit/index.ts'
import { accountedFor, rowsOf, unusable } from '#src/imports/check/accounting.ts'
import { changedByStorage, claimFaults, claimFaultsWhenTurned, claimsOf } from '#src/imports/check/detection.ts'
import { changedByHours } from '#src/imports/check/hours.ts'
import { openReader, type Reader } from '#src/imports/check/ledger.ts'
import {
  belowZero,
  changedByDamage,
  changedByDirection,
  changedByOrderOfColumns,
  changedByParts,
  changedByRepeats,
  type Parsed,
} from '#src/imports/check/properties.ts'
import { type Speed, speedOf } from '#src/imports/check/speed.ts'
import { createLog } from '#src/log.ts'
import { cashOf, checkResult, holdingsOf } from '#test/support/importers.ts'
import { samplesLike } from '#test/support/samples.ts'
import { brokenBalances } from './balances.ts'
import { fixtures, readFacts, type Sample } from './facts.ts'
import { describeFolders, type Folders, noteFolder } from './folders.ts'
import { recount } from './recount.ts'
import { bytesOf, isThere, openBytes } from './sample.ts'

setDefaultTimeout(120_000)

/** Documents of something else, which no importer claims. */
const NOBODYS = ['ghostfolio/not-ok-unexpected-format.json']
const LAST_DAY = '2030-12-31'
const MOST_PRINTED = 8

const samples = await readFacts()
const counted = { files: 0, rows: 0, transactions: 0, ignored: 0, refused: 0, absent: 0 }
const folders: Folders = new Map()
const speeds = new Map<string, Speed>()
const log = createLog({ level: 'silent', format: 'json', write: () => {} })

type Opened = Parsed & { readonly plugin: BrokerPlugin; readonly bytes: Uint8Array; readonly reader: Reader }

/** Read and parsed once for all tests of it. */
async function open({ key, code, facts }: Sample): Promise<Opened> {
  const plugin = brokerPlugins.find((one) => one.code === code)
  if (plugin === undefined) throw new Error(`there is no importer ${code}`)
  const options = facts.options ?? {}
  const bytes = await bytesOf(key)
  const file = await openBytes(bytes, key.split('/').at(-1) ?? key)
  const result = plugin.parse(file, options, kit)
  noteSpeed(plugin, file, options)
  return { plugin, bytes, file, result, reader: openReader({ plugin, options, lastDay: LAST_DAY, log }) }
}

function noteSpeed(plugin: BrokerPlugin, file: ReportFile, options: Sample['facts']['options']): void {
  const speed = speedOf(plugin, file, options ?? {})
  const { parse = 0, readCsv = 0 } = speeds.get(plugin.code) ?? {}
  if (speed !== undefined) speeds.set(plugin.code, { parse: parse + speed.parse, readCsv: readCsv + speed.readCsv })
}

type Excused = Pick<Sample['facts'], 'partial' | 'fixedColumns' | 'undivided' | 'unordered' | 'entangled'>
type Also = (what: string, work: (opened: Opened) => void | Promise<void>) => void

/** The titles that a file lacks of the format that it is nearest to. */
function lackingIn(formats: readonly LayoutFacts[], file: ReportFile): readonly string[] {
  const fits = formats.flatMap((facts) => file.tables.map((table) => fitOf(table, facts).missing))
  return fits.toSorted((a, b) => a.length - b.length)[0] ?? []
}

/** What holds for any file, whoever made it. */
function testAnyFile(also: Also, isRead: boolean, excused: Excused): void {
  also(
    'is claimed by its importer alone, whatever its name, encoding and order of columns',
    async ({ plugin, bytes, file, result }) => {
      const faults = [
        ...claimFaults(claimsOf(brokerPlugins, file), plugin.code),
        ...(await changedByStorage(plugin, bytes, file)),
      ]
      const canTurn = isRead && excused.fixedColumns === undefined
      if (plugin.formats !== undefined && file.tables.length > 0) expect(lackingIn(plugin.formats, file)).toEqual([])
      expect([...faults, ...(canTurn ? claimFaultsWhenTurned(brokerPlugins, plugin, { file, result }) : [])]).toEqual([])
    },
  )

  also('has each row accounted for, with drafts that the ledger allows', async ({ file, result }) => {
    expect([...accountedFor(file, result), ...(await unusable(result, LAST_DAY)), ...checkResult(result)]).toEqual([])
  })

  if (!isRead) return

  if (excused.partial === undefined)
    also('holds nothing below zero', (opened) => {
      expect(belowZero(opened)).toEqual([])
    })

  if (excused.fixedColumns === undefined)
    also('makes the same with its columns in another order', (opened) => {
      expect(changedByOrderOfColumns(opened.reader, opened)).toEqual([])
    })

  if (excused.undivided === undefined)
    also('makes the same in parts that overlap, and twice', async (opened) => {
      expect(await changedByParts(opened.reader, opened)).toEqual([])
    })

  also('makes the same after an export in the midst of a day', async (opened) => {
    expect(await changedByHours(opened.reader, opened)).toEqual([])
  })

  also('makes the same where rows with a number of their own stand in it twice', async (opened) => {
    expect(await changedByRepeats(opened.reader, opened)).toEqual([])
  })

  if (excused.unordered === undefined)
    also('makes the same from its last row to its first', async (opened) => {
      expect(await changedByDirection(opened.reader, opened)).toEqual([])
    })

  if (excused.entangled === undefined)
    also('makes the same of all other rows when some are damaged', (opened) => {
      expect(changedByDamage(opened.reader, opened)).toEqual([])
    })
}

for (const sample of samples) {
  const { key, facts } = sample
  const isAbsent = !isThere(key)
  if (isAbsent) counted.absent++
  const title = key.startsWith('own:') ? key : `${key} [recorded]`
  const isRead = typeof facts.refused !== 'string'
  let opened: Promise<Opened> | undefined
  const also: Also = (what, work) =>
    test.skipIf(isAbsent)(`${title}: ${what}`, async () => {
      opened ??= open(sample)
      await work(await opened)
    })

  testAnyFile(also, isRead, facts)

  also('comes to the rows, the cash, the holdings and the kinds that are known', ({ file, result }) => {
    const { transactions, issues, ignored } = result
    const count = rowsOf(file, result).length
    noteFolder(folders, key, { file, result })
    counted.files++
    counted.rows += count
    counted.transactions += transactions.length
    counted.ignored += ignored.length
    counted.refused += typeof facts.refused === 'string' ? 1 : Object.keys(facts.refused).length
    if (!isRead) return expect([transactions.length, issues.map(({ code }) => code)]).toEqual([0, [String(facts.refused)]])
    const counts = Object.groupBy(transactions, (draft) => draft.type)
    const errors = issues.filter(({ severity }) => severity === 'error')
    expect({
      rows: count,
      cash: cashOf(result),
      held: holdingsOf(result),
      kinds: Object.fromEntries(Object.entries(counts).map(([type, drafts]) => [type, drafts.length])),
      ignored: ignored.filter(({ reason }) => reason !== 'header' && reason !== 'preamble').length,
      refused: Object.fromEntries(errors.map(({ row, code }) => [row ?? 0, code])),
    }).toEqual({
      ...{ rows: facts.rows, cash: facts.cash, held: facts.held, kinds: facts.kinds },
      ...{ ignored: facts.ignored, refused: facts.refused as Record<number, string> },
    })
    return undefined
  })

  also('is read by the service as by its importer, but for rows that have lost cells', async ({ file, result, reader }) => {
    const taken = new Set((await reader.read(file)).drafts.flatMap(({ draft }) => draft.rows))
    const booked = new Set(result.transactions.flatMap((draft) => draft.rows))
    expect([...booked].filter((row) => !taken.has(row)).toSorted((a, b) => a - b)).toEqual([...(facts.uneven ?? [])])
  })

  const { recount: cash, units } = facts
  if (cash !== undefined && isRead)
    also('has the cash that another reader counts in its raw columns', ({ bytes }) => {
      expect(recount(bytes, cash)).toEqual({ ...facts.cash })
    })

  if (units !== undefined && isRead)
    also('holds the units that another reader counts in its raw columns', ({ bytes }) => {
      expect(recount(bytes, units)).toEqual({ ...facts.held })
    })

  if (isRead && facts.balances === undefined)
    also('has the balances that it states, row by row', ({ file, result }) => {
      expect(brokenBalances(file, result)).toEqual([])
    })
}

test('none is without facts; how much of the samples is read, and how quickly', () => {
  const withFacts = new Set(samples.map(({ code }) => code))
  const proved = brokerPlugins.filter(({ maturity }) => maturity !== 'beta').map(({ code }) => code)
  expect(proved.filter((code) => !withFacts.has(code))).toEqual([])
  expect(fixtures().filter((key) => !samples.some((sample) => sample.key === key))).toEqual([])
  const recordings = samplesLike('*/*').filter((path) => !samples.some(({ key }) => key === path))
  expect(recordings).toEqual(recordings.filter((path) => NOBODYS.includes(path)))
  for (const line of describeFolders(folders)) console.log(line)
  console.log(`samples of brokers: ${JSON.stringify(counted)}`)
  const times = [...speeds].map(([code, { parse, readCsv }]) => [code, parse / readCsv] as const).toSorted((a, b) => b[1] - a[1])
  const shown = times.slice(0, MOST_PRINTED).map(([code, multiple]) => `${code} ${multiple.toFixed(1)}`)
  const middle = times[Math.floor(times.length / 2)]?.[1] ?? 0
  console.log(
    `parsing takes so many times as long as reading the cells: ${shown.join(', ')}, ...; in the middle ${middle.toFixed(1)}`,
  )
})
