/** The tables of a file, and which columns are read of each. */
import type { ImportOptions, ReportFile, ReportHead, RowIssue, Table } from '#plugins/brim/contract.ts'
import { readCsv } from '#plugins/kit/index.ts'
import { documentedLayout, mappedLayout } from './columns.ts'
import { type Mapping, readMapping } from './mapping.ts'

/** `BrokerPlugin.titlesOf`. */
export function titlesOf(head: ReportHead, options: ImportOptions): readonly string[] | undefined {
  const mapping = readMapping(options)
  if ('faults' in mapping) return undefined
  for (const table of readTables(head, mapping).tables) {
    const layout = layoutOf(table, mapping)
    if (!('missing' in layout)) return layout.header.cells
  }
  return undefined
}

/** The layout of a table by the mapping, else by our documented titles; else what is missing. */
export function layoutOf(table: Table, { columns, ignore }: Mapping) {
  return columns ? mappedLayout(table, columns, ignore) : (documentedLayout(table, ignore) ?? { missing: [] })
}

/** The tables as opened, or split again where the user states the delimiter. */
export function readTables(file: ReportFile, { delimiter }: Mapping): { tables: readonly Table[]; issues: RowIssue[] } {
  if (delimiter === undefined || file.text === '') return { tables: file.tables, issues: [] }
  const { rows, faults } = readCsv(file.text, { delimiter })
  const reported = new Set(file.faults?.map((fault) => fault.line))
  const fresh = faults.filter((fault) => !reported.has(fault.line))
  const issues = fresh.map(({ line, detail }): RowIssue => ({ row: line, severity: 'error', code: 'row-broken', detail }))
  return { tables: [{ name: '', rows }], issues }
}
