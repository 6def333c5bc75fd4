import type { Reader } from '#db/connection.ts'
import { add, type Decimal, decimal, formatDecimal, ZERO } from '../shared/decimal.ts'
import { eachLine, listDayBalances, listMonthBalances, type StoredBalance } from './doctor.repository.ts'

/** By `broker unit day` or `broker unit month`: the net change, and for a month its lowest point. */
type Recount = Map<string, { change: Decimal; lowest: Decimal | null }>

/**
 * Adds up every ledger line again, in a way of its own, and compares with the balances that the ledger stores. Zero days have no row; a
 * month has one as long as it has such a day, with the lowest sum at the end of a day counted from 0 at its start.
 */
export async function recountFaults(db: Reader): Promise<{ lines: number; faults: string[] }> {
  const { days, lines } = await recountDays(db)
  const faults = [
    ...differences('day', days, await listDayBalances(db)),
    ...differences('month', recountMonths(days), await listMonthBalances(db)),
  ]
  return { lines, faults }
}

async function recountDays(db: Reader): Promise<{ days: Recount; lines: number }> {
  const days: Recount = new Map()
  const book = (key: string, change: Decimal) => {
    days.set(key, { change: add(days.get(key)?.change ?? ZERO, change), lowest: null })
  }
  let lines = 0
  await eachLine(db, ({ brokerId, date, assetId, quantity, amount, currency }) => {
    lines++
    if (currency !== null) book(`${brokerId} ${currency} ${date}`, decimal(amount))
    if (assetId !== null) book(`${brokerId} #${assetId} ${date}`, decimal(quantity))
  })
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
  const storedByKey = new Map(stored.map((row) => [row.key, row]))
  const shown = (change: string | undefined, lowest: string | null | undefined) =>
    change === undefined ? 'nothing' : lowest === null || lowest === undefined ? change : `${change}, lowest ${lowest}`
  const faults: string[] = []
  for (const key of new Set([...real.keys(), ...storedByKey.keys()])) {
    const [recounted, row] = [real.get(key), storedByKey.get(key)]
    const should = shown(
      recounted && formatDecimal(recounted.change),
      recounted?.lowest == null ? null : formatDecimal(recounted.lowest),
    )
    const is = shown(row?.change, row?.lowest)
    if (should !== is)
      faults.push(`balance of the ${period} (broker, unit, ${period}) ${key} is stored as ${is}; the lines give ${should}`)
  }
  return faults
}
