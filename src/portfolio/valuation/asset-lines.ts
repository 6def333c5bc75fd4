import type { Line } from '../ledger/lines.repository.ts'

const grouped = new WeakMap<readonly Line[], ReadonlyMap<number | null, readonly Line[]>>()

/** All lines of each asset, in their order; made once a list. */
export function assetLinesOf(lines: readonly Line[]): ReadonlyMap<number | null, readonly Line[]> {
  const known = grouped.get(lines)
  if (known !== undefined) return known
  const groups = Map.groupBy(lines, ({ assetId }) => assetId)
  grouped.set(lines, groups)
  return groups
}
