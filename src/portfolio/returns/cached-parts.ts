import type { CachePolicy } from '../../cache.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { cachedFigure } from '../valuation/cached-figures.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Warned } from '../valuation/warnings.ts'
import { type Part, partOf, type Unit } from './period-parts.ts'

/** As many lines as all remembered parts may hold on to. */
const parts: CachePolicy<Warned<Part>> = {
  name: 'parts of a period',
  most: 600_000,
  sizeOf: ({ value }, [, lines]) => (Array.isArray(lines) ? lines.length : 0) + value.open.length + 1,
}

/** What a unit comes to in a range, remembered where it is of one asset or of cash. */
export function cachedPart(
  inputs: ReportInputs,
  request: ReportRequest,
  unit: Unit,
  how: { internal: ReadonlySet<string>; isCounted: boolean },
): Part {
  const assetId = unit.lines[0]?.assetId
  if (assetId === undefined || unit.isJoint) return partOf(inputs, request, unit, how)
  const { from, to, scope, method } = request
  const openings = unit.openings.flatMap(({ assetId, quantity, worth, date }) => [
    assetId,
    quantity,
    worth.inReport,
    worth.inAsset,
    date,
  ])
  const given = {
    key: [from, to, scope, method, assetId],
    assetIds: assetId === null ? [] : [assetId],
    lines: unit.lines,
    hasPrices: true,
    others: [internalIds(unit, how.internal), openings],
  }
  return cachedFigure(inputs, request, parts, given, () => partOf(inputs, request, unit, how))
}

/** The lines of a unit that are legs of internal groups. */
function internalIds({ lines }: Unit, internal: ReadonlySet<string>): readonly number[] {
  if (internal.size === 0) return []
  return lines.flatMap(({ id, groupId }) => (groupId !== null && internal.has(groupId) ? [id] : []))
}
