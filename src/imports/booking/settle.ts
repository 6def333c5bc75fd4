import type { Ctx } from '../../context.ts'
import { invalid } from '../../shared/errors.ts'
import { brokenEvents, byBroker } from '../by-broker.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { traitsOf } from '../matching/traits.ts'
import type { Choices } from '../openings/opening-choice.ts'
import type { OpeningEntry } from '../openings/opening-entries.ts'
import { claimsToBook } from '../openings/positions.ts'
import { leftOutIssues, refusalOf, type Settled } from '../openings/shortages.ts'
import type { Prepared } from '../prepare.ts'
import type { Report } from '../report.ts'
import { type SettledBroker, settleBroker, together } from './settle-broker.ts'

/** What is booked of a report, and what becomes of openings with it. */
export type SettledReport = Settled & {
  readonly openings: readonly OpeningEntry[]
  /** Each broker that something goes to, that of the report first. */
  readonly brokers: readonly SettledBroker[]
}

/** The drafts that are booked under the caller's choices, each broker by its own ledger and rules; an event of which one leaves out a part goes at all. */
export async function settleReport(
  ctx: Ctx,
  report: Report,
  prepared: Prepared,
  drafts: readonly ClassifiedDraft[],
  choices: Choices,
): Promise<SettledReport> {
  requirePlain(report, prepared, drafts, choices)
  const before: Settled[] = []
  let left = drafts
  for (;;) {
    const brokers: SettledBroker[] = []
    for (const [brokerId, own] of byBroker(report.brokerId, left))
      brokers.push(await settleBroker(ctx, { report, brokerId }, prepared, own, choices))
    const booked = inOrder(brokers)
    const broken = brokers.length === 1 ? [] : await brokenEvents(left, booked)
    const openings = brokers.flatMap((broker) => broker.openings)
    const all = { ...together([...before, ...brokers]), refusal: refusalAmong(report, brokers) }
    if (all.refusal !== null || broken.length === 0) return { ...all, brokers, drafts: booked, openings }
    for (const broker of brokers) before.push(ofGone(broker))
    before.push({ gone: broken, issues: leftOutIssues(broken, []), drafts: [], shortages: [], failed: [], refusal: null })
    const out = new Set(broken)
    left = booked.filter((draft) => !out.has(draft))
  }
}

function inOrder(brokers: readonly SettledBroker[]): readonly ClassifiedDraft[] {
  const [only, ...more] = brokers
  if (only !== undefined && more.length === 0) return only.drafts
  return brokers.flatMap(({ drafts }) => drafts).sort((a, b) => a.place - b.place)
}

/** What a round says of the drafts that it leaves out: of the others the next one says it. */
function ofGone({ gone, shortages, failed }: SettledBroker): Settled {
  const keys = new Set(gone.map(({ key }) => key))
  const own = shortages.filter(({ key }) => keys.has(key))
  return { gone, shortages: own, issues: leftOutIssues(gone, own), failed, drafts: [], refusal: null }
}

/** One refusal for all brokers. */
function refusalAmong(report: Report, brokers: readonly SettledBroker[]): Settled['refusal'] {
  const refused = brokers.filter(({ refusal }) => refusal !== null)
  const [first, ...more] = refused
  if (first === undefined || more.length === 0) return first?.refusal ?? null
  return refusalOf(
    report.brokerId,
    refused.flatMap(({ shortages }) => shortages),
  )
}

/** Refuses to book positions where accounts go to several brokers: a file states them for all of its accounts together. */
function requirePlain(
  { brokerId }: Report,
  prepared: Prepared,
  drafts: readonly ClassifiedDraft[],
  { positions }: Choices,
): void {
  const isPlain = [...traitsOf(drafts).brokers].every((id) => id === brokerId)
  if (isPlain || claimsToBook(prepared, positions).size === 0) return
  const detail =
    'The file states positions of all its accounts together, so they cannot be booked where account_map sends accounts to several brokers.'
  throw invalid('import/account-map', '/positions', detail)
}
