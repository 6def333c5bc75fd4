import { currencyNotice } from '../../shared/currency-notice.ts'
import type { Issue, KeyedDraft } from '../report.ts'

/** A warning for each currency that had ended, or had not come yet, on the day of a draft: at the first of its rows. */
export function currencyIssues(drafts: readonly KeyedDraft[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const { file, draft } of drafts)
    for (const currency of [draft.currency, draft.priceCurrency]) {
      if (currency === undefined || currency === null) continue
      const notice = currencyNotice(currency, draft.date)
      if (notice === undefined || issues.has(currency)) continue
      issues.set(currency, { row: draft.rows[0], severity: 'warning', ...notice, ...(file === null ? {} : { file }) })
    }
  return [...issues.values()]
}
