import type { Ctx } from '../context.ts'
import { eventsOf } from './matching/events.ts'
import { type Classified, type ClassifiedDraft, classifyDrafts } from './matching/match-ledger.ts'
import { applyReversals, type Reversed } from './matching/reversals.ts'
import { traitsOf } from './matching/traits.ts'
import type { CompletedDraft } from './matching/validate.ts'
import type { Report } from './report.ts'

/** Drafts by the broker that they go to, that of the report first, also without any; the others in the order of their ids. */
export function byBroker<D extends CompletedDraft>(home: number, drafts: readonly D[]): (readonly [number, readonly D[]])[] {
  const found = traitsOf(drafts).brokers
  if (found.size === 0 || (found.size === 1 && found.has(home))) return [[home, drafts]]
  const brokers = Map.groupBy(drafts, ({ fields }) => fields.brokerId)
  const others = [...brokers].filter(([brokerId]) => brokerId !== home).sort(([a], [b]) => a - b)
  return [[home, brokers.get(home) ?? []], ...others]
}

/** `classifyDrafts`, each draft with the ledger of its broker; in their order. */
export async function classifyAll(ctx: Ctx, report: Report, drafts: readonly CompletedDraft[]): Promise<Classified> {
  const results: Classified[] = []
  for (const [brokerId, own] of byBroker(report.brokerId, drafts))
    results.push(await classifyDrafts(ctx.reader, brokerId, report, own))
  const [only, ...more] = results
  if (only !== undefined && more.length === 0) return only
  return { drafts: inOrder(drafts, results), issues: results.flatMap(({ issues }) => issues) }
}

/** `applyReversals` at each broker: a row takes back what is at its own. */
export async function reverseAll(ctx: Ctx, report: Report, drafts: readonly ClassifiedDraft[]): Promise<Reversed> {
  const results: Reversed[] = []
  for (const [brokerId, own] of byBroker(report.brokerId, drafts))
    results.push(await applyReversals(ctx, { ...report, brokerId }, own))
  const [only, ...more] = results
  if (only !== undefined && more.length === 0) return only
  return {
    drafts: inOrder(drafts, results),
    takingBack: results.flatMap(({ takingBack }) => takingBack),
    takenBefore: results.flatMap(({ takenBefore }) => takenBefore),
    issues: results.flatMap(({ issues }) => issues),
  }
}

function inOrder<D extends CompletedDraft>(
  drafts: readonly CompletedDraft[],
  results: readonly { readonly drafts: readonly D[] }[],
): D[] {
  const byKey = new Map(results.flatMap((result) => result.drafts.map((draft) => [draft.key, draft] as const)))
  return drafts.flatMap(({ key }) => byKey.get(key) ?? [])
}

/** Those of `left` that share an event with a draft that is not among them, directly or over others. */
export async function brokenEvents(
  all: readonly ClassifiedDraft[],
  left: readonly ClassifiedDraft[],
): Promise<ClassifiedDraft[]> {
  const staying = new Set(left.map(({ key }) => key))
  const gone = all.filter(({ key }) => !staying.has(key))
  if (gone.length === 0) return []
  const eventOf = await eventsOf(all)
  const events = new Set(gone.map(eventOf))
  const broken = new Set(all.flatMap((draft) => (events.has(eventOf(draft)) ? draft.key : [])))
  return left.filter(({ key }) => broken.has(key))
}
