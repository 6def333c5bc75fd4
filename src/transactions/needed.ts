import type { TransactionType } from './transaction.ts'

/** Alternatives of which one must be there. */
type Need = readonly [field: string, ...others: string[]]

const TRADE: readonly Need[] = [['asset_id'], ['quantity'], ['price', 'amount'], ['currency']]
const CASH: readonly Need[] = [['amount'], ['currency']]
const CASH_OR_KIND: readonly Need[] = [['amount', 'quantity']]
const CASH_KIND_OR_COST: readonly Need[] = [['amount', 'quantity', 'cost_basis']]
const UNITS: readonly Need[] = [['asset_id'], ['quantity']]

/** What a line of each type needs beside its date; `RULES` says what the values must be. */
const NEEDS: Readonly<Record<TransactionType, readonly Need[]>> = {
  BUY: TRADE,
  SELL: TRADE,
  DIVIDEND: [['asset_id'], ...CASH_KIND_OR_COST],
  INTEREST: CASH_KIND_OR_COST,
  RETURN_OF_CAPITAL: [['asset_id'], ...CASH],
  DEPOSIT: CASH,
  WITHDRAWAL: CASH,
  FEE: CASH_OR_KIND,
  TAX: CASH_OR_KIND,
  TRANSFER: CASH_OR_KIND,
  FX_CONVERSION: CASH,
  SPLIT: [['asset_id'], ['quantity', 'ratio']],
  EXCHANGE: UNITS,
  ADJUSTMENT: [['asset_id'], ['quantity', 'cost_basis']],
}

/** The fields (wire names) that a line of its type needs and does not have; none for a type that there is not. */
export function missingFields(line: Readonly<Record<string, unknown>>): { readonly field: string; readonly detail: string }[] {
  const type = String(line['type'])
  const needs = Object.hasOwn(NEEDS, type) ? NEEDS[type as TransactionType] : []
  return needs
    .filter((need) => need.every((field) => line[field] === undefined || line[field] === null))
    .map(([field, ...others]) => ({ field, detail: `A ${type} needs ${[field, ...others].join(' or ')}.` }))
}
