import { sightOf } from '#db/sight.ts'
import { inTransaction } from '#db/transaction.ts'
import { knownAssetIds, listWithoutSource } from '../../assets/service.ts'
import { type Ctx, now } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import type { Candidate } from './candidate.ts'
import { isUsable } from './find.ts'
import {
  declineProposalRow,
  listDeclined,
  listLookedUp,
  listProposalRows,
  type StoredProposal,
  writeProposal,
} from './proposal.repository.ts'

export type Proposal = StoredProposal

const ROWS_A_STEP = 200
const MAX_NEW = 1000
const DAY_MILLISECONDS = 86_400_000

/** Notes what was found for an asset, for the caller alone; nothing, too: an import does not look again the same day. */
export async function storeProposal(
  ctx: Ctx,
  proposal: { readonly assetId: number; readonly candidates: readonly Candidate[]; readonly brokerIds: readonly number[] },
): Promise<void> {
  await inTransaction(ctx, async ({ db }) => await writeProposal(db, { ...proposal, userId: ctx.user.id, at: now(ctx) }))
}

/** What was found for assets that the caller knows and that have no price source yet, by asset. */
export async function listProposals(
  ctx: Ctx,
  page: { readonly after: number; readonly limit: number },
  count: boolean,
): Promise<{ readonly proposals: readonly Proposal[]; readonly next: number | null; readonly total: number | null }> {
  const found = await knownProposals(ctx, { ...page, limit: page.limit + 1 })
  const proposals = found.slice(0, page.limit)
  return {
    proposals,
    next: found.length > proposals.length ? (proposals.at(-1)?.assetId ?? null) : null,
    total: count ? (await knownProposals(ctx, { after: 0, limit: Number.POSITIVE_INFINITY })).length : null,
  }
}

/** Reads on until there are so many that the caller knows. */
async function knownProposals(ctx: Ctx, { after, limit }: { readonly after: number; readonly limit: number }) {
  const proposals: Proposal[] = []
  for (let last = after; proposals.length < limit; ) {
    const rows = await listProposalRows(ctx.reader, { ...sightOf(ctx.user), after: last, limit: ROWS_A_STEP })
    const ids = rows.map(({ assetId }) => assetId)
    const known = await knownAssetIds(ctx, ids)
    proposals.push(...rows.filter(({ assetId }) => known.has(assetId)))
    last = ids.at(-1) ?? last
    if (rows.length < ROWS_A_STEP) break
  }
  return proposals.slice(0, limit)
}

/** The assets that the caller holds without a price source and that were not looked up for them within a day, 1,000 at most; none where no source can be searched. */
export async function listNewWithoutSource(ctx: Ctx): Promise<number[]> {
  if (!ctx.plugins.assets.some((provider) => isUsable(ctx, provider))) return []
  const since = new Date(ctx.clock().getTime() - DAY_MILLISECONDS).toISOString()
  const done = await listLookedUp(ctx.reader, ctx.user.id, since)
  return (await listToLookUp(ctx)).filter((id) => !done.has(id)).slice(0, MAX_NEW)
}

/** The assets that the caller holds without a price source, but for those whose proposals they declined. */
export async function listToLookUp(ctx: Ctx): Promise<number[]> {
  const declined = await listDeclined(ctx.reader, ctx.user.id)
  return (await listWithoutSource(ctx)).filter((id) => !declined.has(id))
}

/**
 * Declines what is proposed to the caller for an asset: it is not looked up for them again until they name it. Throws `price/proposal-not-found` (404)
 * where nothing is proposed, also for assets that the caller does not know.
 */
export async function declineProposal(ctx: Ctx, assetId: number): Promise<void> {
  const isKnown = (await knownAssetIds(ctx, [assetId])).has(assetId)
  const row = { ...sightOf(ctx.user), assetId, at: now(ctx) }
  if (isKnown && (await inTransaction(ctx, async ({ db }) => await declineProposalRow(db, row)))) return
  throw new AppError('not-found', 'price/proposal-not-found', 'There is no proposal for this asset.')
}
