import { absolute, type Decimal, formatDecimal, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import type { TransactionFields } from '../../transactions/service.ts'
import { createFreeLines, type FreeLines } from './free-lines.ts'
import { splitsByHand } from './splits-by-hand.ts'

export type DuplicateKind = 'none' | 'possible' | 'likely' | 'certain'
export type Duplicate = {
  readonly kind: DuplicateKind
  readonly existingId: number | null
  /** The existing line has the same external id and other content: one of the two keeps it. */
  readonly reused?: boolean
}

/** What nothing in the ledger is like. */
export const NEW: Duplicate = { kind: 'none', existingId: null }

export type Candidate = Pick<
  TransactionFields,
  'type' | 'date' | 'assetId' | 'quantity' | 'amount' | 'currency' | 'ratio' | 'externalId' | 'account'
> & {
  readonly costBasis?: Decimal | null
  /** A split that says its ratio only: its quantity is what the ledger alone would make of it. */
  readonly byRatio?: boolean
}

/** What a line of the ledger is compared by. */
export type ExistingLine = Candidate & {
  readonly id: number
  readonly reportId: string | null
  /** Where it stands in that report. */
  readonly row: number | null
  /** Changed by hand since it was made: its figures are those of a user. */
  readonly edited: boolean
}

/** How far apart the days of two lines may be that are perhaps the same. */
export const NEAR_DAYS = 3
const MILLISECONDS_PER_DAY = 86_400_000
/** More than there are between the years 0000 and 9999. */
const DAYS = 4_000_000

/**
 * How each candidate relates to what the broker's ledger has already. Certain: the same external id with the same type, quantity and amount (or
 * edited since), or the same type, day, asset, quantity (ratio, where a split says no more) and amount from another report, where not both name an account and not the same, counted as a multiset (two
 * in the ledger and three in the report: one is new), or a split that a user entered. Likely: the same external id with another type, quantity or amount (`reused`); the same day, asset and size; the same line
 * entered by hand. Possible: the same within three days. Each existing line answers for one candidate only, the first
 * that is free. Time grows with the number of lines, however alike they are; the event loop is given back in between.
 */
export async function findDuplicates(candidates: readonly Candidate[], existing: readonly ExistingLine[]): Promise<Duplicate[]> {
  const results = candidates.map(() => NEW)
  if (existing.length === 0) return results
  const freeLines = createFreeLines(existing, { unnamedOnly: candidates.every(({ externalId }) => externalId !== null) })
  const yieldWhenDue = createYielder()
  const pass = async (kind: DuplicateKind, find: (candidate: Candidate) => number | undefined, more: Partial<Duplicate> = {}) => {
    for (const [index, candidate] of candidates.entries()) {
      if (results[index] !== NEW) continue
      const line = find(candidate)
      if (line !== undefined) results[index] = { kind, existingId: freeLines.take(line), ...more }
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  }
  const byExternalId = new Map(
    existing.flatMap(({ externalId }, index) => (externalId === null ? [] : [[externalId, index] as const])),
  )
  const namesake = ({ externalId }: Candidate) => {
    const line = externalId === null ? undefined : byExternalId.get(externalId)
    return line !== undefined && freeLines.isFree(line) ? line : undefined
  }
  await pass('certain', (candidate) => {
    const line = namesake(candidate)
    const found = line === undefined ? undefined : existing[line]
    return found !== undefined && (found.edited || saysTheSame(found, candidate)) ? line : undefined
  })
  for (const find of await byContent(freeLines, candidates, existing)) await pass('certain', find)
  if (candidates.some(({ byRatio }) => byRatio === true)) await pass('certain', await byRatioOfDay(freeLines))
  if (candidates.some(({ type }) => type === 'SPLIT')) await pass('certain', await splitsByHand(freeLines, existing))
  await pass('likely', namesake, { reused: true })
  const { sameDay, nearDays } = await bySize(freeLines)
  await pass('likely', sameDay)
  await pass('possible', nearDays)
  return results
}

/**
 * Ways to find the first free line from a report that says the same: of the same account, then where one of the two names none. Only one way where no
 * two lines can differ in it.
 */
async function byContent(
  freeLines: FreeLines<ExistingLine>,
  candidates: readonly Candidate[],
  existing: readonly ExistingLine[],
) {
  const isReported = (line: ExistingLine) => line.reportId !== null
  const any = await freeLines.sort(contentKey, isReported)
  const inAny = (candidate: Candidate) =>
    any.mayHold(candidate.externalId) ? any.first(contentKey(candidate), candidate.externalId) : undefined
  const hasAccount = ({ account }: Candidate) => account !== null
  if (!(candidates.some(hasAccount) && existing.some(hasAccount))) return [inAny]
  const named = await freeLines.sort(accountKey, isReported)
  const inSame = (candidate: Candidate) => named.first(accountKey(candidate), candidate.externalId)
  return [
    inSame,
    (candidate: Candidate) => (candidate.account === null ? inAny(candidate) : inSame({ ...candidate, account: null })),
  ]
}

function accountKey(line: Candidate): string {
  return `${contentKey(line)}|${line.account === null ? '' : `=${line.account}`}`
}

/** The first free split from a report by the same ratio. */
async function byRatioOfDay(freeLines: FreeLines<ExistingLine>) {
  const ratioKey = ({ date, assetId, ratio }: Candidate) => `${date}|${assetId ?? ''}|${ratio}`
  const sorted = await freeLines.sort(
    ratioKey,
    ({ reportId, type, ratio }) => reportId !== null && type === 'SPLIT' && ratio !== null,
  )
  return (candidate: Candidate) =>
    candidate.byRatio === true ? sorted.first(ratioKey(candidate), candidate.externalId) : undefined
}

/** The first free line of the same size, of the same day or of one that is near. Sizes get numbers: texts would be made again for every day. */
async function bySize(freeLines: FreeLines<ExistingLine>) {
  const sizes = new Map<string, number>()
  const dayOf = createDayNumbers()
  const sizeOf = (line: ExistingLine) => {
    const key = sizeKey(line)
    const size = sizes.get(key) ?? sizes.size
    sizes.set(key, size)
    return size
  }
  const sorted = await freeLines.sort((line) => sizeOf(line) * DAYS + dayOf(line.date))
  const find = (days: number) => (candidate: Candidate) => {
    const size = sorted.mayHold(candidate.externalId) ? sizes.get(sizeKey(candidate)) : undefined
    if (size === undefined) return undefined
    const day = size * DAYS + dayOf(candidate.date)
    let earliest: number | undefined
    for (let near = day - days; near <= day + days; near++) {
      const line = sorted.first(near, candidate.externalId)
      if (line !== undefined && (earliest === undefined || line < earliest)) earliest = line
    }
    return earliest
  }
  return { sameDay: find(0), nearDays: find(NEAR_DAYS) }
}

function createDayNumbers(): (date: string) => number {
  const known = new Map<string, number>()
  return (date) => {
    const found = known.get(date)
    if (found !== undefined) return found
    const number = Math.round(Date.parse(`${date}T00:00:00Z`) / MILLISECONDS_PER_DAY)
    known.set(date, number)
    return number
  }
}

/** Type, quantity and amount; a split by its ratio, for its quantity follows from what is held. */
function saysTheSame(a: Candidate, b: Candidate): boolean {
  if (alikeType(a) !== alikeType(b) || a.amount !== b.amount || (a.amount !== 0n && a.currency !== b.currency)) return false
  if (a.quantity === 0n && a.amount === 0n && a.type !== 'SPLIT') return (a.costBasis ?? ZERO) === (b.costBasis ?? ZERO)
  return a.quantity === b.quantity || (a.type === 'SPLIT' && a.ratio !== null && a.ratio === b.ratio)
}

/** What two lines have in common that say the same. */
export function contentKey(line: Candidate): string {
  return `${alikeType(line)}|${line.date}|${line.assetId ?? ''}|${formatDecimal(line.quantity)}|${formatDecimal(line.amount)}|${line.currency ?? ''}${costKey(line)}`
}

/** Importers once read a return of capital as a dividend. */
function alikeType({ type }: Candidate): string {
  return type === 'RETURN_OF_CAPITAL' ? 'DIVIDEND' : type
}

/** Of what moves neither units nor money, the cost that it states makes the difference. */
function costKey({ quantity, amount, costBasis }: Candidate): string {
  return quantity === 0n && amount === 0n && costBasis != null ? `|${formatDecimal(costBasis)}` : ''
}

function sizeKey(line: Candidate): string {
  const isCash = line.assetId === null || line.quantity === 0n
  const size = absolute(isCash ? line.amount : line.quantity)
  return `${alikeType(line)}|${line.assetId ?? ''}|${isCash ? line.currency : ''}|${formatDecimal(size)}${costKey(line)}`
}
