import { requireRole } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { type Decimal, formatDecimal, negate } from '../../shared/decimal.ts'
import { AppError } from '../../shared/errors.ts'
import { assetOfUnit } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import type { Issue, ReadReport } from '../report.ts'
import { sizeSplits } from '../splits.ts'
import type { Moves } from './openings.ts'
import { type Shortage as Lack, weighDrafts } from './shortfalls.ts'

/** What becomes of rows that take out what is not there, where the broker forbids that. */
export type ShortChoice = 'refuse' | 'leave-out' | 'allow'

/** A row that takes out more than there is at the end of `date`: `missing` units of an asset (its `ref`), or money. */
export type Shortage = {
  readonly key: string
  readonly brokerId: number
  readonly row: number
  readonly file: string | null
  readonly date: string
  readonly asset: ReadReport['assets'][number] | null
  readonly currency: string | null
  readonly missing: Decimal
}

const NAMED = 10
const LISTED = 100
const MAX_ROUNDS = 10

/** Every shortage that booking these drafts would make; none where the broker allows it. */
export async function listShortages(
  ctx: Ctx,
  brokerId: number,
  read: ReadReport,
  drafts: readonly ClassifiedDraft[],
): Promise<Shortage[]> {
  const allowance = await requireRole(ctx, brokerId, 'VIEWER')
  const { shortages } = await weighDrafts(ctx.reader, brokerId, allowance, drafts, { leaveOut: false })
  return describe(read, shortages)
}

export type Settled = {
  /** Those that are booked, every split by ratio with its quantity. */
  readonly drafts: readonly ClassifiedDraft[]
  /** Those that `leave-out` leaves out. */
  readonly gone: readonly ClassifiedDraft[]
  readonly shortages: readonly Shortage[]
  /** Of what was left out. */
  readonly issues: readonly Issue[]
  /** Of splits of what is not held. */
  readonly failed: readonly Issue[]
  /** `transaction/short` or `/overdraft` (409) with every shortage, where an import is refused; `drafts` are then those that it would book. */
  readonly refusal: AppError | null
}

/** The drafts that are booked under `choice` beside what `moved` does to balances, and what is to be said of the others. */
export async function settleShortages(
  ctx: Ctx,
  brokerId: number,
  read: ReadReport,
  drafts: readonly ClassifiedDraft[],
  choice: ShortChoice,
  moved: Moves = new Map(),
): Promise<Settled> {
  const allowance = await requireRole(ctx, brokerId, 'VIEWER')
  const shortages: Shortage[] = []
  const gone: ClassifiedDraft[] = []
  const failed: Issue[] = []
  let left = drafts
  for (let round = 0; ; round++) {
    const sized = await sizeSplits(ctx.reader, brokerId, left, moved)
    failed.push(...sized.issues)
    const how = { leaveOut: choice === 'leave-out', moved }
    const weighed = await weighDrafts(ctx.reader, brokerId, allowance, sized.drafts, how)
    shortages.push(...describe(read, weighed.shortages))
    const isRefused = !weighed.isWhole || round > MAX_ROUNDS || (choice === 'refuse' && shortages.length > 0)
    const settled = { drafts: sized.drafts, gone, shortages, issues: leftOutIssues(gone, shortages), failed }
    if (isRefused) return { ...settled, refusal: refusalOf(brokerId, shortages) }
    if (weighed.leftOut.length === 0) return { ...settled, refusal: null }
    gone.push(...weighed.leftOut)
    const out = new Set(weighed.leftOut)
    left = sized.drafts.filter((draft) => !out.has(draft))
  }
}

export function leftOutIssues(gone: readonly ClassifiedDraft[], shortages: readonly Shortage[]): Issue[] {
  const byDraft = new Map(shortages.map((shortage) => [shortage.key, shortage]))
  return gone.map((entry): Issue => {
    const shortage = byDraft.get(entry.key)
    const detail =
      shortage === undefined
        ? 'Left out: it belongs to a row that takes out what is not there.'
        : `Left out: ${sentence(shortage)} Import the older report and then this one again, or import it with opening=book, which books what is missing as an opening position.`
    const file = entry.file === null ? {} : { file: entry.file }
    return { row: entry.draft.rows[0], severity: 'warning', code: 'short-left-out', detail, ...file }
  })
}

function describe(read: ReadReport, lacks: readonly Lack[]): Shortage[] {
  const assets = new Map(read.assets.map((asset) => [asset.ref, asset]))
  return lacks.map(({ draft, unit, date, missing }) => {
    const isAsset = assetOfUnit(unit) !== undefined
    return {
      ...{ key: draft.key, row: draft.draft.rows[0], file: draft.file, date, missing, brokerId: draft.fields.brokerId },
      asset: isAsset ? (assets.get(draft.draft.asset ?? '') ?? null) : null,
      currency: isAsset ? null : unit,
    }
  })
}

/** Refuses what takes out what is not there, naming every row. */
export function refusalOf(brokerId: number, shortages: readonly Shortage[]): AppError {
  const [first] = shortages
  const place = first === undefined ? {} : { date: first.date, amount: formatDecimal(negate(first.missing)) }
  const unit = first?.currency == null ? {} : { currency: first.currency }
  const more = shortages.length > NAMED ? ` And ${shortages.length - NAMED} more.` : ''
  const named = shortages.slice(0, NAMED).map(sentence).join(' ')
  const detail = `The report takes out what is not there, and this broker forbids that. ${named}${more} Import the older report first, or repeat with opening=book to book what is missing as opening positions, with short=leave-out, or with short=allow.`
  const listed = shortages.slice(0, LISTED).map((shortage) => shortageToWire(shortage))
  return new AppError('conflict', first?.currency === null ? 'transaction/short' : 'transaction/overdraft', detail, {
    extensions: {
      broker_id: first?.brokerId ?? brokerId,
      ...place,
      ...unit,
      shortages: listed,
      shortages_total: shortages.length,
    },
  })
}

function sentence({ row, file, date, asset, currency, missing }: Shortage): string {
  const names = [asset?.name ?? asset?.symbol ?? asset?.ref, asset?.isin === undefined ? undefined : `(${asset.isin})`]
  const what = currency ?? names.filter((name) => name !== undefined).join(' ')
  return `Row ${row}${file === null ? '' : ` of ${file}`}: at the end of ${date} ${formatDecimal(missing)} ${currency === null ? 'of ' : ''}${what} are missing.`
}

/** A shortage in the names of the interface. */
export function shortageToWire({ key, brokerId, row, file, date, asset, currency, missing }: Shortage) {
  return {
    ...{
      key,
      row,
      file,
      broker_id: brokerId,
      date,
      asset: asset?.ref ?? null,
      name: asset?.name ?? null,
      symbol: asset?.symbol ?? null,
    },
    ...{ isin: asset?.isin ?? null, currency, missing: formatDecimal(missing) },
  }
}
