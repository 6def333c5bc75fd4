import type { Ctx } from '../context.ts'
import { type AssetFacts, type AssetLabel, findAssetFacts, findAssetLabels } from './repository.ts'

export type { AssetFacts, AssetLabel }

/** The assets of these ids that exist, with what the ledger needs of them. */
export function listAssetFacts(ctx: Ctx, ids: Iterable<number>): Map<number, AssetFacts> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : findAssetFacts(ctx.reader, wanted)
}

/** What the assets of these ids are called. */
export function listAssetLabels(ctx: Ctx, ids: Iterable<number>): Map<number, AssetLabel> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : findAssetLabels(ctx.reader, wanted)
}
