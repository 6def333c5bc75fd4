import type { Tx } from '#db/connection.ts'
import { type Decimal, ZERO } from '../shared/decimal.ts'
import { putDays, putMonth } from './balance.repository.ts'

/** A balance of a day (`YYYY-MM-DD`) or a month (`YYYY-MM`) as the lines give it; `undefined`: there is none. */
export type RecountedBalance = {
  readonly brokerId: number
  readonly unit: string
  readonly period: 'day' | 'month'
  readonly at: string
  readonly should: { readonly change: Decimal; readonly lowest: Decimal | null } | undefined
}

/** Corrects a stored balance; for the operator of the machine. */
export async function correctBalance(db: Tx, { brokerId, unit, period, at, should }: RecountedBalance): Promise<void> {
  if (period === 'day') await putDays(db, brokerId, unit, [{ date: at, change: should?.change ?? ZERO }])
  else await putMonth(db, brokerId, unit, at, should && { month: at, change: should.change, lowest: should.lowest ?? ZERO })
}
