import type { Ctx } from '../../context.ts'
import { formatDecimal, negate } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import {
  listByExternalId,
  listLike,
  listReversals,
  type Reversal,
  type Transaction,
  type TransactionFields,
} from '../../transactions/service.ts'
import type { Issue, Report } from '../report.ts'
import type { ClassifiedDraft } from './match-ledger.ts'
import { traitsOf } from './traits.ts'

/** What a row takes back: a draft of the same report, a line of the ledger, or nothing that is known yet. */
export type TakingBack = { readonly reversal: ClassifiedDraft; readonly draft?: ClassifiedDraft; readonly line?: Transaction }
/** A draft that a row of an earlier import has taken back already. */
export type TakenBefore = { readonly reversal: Reversal; readonly draft: ClassifiedDraft }

export type Reversed = {
  /** What is booked: without the drafts that are taken back, and with one that takes out each line of the ledger. */
  readonly drafts: readonly ClassifiedDraft[]
  readonly takingBack: readonly TakingBack[]
  readonly takenBefore: readonly TakenBefore[]
  readonly issues: readonly Issue[]
}

/**
 * Finds what each draft with `reverses` takes back: the line with that external id and the same figures turned round, or (`same`) the latest line with
 * them, on its day or before; in this report, else in the ledger. A line answers for one of them. What is not found takes nothing back and is an
 * issue; should an older report bring it, it is taken back then.
 */
export async function applyReversals(ctx: Ctx, report: Report, drafts: readonly ClassifiedDraft[]): Promise<Reversed> {
  const isReversal = ({ draft, duplicate }: ClassifiedDraft) => draft.reverses !== undefined && duplicate.kind !== 'certain'
  const reversals = traitsOf(drafts).hasReversals ? drafts.filter(isReversal) : []
  const open = (await listReversals(ctx.reader, report.brokerId)).filter(
    (one) => one.taken === null && one.reportId !== report.id,
  )
  if (reversals.length + open.length === 0) return { drafts, takingBack: [], takenBefore: [], issues: [] }
  const free = openDrafts(drafts)
  const takenBefore: TakenBefore[] = []
  for (const reversal of open) {
    const draft = free.find(reversal, reversal.wanted)
    if (draft !== undefined) takenBefore.push({ reversal, draft: free.take(draft) })
  }
  const takingBack: TakingBack[] = []
  const taken = new Set<number>()
  const yieldWhenDue = createYielder()
  for (const reversal of reversals) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const wanted = reversal.draft.reverses ?? ''
    const draft = free.find(reversal.fields, wanted)
    const line = await findLine(ctx, reversal.fields, wanted, taken)
    if (draft !== undefined && (line === undefined || draft.fields.date >= line.date)) {
      takingBack.push({ reversal, draft: free.take(draft) })
    } else if (line !== undefined) {
      taken.add(line.id)
      takingBack.push({ reversal, line })
    } else takingBack.push({ reversal })
  }
  return {
    drafts: bookedOf(drafts, takingBack, takenBefore),
    takingBack,
    takenBefore,
    issues: [...takingBack.map(issueOf), ...takenBefore.map(laterIssueOf)],
  }
}

type Figures = Pick<TransactionFields, 'brokerId' | 'type' | 'date' | 'assetId' | 'quantity' | 'amount' | 'currency'>

