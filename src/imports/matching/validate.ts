import { wholeEvents } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, negate, ONE, ZERO } from '../../shared/decimal.ts'
import type { Fault } from '../../shared/errors.ts'
import { forEachInSlices, yieldToEventLoop } from '../../shared/event-loop.ts'
import { MAX_TAGS } from '../../shared/transaction-tag.ts'
import { completeTransaction, groupFault, type TransactionFields } from '../../transactions/service.ts'
import { accountOf, type Destination } from '../account-map.ts'
import { groupOf, type Issue, type KeyedDraft } from '../report.ts'
import { type Duplicate, NEW } from './duplicates.ts'

/** What a draft's asset stands for: an asset of the catalogue, or one to be made (a negative id), or none of its lines is wanted. */
export type ResolvedAsset = { readonly assetId: number; readonly priceQuantity: Decimal } | 'skip'

const MAX_REMEMBERED = 20_000

/**
 * A draft that passed the ledger's rules. The quantity of a split by ratio stands for one unit held, until it is sized by what is booked. `duplicate` is `NEW`
 * until it was compared with the ledger.
 */
export type CompletedDraft = KeyedDraft & { readonly fields: TransactionFields; readonly duplicate: Duplicate }

type CompletionOf<C extends CompletedDraft> = {
  readonly completed: readonly C[]
  readonly skipped: readonly KeyedDraft[]
  readonly issues: readonly Issue[]
}

export type Completion = CompletionOf<CompletedDraft>

export type CompletionInput = {
  /** The broker that a draft goes to, by its account. */
  readonly brokerOf: Destination
  readonly lastDay: string
  readonly drafts: readonly KeyedDraft[]
  readonly resolve: (ref: string) => ResolvedAsset | undefined
}

/** Puts every draft through the rule of its type; a draft that breaks one becomes an issue of its row. Whole groups stay or go together. */
export async function completeDrafts(input: CompletionInput): Promise<Completion> {
  const completed: CompletedDraft[] = []
  const skipped: KeyedDraft[] = []
  const issues: Issue[] = []
  const figures = createFigures()
  let hasGroups = false
  await forEachInSlices(input.drafts, (keyed) => {
    if (keyed.draft.group !== undefined) hasGroups = true
    const asset = keyed.draft.asset === undefined ? undefined : input.resolve(keyed.draft.asset)
    if (asset === 'skip') {
      skipped.push(keyed)
      return
    }
    const result = complete(input, keyed, asset, figures)
    if ('issue' in result) issues.push(result.issue)
    else {
      const { key, file, draft, set, place } = keyed
      completed.push({ key, file, draft, set, place, fields: result.fields, duplicate: NEW })
    }
  })
  await yieldToEventLoop()
  const all = { completed, skipped, issues }
  const grouped = hasGroups ? wholeGroups(input.drafts, all) : all
  await yieldToEventLoop()
  return wholeEventsOf(input.drafts, grouped)
}

function complete(
  input: CompletionInput,
  keyed: KeyedDraft,
  asset: Exclude<ResolvedAsset, 'skip'> | undefined,
  figure: Figures,
): { readonly fields: TransactionFields } | { readonly issue: Issue } {
  const { draft } = keyed
  const account = accountOf(draft)
  const priceQuantity = asset?.priceQuantity ?? ONE
  const given = {
    brokerId: input.brokerOf(account),
    type: draft.type,
    date: draft.date,
    time: draft.time,
    settledOn: draft.settledOn,
    assetId: asset?.assetId,
    quantity: figure(draft.quantity),
    price: figure(draft.price),
    priceCurrency: draft.priceCurrency,
    fxRate: figure(draft.fxRate),
    amount: figure(draft.amount) ?? (draft.type === 'BUY' || draft.type === 'SELL' ? undefined : ZERO),
    currency: draft.currency,
    fees: figure(draft.fees),
    taxes: figure(draft.taxes),
    costBasis: draft.costBasis === 'market' ? undefined : figure(draft.costBasis),
    ratio: draft.ratio,
    costShare: figure(draft.costShare),
    externalId: draft.externalId,
    description: draft.description,
    tags: tagsOf(draft),
    account,
  }
  const isReversal = draft.reverses !== undefined
  const result = completeTransaction(isReversal ? turnedRound(given) : given, {
    lastDay: input.lastDay,
    priceQuantity,
    holding: ONE,
  })
  if (result.ok && isReversal) {
    const { quantity, amount } = result.fields
    return { fields: { ...result.fields, quantity: negate(quantity), amount: negate(amount) } }
  }
  return result.ok ? result : { issue: ruleIssue(keyed, result) }
}

/** The line that a row takes back, by the row: its costs are sizes there too. */
function turnedRound<G extends Partial<Record<'quantity' | 'amount' | 'fees' | 'taxes', Decimal | undefined>>>(given: G): G {
  const { quantity, amount, fees, taxes } = given
  const signs = { quantity: quantity && negate(quantity), amount: amount && negate(amount) }
  return { ...given, ...signs, fees: fees && absolute(fees), taxes: taxes && absolute(taxes) }
}

