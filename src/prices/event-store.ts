import { inTransaction } from '#db/transaction.ts'
import type { PriceChunk, PriceProvider, ProviderDividend } from '#plugins/assets/contract.ts'
import { type Deps, now } from '../context.ts'
import { fromMinorUnit, isCurrency } from '../shared/currency.ts'
import { isDay } from '../shared/date.ts'
import { type Decimal, divide, tryDecimal, whole, ZERO } from '../shared/decimal.ts'
import { insertEvent } from './event.repository.ts'
import { asTraded, readSplitRatio, type Split } from './splits.ts'

type Paid = { readonly date: string; readonly amount: Decimal; readonly currency: string }

/**
 * Stores the splits and dividends that a provider reported, dividends per unit as it was held on their day and in ISO currencies. Those that cannot be read are
 * left out; returns how many.
 */
export async function storeEvents(deps: Deps, assetId: number, provider: PriceProvider, chunk: PriceChunk): Promise<number> {
  const reported = [...(chunk.splits ?? []), ...(chunk.dividends ?? [])].length
  const splits = soundSplits(chunk.splits ?? [])
  const dividends = (chunk.dividends ?? []).flatMap((one) => readDividend(one) ?? [])
  const base = { source: provider.code, createdBy: null, createdAt: now(deps) }
  await inTransaction(deps, async ({ db }) => {
    for (const { date, ratio } of splits)
      await insertEvent(db, assetId, { ...base, type: 'SPLIT', date, ratio, amount: null, currency: null }, true)
    for (const { date, amount, currency } of dividends) {
      const value = provider.adjusted === 'none' ? amount : asTraded(amount, date, splits)
      await insertEvent(db, assetId, { ...base, type: 'DIVIDEND', date, amount: value, currency, ratio: null }, true)
    }
  })
  return reported - splits.length - dividends.length
}

/** Those of days and ratios that can be read. */
export function soundSplits(splits: readonly Split[]): Split[] {
  return splits.filter((split) => isDay(split.date) && readSplitRatio(split.ratio) !== undefined)
}

function readDividend({ date, amount, currency }: ProviderDividend): Paid | undefined {
  const paid = tryDecimal(amount)
  const unit = fromMinorUnit(currency) ?? { currency, divisor: 1 }
  if (!isDay(date) || typeof paid === 'string' || paid <= ZERO || !isCurrency(unit.currency)) return undefined
  return { date, amount: divide(paid, whole(unit.divisor)), currency: unit.currency }
}
