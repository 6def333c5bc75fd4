import { AppError } from '../../shared/errors.ts'
import { issuesOf, type PositionsChoice } from '../openings/positions.ts'
import type { Prepared } from '../prepare.ts'
import type { Ignored, Issue } from '../report.ts'

const MOST_ERRORS = 100
const MOST_REASONS = 3
/** Reasons of rows that are no bookings anyway. */
const FURNITURE = /^(header|preamble|blank|titles?)$/i

/** The refusal of a report of which nothing can be booked: names the first row that cannot be read, or why its rows are left out. */
export function nothingToImport(
  prepared: Prepared,
  positions: PositionsChoice | undefined,
  failed: readonly Issue[] = [],
): AppError {
  const { read } = prepared
  const errors = [...issuesOf(prepared, positions), ...failed].filter(({ severity }) => severity === 'error')
  const detail = errors.length > 0 ? faultOf(errors) : emptinessOf(read.ignored)
  return new AppError('invalid', 'import/nothing-to-import', `Nothing can be imported from this file. ${detail}`, {
    errors: errors
      .slice(0, MOST_ERRORS)
      .map((issue) => ({ pointer: issue.row === null ? '' : `/rows/${issue.row}`, detail: issue.detail })),
    extensions: { rows: read.rows },
  })
}

function faultOf(errors: readonly Issue[]): string {
  const [first] = errors
  const place = [first?.file ?? [], first?.row == null ? [] : `row ${first.row}`].flat().join(', ')
  const rows = new Set(errors.flatMap(({ file, row }) => (row === null ? [] : `${file ?? ''} ${row}`))).size
  const left = first?.row == null ? rows : rows - 1
  const other = first?.row == null ? '' : 'other '
  const others = left > 0 ? ` ${left} ${other}${left === 1 ? 'row has a fault' : 'rows have faults'}, too.` : ''
  const opened = place === '' ? '' : `${place.charAt(0).toUpperCase()}${place.slice(1)}: `
  return `${opened}${first?.detail ?? ''}${others}`
}

function emptinessOf(ignored: readonly Ignored[]): string {
  const rows = ignored.filter(({ reason }) => !FURNITURE.test(reason))
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  const nothing = 'The file has no row that is a transaction'
  if (reasons.length === 0) return `${nothing}: there is none below its titles. Take the report of a longer period.`
  const listed = reasons.slice(0, MOST_REASONS).map(([reason, { length }]) => `${length} x "${reason}"`)
  const more = reasons.length > MOST_REASONS ? ' and others' : ''
  return `${nothing}. Left out on purpose: ${listed.join(', ')}${more}. Take the report of a longer period, or another one.`
}
