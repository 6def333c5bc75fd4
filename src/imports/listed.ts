import type { Issue } from './report.ts'

/** So many issues, shortages and ids of new assets are in one answer; totals say how many there are. */
export const MAX_LISTED = 1_000
/** So many assets are in one preview. */
export const MAX_ASSETS = 5_000
/** So many series of stated balances are in one preview. */
export const MAX_STATED = 200
/** So many files of a report are named. */
export const MAX_LISTED_PARTS = 100
/** So many templates has a user. */
export const MAX_TEMPLATES = 100
/** So many files of a user may wait for their broker. */
export const MAX_RECEIVED = 100
/** So many brokers may one report go to. */
export const MAX_BROKERS = 50

const SEVERITIES = ['error', 'warning', 'info'] as const

/** As many issues as one answer has: of more the worst. */
export function worstFirst(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= MAX_LISTED) return issues
  return SEVERITIES.flatMap((severity) => issues.filter((issue) => issue.severity === severity)).slice(0, MAX_LISTED)
}
