import { requireRole } from '../../access/service.ts'
import { listAssetDivisions } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { type Decimal, ONE } from '../../shared/decimal.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { AllocationKey } from './report.ts'

const NO_PARTS: ReadonlyMap<string, Decimal> = new Map()

/** How an allocation names and divides what is held at the end of its last day. */
export async function namesFor(ctx: Ctx, inputs: ReportInputs, by: AllocationKey) {
  const partsOf = by === 'country' || by === 'sector' ? await loadParts(ctx, inputs.assetIds, by) : () => NO_PARTS
  return { by, partsOf, brokerNameOf: await brokerNames(ctx, inputs.brokerIds) }
}

/** The names of brokers that the caller may see. */
export async function brokerNames(ctx: Ctx, brokerIds: readonly number[]): Promise<(id: number) => string> {
  const names = new Map(
    await Promise.all(brokerIds.map(async (id) => [id, (await requireRole(ctx, id, 'VIEWER')).name] as const)),
  )
  return (id) => names.get(id) ?? ''
}

/** The parts of assets by country or sector, as the catalogue has them; one country or sector counts whole. */
async function loadParts(ctx: Ctx, assetIds: readonly number[], by: 'country' | 'sector') {
  const divisions = await listAssetDivisions(ctx, assetIds)
  return (id: number): ReadonlyMap<string, Decimal> => {
    const { allocation = null, country = null, sector = null } = divisions.get(id) ?? {}
    const parts = by === 'country' ? allocation?.countries : allocation?.sectors
    if (parts !== undefined && parts.size > 0) return parts
    const single = by === 'country' ? country : sector
    return single === null ? NO_PARTS : new Map([[single, ONE]])
  }
}
