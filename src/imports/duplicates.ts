import { createBreather } from '../shared/breathe.ts'
import { absolute, formatDecimal } from '../shared/decimal.ts'
import type { TransactionFields } from '../transactions/service.ts'
import { type Drawers, openDrawers } from './drawers.ts'

export type DuplicateKind = 'none' | 'possible' | 'likely' | 'certain'
export type Duplicate = { readonly kind: DuplicateKind; readonly existingId: number | null }

export type Candidate = Pick<TransactionFields, 'type' | 'date' | 'assetId' | 'quantity' | 'amount' | 'currency' | 'externalId'>

/** What a line of the ledger is compared by. */
export type ExistingLine = Candidate & { readonly id: number; readonly reportId: string | null }

/** How far apart the days of two lines may be that are perhaps the same. */
export const NEAR_DAYS = 3
const MILLISECONDS_PER_DAY = 86_400_000
const NONE: Duplicate = { kind: 'none', existingId: null }

/**
 * How each candidate relates to what the broker's ledger has already. Certain: the same external id, or the same type, day, asset, quantity and
 * amount from another report, counted as a multiset (two in the ledger and three in the report: one is new). Likely: the same day, asset and
 * size, or the same line entered by hand. Possible: the same within three days. Each existing line answers for one candidate only, the first
 * that is free. Time grows with the number of lines, however alike they are; the event loop is given back in between.
 */
export async function findDuplicates(candidates: readonly Candidate[], existing: readonly ExistingLine[]): Promise<Duplicate[]> {
  const results = candidates.map(() => NONE)
  if (existing.length === 0) return results
  const drawers = openDrawers(existing, { unnamedOnly: candidates.every(({ externalId }) => externalId !== null) })
  const breathe = createBreather()
  const pass = async (kind: DuplicateKind, find: (candidate: Candidate) => number | undefined) => {
    for (const [index, candidate] of candidates.entries()) {
      if (results[index] !== NONE) continue
      const line = find(candidate)
      if (line !== undefined) results[index] = { kind, existingId: drawers.take(line) }
      const pause = breathe()
      if (pause !== undefined) await pause
    }
  }
  const byExternalId = new Map(
    existing.flatMap(({ externalId }, index) => (externalId === null ? [] : [[externalId, index] as const])),
  )
  await pass('certain', ({ externalId }) => {
    const line = externalId === null ? undefined : byExternalId.get(externalId)
    return line !== undefined && drawers.isFree(line) ? line : undefined
  })
  await pass('certain', await byKey(drawers, contentKey, (line) => line.reportId !== null))
  await pass('likely', await byKey(drawers, (line) => `${line.date}|${sizeKey(line)}`))
  await pass('possible', await bySizeAndDay(drawers))
  return results
}

async function byKey(
  drawers: Drawers<ExistingLine>,
  keyOf: (line: Candidate) => string,
  wanted?: (line: ExistingLine) => boolean,
) {
  const sorted = await drawers.sort(keyOf, wanted)
  return (candidate: Candidate) =>
    sorted.mayHold(candidate.externalId) ? sorted.first(keyOf(candidate), candidate.externalId) : undefined
}

/** The earliest free line of the same size whose day is near. */
async function bySizeAndDay(drawers: Drawers<ExistingLine>) {
  const numberOf = createDayNumbers()
  const sorted = await drawers.sort((line) => `${sizeKey(line)}|${numberOf(line.date)}`)
  return (candidate: Candidate) => {
    if (!sorted.mayHold(candidate.externalId)) return undefined
    const [size, day] = [sizeKey(candidate), numberOf(candidate.date)]
    let earliest: number | undefined
    for (let near = day - NEAR_DAYS; near <= day + NEAR_DAYS; near++) {
      const line = sorted.first(`${size}|${near}`, candidate.externalId)
      if (line !== undefined && (earliest === undefined || line < earliest)) earliest = line
    }
    return earliest
  }
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

function contentKey(line: Candidate): string {
  return `${line.type}|${line.date}|${line.assetId ?? ''}|${formatDecimal(line.quantity)}|${formatDecimal(line.amount)}|${line.currency ?? ''}`
}

function sizeKey(line: Candidate): string {
  const isCash = line.assetId === null || line.quantity === 0n
  const size = absolute(isCash ? line.amount : line.quantity)
  return `${line.type}|${line.assetId ?? ''}|${isCash ? line.currency : ''}|${formatDecimal(size)}`
}
