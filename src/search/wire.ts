import type { z } from '@hono/zod-openapi'
import type { SearchResult } from './schema.ts'
import type { Search } from './service.ts'

/** What was found, as it goes over the wire. */
export function toWire({ assets, brokers, transactions, reports, pages }: Search): z.infer<typeof SearchResult> {
  return {
    assets: [...assets.rows],
    brokers: [...brokers.rows],
    transactions: [...transactions.rows],
    reports: reports.rows.map(({ uploadedAt, ...report }) => ({ ...report, uploaded_at: uploadedAt })),
    pages: pages.rows.map(({ operationId, ...page }) => ({ operation_id: operationId, ...page })),
    totals: {
      ...{ assets: assets.total, brokers: brokers.total, transactions: transactions.total },
      ...{ reports: reports.total, pages: pages.total },
    },
    complete: transactions.isComplete && reports.isComplete,
  }
}
