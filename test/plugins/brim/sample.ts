/** Samples of brokers' reports, opened, and the same in other forms: other columns, encodings, names, halves, damage. */
import { existsSync } from 'node:fs'
import Papa from 'papaparse'
import type { BrokerPlugin, ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/report.ts'
import { openReport } from '#test/support/importers.ts'
import { recorded } from '#test/support/recorded.ts'

const OWN = 'own:'

/** Where a sample is; whether it is there or not. */
export function placeOfSample(key: string): URL {
  return key.startsWith(OWN) ? new URL(`fixtures/${key.slice(OWN.length)}`, import.meta.url) : recorded(`samples/brim/${key}`)
}

export function isThere(key: string): boolean {
  return existsSync(placeOfSample(key))
}

export async function bytesOf(key: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(placeOfSample(key)).arrayBuffer())
}

/** The one file of a sample. */
export async function openBytes(bytes: Uint8Array, filename: string): Promise<ReportFile> {
  const [file] = await openReport(bytes, filename)
  if (file === undefined) throw new Error(`${filename} holds no file`)
  return file
}

/** The importers that claim a file, best first. */
export function claimsOf(
  plugins: readonly BrokerPlugin[],
  file: ReportFile,
): { readonly code: string; readonly confidence: number }[] {
  const head = headOf(file)
  return plugins
    .map((plugin) => ({ code: plugin.code, confidence: plugin.recognises(head) }))
    .filter(({ confidence }) => confidence >= 0.1)
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** A CSV with its columns in the opposite order, the rows above its titles as they are. */
export function withColumnsTurned(file: ReportFile, header: number): Uint8Array {
  const rows = file.tables[0]?.rows ?? []
  const width = rows.find(({ number }) => number === header)?.cells.length ?? 0
  const turned = rows.map(({ number, cells }) => {
    if (number < header) return [...cells]
    return Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '').reverse()
  })
  return toCsv(turned)
}

/** The rows above the titles, the titles, and those rows below that `isWanted`. */
export function withRows(file: ReportFile, header: number, isWanted: (row: number) => boolean): Uint8Array {
  const rows = (file.tables[0]?.rows ?? []).filter(({ number }) => number <= header || isWanted(number))
  return toCsv(rows.map(({ cells }) => [...cells]))
}

/** With another text in one cell. */
export function withDamage(file: ReportFile, row: number, column: number, text: string): ReportFile {
  const tables = file.tables.map((table) => ({
    ...table,
    rows: table.rows.map((one) => (one.number === row ? { ...one, cells: one.cells.with(column, text) } : one)),
  }))
  return { ...file, tables }
}

function toCsv(rows: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(`${Papa.unparse(rows as string[][], { delimiter: ';', newline: '\n' })}\n`)
}

/** Drafts without what depends on where their rows stand, sorted: the same for the same ledger. */
export function ledgerOf({ transactions }: Pick<ParsedReport, 'transactions'>): string[] {
  return transactions.map(plain).sort()
}

function plain({ rows: _, group, ...draft }: TransactionDraft): string {
  const filled = Object.entries({ ...draft, group: group === undefined ? undefined : 'yes' }).filter(
    ([, value]) => value !== undefined,
  )
  return JSON.stringify(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The row of the titles: the last one that the importer took for titles. */
export function headerOf({ ignored }: ParsedReport): number {
  return Math.max(0, ...ignored.flatMap(({ row, reason }) => (reason === 'header' ? row : [])))
}
