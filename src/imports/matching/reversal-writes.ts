import type { Tx } from '#db/connection.ts'
import { type Ctx, now } from '../../context.ts'
import { insertReversal, listReversals, resolveReversal, type TakenLine, type Transaction } from '../../transactions/service.ts'
import type { Report } from '../report.ts'
import type { ClassifiedDraft } from './match-ledger.ts'
import type { Reversed, TakenBefore, TakingBack } from './reversals.ts'

/** What an import takes back, after what was left out. */
export type SettledReversals = {
  readonly takingBack: readonly TakingBack[]
  readonly takenBefore: readonly TakenBefore[]
  /** Those of the ledger that go. */
  readonly lines: readonly Transaction[]
  /** What becomes a line. */
  readonly booked: readonly ClassifiedDraft[]
  /** Drafts that never become one, but whose assets are needed to remember them. */
  readonly remembered: readonly ClassifiedDraft[]
}

/** Tells the drafts that become lines from those that take one out of the ledger; a row that was left out takes nothing back. */
export function settleReversals({ takingBack, takenBefore }: Reversed, drafts: readonly ClassifiedDraft[]): SettledReversals {
  const keys = new Set(takingBack.length === 0 ? [] : drafts.map(({ key }) => key))
  const left = takingBack.filter(({ reversal, line }) => line === undefined || keys.has(reversal.key))
  const outgoing = new Set(left.flatMap(({ reversal, line }) => (line === undefined ? [] : [reversal.key])))
  const remembered = [...left.map(({ reversal }) => reversal), ...left.flatMap(({ draft }) => draft ?? [])]
  return {
    takingBack: left,
    takenBefore,
    lines: left.flatMap(({ line }) => line ?? []),
    booked: outgoing.size === 0 ? drafts : drafts.filter(({ key }) => !outgoing.has(key)),
    remembered: [...remembered, ...takenBefore.map(({ draft }) => draft)],
  }
}

/** Remembers what an import takes back, so that undo brings it again and other reports do not bring it twice. */
export async function writeReversals(
  ctx: Ctx & { readonly db: Tx },
  report: Report,
  { takingBack, takenBefore }: SettledReversals,
  created: ReadonlyMap<number, number>,
): Promise<void> {
  const assetOf = (id: number | null) => (id === null ? null : (created.get(id) ?? id))
  const time = now(ctx)
  const takenOf = ({ fields, draft }: ClassifiedDraft): TakenLine => ({
    ...{ ...fields, assetId: assetOf(fields.assetId), id: null, groupId: null, reportId: report.id, sourceRow: draft.rows[0] },
    ...{ revision: 1, createdBy: ctx.user.id, createdAt: time, updatedAt: time },
  })
  for (const { reversal, draft, line } of takingBack) {
    const { fields } = reversal
    const taken = draft === undefined ? (line ?? null) : takenOf(draft)
    const row = { reportId: report.id, sourceRow: reversal.draft.rows[0], wanted: reversal.draft.reverses ?? 'same' }
    await insertReversal(ctx.db, { ...fields, ...row, assetId: assetOf(fields.assetId), taken }, time)
  }
  for (const { reversal, draft } of takenBefore) await resolveReversal(ctx.db, reversal.id, takenOf(draft))
}

/** The lines that come back when a report is undone: of others, or entered by hand. */
export async function linesTakenBy(db: Tx, report: Report): Promise<TakenLine[]> {
  const own = (await listReversals(db, report.brokerId)).filter(({ reportId }) => reportId === report.id)
  return own.flatMap(({ taken }) => (taken === null || taken.reportId === report.id ? [] : taken))
}
