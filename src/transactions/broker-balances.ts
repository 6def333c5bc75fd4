import type { Reader } from '#db/connection.ts'
import { type Decimal, ZERO } from '../shared/decimal.ts'
import { assetOfUnit, type Changes } from './balances.ts'
import { balancesAt } from './ledger.ts'

const END_OF_TIME = '9999-12-31'

/** What a broker has after a write: the cash balances and holdings that the write touched. */
export type BrokerBalances = {
  readonly brokerId: number
  readonly balances: readonly { readonly currency: string; readonly amount: Decimal }[]
  readonly holdings: readonly { readonly assetId: number; readonly quantity: Decimal }[]
}

/** The balances and holdings of every unit in `changes`, over all days. */
export async function balancesAfter(db: Reader, changes: Changes): Promise<BrokerBalances[]> {
  return await Promise.all(
    [...changes].map(async ([brokerId, units]) => {
      const all = await balancesAt(db, brokerId, END_OF_TIME)
      const touched = [...units.keys()].sort().map((unit) => ({ unit, assetId: assetOfUnit(unit), value: all.get(unit) ?? ZERO }))
      return {
        brokerId,
        balances: touched.flatMap((entry) =>
          entry.assetId === undefined ? [{ currency: entry.unit, amount: entry.value }] : [],
        ),
        holdings: touched.flatMap((entry) =>
          entry.assetId === undefined ? [] : [{ assetId: entry.assetId, quantity: entry.value }],
        ),
      }
    }),
  )
}
