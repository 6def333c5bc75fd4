import type { z } from '@hono/zod-openapi'
import type { ImportResult as Result } from './booking/import.ts'
import { MAX_LISTED } from './listed.ts'
import { openingsToWire } from './openings/opening-entries.ts'
import { shortageToWire } from './openings/shortages.ts'
import type { Issue } from './report.ts'
import type { ImportIssue } from './schema.ts'

const SEVERITIES = ['error', 'warning', 'info'] as const

/** Openings, shortages and issues, as many as an answer has, and how many there are. */
export function listsToWire({ openings, shortages, issues }: Pick<Result, 'openings' | 'shortages' | 'issues'>) {
  return {
    shortages: shortages.slice(0, MAX_LISTED).map(shortageToWire),
    shortages_total: shortages.length,
    ...openingsToWire(openings),
    issues: worstFirst(issues).slice(0, MAX_LISTED).map(issueToWire),
    issues_total: issues.length,
  }
}

function worstFirst(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= MAX_LISTED) return issues
  return SEVERITIES.flatMap((severity) => issues.filter((issue) => issue.severity === severity))
}

function issueToWire({ row, file, severity, code, detail, text }: Issue): z.infer<typeof ImportIssue> {
  return { row, file: file ?? null, severity, code, detail, text: text ?? null }
}
