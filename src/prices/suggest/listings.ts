import type { IdentifierQuery, Listing } from '#plugins/assets/contract.ts'
import type { Asset } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import { sourceKey } from '../../sources/outgoing.service.ts'
import { identify } from '../identifiers.ts'
import type { SourceFailure } from './calls.ts'

export type Listings = {
  /** The listings of the asset's ISIN in its currency; none where there is no ISIN, or no source of identifiers that answers. */
  readonly of: (asset: Asset) => Promise<readonly Listing[]>
  readonly failed: () => SourceFailure[]
}

/** Looks the ISINs of assets up, as many in one call as the source takes, one call after another while other sources are searched. */
export function lookUpListings(ctx: Ctx, assets: readonly Asset[], signal: AbortSignal): Listings {
  const source = ctx.plugins.identifiers?.[0]
  const found = new Map<number, Promise<readonly Listing[]>>()
  let failure: SourceFailure | undefined
  if (source !== undefined) {
    const wanted = assets.filter(({ isin }) => isin !== null)
    const size = Math.max(1, source.maxQueries(sourceKey(ctx, source)))
    let before: Promise<unknown> = Promise.resolve()
    for (let at = 0; at < wanted.length; at += size) {
      const piece = wanted.slice(at, at + size)
      const answers = before.then(async () => {
        if (failure !== undefined || signal.aborted) return []
        try {
          return await identify(ctx, piece.map(queryOf), signal)
        } catch (error) {
          if (!(error instanceof AppError) && !signal.aborted) ctx.log.error('a source of identifiers failed', { error })
          failure = { provider: source.code, detail: error instanceof AppError ? error.detail : `${source.name} failed.` }
          return []
        }
      })
      before = answers
      for (const [index, { id }] of piece.entries())
        found.set(
          id,
          answers.then((all) => all[index]?.listings ?? []),
        )
    }
  }
  return {
    of: async ({ id }) => (await found.get(id)) ?? [],
    failed: () => (failure === undefined || signal.aborted ? [] : [failure]),
  }
}

function queryOf({ isin, currency }: Asset): IdentifierQuery {
  return { kind: 'ISIN', value: isin ?? '', currency }
}
