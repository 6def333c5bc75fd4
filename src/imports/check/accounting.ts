import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { draftFault } from '../reading/draft-shape.ts'
import { contractFault } from '../reading/stated.ts'
import { completed } from './ledger.ts'

/**
 * The rows that are lost (neither in a transaction, nor ignored, nor an error), those that are both a transaction and ignored, those ignored
 * twice, and those that the result names but the file does not have. A file that is refused as a whole owes no account of its rows.
 */
export function accountedFor(file: ReportFile, result: ParsedReport): string[] {
  if (isRefused(result)) return []
  const rows = new Set(rowsOf(file, result))
  const used = new Set(result.transactions.flatMap((draft) => draft.rows))
  const ignored = new Set(result.ignored.map((entry) => entry.row))
  const failed = new Set(result.issues.filter((issue) => issue.severity === 'error').map((issue) => issue.row))
  const faults: string[] = []
  for (const row of rows) if (!used.has(row) && !ignored.has(row) && !failed.has(row)) faults.push(`row ${row} is lost`)
  for (const row of used) if (ignored.has(row)) faults.push(`row ${row} is a transaction and ignored`)
  for (const row of failed) if (row !== null && ignored.has(row)) faults.push(`row ${row} is an error and ignored`)
  if (ignored.size < result.ignored.length) faults.push('a row is ignored twice')
  const named = [...used, ...ignored, ...result.issues.flatMap((issue) => (issue.row === null ? [] : [issue.row]))]
  for (const row of new Set(named)) if (!rows.has(row)) faults.push(`row ${row} is not in the file`)
  return faults
}

/** The numbers of the rows of a file: those of its tables, else those that the importer counts. */
export function rowsOf(file: ReportFile, result: ParsedReport): readonly number[] {
  return file.tables.length > 0 ? file.tables.flatMap(({ rows }) => rows.map(({ number }) => number)) : (result.rows ?? [])
}

/** Whether nothing was made of a file but a sentence why. */
export function isRefused({ transactions, issues }: ParsedReport): boolean {
  return transactions.length === 0 && issues.some(({ row, severity }) => row === null && severity === 'error')
}

/** What of a result the service could not take: drafts against their form and the rules of the ledger up to `lastDay`, assets and issues that say nothing. */
export async function unusable(result: ParsedReport, lastDay: string): Promise<string[]> {
  const { transactions, assets, issues } = result
  const contracts = new Map(assets.map((asset) => [asset.ref, contractFault(asset)]))
  const refs = new Set(contracts.keys())
  const faults = refs.size < assets.length ? ['two assets share one ref'] : []
  const sound = transactions.filter((draft) => {
    const fault = draftFault(draft, refs) ?? contracts.get(draft.asset ?? '')
    if (fault !== undefined) faults.push(`row ${draft.rows[0]} ${draft.type}: ${fault}`)
    return fault === undefined
  })
  for (const { row, detail, text } of (await completed(sound, assets, lastDay)).issues)
    faults.push(`row ${row}: ${detail} (${text ?? ''})`)
  return [...faults, ...emptyAssets(result), ...emptyIssues(issues), ...sharedIds(result)]
}

function emptyAssets({ transactions, assets, positions = [], prices = [] }: ParsedReport): string[] {
  const used = new Set([...transactions, ...positions, ...prices].map((entry) => entry.asset))
  return assets.flatMap(({ ref, symbol, isin, name }) => [
    ...(used.has(ref) ? [] : [`asset ${ref} is in no transaction`]),
    ...(symbol || isin || name ? [] : [`asset ${ref} has neither symbol, ISIN nor name`]),
    ...(isin === undefined || /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) ? [] : [`asset ${ref}: ISIN ${isin} has not the form of one`]),
  ])
}

function emptyIssues(issues: ParsedReport['issues']): string[] {
  return issues.flatMap(({ code, detail }) => [
    ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code) ? [] : [`issue code ${code} is not kebab-case`]),
    ...(detail.trim() === '' ? [`issue ${code} says nothing`] : []),
  ])
}

function sharedIds({ transactions }: ParsedReport): string[] {
  const ids = transactions.flatMap((draft) => draft.externalId ?? [])
  return new Set(ids).size < ids.length ? ['two drafts share one external id'] : []
}