/** The drafts that may be taken back. */
function openDrafts(drafts: readonly ClassifiedDraft[]) {
  const lines = drafts.filter(({ draft, duplicate }) => {
    return draft.reverses === undefined && draft.group === undefined && duplicate.kind !== 'certain'
  })
  const byId = new Map(lines.flatMap((entry) => (entry.fields.externalId === null ? [] : [[entry.fields.externalId, entry]])))
  const alike = Map.groupBy(lines, ({ fields }) => keyOf(fields))
  const taken = new Set<ClassifiedDraft>()
  return {
    find: (reversal: Figures, wanted: string): ClassifiedDraft | undefined => {
      const turned = turnedRound(reversal)
      const named = byId.get(wanted)
      const all = wanted !== 'same' ? (named === undefined ? [] : [named]) : (alike.get(keyOf(turned)) ?? [])
      const fit = all.filter((entry) => !taken.has(entry) && entry.fields.date <= reversal.date && isSame(entry.fields, turned))
      return fit.reduce<ClassifiedDraft | undefined>(
        (last, one) => (last && last.fields.date > one.fields.date ? last : one),
        undefined,
      )
    },
    take: (entry: ClassifiedDraft): ClassifiedDraft => {
      taken.add(entry)
      return entry
    },
  }
}

async function findLine(
  ctx: Ctx,
  reversal: ClassifiedDraft['fields'],
  wanted: string,
  taken: ReadonlySet<number>,
): Promise<Transaction | undefined> {
  const turned = turnedRound(reversal)
  if (turned.assetId !== null && turned.assetId < 0) return undefined
  const found =
    wanted === 'same' ? await listLike(ctx.reader, turned) : await listByExternalId(ctx.reader, turned.brokerId, wanted)
  return found.find((line) => !taken.has(line.id) && line.groupId === null && isSame(line, turned))
}

function turnedRound<F extends Figures>(fields: F): F {
  return { ...fields, quantity: negate(fields.quantity), amount: negate(fields.amount) }
}

function keyOf({ type, assetId, quantity, amount, currency }: Figures): string {
  return `${type}|${assetId ?? ''}|${formatDecimal(quantity)}|${formatDecimal(amount)}|${currency ?? ''}`
}

function isSame(a: Figures, b: Figures): boolean {
  return keyOf(a) === keyOf(b)
}

/** A line of the ledger goes out on its own day. */
function bookedOf(
  drafts: readonly ClassifiedDraft[],
  takingBack: readonly TakingBack[],
  takenBefore: readonly TakenBefore[],
): ClassifiedDraft[] {
  const gone = new Set([...takingBack.map(({ draft }) => draft), ...takenBefore.map(({ draft }) => draft)])
  const byReversal = new Map(takingBack.map((one) => [one.reversal, one]))
  return drafts.flatMap((entry) => {
    const line = byReversal.get(entry)?.line
    if (gone.has(entry) || (byReversal.has(entry) && line === undefined)) return []
    return line === undefined ? entry : { ...entry, fields: { ...entry.fields, date: line.date, externalId: null } }
  })
}

function issueOf({ reversal, draft, line }: TakingBack): Issue {
  const place = placeOf(reversal)
  const said = `${reversal.fields.date} ${reversal.fields.type}`
  if (draft !== undefined)
    return {
      ...place,
      severity: 'info',
      code: 'reversed',
      detail: `It takes back row ${draft.draft.rows[0]}: neither is booked.`,
    }
  if (line !== undefined) {
    const detail = `It takes back transaction ${line.id} (${line.date} ${line.type}), which leaves the ledger until this import is undone.`
    return { ...place, severity: 'info', code: 'reversed', detail }
  }
  const wanted =
    reversal.draft.reverses === 'same'
      ? 'with these figures turned round'
      : `with the id ${reversal.draft.reverses} and these figures turned round`
  const detail = `${said} takes back a line ${wanted}, which is neither in the report nor in the ledger: nothing is booked for it. Import the report with that line; it is then taken back. If it was entered in another way, delete it there.`
  return { ...place, severity: 'warning', code: 'reversal-not-found', detail }
}

function laterIssueOf({ reversal, draft }: TakenBefore): Issue {
  const detail = `A row of ${reversal.date} in a report that was imported before takes this back: it is not booked.`
  return { ...placeOf(draft), severity: 'info', code: 'reversed', detail }
}

function placeOf({ draft, file }: ClassifiedDraft): Pick<Issue, 'row' | 'file'> {
  return { row: draft.rows[0], ...(file === null ? {} : { file }) }
}
