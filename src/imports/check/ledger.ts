/** What stands in a ledger after reports came in, by the rules of the service, without a database. */
import type { AssetDraft, BrokerPlugin, ImportOptions, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { matchAmong, priceQuantityOf } from '../../assets/service.ts'
import type { Deps } from '../../context.ts'
import { type Decimal, ONE } from '../../shared/decimal.ts'
import { withoutCertain } from '../booking/choose.ts'
import { currenciesSeen } from '../matching/currency.ts'
import { type ExistingLine, findDuplicates } from '../matching/duplicates.ts'
import { separateExternalIds } from '../matching/match-ledger.ts'
import { type Completion, completeDrafts, isByRatio } from '../matching/validate.ts'
import { readReport } from '../reading/read.ts'
import type { KeyedDraft, ReadReport } from '../report.ts'

/** A draft without what depends on where its rows stand: the same text for the same line of a ledger. */
export function lineOf({ rows: _, group, ...draft }: TransactionDraft): string {
  const filled = Object.entries({ ...draft, group: group === undefined ? undefined : 'yes' }).filter(
    ([, value]) => value !== undefined,
  )
  return JSON.stringify(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The lines of drafts, sorted: the same for the same ledger. */
export function ledgerOf(drafts: readonly TransactionDraft[]): string[] {
  return drafts.map(lineOf).sort()
}

/** Drafts put through the rules of their types and groups. */
export async function completed(
  drafts: readonly TransactionDraft[] | readonly KeyedDraft[],
  assets: readonly AssetDraft[],
  lastDay: string,
  idOf: (ref: string) => number = createIds(),
): Promise<Completion> {
  const units = new Map(assets.map((asset) => [asset.ref, unitsOf(asset)]))
  const resolve = (ref: string) => ({ assetId: idOf(ref), priceQuantity: units.get(ref) ?? ONE })
  const keyed = drafts.map((draft, place) => ('draft' in draft ? draft : { key: String(place), file: null, draft, place }))
  return completeDrafts({ brokerOf: () => 1, lastDay, drafts: keyed, resolve })
}

function unitsOf(asset: AssetDraft): Decimal {
  const units = priceQuantityOf(asset)
  return typeof units === 'bigint' ? units : ONE
}

function createIds(): (ref: string) => number {
  const ids = new Map<string, number>()
  return (ref) => {
    const id = ids.get(ref) ?? ids.size + 1
    ids.set(ref, id)
    return id
  }
}

/** An importer with its options, and what it read of files so far: each is read once. */
export type Reader = {
  readonly plugin: BrokerPlugin
  readonly options: ImportOptions
  /** No draft is of a later day. */
  readonly lastDay: string
  readonly read: (file: ReportFile) => Promise<ReadReport>
}

export function openReader(given: Pick<Reader, 'plugin' | 'options' | 'lastDay'> & Pick<Deps, 'log'>): Reader {
  const { plugin, options, lastDay, log } = given
  const reads = new Map<ReportFile, Promise<ReadReport>>()
  const read = (file: ReportFile) => {
    const found = reads.get(file) ?? readReport({ log }, plugin, [file], options)
    reads.set(file, found)
    return found
  }
  return { plugin, options, lastDay, read }
}

/**
 * The drafts that stand in the ledger after the files came in one after the other: what an earlier one has brought is left out. Assets are matched as the service does; one that became
 * several is marked in the drafts of all but the first.
 */
export async function importAll({ lastDay, read }: Reader, files: readonly ReportFile[]): Promise<TransactionDraft[]> {
  const reads: ReadReport[] = []
  for (const file of files) reads.push(await read(file))
  const known = matchAmong(reads.map(assetsIn))
  const first = new Map(known.toReversed().flatMap((ids) => [...ids]))
  const lines: (ExistingLine & { readonly draft: TransactionDraft })[] = []
  for (const [index, { drafts: all, assets }] of reads.entries()) {
    const idOf = (ref: string) => known[index]?.get(ref) ?? 0
    const { drafts } = await separateExternalIds((await completed(all, assets, lastDay, idOf)).completed)
    const candidates = drafts.map(({ fields, draft }) => ({ ...fields, byRatio: isByRatio(draft) }))
    const duplicates = await findDuplicates(candidates, lines)
    const classified = drafts.map((draft, at) => ({ ...draft, duplicate: duplicates[at] ?? NEW }))
    for (const { fields, draft, duplicate } of withoutCertain(classified)) {
      const externalId = duplicate.reused === true || duplicate.kind === 'certain' ? null : fields.externalId
      const { asset } = draft
      const isAnother = asset !== undefined && idOf(asset) !== first.get(asset)
      lines.push({
        ...fields,
        externalId,
        draft: isAnother ? { ...draft, asset: `${asset} (another asset)` } : draft,
        id: lines.length + 1,
        reportId: String(index),
        row: draft.rows[0],
        edited: false,
      })
    }
  }
  return lines.map(({ draft }) => draft)
}

/** The assets of a report that it would make, with their currencies. */
function assetsIn({ assets, drafts }: ReadReport): (AssetDraft & { readonly currency: string })[] {
  const seen = currenciesSeen(drafts)
  const used = new Set(drafts.map(({ draft }) => draft.asset))
  return assets
    .filter(({ ref }) => used.has(ref))
    .map((asset) => ({ ...asset, currency: asset.currency ?? seen.get(asset.ref) ?? FALLBACK_CURRENCY }))
}

/** What a portfolio counts in that nobody has said anything of. */
const FALLBACK_CURRENCY = 'EUR'
const NEW = { kind: 'none', existingId: null } as const

/** The drafts of a file in the order in which the service stores them: by day, and of a day as they happened. */
export async function inOrder({ read }: Reader, file: ReportFile): Promise<TransactionDraft[]> {
  const { drafts } = await read(file)
  return drafts.toSorted((a, b) => byDay(a.draft, b.draft) || a.place - b.place).map(({ draft }) => draft)
}

export function byDay(a: Pick<TransactionDraft, 'date'>, b: Pick<TransactionDraft, 'date'>): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0
}
