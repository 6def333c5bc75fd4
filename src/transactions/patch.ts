import type { Transaction, TransactionInput } from './transaction.ts'

/** Fields that a caller may change: absent = keep, null = clear. */
export type TransactionPatch = Partial<Omit<TransactionInput, 'brokerId'>>

/**
 * A stored line with a patch merged in, as an input to be checked again. When the amount changes and neither price nor rate is given,
 * the price is derived again; when what the amount follows from changes and the amount is not given, the amount is.
 */
export function mergePatch(before: Transaction, patch: TransactionPatch): TransactionInput {
  const kept: TransactionInput = { ...before, ...patch }
  const trade = kept.type === 'BUY' || kept.type === 'SELL'
  if (!trade) return kept
  const priced = 'price' in patch || 'fxRate' in patch || 'priceCurrency' in patch
  if ('amount' in patch && patch.amount != null && !priced) return { ...kept, price: null, fxRate: before.fxRate }
  const moved = priced || 'quantity' in patch || 'fees' in patch || 'taxes' in patch
  return moved && !('amount' in patch) && kept.price != null ? { ...kept, amount: null } : kept
}
