import type { Query } from './ask.ts'
import type { Reader } from './reader.ts'

/** The reports whose figures can be explained: `/explain/performance`. */
export type ExplainedReport = 'holdings' | 'performance' | 'history' | 'gains' | 'income' | 'costs' | 'cash-flows' | 'allocation'

/**
 * The address of the page that says how a figure was made. `figure` is a field of the report's row (`gain.total`); `row` names the row: the id of an asset
 * (holdings), `cash:EUR`, the id of a transaction (`17`, or `17-4` with its lot for gains), a key (allocation), a day (history); without it the totals.
 * `query` is what the report itself takes.
 */
export function explanation(
  r: Pick<Reader, 'to'>,
  report: ExplainedReport,
  { figure, row, query = {} }: { figure: string; row?: string | number; query?: Query },
): string {
  return r.to(`/explain/${report}`, { figure, ...(row !== undefined && { row }), ...query })
}
