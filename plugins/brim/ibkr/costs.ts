/** Commissions and taxes of a trade. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { absolute, add, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { externalIdPart } from './book.ts'
import { isCancellation } from './cancellations.ts'
import { currencyNamed, type Entry, figure, value } from './entry.ts'

/**
 * `fees` and `taxes` (>= 0) can be part of a trade in one of the currencies requested, `feeCurrency` says in which. What cannot (a
 * refund, another currency) stands in `apart`. `inNetCash` is what the report's net cash holds of all of it, signed.
 */
export type Costs = {
  readonly fees: Decimal
  readonly feeCurrency: string
  readonly taxes: Decimal
  readonly inNetCash: Decimal
  readonly apart: readonly { readonly type: 'FEE' | 'TAX'; readonly amount: Decimal; readonly currency: string }[]
}

const NAMES = { FEE: 'Commission', TAX: 'Transaction tax' } as const

/** The costs of a trade in `currencies`; the first of them is the one of taxes and net cash. */
export function costsOf(entry: Entry, currencies: readonly [string, ...string[]]): Costs {
  const currency = currencies[0]
  const commission = figure(entry, 'ibcommission', 'commission') ?? ZERO
  const feeCurrency = currencyNamed(value(entry, 'ibcommissioncurrency', 'commissioncurrency') || currency)
  const stated = figure(entry, 'taxes', 'tax') ?? ZERO
  const tax = isCancellation(entry) ? absolute(stated) : negate(absolute(stated))
  const within = commission <= 0n && currencies.includes(feeCurrency)
  return {
    fees: within ? negate(commission) : ZERO,
    feeCurrency,
    taxes: tax <= 0n ? negate(tax) : ZERO,
    inNetCash: add(feeCurrency === currency ? commission : ZERO, tax),
    apart: [
      ...(within || commission === 0n ? [] : [{ type: 'FEE' as const, amount: commission, currency: feeCurrency }]),
      ...(tax > 0n ? [{ type: 'TAX' as const, amount: tax, currency }] : []),
    ],
  }
}

/** The costs that cannot be part of the trade, as bookings of their own. */
export function costDrafts({ apart }: Pick<Costs, 'apart'>, trade: Omit<TransactionDraft, 'type'>): TransactionDraft[] {
  const { rows, date, time, asset, externalId: id } = trade
  return apart.map(({ type, amount: size, currency }) => {
    const [amount, externalId] = [formatDecimal(size), externalIdPart(id, type.toLowerCase())]
    return { rows, date, time, asset, type, amount, currency, externalId, description: NAMES[type] }
  })
}
