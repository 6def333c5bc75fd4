import type { Database } from 'bun:sqlite'
import { add, type Decimal, decimal, formatDecimal, ZERO } from '../shared/decimal.ts'
import { listBalances, readLedger, type StoredBalance } from './doctor.repository.ts'

/** By `broker unit day` or `broker unit month`: the net change, and for a month its lowest point. */
type Recount = Map<string, { change: Decimal; lowest: Decimal | null }>

/**
 * Adds up every ledger line anew, in a way of its own, and compares with the balances that the ledger keeps. Zero days have no row; a
 * month has one as long as it has such a day, with the lowest sum at the end of a day counted from 0 at its start.
 */
export function recountFaults(database: Database): { lines: number; faults: string[] } {
  const { days, lines } = recountDays(database)
  const faults = [
    ...differences('day', days, listBalances(database, 'balance_day')),
    ...differences('month', recountMonths(days), listBalances(database, 'balance_month')),
  ]
  return { lines, faults }
}

function recountDays(database: Database): { days: Recount; lines: number } {
  const days: Recount = new Map()
  const book = (key: string, change: Decimal) => {
    days.set(key, { change: add(days.get(key)?.change ?? ZERO, change), lowest: null })
  }
  let lines = 0
  for (const line of readLedger(database)) {
    lines += 1
    if (line.currency !== null) book(`${line.brokerId} ${line.currency} ${line.date}`, decimal(line.amount))
    if (line.assetId !== null) book(`${line.brokerId} #${line.assetId} ${line.date}`, decimal(line.quantity))
  }
  for (const [key, { change }] of days) if (change === ZERO) days.delete(key)
  return { days, lines }
}

function recountMonths(days: Recount): Recount {
  const months: Recount = new Map()
  for (const [key, { change }] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const month = key.slice(0, -'-DD'.length)
    const before = months.get(month)
    const sum = add(before?.change ?? ZERO, change)
    const lowest = before?.lowest === undefined || before.lowest === null || sum < before.lowest ? sum : before.lowest
    months.set(month, { change: sum, lowest })
  }
  return months
}

function differences(period: 'day' | 'month', real: Recount, stored: readonly StoredBalance[]): string[] {
  const kept = new Map(stored.map((row) => [row.key, row]))
  const shown = (change: string | undefined, lowest: string | null | undefined) =>
    change === undefined ? 'nothing' : lowest === null || lowest === undefined ? change : `${change}, lowest ${lowest}`
  const faults: string[] = []
  for (const key of new Set([...real.keys(), ...kept.keys()])) {
    const [recounted, row] = [real.get(key), kept.get(key)]
    const should = shown(
      recounted && formatDecimal(recounted.change),
      recounted?.lowest == null ? null : formatDecimal(recounted.lowest),
    )
    const is = shown(row?.change, row?.lowest)
    if (should !== is)
      faults.push(`balance of the ${period} (broker, unit, ${period}) ${key} is kept as ${is}; the lines give ${should}`)
  }
  return faults
}
