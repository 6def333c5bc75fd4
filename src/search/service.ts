import { selectBrokerIds } from '../access/service.ts'
import { findByWords, listAssetLabels } from '../assets/service.ts'
import { listBrokers } from '../brokers/service.ts'
import type { Ctx } from '../context.ts'
import { fold } from '../shared/fold.ts'
import type { Kind } from './kinds.ts'
import { type FoundLine, findLines, listFiles } from './lines.repository.ts'
import { searchLines } from './lines.ts'
import { findPages } from './pages.ts'
import { EXACT, MATCHES, type Match, type Rank, rankAmong, rankOf } from './rank.ts'
import { readTerms, type Terms } from './terms.ts'

/** What is found of one kind: the best first, and how many there are in all. */
type Hits<T> = { readonly rows: readonly (T & { readonly match: Match })[]; readonly total: number; readonly isComplete: boolean }
type Named = { readonly id: number; readonly name: string }
type Scope = { readonly brokerIds: readonly number[]; readonly brokers: readonly (Named & { readonly archived: boolean })[] }
type Work = { readonly ctx: Ctx; readonly terms: Terms; readonly limit: number } & Scope

/** Beyond so many the exact ones, what is held and the first by symbol are ranked. */
const MOST_ASSETS = 2000
/** Beyond so many the newest reports are looked through. */
const MOST_REPORTS = 10_000

export type Search = Awaited<ReturnType<typeof search>>

/**
 * What the caller may read that has every word of `q` in it: the best of each kind, by how well they fit (`MATCHES`). Brokers, their lines and
 * reports: those that are named, else those that the caller has included.
 */
export async function search(
  ctx: Ctx,
  input: {
    readonly q: string
    readonly kinds?: readonly string[] | undefined
    readonly brokerIds?: readonly number[] | undefined
    readonly limit: number
  },
) {
  const terms = readTerms(input.q)
  const brokerIds = await selectBrokerIds(ctx, input.brokerIds)
  const mine = [...(await listBrokers(ctx, false)), ...(await listBrokers(ctx, true))]
  const work = { ctx, terms, limit: input.limit, brokerIds, brokers: mine.filter(({ id }) => brokerIds.includes(id)) }
  const wants = (kind: Kind) => terms.terms.length > 0 && (input.kinds?.includes(kind) ?? true)
  return {
    assets: wants('assets') ? await assets(work) : nothing(),
    brokers: wants('brokers') ? brokers(work) : nothing(),
    transactions: wants('transactions') ? await transactions(work) : nothing(),
    reports: wants('reports') ? await reports(work) : nothing(),
    pages: wants('pages') ? pages(work) : nothing(),
  } satisfies Record<Kind, Hits<unknown>>
}

function nothing(): { readonly rows: readonly never[]; readonly total: number; readonly isComplete: boolean } {
  return { rows: [], total: 0, isComplete: true }
}

async function assets({ ctx, terms, limit }: Work) {
  const { entries, total, held } = await findByWords(ctx, { ...terms, limit: MOST_ASSETS })
  const ranked = entries.flatMap(({ key, ...entry }) => {
    const rank = rankAmong([fold(entry.symbol), fold(entry.name), key], terms.phrase, terms.words)
    const identifiers = key.split(' ').slice(fold([...new Set([entry.symbol, entry.name])].join(' ')).split(' ').length)
    const isIdentifier = entry.isin?.toLowerCase() === terms.phrase || identifiers.includes(terms.phrase)
    return rank === undefined ? [] : [{ ...entry, held: held.has(entry.id), rank: isIdentifier ? EXACT : rank }]
  })
  return { ...hits(ranked, limit, (a, b) => Number(b.held) - Number(a.held)), total }
}

function brokers({ terms, limit, brokers }: Work) {
  const ranked = brokers.flatMap(({ id, name, archived }) => {
    const rank = rankOf(fold(name), terms.phrase) ?? rankAmong([fold(name)], terms.phrase, terms.words)
    return rank === undefined ? [] : [{ id, name, archived, rank }]
  })
  return hits(ranked, limit)
}

async function reports({ ctx, terms, limit, brokerIds, brokers }: Work) {
  const files = await listFiles(ctx.reader, brokerIds, MOST_REPORTS)
  const ranked = files.flatMap(({ brokerId, ...file }) => {
    const rank = rankAmong([fold(file.filename)], terms.phrase, terms.words)
    return rank === undefined ? [] : [{ ...file, broker: nameOf(brokers, brokerId), rank }]
  })
  return { ...hits(ranked, limit), isComplete: files.length < MOST_REPORTS }
}

function pages({ ctx, terms, limit }: Work) {
  return hits(findPages(terms, ctx.user.isSuperuser), limit)
}

async function transactions({ ctx, terms, limit, brokerIds, brokers }: Work) {
  const { found, total, isComplete } = await searchLines(ctx, brokerIds, terms, limit)
  const lines = await findLines(
    ctx.reader,
    found.map(({ id }) => id),
  )
  const labels = await listAssetLabels(
    ctx,
    [...lines.values()].flatMap(({ assetId }) => assetId ?? []),
  )
  const rows = found.flatMap(({ id, rank }) => {
    const line: FoundLine | undefined = lines.get(id)
    if (line === undefined) return []
    const { brokerId, assetId, ...rest } = line
    const asset = assetId === null ? null : { id: assetId, name: labels.get(assetId)?.name ?? '' }
    return [{ ...rest, broker: nameOf(brokers, brokerId), asset, match: MATCHES[rank] }]
  })
  return { rows, total, isComplete }
}

function nameOf(brokers: readonly Named[], id: number): Named {
  return { id, name: brokers.find((broker) => broker.id === id)?.name ?? '' }
}

/** The best ones; of equals in the order of `compare`, else as they come. */
function hits<T extends { readonly rank: Rank }>(found: readonly T[], limit: number, compare: (a: T, b: T) => number = () => 0) {
  const sorted = found.toSorted((a, b) => a.rank - b.rank || compare(a, b))
  const rows = sorted.slice(0, limit).map(({ rank, ...row }) => ({ ...row, match: MATCHES[rank] }))
  return { rows, total: found.length, isComplete: true }
}
