/** One test for all importers: each sample of `facts/` against what is known of it. `bun test test/plugins/brim/contract.test.ts -t avanza/` runs one broker. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { BrokerPlugin, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { accountedFor, cashOf, checkResult, holdingsOf } from '#test/support/importers.ts'
import { readFacts, type Sample } from './facts.ts'
import { belowZero, brokenBalances, changedByDamage, halvesOf } from './properties.ts'
import { recount } from './recount.ts'
import { bytesOf, claimsOf, headerOf, isThere, ledgerOf, openBytes, withColumnsTurned } from './sample.ts'

setDefaultTimeout(60_000)

const samples = await readFacts()
const counted = { files: 0, rows: 0, transactions: 0, ignored: 0, refused: 0, absent: 0 }

type Opened = { readonly plugin: BrokerPlugin; readonly file: ReportFile; readonly result: ParsedReport }

async function open({ key, code, facts }: Sample): Promise<Opened> {
  const plugin = brokerPlugins.find((one) => one.code === code)
  if (plugin === undefined) throw new Error(`there is no importer ${code}`)
  const file = await openBytes(await bytesOf(key), nameOf(key))
  return { plugin, file, result: plugin.parse(file, facts.options ?? {}, kit) }
}

const nameOf = (key: string) => key.split('/').at(-1) ?? key
const isCsv = (key: string) => /\.(csv|tsv|txt)$/i.test(key)

for (const sample of samples) {
  const { key, code, facts } = sample
  const isAbsent = !isThere(key)
  if (isAbsent) counted.absent++
  const title = key.startsWith('own:') ? key : `${key} [recorded]`
  const isRead = typeof facts.refused !== 'string'
  const also = (what: string, work: (opened: Opened) => void | Promise<void>) =>
    test.skipIf(isAbsent)(`${title}: ${what}`, async () => work(await open(sample)))

  also('is claimed by its importer alone, whatever its name and encoding', async ({ file }) => {
    const [best, ...others] = claimsOf(brokerPlugins, file)
    expect(best?.code ?? 'none').toBe(code)
    const isOld = brokerPlugins.find((one) => one.code === code)?.layouts === undefined
    if (!isOld) expect(others.filter((other) => other.confidence >= 0.7)).toEqual([])
    for (const again of await otherwise(key, file)) expect(claimsOf(brokerPlugins, again)[0]?.code ?? 'none').toBe(code)
  })

  also('has each row accounted for, with drafts that the ledger allows', ({ file, result }) => {
    const unread = { transactions: result.transactions.length, codes: result.issues.map((issue) => issue.code) }
    if (!isRead) return expect(unread).toEqual({ transactions: 0, codes: [String(facts.refused)] })
    expect([...accountedFor(file, result), ...checkResult(result)]).toEqual([])
    counted.files++
    counted.rows += rowCount(file, result)
    counted.transactions += result.transactions.length
    counted.ignored += result.ignored.length
    counted.refused += Object.keys(facts.refused).length
    return undefined
  })

  if (!isRead) continue

  also('comes to the cash, the holdings and the kinds that are known', ({ file, result }) => {
    const counts = Object.groupBy(result.transactions, (draft) => draft.type)
    const kinds = Object.fromEntries(Object.entries(counts).map(([type, drafts]) => [type, drafts.length]))
    const errors = result.issues.filter(({ severity }) => severity === 'error')
    expect({
      rows: rowCount(file, result),
      cash: cashOf(result),
      held: holdingsOf(result),
      kinds,
      ignored: result.ignored.filter(({ reason }) => reason !== 'header' && reason !== 'preamble').length,
      refused: Object.fromEntries(errors.map(({ row, code }) => [row ?? 0, code])),
    }).toEqual({
      ...{ rows: facts.rows, cash: facts.cash, held: facts.held, kinds: facts.kinds },
      ...{ ignored: facts.ignored, refused: facts.refused as Record<number, string> },
    })
  })

  const { recount: how } = facts
  if (how !== undefined)
    also('has the cash that another reader counts in its raw columns', async () => {
      expect(recount(await bytesOf(key), how)).toEqual({ ...facts.cash })
    })

  also('has the balances that it states, row by row', ({ file, result }) => {
    if (facts.balances === undefined) expect(brokenBalances(file, result)).toEqual([])
  })

  also('holds nothing below zero', ({ file, result }) => {
    if (facts.partial === undefined) expect(belowZero(file, result)).toEqual([])
  })

  if (!isCsv(key)) continue

  also('makes the same with its columns in another order', async ({ plugin, file, result }) => {
    const header = headerOf(result)
    if (facts.fixedColumns !== undefined || plugin.layouts === undefined) return
    const turned = await openBytes(withColumnsTurned(file, header), nameOf(key))
    expect(claimsOf(brokerPlugins, turned)[0]?.code).toBe(code)
    expect(ledgerOf(plugin.parse(turned, facts.options ?? {}, kit))).toEqual(ledgerOf(result))
  })

  also('makes the same in two parts, divided between two days', async ({ plugin, file, result }) => {
    if (facts.undivided !== undefined || plugin.layouts === undefined) return
    for (const [first, second] of await halvesOf(file, result)) {
      const parts = [first, second].flatMap((part) => plugin.parse(part, facts.options ?? {}, kit).transactions)
      expect(ledgerOf({ transactions: parts })).toEqual(ledgerOf(result))
    }
  })

  also('makes the same of all other rows when one is damaged', ({ plugin, file, result }) => {
    if (plugin.layouts !== undefined) expect(changedByDamage(plugin, file, result, facts.options ?? {})).toEqual([])
  })
}

test('two importers never claim one another’s titles, and none is without facts', () => {
  const withFacts = new Set(samples.map(({ code }) => code))
  const made = brokerPlugins
    .filter(({ layouts, maturity }) => layouts !== undefined && maturity !== 'beta')
    .map(({ code }) => code)
  expect(made.filter((code) => !withFacts.has(code))).toEqual([])
  console.log(`samples of brokers: ${JSON.stringify(counted)}`)
})

function rowCount(file: ReportFile, result: ParsedReport): number {
  return file.tables.length > 0 ? file.tables.reduce((sum, table) => sum + table.rows.length, 0) : (result.rows?.length ?? 0)
}

/** The same file under a name that says nothing, and for text in UTF-16 and with a mark in front. */
async function otherwise(key: string, file: ReportFile): Promise<ReportFile[]> {
  const bytes = await bytesOf(key)
  const extension = nameOf(key).split('.').at(-1) ?? 'csv'
  const renamed = await openBytes(bytes, `download.${extension}`)
  if (file.text === '') return [renamed]
  const marked = new TextEncoder().encode(`\ufeff${file.text}`)
  const wide = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file.text, 'utf16le')]))
  return [renamed, await openBytes(marked, `download.${extension}`), await openBytes(wide, `download.${extension}`)]
}
