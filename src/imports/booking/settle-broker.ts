import type { Reader } from '#db/connection.ts'
import { type Allowance, requireRole } from '../../access/service.ts'
import { type Ctx, now } from '../../context.ts'
import { hasLines } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { type Choices, type Policy, policyOf } from '../openings/opening-choice.ts'
import { describeOpenings, type OpeningEntry } from '../openings/opening-entries.ts'
import type { Claim } from '../openings/opening-plan.ts'
import { type OpeningOptions, type OpeningPlan, planOpenings } from '../openings/openings.ts'
import { claimsToBook } from '../openings/positions.ts'
import { type Settled, type ShortChoice, settleShortages } from '../openings/shortages.ts'
import { weighDrafts } from '../openings/shortfalls.ts'
import type { Prepared } from '../prepare.ts'
import type { ReadReport, Report } from '../report.ts'
import { splitsOfNothing } from '../splits.ts'

/** What of a report is booked at one broker, and what becomes of openings there with it. */
export type SettledBroker = Settled & {
  readonly brokerId: number
  readonly plan: OpeningPlan
  readonly openings: readonly OpeningEntry[]
  /** What became of the rows that no opening covers. */
  readonly short: ShortChoice
}

/** Rows that are left out may make others short; more rounds than that only go around in a circle. */
const MAX_ROUNDS = 5

/** What is booked at a broker of the drafts that go there, by its own ledger and rules, with openings and what is to be said of the rest. */
export async function settleBroker(
  ctx: Ctx,
  { report, brokerId }: { readonly report: Report; readonly brokerId: number },
  prepared: Prepared,
  drafts: readonly ClassifiedDraft[],
  choices: Choices,
): Promise<SettledBroker> {
  const { read } = prepared
  const { policy, allowance } = await policyFor(ctx, brokerId, choices)
  const author = { brokerId, reportId: report.id, userId: ctx.user.id, time: now(ctx) }
  const claims = brokerId === report.brokerId ? claimsToBook(prepared, choices.positions) : new Map<string, Claim>()
  const options = { covers: policy.covers, author, claims }
  const rounds: Settled[] = []
  let left = drafts
  for (;;) {
    const plan = await planOpenings(ctx.reader, brokerId, left, options)
    const settled = await settleShortages(ctx, brokerId, read, left, policy.short, plan.moved)
    rounds.push(settled)
    if (settled.refusal !== null || settled.drafts.length === left.length || rounds.length > MAX_ROUNDS) {
      const { openings, issues } = await describePlan(ctx.reader, read, settled.drafts, { plan, allowance, options })
      const all = together(rounds)
      const own = { brokerId, drafts: settled.drafts, plan, short: policy.short, openings }
      return { ...all, ...own, issues: [...all.issues, ...issues, ...splitsOfNothing(settled.drafts)] }
    }
    left = settled.drafts
  }
}

async function policyFor(ctx: Ctx, brokerId: number, choices: Choices): Promise<{ policy: Policy; allowance: Allowance }> {
  const allowance = await requireRole(ctx, brokerId, 'VIEWER')
  return { allowance, policy: policyOf(choices, allowance, !(await hasLines(ctx.reader, brokerId))) }
}

async function describePlan(
  db: Reader,
  read: ReadReport,
  drafts: readonly ClassifiedDraft[],
  { plan, allowance, options }: { plan: OpeningPlan; allowance: Allowance; options: OpeningOptions },
) {
  if (plan.units.length === 0) return { openings: [], issues: [] }
  const { brokerId } = options.author
  const { shortages } = await weighDrafts(db, brokerId, allowance, drafts, { leaveOut: false })
  return describeOpenings(plan, read, drafts, { brokerId, shortages, claims: options.claims })
}

/** What several rounds say together; of their refusals the last. */
export function together(rounds: readonly Settled[]): Omit<Settled, 'drafts'> {
  return {
    gone: rounds.flatMap(({ gone }) => gone),
    shortages: rounds.flatMap(({ shortages }) => shortages),
    issues: rounds.flatMap(({ issues }) => issues),
    failed: rounds.flatMap(({ failed }) => failed),
    refusal: rounds.at(-1)?.refusal ?? null,
  }
}
