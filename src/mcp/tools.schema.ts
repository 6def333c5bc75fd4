import { EXPLAIN_TOOL } from './explain-tool.schema.ts'
import { LEDGER_TOOLS } from './ledger-tools.schema.ts'
import { REPORT_TOOLS } from './report-tools.schema.ts'
import type { Tool } from './tool.ts'

/** Every tool, in the order in which they are listed. None writes. */
export const TOOLS: readonly Tool[] = [...REPORT_TOOLS, EXPLAIN_TOOL, ...LEDGER_TOOLS]
