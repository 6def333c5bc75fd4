import { add, multiplyDivide, negate, ZERO } from '../shared/decimal.ts'
import type { Transaction, TransactionInput } from './transaction.ts'
import { patchInIsoUnits, type Report } from './units.ts'

/** Fields that a caller may change: absent = keep, null = clear. */
export type TransactionPatch = Partial<Omit<TransactionInput, 'brokerId'>>

const WITHOUT_NUMBERS = new Set(['date', 'time', 'settledOn', 'externalId', 'description', 'tags', 'lots', 'account'])

/** Whether a patch leaves every figure, the asset and the type as they are. */
export function keepsNumbers(patch: TransactionPatch): boolean {
  return Object.keys(patch).every((field) => WITHOUT_NUMBERS.has(field))
}

/**
 * A stored line with a patch merged in, as an input to be checked again. What follows from the rest and is not given is derived again:
 * a trade's amount when price, rate, quantity or costs change; its price (or, where the price is in another currency, the rate) when the
 * gross amount does; the rate when one of its currencies does; the quantity of a split by ratio when ratio, day or asset do.
 */
export function mergePatch(before: Transaction, given: TransactionPatch, report: Report): TransactionInput {
  const patch = patchInIsoUnits(before, given, report)
  const merged = withRateOfCurrencies(before, patch, { ...before, ...patch })
  if (merged.type === 'SPLIT') return withQuantityOfRatio(patch, merged)
  return merged.type === 'BUY' || merged.type === 'SELL' ? mergeTrade(before, patch, merged) : merged
}

function withRateOfCurrencies(before: Transaction, patch: TransactionPatch, merged: TransactionInput): TransactionInput {
  const same = (merged.currency ?? null) === before.currency && (merged.priceCurrency ?? null) === before.priceCurrency
  return same || 'fxRate' in patch ? merged : { ...merged, fxRate: null }
}

function withQuantityOfRatio(patch: TransactionPatch, merged: TransactionInput): TransactionInput {
  const computed = merged.ratio != null && !('quantity' in patch)
  const moved = 'ratio' in patch || 'date' in patch || 'assetId' in patch || 'type' in patch
  return computed && moved ? { ...merged, quantity: null } : merged
}

function mergeTrade(before: Transaction, patch: TransactionPatch, merged: TransactionInput): TransactionInput {
  const priced = 'price' in patch || 'fxRate' in patch
  if ('amount' in patch) return priced || patch.amount == null ? merged : withPriceOfAmount(before, merged)
  if (patch.price != null || patch.fxRate != null) return { ...merged, amount: null }
  return priced ? merged : withScaledAmount(before, patch, merged)
}

function withPriceOfAmount(before: Transaction, merged: TransactionInput): TransactionInput {
  const costs = add(merged.fees ?? ZERO, merged.taxes ?? ZERO)
  const sameGross = add(merged.amount ?? ZERO, costs) === add(before.amount, add(before.fees, before.taxes))
  if (sameGross && (merged.quantity ?? ZERO) === before.quantity) return merged
  const foreign = merged.priceCurrency != null && merged.priceCurrency !== merged.currency
  return foreign && merged.price != null ? { ...merged, fxRate: null } : { ...merged, price: null }
}

/** The gross amount follows the quantity exactly; rounding in a derived price must not reach the cash. */
function withScaledAmount(before: Transaction, patch: TransactionPatch, merged: TransactionInput): TransactionInput {
  const moved = 'quantity' in patch || 'fees' in patch || 'taxes' in patch
  const wasTrade = before.type === 'BUY' || before.type === 'SELL'
  if (!moved || !wasTrade || before.quantity === ZERO) return merged
  const gross = add(before.amount, add(before.fees, before.taxes))
  const scaled = multiplyDivide(gross, merged.quantity ?? ZERO, before.quantity)
  return { ...merged, amount: add(scaled, negate(add(merged.fees ?? ZERO, merged.taxes ?? ZERO))) }
}
