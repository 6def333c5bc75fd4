import type { z } from '@hono/zod-openapi'
import type { Candidate } from './candidate.ts'
import type { Proposal } from './proposals.ts'
import type { Started } from './started.ts'
import type { PriceSourceProposal, PriceSourceSuggestions, PriceSourcesStarted } from './suggest.schema.ts'
import type { Suggestions } from './suggest.ts'

type Wire = z.infer<typeof PriceSourceSuggestions>

export function suggestionsToWire({ assets, total, failed }: Suggestions): Wire {
  return {
    assets: assets.map(({ asset, state, filled, candidates }) => ({
      ...{ asset_id: asset.id, symbol: asset.symbol, name: asset.name, state },
      ...{ filled: [...filled], candidates: candidates.map(candidateToWire) },
    })),
    total,
    assigned: assets.filter(({ state }) => state === 'assigned').length,
    proposed: assets.filter(({ state }) => state === 'proposed').length,
    failed: failed.map(({ provider, detail }) => ({ provider, detail })),
  }
}

export function startedToWire({ state, jobId, assets }: Started): z.infer<typeof PriceSourcesStarted> {
  return { state, job_id: jobId, assets }
}

export function proposalToWire({ assetId, symbol, name, at, candidates }: Proposal): z.infer<typeof PriceSourceProposal> {
  return { asset_id: assetId, symbol, name, at, candidates: candidates.map(candidateToWire) }
}

function candidateToWire({
  tradeDate,
  type: _,
  isSameIsin: __,
  sector: ___,
  options,
  ...rest
}: Candidate): Wire['assets'][number]['candidates'][number] {
  return { ...rest, options: { ...options }, trade_date: tradeDate }
}
