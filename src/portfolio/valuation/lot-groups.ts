import { changesLots } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportMethod } from '../ledger/request.ts'
import { unitLinesOf } from './prices.ts'

/** Lines that lots are made of; all of one asset, or of several that transfers and exchanges tie together. */
type LotLine = Line & { readonly assetId: number }

/** Lines that are matched together, and the assets that they are of. */
export type LotGroup = { readonly assetIds: ReadonlySet<number>; readonly lines: readonly LotLine[] }

/** The lines of the assets that are wanted, asset by asset; with `isOneGroup` all in one. Assets that a group of lines ties together stay together. */
export function groupsOf(lines: readonly Line[], wanted: Iterable<number>, isOneGroup: boolean): LotGroup[] {
  if (isOneGroup) return [{ assetIds: new Set(wanted), lines: lines.filter(isLotLine) }]
  const tied = tiedAssets(lines)
  const linesOfTied = Map.groupBy(tied.size === 0 ? [] : lines, ({ assetId }) => tied.get(assetId ?? 0))
  const done = new Set<number>()
  const groups: LotGroup[] = []
  for (const id of wanted) {
    if (done.has(id)) continue
    const together = tied.get(id)
    const assetIds = together ?? new Set([id])
    for (const one of assetIds) done.add(one)
    const own = together === undefined ? unitLinesOf(lines).get(id) : linesOfTied.get(together)
    groups.push({ assetIds, lines: (own ?? []).filter(isLotLine) })
  }
  return groups
}

function isLotLine(line: Line): line is LotLine {
  return changesLots(line)
}

/** Assets of which one group of lines moves several, with all that they are tied to. */
function tiedAssets(lines: readonly Line[]): Map<number, Set<number>> {
  const byGroup = new Map<string, Set<number>>()
  const tied = new Map<number, Set<number>>()
  for (const { groupId, assetId, type } of lines) {
    if (groupId === null || assetId === null || (type !== 'EXCHANGE' && type !== 'TRANSFER')) continue
    const members = byGroup.get(groupId) ?? new Set<number>()
    byGroup.set(groupId, members.add(assetId))
  }
  for (const members of byGroup.values()) {
    const known = tied.get([...members][0] ?? 0)
    if (members.size < 2 || (known !== undefined && members.isSubsetOf(known))) continue
    const all = new Set([...members].flatMap((id) => [id, ...(tied.get(id) ?? [])]))
    for (const id of all) tied.set(id, all)
  }
  return tied
}

/** A sale that names its lots keeps those of an average apart everywhere. */
export function isTogether(lines: readonly Line[], method: ReportMethod): boolean {
  return (method === 'AVERAGE' || method === 'S104') && lines.some((line) => line.lots != null)
}

/** These assets, and all that groups of lines tie to them. */
export function tiedTo(lines: readonly Line[], assetIds: readonly number[]): ReadonlySet<number> {
  const tied = tiedAssets(lines)
  return new Set(assetIds.flatMap((id) => [id, ...(tied.get(id) ?? [])]))
}
