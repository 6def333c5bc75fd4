import type { Reader } from '#db/connection.ts'
import { add, type Decimal, decimal, formatDecimal, ZERO } from '../shared/decimal.ts'
import { createYielder } from '../shared/event-loop.ts'
import { eachLine, listDayBalances, listMonthBalances, type StoredBalance } from './doctor.repository.ts'

/** By `broker unit day` or `broker unit month`: the net change, and for a month its lowest point. */
type Recount = Map<string, { change: Decimal; lowest: Decimal | null }>

/** A stored balance that is not what the lines give. `at`: `YYYY-MM-DD` of a day, `YYYY-MM` of a month; unit: a currency, or `#` and an asset id. */
export type Difference = {
  readonly brokerId: number
  readonly unit: string
  readonly period: 'day' | 'month'
  readonly at: string
  /** What the lines give; a day and a month without a change have no balance. */
  readonly should: { readonly change: Decimal; readonly lowest: Decimal | null } | undefined
  readonly fault: string
}

/**
 * Adds up every ledger line again, in a way of its own, and compares with the balances that the ledger stores. Zero days have no row; a
 * month has one as long as it has such a day, with the lowest sum at the end of a day counted from 0 at its start.
 */
export async function recount(db: Reader): Promise<{ lines: number; differences: Difference[] }> {
  const yieldWhenDue = createYielder()
  const { days, lines } = await recountDays(db)
  await yieldWhenDue()
  const ofDays = differencesOf('day', days, await listDayBalances(db))
  await yieldWhenDue()
  return { lines, differences: [...ofDays, ...differencesOf('month', recountMonths(days), await listMonthBalances(db))] }
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

function differencesOf(period: 'day' | 'month', real: Recount, stored: readonly StoredBalance[]): Difference[] {
  const storedByKey = new Map(stored.map((row) => [row.key, row]))
  const shown = (change: string | undefined, lowest: string | null | undefined) =>
    change === undefined ? 'nothing' : lowest === null || lowest === undefined ? change : `${change}, lowest ${lowest}`
  const found: Difference[] = []
  for (const key of new Set([...real.keys(), ...storedByKey.keys()])) {
    const [recounted, row] = [real.get(key), storedByKey.get(key)]
    const should = shown(
      recounted && formatDecimal(recounted.change),
      recounted?.lowest == null ? null : formatDecimal(recounted.lowest),
    )
    const is = shown(row?.change, row?.lowest)
    if (should === is) continue
    const fault = `balance of the ${period} (broker, unit, ${period}) ${key} is stored as ${is}; the lines give ${should}`
    const [brokerId, unit = '', at = ''] = key.split(' ')
    found.push({ brokerId: Number(brokerId), unit, period, at, should: recounted, fault })
  }
  return found
}
