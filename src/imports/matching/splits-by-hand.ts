import { dayNumber } from '../../shared/day-number.ts'
import { absolute, ONE, subtract, ZERO } from '../../shared/decimal.ts'
import type { Candidate, ExistingLine } from './duplicates.ts'
import type { FreeLines } from './free-lines.ts'

/** A broker may book a split so many days after a user entered it. */
export const SPLIT_DAYS = 90
/** Nothing is split twice by one ratio so soon. */
const SAME_WITHIN_DAYS = 7

/**
 * Finds the free split that a user entered, by hand or as a warning proposed it, for the one that a report has: within a week by its ratio or size (brokers
 * pay fractions out), up to `SPLIT_DAYS` later by its very size, which a second split does not have.
 */
export async function splitsByHand(freeLines: FreeLines<ExistingLine>, existing: readonly ExistingLine[]) {
  const keyOf = (assetId: number | null, day: number) => `${assetId ?? ''}|${day}`
  const sorted = await freeLines.sort(
    ({ assetId, date }) => keyOf(assetId, dayNumber(date)),
    ({ reportId, type }) => reportId === null && type === 'SPLIT',
  )
  return (candidate: Candidate): number | undefined => {
    if (candidate.type !== 'SPLIT') return undefined
    const day = dayNumber(candidate.date)
    for (let distance = 0; distance <= SPLIT_DAYS; distance++)
      for (const near of distance <= SAME_WITHIN_DAYS ? [day - distance, day + distance] : [day - distance]) {
        const place = sorted.first(keyOf(candidate.assetId, near), candidate.externalId)
        const line = place === undefined ? undefined : existing[place]
        if (line !== undefined && isSame(line, candidate, distance)) return place
      }
    return undefined
  }
}

function isSame(line: ExistingLine, candidate: Candidate, distance: number): boolean {
  const isSized = line.quantity !== ZERO && candidate.byRatio !== true
  if (distance > SAME_WITHIN_DAYS) return isSized && line.quantity === candidate.quantity
  if (line.ratio !== null && line.ratio === candidate.ratio) return true
  const isOneWay = line.quantity > ZERO === candidate.quantity > ZERO
  return isSized && isOneWay && absolute(subtract(line.quantity, candidate.quantity)) < ONE
}
