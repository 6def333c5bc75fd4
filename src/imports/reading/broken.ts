import type { FileFault, ParsedReport, ReportFile, Row } from '#plugins/brim/contract.ts'

/**
 * A CSV file whose broken rows are among the others with the cells before their damage, so that an importer sees which events they are of;
 * `undefined` where there are none.
 */
export function withBroken(file: ReportFile): ReportFile | undefined {
  const [table, ...more] = file.tables
  const broken = (file.faults ?? []).flatMap(({ line, cells }): Row[] => (cells === undefined ? [] : [{ number: line, cells }]))
  if (table === undefined || more.length > 0 || broken.length === 0) return undefined
  return { ...file, tables: [{ ...table, rows: [...table.rows, ...broken].sort((a, b) => a.number - b.number) }] }
}

/** Whether an importer took a broken row for the titles of others: what it made of them cannot be trusted. */
export function hasBrokenHeader({ faults = [] }: ReportFile, { ignored }: ParsedReport): boolean {
  const broken = new Set(faults.map(({ line }) => line))
  return ignored.some(({ row, reason }) => reason === 'header' && broken.has(row))
}

/** With an error for each broken row in place of what the importer says of it. What it made of them goes with their events. */
export function withBrokenIssues(parsed: ParsedReport, faults: readonly FileFault[] | undefined): ParsedReport {
  if (faults === undefined || faults.length === 0) return parsed
  const broken = new Set(faults.map(({ line }) => line))
  const isBroken = (row: number | null) => row !== null && broken.has(row)
  return {
    ...parsed,
    ignored: parsed.ignored.filter(({ row }) => !broken.has(row)),
    issues: [
      ...parsed.issues.filter(({ row }) => !isBroken(row)),
      ...faults.map(({ line, detail, cells }) => ({
        ...{ row: line, severity: 'error' as const, code: 'row-broken', detail },
        ...(cells === undefined ? {} : { text: cells.join(' | ').slice(0, 300) }),
      })),
    ],
  }
}
