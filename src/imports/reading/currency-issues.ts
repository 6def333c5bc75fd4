import { currencyNotice } from '../../shared/currency-notice.ts'
import type { Issue, KeyedDraft } from '../report.ts'

/** A warning for each currency that had ended, or had not come yet, on the day of a draft: at the first of its rows. */
export function currencyIssues(drafts: readonly KeyedDraft[]): Issue[] {
  const issues = new Map<string, Issue>()
  const note = ({ file, draft }: KeyedDraft, currency: string) => {
    const notice = currencyNotice(currency, draft.date)
    if (notice === undefined || issues.has(currency)) return
    issues.set(currency, { row: draft.rows[0], severity: 'warning', ...notice, ...(file === null ? {} : { file }) })
  }
  for (const entry of drafts) {
    const { currency, priceCurrency } = entry.draft
    if (currency != null) note(entry, currency)
    if (priceCurrency != null) note(entry, priceCurrency)
  }
  return [...issues.values()]
}
