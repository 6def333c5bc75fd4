import { nameBrokers } from '../../access/service.ts'
import { sourcedAssetIds } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { loadRateSources, type RateSources } from '../../fx/service.ts'
import { hasPriceSearch } from '../../prices/service.ts'
import { dayOf } from '../../shared/date.ts'
import { NONE_HELD, type UnitsHeld } from './units-held.ts'

/** What warnings need beside the figures to name things and to say what mends them. */
export type WarningFacts = {
  /** Before the paths of operations. */
  readonly apiPath: string
  /** Whether the service may reach out. */
  readonly isOnline: boolean
  /** Whether there is a source where prices of an asset can be looked for. */
  readonly hasPriceSearch: boolean
  readonly today: string
  /** Of the caller. */
  readonly brokers: ReadonlyMap<number, { readonly name: string; readonly mayChange: boolean }>
  /** The assets that have a price source. */
  readonly sourced: ReadonlySet<number>
  readonly rateSources: RateSources
  readonly unitsHeld: UnitsHeld
}

/** Nothing is known. */
export const NO_FACTS: WarningFacts = {
  apiPath: '/api/v1',
  isOnline: false,
  hasPriceSearch: false,
  today: '9999-12-31',
  brokers: new Map(),
  sourced: new Set(),
  rateSources: () => null,
  unitsHeld: NONE_HELD,
}

/** Reads what warnings about these assets may need. */
export async function loadWarningFacts(ctx: Ctx, assetIds: readonly number[], unitsHeld: UnitsHeld): Promise<WarningFacts> {
  const brokers = [...(await nameBrokers(ctx))].map(
    ([id, { name, role }]) => [id, { name, mayChange: role !== 'VIEWER' }] as const,
  )
  return {
    apiPath: `${ctx.config.basePath}/api/v1`,
    isOnline: !ctx.config.offline,
    hasPriceSearch: hasPriceSearch(ctx),
    today: dayOf(ctx.clock()),
    brokers: new Map(brokers),
    sourced: await sourcedAssetIds(ctx, assetIds),
    rateSources: await loadRateSources(ctx),
    unitsHeld,
  }
}
