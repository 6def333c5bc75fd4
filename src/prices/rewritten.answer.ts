import { addDays } from '../shared/date.ts'
import { type NotedRewrite, rewriteDetail } from './rewritten.ts'

/** What a source has rewritten, as warnings on the wire: none where nothing is left to settle. The first remedy is the one to take where the warning is right. */
export function rewriteWarnings(assetId: number, rewrite: NotedRewrite | null) {
  if (rewrite === null || rewrite.isSettled) return []
  const { factor, ratio, from, to, days, noticedAt } = rewrite
  const settle = (rewritten: 'accept' | 'keep') => ({
    operation_id: 'refreshPrices',
    path: '/assets/prices/refresh',
    body: { asset_ids: [assetId], rewritten },
  })
  const split = {
    operation_id: 'createAssetEvent',
    path: `/assets/${assetId}/events`,
    body: { type: 'SPLIT', date: addDays(to, 1), ratio },
  }
  const [remedy, ...alternatives] =
    ratio === null ? ([settle('keep'), settle('accept')] as const) : ([split, settle('keep'), settle('accept')] as const)
  const figures = { factor, from, to, days, noticed_at: noticedAt }
  return [
    { code: 'price-history-rewritten', detail: rewriteDetail(rewrite), ...figures, remedy, alternatives: [...alternatives] },
  ]
}
