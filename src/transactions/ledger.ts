import type { Reader, Tx } from '#db/connection.ts'
import type { Allowance } from '../access/service.ts'
import { add, type Decimal, ZERO } from '../shared/decimal.ts'
import { createYielder } from '../shared/event-loop.ts'
import { listChangesUntil, listDays, listMonthNames, listMonths, listUnits, putDays, putMonth } from './balance.repository.ts'
import {
  assetOfUnit,
  byMonth,
  type Changes,
  type DayChange,
  firstDayBelowZero,
  firstDayMadeWorse,
  firstMonthBelowZero,
  summariseMonth,
  unitOfAsset,
} from './balances.ts'

/** For so few months it is not worth asking which there are. */
const FEW_MONTHS = 4

/** A day on which a balance would end below zero although the broker does not allow it. */
export type Shortfall = { readonly brokerId: number; readonly unit: string; readonly date: string; readonly balance: Decimal }

export const NOTHING_ALLOWED: Allowance = { allowCashOverdraft: false, allowAssetShorting: false }

/**
 * Books net changes into the balances and checks the two end-of-day rules for everything that follows. Returns the first shortfall of each
 * unit that these changes make or deepen: what an import was allowed to be short of holds up no later write. The caller decides and rolls back.
 * Gives the event loop back between slices.
 */
export async function settleChanges(
  db: Tx,
  changes: Changes,
  allowanceOf: (brokerId: number) => Allowance | Promise<Allowance>,
): Promise<Shortfall[]> {
  const shortfalls: Shortfall[] = []
  const yieldWhenDue = createYielder()
  for (const [brokerId, units] of changes) {
    const allowance = await allowanceOf(brokerId)
    for (const [unit, days] of units) {
      const months = byMonth(days)
      const known = months.size > FEW_MONTHS ? await listMonthNames(db, brokerId, unit) : undefined
      for (const [month, entries] of months) {
        await bookMonth(db, brokerId, unit, month, entries, known === undefined || known.has(month))
        const pause = yieldWhenDue()
        if (pause !== undefined) await pause
      }
      const first = months.keys().next().value
      if (first === undefined || isAllowed(unit, allowance)) continue
      const worse = await firstDayMadeWorse(
        await listMonths(db, brokerId, unit),
        async (month) => await listDays(db, brokerId, unit, month),
        months,
      )
      if (worse) shortfalls.push({ brokerId, unit, ...worse })
    }
  }
  return shortfalls
}

/** The first shortfall of every unit of a broker under `allowance`, over the whole history. */
export async function findShortfalls(db: Reader, brokerId: number, allowance: Allowance): Promise<Shortfall[]> {
  const found: Shortfall[] = []
  for (const unit of await listUnits(db, brokerId)) {
    const shortfall = isAllowed(unit, allowance) ? undefined : await findShortfall(db, brokerId, unit)
    if (shortfall !== undefined) found.push(shortfall)
  }
  return found
}

/** Balances at the end of a day, per unit, zeros left out. */
export async function balancesAt(db: Reader, brokerId: number, day: string): Promise<Map<string, Decimal>> {
  const balances = new Map<string, Decimal>()
  for (const { unit, change } of await listChangesUntil(db, brokerId, day))
    balances.set(unit, add(balances.get(unit) ?? ZERO, change))
  for (const [unit, balance] of balances) if (balance === ZERO) balances.delete(unit)
  return balances
}

/** The balance of one unit at the end of a day. */
async function balanceOf(db: Reader, brokerId: number, unit: string, day: string): Promise<Decimal> {
  return (await listChangesUntil(db, brokerId, day, unit)).reduce((total, entry) => add(total, entry.change), ZERO)
}

export async function holdingOf(db: Reader, brokerId: number, assetId: number, day: string): Promise<Decimal> {
  return await balanceOf(db, brokerId, unitOfAsset(assetId), day)
}

async function bookMonth(
  db: Tx,
  brokerId: number,
  unit: string,
  month: string,
  entries: ReadonlyMap<string, Decimal>,
  isKnown: boolean,
): Promise<void> {
  const stored = isKnown ? await listDays(db, brokerId, unit, month) : []
  const days = new Map<string, Decimal>(stored.map((day) => [day.date, day.change]))
  const written: DayChange[] = []
  for (const [date, change] of entries) {
    if (change === ZERO) continue
    const total = add(days.get(date) ?? ZERO, change)
    written.push({ date, change: total })
    if (total === ZERO) days.delete(date)
    else days.set(date, total)
  }
  await putDays(db, brokerId, unit, written)
  const sorted: DayChange[] = [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, change]) => ({ date, change }))
  await putMonth(db, brokerId, unit, month, sorted.length === 0 ? undefined : summariseMonth(month, sorted))
}

async function findShortfall(db: Reader, brokerId: number, unit: string): Promise<Shortfall | undefined> {
  const found = firstMonthBelowZero(await listMonths(db, brokerId, unit))
  if (!found) return undefined
  const day = firstDayBelowZero(found.opening, await listDays(db, brokerId, unit, found.month))
  return day && { brokerId, unit, date: day.date, balance: day.balance }
}

function isAllowed(unit: string, allowance: Allowance): boolean {
  return assetOfUnit(unit) === undefined ? allowance.allowCashOverdraft : allowance.allowAssetShorting
}
