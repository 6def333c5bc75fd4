import type { Tx } from '#db/connection.ts'
import { type Allowance, requireRole } from '../../access/service.ts'
import { type Ctx, now } from '../../context.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import {
  assetOfUnit,
  listFirstLines,
  listOpeningChanges,
  type Opening,
  type OpeningChange,
  openingOf,
  type Transaction,
} from '../../transactions/service.ts'
import type { Report } from '../report.ts'
import { listImportedIds } from '../repository.ts'
import { type Flows, joinDays, type StoredUnit } from './opening-days.ts'
import { type Author, coverOf, leastAmong, type PlannedOpening } from './opening-plan.ts'
import { openLedger, type PlannedUnit, readUnit, writeOf } from './openings.ts'

type TxCtx = Ctx & { readonly db: Tx }
type Ledger = Awaited<ReturnType<typeof openLedger>>
type Work = {
  readonly ctx: TxCtx
  readonly report: Report
  readonly ledger: Ledger
  readonly allowance: Allowance
  readonly author: Author
}

/**
 * What becomes of openings when the import of a report is undone, `lines` being what it made: those that it changed come back as they were, and what other
 * reports still need stays. The openings that the report itself made are among what is written, not among `lines`.
 */
export async function planUndo(
  ctx: TxCtx,
  report: Report,
  lines: readonly Transaction[],
): Promise<{ readonly writes: PlannedUnit[]; readonly lines: Transaction[] }> {
  const { brokerId } = report
  const ledger = await openLedger(ctx.db, brokerId)
  const changes = Map.groupBy(await listOpeningChanges(ctx.db, report.id, brokerId), ({ unit }) => unit)
  const all = [...ledger.openings.values()].flat()
  const ids = new Set(all.map(({ row }) => row.id))
  const removed = lines.filter(({ id }) => !ids.has(id))
  const concerned = new Set([...changes.keys(), ...all.flatMap(({ row, unit }) => (row.report_id === report.id ? unit : []))])
  const [ofAsset, ofCurrency] = [Map.groupBy(removed, ({ assetId }) => assetId), Map.groupBy(removed, ({ currency }) => currency)]
  for (const unit of [...ledger.openings.keys(), ...ledger.splits.keys()])
    if (ofAsset.has(assetOfUnit(unit) ?? 0) || ofCurrency.has(unit)) concerned.add(unit)
  const allowance = await requireRole(ctx, brokerId, 'VIEWER')
  const author = { brokerId, reportId: null, userId: ctx.user.id, time: now(ctx) }
  const writes: PlannedUnit[] = []
  const yieldWhenDue = createYielder()
  for (const unit of concerned) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const assetId = assetOfUnit(unit)
    const gone = assetId === undefined ? ofCurrency.get(unit) : ofAsset.get(assetId)
    const write = await undoUnit({ ctx, report, ledger, allowance, author }, unit, gone ?? [], changes.get(unit)?.[0])
    if (write !== undefined) writes.push(write)
  }
  return { writes, lines: removed }
}

async function undoUnit(
  { ctx, report, ledger, allowance, author }: Work,
  unit: string,
  gone: readonly Transaction[],
  change: OpeningChange | undefined,
): Promise<PlannedUnit | undefined> {
  const stored = await readUnit(ledger, unit)
  const openings = ledger.openings.get(unit) ?? []
  const left = stored.splits.filter((split) => split.reportId !== report.id)
  const after = joinDays([{ ...stored.flows, ratios: ratiosOf(left) }], flowsOf(unit, gone, stored))
  const first = await firstLeft(ctx, report, unit, openings)
  const scene = {
    unit,
    openings,
    before: joinDays([stored.flows]),
    after,
    firstBefore: stored.flows.first,
    firstAfter: first?.date,
  }
  const least = leastAmong(scene)
  const old = change !== undefined && isAsLeft(openings, change) ? await asBefore(ctx, report, unit, change) : undefined
  const isGuarded = !(assetOfUnit(unit) === undefined ? allowance.allowCashOverdraft : allowance.allowAssetShorting)
  const isCovered = isGuarded && (openings.length > 0 || change !== undefined)
  const wasLeast = old?.find(({ row }) => row.id === change?.least) ?? (old === undefined ? least : undefined)
  const stays = (old ?? openings).filter((one) => one.row.report_id !== report.id && !(isCovered && one === wasLeast))
  const staying = stays.map((from): PlannedOpening => ({ date: from.date, size: from.size, row: from.row, from }))
  const cover = isCovered ? coverOf(scene, staying, wasLeast ?? least, author) : []
  const owned = cover.map((one) => withOwner(one, report, first?.reportId ?? null))
  return writeOf(unit, { planned: [...staying, ...owned], least: undefined, openings, after, splits: left })
}

/** An opening that the undone report had made belongs to the report that needs it first. */
function withOwner(planned: PlannedOpening, report: Report, owner: string | null): PlannedOpening {
  if (planned.from !== undefined && planned.row.report_id !== report.id) return planned
  const { id: _, ...row } = planned.row
  return { ...planned, row: { ...row, report_id: owner } }
}

/** Whether openings stand as an import left them. */
function isAsLeft(openings: readonly Opening[], { after }: OpeningChange): boolean {
  const now = new Map(openings.map(({ row }) => [row.id, row.revision]))
  return now.size === after.length && after.every(([id, revision]) => now.get(id) === revision)
}

/** The openings that an import found, but for those of reports that were undone meanwhile. */
async function asBefore(ctx: TxCtx, report: Report, unit: string, { before }: OpeningChange): Promise<Opening[]> {
  const imported = new Set(await listImportedIds(ctx.db, [...new Set(before.flatMap((row) => row.report_id ?? []))]))
  const isThere = (id: string | null) => id === null || (id !== report.id && imported.has(id))
  const assetId = assetOfUnit(unit) ?? null
  return before.filter((row) => isThere(row.report_id)).flatMap((row) => openingOf({ ...row, asset_id: assetId }))
}

async function firstLeft(ctx: TxCtx, report: Report, unit: string, openings: readonly Opening[]) {
  const assetId = assetOfUnit(unit)
  const of = assetId === undefined ? { currency: unit } : { assetId }
  const lines = await listFirstLines(ctx.db, report.brokerId, of, { limit: openings.length + 1, exceptReport: report.id })
  return lines.find(({ id }) => openings.every(({ row }) => row.id !== id))
}

function ratiosOf(splits: StoredUnit['splits']): Map<string, string[]> {
  return new Map(
    [...Map.groupBy(splits, ({ date }) => date)].map(([date, list]) => [date, list.map(({ ratio }) => ratio)] as const),
  )
}

/** What lines do to a unit, but for splits that go by their ratio. */
function flowsOf(unit: string, lines: readonly Transaction[], { splits }: StoredUnit): Flows {
  const byRatio = new Set(splits.map(({ id }) => id))
  const sums = new Map<string, Decimal>()
  for (const { id, date, quantity, amount } of lines) {
    const change = byRatio.has(id) ? ZERO : assetOfUnit(unit) === undefined ? amount : quantity
    sums.set(date, add(sums.get(date) ?? ZERO, change))
  }
  return { changes: sums, ratios: new Map(), first: undefined }
}