/** Those that the importer knows come first; as many as a line may have. */
function tagsOf({ tags, userTags }: KeyedDraft['draft']): readonly string[] | undefined {
  if (userTags === undefined) return tags
  return [...new Set([...(tags ?? []), ...userTags])].slice(0, MAX_TAGS)
}

/** The issue of a draft that breaks a rule. */
export function ruleIssue(
  keyed: KeyedDraft,
  { code, faults }: { readonly code: string; readonly faults: readonly Fault[] },
): Issue {
  const detail = faults.map((fault) => `${fault.pointer.slice(1)}: ${fault.detail}`).join(' ')
  return issueOf(keyed, code.replace('transaction/', 'rule-'), detail)
}

/** A split whose change follows from what is held. */
export function isByRatio(draft: KeyedDraft['draft']): boolean {
  return draft.type === 'SPLIT' && draft.ratio !== undefined && draft.quantity === undefined
}

function wholeGroups(drafts: readonly KeyedDraft[], completion: Completion): Completion {
  const wanted = new Map<string, number>()
  for (const entry of drafts) {
    const group = groupOf(entry)
    if (group !== undefined) wanted.set(group, (wanted.get(group) ?? 0) + 1)
  }
  const legs = Map.groupBy(completion.completed, (entry) => groupOf(entry) ?? '')
  const broken = new Map<string, string>()
  for (const [key, entries] of legs) {
    if (key === '') continue
    const fault =
      entries.length < (wanted.get(key) ?? 0)
        ? 'Another leg of the same group cannot be imported.'
        : groupFault(entries.map((entry) => entry.fields))
    if (fault !== undefined) broken.set(key, fault)
  }
  const faultOf = (entry: CompletedDraft) => broken.get(groupOf(entry) ?? '')
  const issues = completion.completed.flatMap((entry) => {
    const fault = faultOf(entry)
    return fault === undefined ? [] : issueOf(entry, 'rule-group', fault)
  })
  return {
    ...completion,
    completed: completion.completed.filter((entry) => faultOf(entry) === undefined),
    issues: [...completion.issues, ...issues],
  }
}

/** Of an event of which one transaction breaks a rule nothing is imported: neither what shares a row with it nor what shares a group. */
export async function wholeEventsOf<C extends CompletedDraft>(
  drafts: readonly KeyedDraft[],
  completion: CompletionOf<C>,
): Promise<CompletionOf<C>> {
  if (completion.issues.length === 0) return completion
  const good = new Set([...completion.completed, ...completion.skipped].map(({ draft }) => draft))
  const taken = new Set<KeyedDraft['draft']>()
  const completedOf = Map.groupBy(completion.completed, scopeOf)
  for (const [scope, own] of Map.groupBy(drafts, scopeOf)) {
    const failed = own.filter(({ draft }) => !good.has(draft)).flatMap(rowsOf)
    const issues = failed.map((row) => ({ row, severity: 'error' as const, code: 'rule', detail: '' }))
    const completed = completedOf.get(scope) ?? []
    const transactions = completed.map((entry) =>
      entry.set === undefined ? entry.draft : { ...entry.draft, rows: entry.set.rows },
    )
    await yieldToEventLoop()
    const left = new Set(wholeEvents({ transactions, assets: [], ignored: [], issues }).transactions)
    await yieldToEventLoop()
    for (const [index, { draft }] of completed.entries()) if (!left.has(transactions[index] ?? draft)) taken.add(draft)
  }
  if (taken.size === 0) return completion
  const detail = 'Another part of the same event cannot be imported, so nothing of it is: see the issue of that row.'
  const issues = completion.completed.flatMap((entry) =>
    taken.has(entry.draft) ? issueOf(entry, 'event-incomplete', detail) : [],
  )
  return {
    ...completion,
    completed: completion.completed.filter(({ draft }) => !taken.has(draft)),
    issues: [...completion.issues, ...issues],
  }
}

/** The file of a draft, or the files that were read together: row numbers are unique there. */
function scopeOf({ file, set }: KeyedDraft): string | null {
  return set?.name ?? file
}

function rowsOf({ draft, set }: KeyedDraft): KeyedDraft['draft']['rows'] {
  return set?.rows ?? draft.rows
}

function issueOf(keyed: KeyedDraft, code: string, detail: string): Issue {
  const { draft, file } = keyed
  const text =
    `${draft.date} ${draft.type} ${draft.asset ?? ''} ${draft.quantity ?? ''} ${draft.amount ?? ''} ${draft.currency ?? ''}`.replace(
      / +/g,
      ' ',
    )
  return { row: draft.rows[0], severity: 'error', code, detail, text, ...(file === null ? {} : { file }) }
}

type Figures = (text: string | undefined) => Decimal | undefined

/** Texts as decimals, each made once: most figures of a long file occur many times. */
function createFigures(): Figures {
  const known = new Map<string, Decimal>()
  return (text) => {
    if (text === undefined) return undefined
    const found = known.get(text)
    if (found !== undefined) return found
    const made = decimal(text)
    if (known.size < MAX_REMEMBERED) known.set(text, made)
    return made
  }
}
