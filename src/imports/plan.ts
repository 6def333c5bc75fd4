import type { Ctx } from '../context.ts'
import type { AppError } from '../shared/errors.ts'
import { type Chosen, chooseDrafts } from './booking/choose.ts'
import { nothingToImport } from './booking/nothing.ts'
import { type SettledReport, settleReport } from './booking/settle.ts'
import type { Choices } from './choices/choices.ts'
import type { ClassifiedDraft } from './matching/match-ledger.ts'
import type { CompletedDraft } from './matching/validate.ts'
import { claimsToBook, issuesOf, type PositionsChoice } from './openings/positions.ts'
import { type Prepared, placeOf, withoutFailedRows } from './prepare.ts'
import type { Issue, ReadReport, Report } from './report.ts'

/** What an import would do, and why it would be refused: everything that needs no writing. */
export type ImportPlan = {
  readonly chosen: Chosen
  readonly settled: SettledReport
  /** The drafts are then those that would be booked were that allowed. */
  readonly refusal: AppError | null
  readonly rows: ReadReport['rows']
  readonly parts: Report['parts']
  readonly issues: readonly Issue[]
}

/** What becomes of a draft. */
export type Outcome = 'import' | 'duplicate' | 'excluded' | 'left-out'
export type PlannedDraft = ClassifiedDraft & { readonly outcome: Outcome }

/** Decides which drafts of a prepared report are booked. The caller has checked the role. */
export async function planImport(ctx: Ctx, report: Report, prepared: Prepared, choices: Choices): Promise<ImportPlan> {
  const chosen = await chooseDrafts(ctx, report, prepared, choices)
  const settled = await settleReport(ctx, report, prepared, chosen.drafts, choices)
  return {
    chosen,
    settled,
    refusal: settled.refusal ?? emptinessOf(prepared, chosen, settled, choices),
    ...bookedRows(prepared, settled),
    issues: [...issuesOf(prepared, choices.positions), ...settled.failed, ...chosen.issues, ...settled.issues],
  }
}

/** Every draft that keeps the rules with what becomes of it, in the order of the report; a split that cannot be sized is an issue instead. */
export function plannedDrafts({ completion }: Prepared, { chosen, settled }: ImportPlan): PlannedDraft[] {
  const booked = byKey(settled.drafts)
  const gone = byKey(settled.gone)
  const classified = byKey(chosen.classified)
  const fresh = new Set(chosen.fresh.map(({ key }) => key))
  const repeated = new Set(chosen.repeated.map(({ key }) => key))
  return completion.completed.flatMap((draft): PlannedDraft | [] => {
    const { key } = draft
    const planned = booked.get(key)
    if (planned !== undefined) return { ...planned, outcome: 'import' }
    const left = gone.get(key)
    if (left !== undefined) return { ...left, outcome: 'left-out' }
    if (fresh.has(key) || repeated.has(key)) return []
    const known = classified.get(key)
    if (known !== undefined) return { ...known, outcome: 'duplicate' }
    return { ...draft, duplicate: { kind: 'none', existingId: null }, outcome: 'excluded' }
  })
}

function byKey<D extends CompletedDraft>(drafts: readonly D[]): ReadonlyMap<string, D> {
  return new Map(drafts.map((draft) => [draft.key, draft]))
}

/** The rows of the report and of its files, those of splits that could not be sized among the issues. */
function bookedRows({ read, completion }: Prepared, { failed }: SettledReport): Pick<ImportPlan, 'rows' | 'parts'> {
  if (failed.length === 0) return { rows: read.rows, parts: read.parts ?? null }
  const broken = new Set(failed.map((issue) => placeOf(issue.file, issue.row)))
  const completed = completion.completed.filter(({ file, draft }) => !broken.has(placeOf(file, draft.rows[0])))
  const { rows, parts = null } = withoutFailedRows(read, { completed, skipped: completion.skipped, issues: failed })
  return { rows, parts }
}

/** Why a report of nothing, or of nothing but splits of what is not held, is refused. */
function emptinessOf(
  prepared: Prepared,
  chosen: Chosen,
  { drafts, gone, failed }: SettledReport,
  { positions }: Pick<Choices, 'positions'>,
): AppError | null {
  const { completed } = prepared.completion
  if (isEmpty(prepared, positions)) return nothingToImport(prepared, positions)
  const isAll = chosen.drafts.length === completed.length
  return isAll && failed.length > 0 && drafts.length + gone.length === 0 ? nothingToImport(prepared, positions, failed) : null
}

/** Refuses a report of which nothing keeps the rules. */
export function requireAny(prepared: Prepared, { positions }: Pick<Choices, 'positions'>): void {
  if (isEmpty(prepared, positions)) throw nothingToImport(prepared, positions)
}

function isEmpty(prepared: Prepared, positions: PositionsChoice | undefined): boolean {
  const { completed, skipped } = prepared.completion
  return completed.length + skipped.length === 0 && claimsToBook(prepared, positions).size === 0
}
