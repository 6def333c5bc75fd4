import type { IdentifierQuery, Listing } from '#plugins/assets/contract.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../shared/errors.ts'
import { identifierFault } from '../shared/identifier.ts'
import { identify } from './identifiers.ts'

const MAX_LISTINGS = 500

/**
 * The listings of one security, 500 at most with how many there are. Throws `asset/identify-invalid` (422) for an identifier whose check digit does not fit
 * or that the source refuses, `asset/offline` (503), `asset/identify-none` (503) where no source is there, and `source/*` (502).
 */
export async function identifyAsset(ctx: Ctx, query: IdentifierQuery): Promise<{ listings: readonly Listing[]; total: number }> {
  const fault = query.kind === 'TICKER' ? undefined : identifierFault(query.kind, query.value)
  if (fault !== undefined) throw invalid('asset/identify-invalid', '/query/value', fault)
  const [found] = await identify(ctx, [query])
  if (found?.fault !== undefined) throw invalid('asset/identify-invalid', '/query/value', found.fault)
  const listings = found?.listings ?? []
  return { listings: listings.slice(0, MAX_LISTINGS), total: listings.length }
}
