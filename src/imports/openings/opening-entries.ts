import { type Decimal, decimal, formatDecimal, ZERO } from '../../shared/decimal.ts'
import { assetOfUnit, type Opening, type ResizedSplit } from '../../transactions/service.ts'
import { MAX_LISTED } from '../listed.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import type { Issue, ReadReport } from '../report.ts'
import type { Claim, PlannedOpening } from './opening-plan.ts'
import type { OpeningPlan, PlannedUnit } from './openings.ts'
import type { Shortage } from './shortfalls.ts'

type At = { readonly date: string; readonly quantity: Decimal }

/** How a report names it; `ref` is null where none is at hand. */
type OpeningAsset = Pick<ReadReport['assets'][number], 'name' | 'symbol' | 'isin'> & { readonly ref: string | null }

/** An opening that an import books, changes or takes away: where it stood and where it will. */
export type OpeningEntry = {
  readonly brokerId: number
  /** The first row that needs it, where one of this report does. */
  readonly row: number | null
  readonly file: string | null
  readonly asset: OpeningAsset | null
  /** Of cash. */
  readonly currency: string | null
  readonly before: At | null
  readonly after: At | null
  readonly cost: { readonly amount: Decimal; readonly currency: string } | null
}

type Scene = {
  readonly brokerId: number
  readonly shortages: readonly Shortage[]
  readonly claims: ReadonlyMap<string, Claim>
}

/** What a plan does to openings, and what is to be said of it: a warning for each that is new or grows, a note for each other, and for each split that follows. */
export function describeOpenings(
  plan: OpeningPlan,
  read: ReadReport,
  drafts: readonly ClassifiedDraft[],
  { brokerId, shortages, claims }: Scene,
): { readonly openings: readonly OpeningEntry[]; readonly issues: readonly Issue[] } {
  const assets = new Map(read.assets.map((asset) => [asset.ref, asset]))
  const wanted = new Set(plan.units.flatMap(({ unit }) => assetOfUnit(unit) ?? []))
  const refs = new Map<number, string>()
  for (const { draft, fields } of drafts)
    if (fields.assetId !== null && draft.asset !== undefined && wanted.has(fields.assetId)) refs.set(fields.assetId, draft.asset)
  for (const [unit, { ref }] of claims) refs.set(assetOfUnit(unit) ?? 0, ref)
  const rows = new Map<string, { row: number; file: string | null }>(
    shortages.toReversed().map(({ unit, draft }) => [unit, { row: draft.draft.rows[0], file: draft.file }]),
  )
  const openings = plan.units.flatMap((write) => {
    const assetId = assetOfUnit(write.unit)
    const claimed = claims.get(write.unit)?.row ?? null
    const place = rows.get(write.unit) ?? { row: claimed, file: null }
    return entriesOf(write).map((entry): OpeningEntry => {
      const asset = assetId === undefined ? null : (assets.get(refs.get(assetId) ?? '') ?? null)
      const isMore = (entry.after?.quantity ?? ZERO) > (entry.before?.quantity ?? ZERO)
      const needs = isMore ? place : { row: null, file: null }
      return { ...entry, ...needs, brokerId, asset, currency: assetId === undefined ? write.unit : null }
    })
  })
  const resized = plan.units.flatMap(({ unit, resized }) => {
    const what = nameOf(assets.get(refs.get(assetOfUnit(unit) ?? 0) ?? ''))
    return resized.map((split) => resizedIssue(what, split))
  })
  return { openings, issues: [...openings.map(issueOf), ...resized] }
}

function entriesOf({ before, planned }: PlannedUnit): Pick<OpeningEntry, 'before' | 'after' | 'cost'>[] {
  const stays = new Set(planned.flatMap(({ from }) => from ?? []))
  const gone = before.filter((opening) => !stays.has(opening))
  const changed = planned.filter(({ from, row }) => from === undefined || row.id !== from.row.id)
  return [
    ...changed.map((opening) => ({
      ...{ before: opening.from === undefined ? null : atOf(opening.from), after: atOf(opening) },
      cost: costOf(opening),
    })),
    ...gone.map((opening) => ({ before: atOf(opening), after: null, cost: costOf(opening) })),
  ]
}

export function atOf({ date, size }: Opening | PlannedOpening): At {
  return { date, quantity: size }
}

export function costOf({ row }: Opening | PlannedOpening): OpeningEntry['cost'] {
  const { cost_basis: cost, currency } = row
  return cost === null || currency === null ? null : { amount: decimal(cost), currency }
}

function issueOf({ row, file, asset, currency, before, after, cost }: OpeningEntry): Issue {
  const what = currency ?? nameOf(asset ?? undefined)
  const of = currency === null ? `of ${what}` : what
  const place = { row, ...(file === null ? {} : { file }) }
  if (after === null) {
    const detail = `The opening position ${of} from ${dated(before)} is gone: the history that it stood for is there now.`
    return { ...place, severity: 'info', code: 'opening-gone', detail }
  }
  if (before !== null && after.quantity <= before.quantity) {
    const detail = `The opening position ${of} was ${sized(before)} and is ${sized(after)}: some of the history that it stood for is there now.`
    return { ...place, severity: 'info', code: 'opening-changed', detail }
  }
  const costs =
    currency !== null || cost !== null ? '' : ' What it cost is not known: enter its cost_basis, or gains stay unknown.'
  const detail = `The history of ${what} begins before this ledger: an opening position of ${formatDecimal(after.quantity)} is booked on ${after.date}${before === null ? '' : ` instead of ${sized(before)}`}.${costs} Import the older reports to replace it.`
  return { ...place, severity: 'warning', code: 'opening-booked', detail }
}

function resizedIssue(what: string, { date, quantity, quantityBefore }: ResizedSplit): Issue {
  const detail = `The split of ${what} on ${date} multiplies more or less than before: its quantity was ${formatDecimal(quantityBefore)} and is ${formatDecimal(quantity)}.`
  return { row: null, severity: 'info', code: 'split-resized', detail }
}

function nameOf(asset: OpeningAsset | undefined): string {
  const names = [
    asset?.name ?? asset?.symbol ?? asset?.ref ?? undefined,
    asset?.isin === undefined ? undefined : `(${asset.isin})`,
  ]
  return names.filter((name) => name !== undefined).join(' ') || 'an asset'
}

function sized({ date, quantity }: At): string {
  return `${formatDecimal(quantity)} on ${date}`
}

function dated(at: At | null): string {
  return at === null ? '' : `${at.date} (${formatDecimal(at.quantity)})`
}

/** Openings in the names of the interface, as many as an answer has, and how many there are. */
export function openingsToWire(openings: readonly OpeningEntry[]) {
  return { openings: openings.slice(0, MAX_LISTED).map(openingToWire), openings_total: openings.length }
}

function openingToWire({ brokerId, row, file, asset, currency, before, after, cost }: OpeningEntry) {
  return {
    ...{ row, file, broker_id: brokerId, asset: asset?.ref ?? null, name: asset?.name ?? null, symbol: asset?.symbol ?? null },
    ...{ isin: asset?.isin ?? null, currency },
    ...{ date: after?.date ?? null, quantity: formatDecimal(after?.quantity ?? ZERO) },
    ...{ cost: cost === null ? null : formatDecimal(cost.amount), cost_currency: cost?.currency ?? null },
    ...{ date_before: before?.date ?? null, quantity_before: formatDecimal(before?.quantity ?? ZERO) },
  }
}
