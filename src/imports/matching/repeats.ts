import type { AssetDraft } from '#plugins/brim/contract.ts'
import { matchAmong } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { yieldToEventLoop } from '../../shared/event-loop.ts'
import type { ReadReport } from '../report.ts'
import { currencyForAssets } from './currency.ts'
import { contentKey, type ExistingLine, findDuplicates } from './duplicates.ts'
import { traitsOf } from './traits.ts'
import { type CompletedDraft, isByRatio } from './validate.ts'

/**
 * The drafts of a report of several files that an earlier one of these files has already: what would be certain duplicates had the files been imported
 * one after the other. Twin rows of one file stay two.
 */
export async function findRepeats(drafts: readonly CompletedDraft[]): Promise<ReadonlySet<CompletedDraft>> {
  const repeats = new Set<CompletedDraft>()
  if (traitsOf(drafts).isOfOneFile) return repeats
  const files = Map.groupBy(drafts, (draft) => draft.file)
  const known = new Map<string, ExistingLine[]>()
  let id = 0
  for (const own of files.values()) {
    const candidates = own.map((entry) => ({ ...entry.fields, byRatio: isByRatio(entry.draft) }))
    const keys = candidates.map(keyOf)
    const existing = [...new Set(keys)].flatMap((key) => known.get(key) ?? [])
    const duplicates = await findDuplicates(candidates, existing)
    for (const [index, entry] of own.entries()) {
      if (duplicates[index]?.kind === 'certain') repeats.add(entry)
      else {
        const line = { ...entry.fields, id: ++id, reportId: 'file', row: entry.draft.rows[0], edited: false }
        const key = keys[index] ?? ''
        const alike = known.get(key)
        if (alike === undefined) known.set(key, [line])
        else alike.push(line)
      }
    }
    await yieldToEventLoop()
  }
  return repeats
}

/** What two lines must have in common to be compared; of splits their ratio says it. */
function keyOf(line: CompletedDraft['fields']): string {
  return line.type === 'SPLIT' && line.ratio !== null ? `${line.date}|${line.assetId ?? ''}|${line.ratio}` : contentKey(line)
}

/** Of the assets that a report of several files makes, those that stand for one of an earlier file: by `ref`, the `ref` of that one. */
export async function sameAssets(
  ctx: Ctx,
  brokerId: number,
  read: ReadReport,
  isMade: (asset: AssetDraft) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const firstFile = new Map<string, string | null>()
  if (read.parts === undefined) return new Map()
  for (const { file, draft } of read.drafts)
    if (draft.asset !== undefined && !firstFile.has(draft.asset)) firstFile.set(draft.asset, file)
  if (new Set(firstFile.values()).size < 2) return new Map()
  const currencyOf = await currencyForAssets(ctx, brokerId, read)
  const made = read.assets.filter((asset) => isMade(asset) && firstFile.has(asset.ref))
  const files = [...new Set(firstFile.values())]
  const found = matchAmong(
    files.map((file) =>
      made.filter(({ ref }) => firstFile.get(ref) === file).map((asset) => ({ ...asset, currency: currencyOf(asset) })),
    ),
  ).flatMap((ids) => [...ids])
  const first = new Map(found.toReversed().map(([ref, id]) => [id, ref]))
  return new Map(found.flatMap(([ref, id]) => (first.get(id) === ref ? [] : [[ref, first.get(id) ?? ref]])))
}
