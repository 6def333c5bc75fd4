import { requireRole } from '../access/service.ts'
import { getAsset } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { ONE } from '../shared/decimal.ts'
import type { AllocationKey, PartsOf } from './allocation.ts'

/** How an allocation names and parts what it divides. */
export function namesFor(ctx: Ctx, by: AllocationKey) {
  return { by, partsOf: partsFor(ctx, by), brokerNameOf: (id: number) => requireRole(ctx, id, 'VIEWER').name }
}

/** The parts of an asset by country or sector, as the catalogue has them; one country or sector counts whole. */
function partsFor(ctx: Ctx, by: AllocationKey): PartsOf {
  return (assetId) => {
    const { allocation, country, sector } = getAsset(ctx, assetId)
    const parts = by === 'country' ? allocation?.countries : allocation?.sectors
    const single = by === 'country' ? country : sector
    if (parts !== undefined && parts.size > 0) return parts
    return single === null ? new Map() : new Map([[single, ONE]])
  }
}
