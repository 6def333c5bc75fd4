import type { ParsedReport } from '#plugins/brim/contract.ts'

const SEVERITIES: readonly unknown[] = ['error', 'warning', 'info']

/** What an importer gave, when it has the form of a report; drafts are looked at one by one later. Throws Error with a sentence that says what is wrong. */
export function requireForm(result: ParsedReport): ParsedReport {
  const fault = formFault(result)
  if (fault !== undefined) throw new Error(fault)
  return result
}

function formFault(result: unknown): string | undefined {
  if (!isRecord(result)) return 'parse must give an object with transactions, assets, issues and ignored.'
  for (const name of ['transactions', 'assets', 'issues', 'ignored'] as const)
    if (!Array.isArray(result[name])) return `parse must give a list of ${name}.`
  const { transactions, assets, issues, ignored, rows } = result as Record<keyof ParsedReport, unknown[]>
  if (!transactions.every((one) => isRecord(one) && isRows(one['rows'])))
    return 'Each of transactions must have rows, a list of numbers.'
  if (!assets.every((one) => isRecord(one) && typeof one['ref'] === 'string')) return 'Each of assets must have a ref, a text.'
  if (!issues.every(isIssue))
    return 'Each of issues must have row (a number or null), severity (error, warning or info), code and detail.'
  const isIgnored = (one: unknown) => isRecord(one) && typeof one['row'] === 'number' && typeof one['reason'] === 'string'
  if (!ignored.every(isIgnored)) return 'Each of ignored must have row, a number, and reason, a text.'
  return rows === undefined || (Array.isArray(rows) && rows.every((row) => typeof row === 'number'))
    ? undefined
    : 'rows must be a list of numbers.'
}

function isIssue(issue: unknown): boolean {
  if (!isRecord(issue)) return false
  const { row, severity, code, detail } = issue
  const isText = typeof code === 'string' && typeof detail === 'string'
  return isText && (row === null || typeof row === 'number') && SEVERITIES.includes(severity)
}

function isRows(rows: unknown): boolean {
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) => typeof row === 'number')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
