import { listAssetLabels } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { assetOfUnit } from '../../transactions/service.ts'
import { atOf, costOf, type OpeningEntry } from './opening-entries.ts'
import type { PlannedUnit } from './openings.ts'

/** What an undo does to openings of a broker, in the order of their days: each as it stands, and as it will. */
export async function restoredOpenings(ctx: Ctx, brokerId: number, units: readonly PlannedUnit[]): Promise<OpeningEntry[]> {
  const labels = await listAssetLabels(
    ctx,
    units.flatMap(({ unit }) => assetOfUnit(unit) ?? []),
  )
  return units.flatMap((write) => {
    const assetId = assetOfUnit(write.unit)
    const label = assetId === undefined ? undefined : labels.get(assetId)
    const asset =
      label === undefined ? null : { ref: null, name: label.name, symbol: label.symbol, isin: label.isin ?? undefined }
    const of = { row: null, file: null, brokerId, asset, currency: assetId === undefined ? write.unit : null }
    return changesOf(write).map((change) => ({ ...change, ...of }))
  })
}

function changesOf({ before, planned }: PlannedUnit): Pick<OpeningEntry, 'before' | 'after' | 'cost'>[] {
  const old = new Set(before.map(({ row }) => row.id))
  const staying = new Set(planned.map(({ row }) => row.id))
  const gone = before.filter(({ row }) => !staying.has(row.id)).sort(byDay)
  const come = planned.filter(({ row }) => row.id === undefined || !old.has(row.id)).sort(byDay)
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => {
    const [from, to] = [gone[index], come[index]]
    const shown = to ?? from
    return {
      before: from === undefined ? null : atOf(from),
      after: to === undefined ? null : atOf(to),
      cost: shown === undefined ? null : costOf(shown),
    }
  })
}

function byDay(a: { readonly date: string }, b: { readonly date: string }): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0
}
