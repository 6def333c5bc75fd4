import type { Reader } from '#db/connection.ts'
import { type Allowance, requireRole } from '../access/service.ts'
import { type Ctx, now } from '../context.ts'
import { hasLines } from '../transactions/service.ts'
import type { ClassifiedDraft } from './match-ledger.ts'
import { type Choices, type Policy, policyOf } from './opening-choice.ts'
import { describeOpenings, type OpeningEntry } from './opening-entries.ts'
import { type OpeningOptions, type OpeningPlan, planOpenings } from './openings.ts'
import { claimsToBook } from './positions.ts'
import type { Prepared } from './prepare.ts'
import type { ReadReport, Report } from './report.ts'
import { type Settled, type ShortChoice, settleShortages } from './shortages.ts'
import { weighDrafts } from './shortfalls.ts'

/** What is booked of a report, and what becomes of openings with it. */
export type SettledReport = Settled & {
  readonly plan: OpeningPlan
  readonly openings: readonly OpeningEntry[]
  /** What became of the rows that no opening covers. */
  readonly short: ShortChoice
}

/** Rows that are left out may make others short; more rounds than that only go around in a circle. */
const MAX_ROUNDS = 5

/** The drafts that are booked under the caller's choices, with openings and what is to be said of the rest. */
export async function settleReport(
  ctx: Ctx,
  report: Report,
  prepared: Prepared,
  drafts: readonly ClassifiedDraft[],
  choices: Choices,
): Promise<SettledReport> {
  const { read } = prepared
  const { policy, allowance } = await policyFor(ctx, report.brokerId, choices)
  const options = optionsOf(ctx, report, policy, claimsToBook(prepared, choices.positions))
  const rounds: Settled[] = []
  let left = drafts
  for (;;) {
    const plan = await planOpenings(ctx.reader, report.brokerId, left, options)
    const settled = await settleShortages(ctx, report, read, left, policy.short, plan.moved)
    rounds.push(settled)
    if (settled.refusal !== null || settled.drafts.length === left.length || rounds.length > MAX_ROUNDS) {
      const { openings, issues } = await describePlan(ctx.reader, report, read, settled.drafts, { plan, allowance, options })
      return {
        ...together(rounds),
        drafts: settled.drafts,
        plan,
        short: policy.short,
        openings,
        issues: [...together(rounds).issues, ...issues],
      }
    }
    left = settled.drafts
  }
}

async function policyFor(ctx: Ctx, brokerId: number, choices: Choices): Promise<{ policy: Policy; allowance: Allowance }> {
  const allowance = await requireRole(ctx, brokerId, 'VIEWER')
  return { allowance, policy: policyOf(choices, allowance, !(await hasLines(ctx.reader, brokerId))) }
}

function optionsOf(ctx: Ctx, report: Report, { covers }: Policy, claims: OpeningOptions['claims']): OpeningOptions {
  const author = { brokerId: report.brokerId, reportId: report.id, userId: ctx.user.id, time: now(ctx) }
  return { covers, author, claims }
}

async function describePlan(
  db: Reader,
  report: Report,
  read: ReadReport,
  drafts: readonly ClassifiedDraft[],
  { plan, allowance, options }: { plan: OpeningPlan; allowance: Allowance; options: OpeningOptions },
) {
  if (plan.units.length === 0) return { openings: [], issues: [] }
  const { shortages } = await weighDrafts(db, report.brokerId, allowance, drafts, { leaveOut: false })
  return describeOpenings(plan, read, drafts, { shortages, claims: options.claims })
}

function together(rounds: readonly Settled[]): Omit<Settled, 'drafts'> {
  return {
    gone: rounds.flatMap(({ gone }) => gone),
    shortages: rounds.flatMap(({ shortages }) => shortages),
    issues: rounds.flatMap(({ issues }) => issues),
    failed: rounds.flatMap(({ failed }) => failed),
    refusal: rounds.at(-1)?.refusal ?? null,
  }
}
