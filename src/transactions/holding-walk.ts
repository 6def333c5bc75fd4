import type { Reader } from '#db/connection.ts'
import { addDays } from '../shared/date.ts'
import { add, type Decimal } from '../shared/decimal.ts'
import { listDaysBetween } from './balance.repository.ts'
import { type DayChange, unitOfAsset } from './balances.ts'
import { holdingOf } from './ledger.ts'

/** A holding over days that are requested in their order: each change is passed once, however many days are requested. */
export type HoldingWalk = {
  /** What is held at the end of the day before. */
  readonly before: (day: string) => Decimal
  /** Adds what a line of the day last requested moves; days after it count it. */
  readonly book: (day: string, change: Decimal) => void
}

/** Walks from `opening` along changes of days in order. */
export function walkHolding(opening: Decimal, days: readonly DayChange[]): HoldingWalk {
  const booked: DayChange[] = []
  let total = opening
  const passer = (list: readonly DayChange[]) => {
    let next = 0
    return (day: string) => {
      for (let entry = list[next]; entry !== undefined && entry.date < day; entry = list[++next]) total = add(total, entry.change)
    }
  }
  const passes = [passer(days), passer(booked)]
  return {
    before: (day) => {
      for (const pass of passes) pass(day)
      return total
    },
    book: (date, change) => booked.push({ date, change }),
  }
}

/** What a broker holds of an asset before days from `first` to `last`: the ledger, and the changes of a write by their days. */
export async function openHolding(
  db: Reader,
  position: { readonly brokerId: number; readonly assetId: number },
  changes: ReadonlyMap<string, Decimal>,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<HoldingWalk> {
  const { brokerId, assetId } = position
  const stored = await listDaysBetween(db, brokerId, unitOfAsset(assetId), first, last)
  const moved = [...changes].map(([date, change]): DayChange => ({ date, change }))
  const days = [...stored, ...moved].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return walkHolding(await holdingOf(db, brokerId, assetId, addDays(first, -1)), days)
}
