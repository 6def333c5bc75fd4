import type { Ctx } from '../../context.ts'
import type { HttpContext } from '../../http/route.ts'
import { startJob } from '../../jobs/service.ts'
import { readSetting } from '../../settings/service.ts'
import { listNewWithoutSource } from './proposals.ts'
import type { Started } from './started.ts'
import { suggestPriceSources } from './suggest.ts'
import { startedToWire, suggestionsToWire } from './suggest.wire.ts'

/** Begins a job that gives the assets which the caller holds without a price source the one that is certain, and proposes the rest. Never throws. */
export async function startPriceSources(c: HttpContext, caller: Ctx): Promise<ReturnType<typeof startedToWire>> {
  return startedToWire(await start(c, caller))
}

async function start(c: HttpContext, caller: Ctx): Promise<Started> {
  const not = (state: Started['state']): Started => ({ state, jobId: null, assets: 0 })
  try {
    if (!(await readSetting(caller.reader, 'auto_price_sources'))) return not('off')
    if (caller.config.offline) return not('offline')
    const assetIds = await listNewWithoutSource(caller)
    if (assetIds.length === 0) return not('none')
    const ctx = { ...caller, concerned: new Set<number>() }
    const origin = { instance: c.req.path, requestId: c.var.requestId }
    const { job } = await startJob(
      ctx,
      { kind: 'suggest-price-sources', origin },
      async (job) => suggestPriceSources(ctx, { assetIds: await listNewWithoutSource(ctx), assign: true }, job),
      suggestionsToWire,
    )
    return { state: 'started', jobId: job.id, assets: assetIds.length }
  } catch (error) {
    caller.log.error('the search for price sources could not be begun', { error })
    return not('failed')
  }
}
