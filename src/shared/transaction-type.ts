/** What a ledger line can be, in the order in which lists show them. */
export const TRANSACTION_TYPES = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'INTEREST',
  'RETURN_OF_CAPITAL',
  'DEPOSIT',
  'WITHDRAWAL',
  'FEE',
  'TAX',
  'TRANSFER',
  'FX_CONVERSION',
  'SPLIT',
  'EXCHANGE',
  'ADJUSTMENT',
] as const

/** The tag of a transfer that stands for history which the ledger does not have. */
export const OPENING = 'opening'

export type TransactionType = (typeof TRANSACTION_TYPES)[number]
