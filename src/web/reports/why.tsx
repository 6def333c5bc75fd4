import type { Child } from 'hono/jsx'
import type { Query } from '../ask.ts'
import { type ExplainedReport, explanation } from '../explanation.ts'
import { Explained } from '../parts/amounts.tsx'
import type { Reader } from '../reader.ts'

/** A report whose figures can be explained, with what it was given. */
export type ReportSource = { readonly r: Reader; readonly report: ExplainedReport; readonly query: Query }
type WhyProps = { of: ReportSource; figure: string; row?: string | number; children: Child }

/** A figure that leads to what it was made of. Without `row` it is one of the whole. */
export const Why = ({ of: { r, report, query }, figure, row, children }: WhyProps) => (
  <Explained href={explanation(r, report, { figure, query, ...(row !== undefined && { row }) })}>{children}</Explained>
)
