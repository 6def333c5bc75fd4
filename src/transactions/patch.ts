import { add, multiplyDivide, negate, ZERO } from '../shared/decimal.ts'
import type { Transaction, TransactionInput } from './transaction.ts'
import { patchInIsoUnits, type Report } from './units.ts'

/** Fields that a caller may change: absent = keep, null = clear. */
export type TransactionPatch = Partial<Omit<TransactionInput, 'brokerId'>>

const WITHOUT_NUMBERS = new Set(['date', 'time', 'settledOn', 'externalId', 'description', 'tags', 'lots'])

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
  const kept = withRateOfCurrencies(before, patch, { ...before, ...patch })
  if (kept.type === 'SPLIT') return withQuantityOfRatio(patch, kept)
  return kept.type === 'BUY' || kept.type === 'SELL' ? mergeTrade(before, patch, kept) : kept
}

function withRateOfCurrencies(before: Transaction, patch: TransactionPatch, kept: TransactionInput): TransactionInput {
  const same = (kept.currency ?? null) === before.currency && (kept.priceCurrency ?? null) === before.priceCurrency
  return same || 'fxRate' in patch ? kept : { ...kept, fxRate: null }
}

function withQuantityOfRatio(patch: TransactionPatch, kept: TransactionInput): TransactionInput {
  const computed = kept.ratio != null && !('quantity' in patch)
  const moved = 'ratio' in patch || 'date' in patch || 'assetId' in patch || 'type' in patch
  return computed && moved ? { ...kept, quantity: null } : kept
}

function mergeTrade(before: Transaction, patch: TransactionPatch, kept: TransactionInput): TransactionInput {
  const priced = 'price' in patch || 'fxRate' in patch
  if ('amount' in patch) return priced || patch.amount == null ? kept : withPriceOfAmount(before, kept)
  if (patch.price != null || patch.fxRate != null) return { ...kept, amount: null }
  return priced ? kept : withScaledAmount(before, patch, kept)
}

function withPriceOfAmount(before: Transaction, kept: TransactionInput): TransactionInput {
  const costs = add(kept.fees ?? ZERO, kept.taxes ?? ZERO)
  const sameGross = add(kept.amount ?? ZERO, costs) === add(before.amount, add(before.fees, before.taxes))
  if (sameGross && (kept.quantity ?? ZERO) === before.quantity) return kept
  const foreign = kept.priceCurrency != null && kept.priceCurrency !== kept.currency
  return foreign && kept.price != null ? { ...kept, fxRate: null } : { ...kept, price: null }
}

/** The gross amount follows the quantity exactly; rounding in a derived price must not reach the cash. */
function withScaledAmount(before: Transaction, patch: TransactionPatch, kept: TransactionInput): TransactionInput {
  const moved = 'quantity' in patch || 'fees' in patch || 'taxes' in patch
  const wasTrade = before.type === 'BUY' || before.type === 'SELL'
  if (!moved || !wasTrade || before.quantity === ZERO) return kept
  const gross = add(before.amount, add(before.fees, before.taxes))
  const scaled = multiplyDivide(gross, kept.quantity ?? ZERO, before.quantity)
  return { ...kept, amount: add(scaled, negate(add(kept.fees ?? ZERO, kept.taxes ?? ZERO))) }
}
