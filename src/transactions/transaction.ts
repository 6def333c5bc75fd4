import type { NamedLot } from '../lots/lot.ts'
import type { Decimal } from '../shared/decimal.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../shared/transaction-type.ts'

export { TRANSACTION_TYPES, type TransactionType }

/**
 * What one ledger line says. `quantity` = signed change of the holding; `amount` = signed NET change of the cash balance in `currency`;
 * `fees` and `taxes` (>= 0, same currency) are the parts of it that were costs; `price` per unit in `priceCurrency`;
 * `fxRate` = units of `currency` for one of `priceCurrency`.
 */
export type TransactionFields = {
  readonly brokerId: number
  readonly type: TransactionType
  readonly date: string
  readonly time: string | null
  readonly settledOn: string | null
  readonly assetId: number | null
  readonly quantity: Decimal
  readonly price: Decimal | null
  readonly priceCurrency: string | null
  readonly fxRate: Decimal | null
  readonly amount: Decimal
  readonly currency: string | null
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly costBasis: Decimal | null
  readonly ratio: string | null
  readonly costShare: Decimal | null
  readonly externalId: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  /** Which lots a sale or an outgoing transfer takes; `null` = as the method of a report says. */
  readonly lots: readonly NamedLot[] | null
  /** The account or depot within the broker, where it has several. */
  readonly account: string | null
}

/** A line as it stands in the ledger. */
export type Transaction = TransactionFields & {
  readonly id: number
  readonly groupId: string | null
  readonly reportId: string | null
  readonly sourceRow: number | null
  readonly revision: number
  readonly createdBy: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a caller gives for a line: absent = not said, to be derived or defaulted. */
export type TransactionInput = {
  readonly brokerId: number
  readonly type: TransactionType
  readonly date: string
  readonly time?: string | null | undefined
  readonly settledOn?: string | null | undefined
  readonly assetId?: number | null | undefined
  readonly quantity?: Decimal | null | undefined
  readonly price?: Decimal | null | undefined
  readonly priceCurrency?: string | null | undefined
  readonly fxRate?: Decimal | null | undefined
  readonly amount?: Decimal | null | undefined
  readonly currency?: string | null | undefined
  readonly fees?: Decimal | null | undefined
  readonly taxes?: Decimal | null | undefined
  readonly costBasis?: Decimal | null | undefined
  readonly ratio?: string | null | undefined
  readonly costShare?: Decimal | null | undefined
  readonly externalId?: string | null | undefined
  readonly description?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly lots?: readonly NamedLot[] | null | undefined
  readonly account?: string | null | undefined
}
