import { untrackedBrokerIds } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { type Decimal, ZERO } from '../shared/decimal.ts'
import { assetOfUnit, type Changes } from './balances.ts'
import { balancesAt } from './ledger.ts'

const END_OF_TIME = '9999-12-31'

/** Cash balances and holdings of a broker; no cash where it is not tracked. */
export type BrokerBalances = {
  readonly brokerId: number
  readonly balances: readonly { readonly currency: string; readonly amount: Decimal }[]
  readonly holdings: readonly { readonly assetId: number; readonly quantity: Decimal }[]
}

/** The balances and holdings of every unit in `changes`, over all days. */
export async function balancesAfter(ctx: Pick<Ctx, 'reader'>, changes: Changes): Promise<BrokerBalances[]> {
  const untracked = await untrackedBrokerIds(ctx, [...changes.keys()])
  return await Promise.all(
    [...changes].map(async ([brokerId, units]) => {
      const all = await balancesAt(ctx.reader, brokerId, END_OF_TIME)
      const touched = [...units.keys()].sort().map((unit) => [unit, all.get(unit) ?? ZERO] as const)
      return divided(brokerId, touched, !untracked.has(brokerId))
    }),
  )
}

/** Cash balances and holdings of a broker at the end of a day, zeros left out; by currency, by asset id. The caller has checked the role. */
export async function listBalances(ctx: Pick<Ctx, 'reader'>, brokerId: number, day: string): Promise<BrokerBalances> {
  const all = [...(await balancesAt(ctx.reader, brokerId, day))].sort(([a], [b]) => (a < b ? -1 : 1))
  return divided(brokerId, all, !(await untrackedBrokerIds(ctx, [brokerId])).has(brokerId))
}

function divided(brokerId: number, units: readonly (readonly [string, Decimal])[], hasCash: boolean): BrokerBalances {
  return {
    brokerId,
    balances: units.flatMap(([unit, amount]) => (hasCash && assetOfUnit(unit) === undefined ? [{ currency: unit, amount }] : [])),
    holdings: units.flatMap(([unit, quantity]) => {
      const assetId = assetOfUnit(unit)
      return assetId === undefined ? [] : [{ assetId, quantity }]
    }),
  }
}
