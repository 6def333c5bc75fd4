import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import { isBefore, type Line } from '../ledger/lines.repository.ts'
import { SAME_WITHIN_DAYS } from '../unbooked/catalogue-split.ts'
import { unitLinesOf } from './prices.ts'

/**
 * Lines in ledger order, with what several brokers book of one split on the first of their days: until the last of them has, units of one would be
 * worth the price of the others. Only where a broker has moved none of them in between. The same list where there is nothing to do.
 */
export function withJointSplitDays(lines: readonly Line[]): readonly Line[] {
  const moved = movedSplits(lines)
  return moved.size === 0 ? lines : lines.map((line) => moved.get(line) ?? line).sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

function movedSplits(lines: readonly Line[]): Map<Line, Line> {
  const splits = lines.filter((line) => line.type === 'SPLIT' && line.quantity !== ZERO)
  const moved = new Map<Line, Line>()
  for (const [assetId, own] of Map.groupBy(splits, (line) => line.assetId)) {
    if (assetId === null || own.every((line) => line.brokerId === own[0]?.brokerId)) continue
    for (const [line, date] of firstDays(unitLinesOf(lines).get(assetId) ?? [])) moved.set(line, { ...line, date })
  }
  return moved
}

type Joint = { readonly date: string; readonly ratio: number; readonly brokers: Set<number> }
type Held = { readonly units: Decimal; readonly since: string }

/** The splits of one asset that another broker had before, each with the day of the first. */
function firstDays(lines: readonly Line[]): Map<Line, string> {
  const [found, joint, held] = [new Map<Line, string>(), [] as Joint[], new Map<number, Held>()]
  for (const line of lines) {
    const { units, since } = held.get(line.brokerId) ?? { units: ZERO, since: '' }
    const after = add(units, line.quantity)
    held.set(line.brokerId, { units: after, since: line.date })
    if (line.type !== 'SPLIT' || units === ZERO || after === ZERO) continue
    const ratio = Number(after) / Number(units)
    const same = joint.find((one) => isSame(one, line, ratio))
    if (same === undefined) joint.push({ date: line.date, ratio, brokers: new Set([line.brokerId]) })
    else {
      same.brokers.add(line.brokerId)
      if (since < same.date && same.date < line.date) found.set(line, same.date)
    }
  }
  return found
}

/** Units are whole at some brokers, so that a ratio is nearly that of another. */
const NEARLY = 0.1

function isSame(one: Joint, { brokerId, date }: Line, ratio: number): boolean {
  const isNear = dayNumber(date) - dayNumber(one.date) <= SAME_WITHIN_DAYS
  return isNear && !one.brokers.has(brokerId) && Math.abs(ratio / one.ratio - 1) < NEARLY
}
