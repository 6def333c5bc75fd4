import type { z } from '@hono/zod-openapi'
import type { ImportResult as Result } from './booking/import.ts'
import { MAX_LISTED, worstFirst } from './listed.ts'
import { openingsToWire } from './openings/opening-entries.ts'
import { shortageToWire } from './openings/shortages.ts'
import type { Issue } from './report.ts'
import type { ImportIssue } from './schema.ts'

type Lists = Pick<Result, 'openings' | 'shortages' | 'issues'>
type Totals = Pick<Result, 'shortagesTotal' | 'issuesTotal'>

/** Openings, shortages and issues, as many as an answer has, and how many there are. */
export function listsToWire({ openings, shortages, issues }: Lists, { shortagesTotal, issuesTotal }: Totals) {
  return {
    shortages: shortages.slice(0, MAX_LISTED).map(shortageToWire),
    shortages_total: shortagesTotal,
    ...openingsToWire(openings),
    issues: worstFirst(issues).map(issueToWire),
    issues_total: issuesTotal,
  }
}

function issueToWire({ row, file, severity, code, detail, text }: Issue): z.infer<typeof ImportIssue> {
  return { row, file: file ?? null, severity, code, detail, text: text ?? null }
}
