import { add, type Decimal, ONE, sum, ZERO } from '../shared/decimal.ts'
import type { TransactionFields } from './transaction.ts'

/** Types whose line makes no sense alone. */
export function needsGroup(line: Pick<TransactionFields, 'type'>): boolean {
  return line.type === 'FX_CONVERSION' || line.type === 'EXCHANGE'
}

/** What is wrong with the legs of one group, as a sentence; `undefined` when they belong together. */
export function groupFault(legs: readonly TransactionFields[]): string | undefined {
  const main = legs.filter((leg) => leg.type !== 'FEE' && leg.type !== 'TAX')
  const type = main[0]?.type
  if (main.some((leg) => leg.type !== type)) return 'The legs of a group have one type; only FEE and TAX may join them.'
  if (type === 'FX_CONVERSION') return conversionFault(main)
  if (type === 'TRANSFER') return transferFault(main)
  if (type === 'EXCHANGE') return exchangeFault(main)
  return undefined
}

function conversionFault(legs: readonly TransactionFields[]): string | undefined {
  const [a, b] = legs
  if (legs.length !== 2 || !a || !b) return 'An FX_CONVERSION has exactly two legs.'
  if (a.brokerId !== b.brokerId) return 'Both legs of an FX_CONVERSION are at one broker; use TRANSFER between brokers.'
  if (a.currency === b.currency) return 'The legs of an FX_CONVERSION have two different currencies.'
  if (a.amount > ZERO === b.amount > ZERO)
    return 'One leg of an FX_CONVERSION is paid (amount < 0), the other received (amount > 0).'
  return undefined
}

function transferFault(legs: readonly TransactionFields[]): string | undefined {
  if (legs.length === 1) return undefined
  const [a, b] = legs
  if (legs.length !== 2 || !a || !b) return 'A TRANSFER has two legs: one out, one in; or one alone from or to outside.'
  const isWithinAccount = a.account === null || b.account === null || a.account === b.account
  if (a.brokerId === b.brokerId && isWithinAccount)
    return 'The legs of a TRANSFER are at two different brokers, or in two named accounts of one.'
  if (a.assetId !== b.assetId || (a.assetId === null && a.currency !== b.currency))
    return 'Both legs of a TRANSFER move the same asset or currency.'
  if (add(a.quantity, b.quantity) !== ZERO || add(gross(a), gross(b)) !== ZERO)
    return 'The legs of a TRANSFER must cancel out: what goes out comes in, but for fees and taxes.'
  return undefined
}

function exchangeFault(legs: readonly TransactionFields[]): string | undefined {
  const incoming = legs.filter((leg) => leg.quantity > ZERO)
  if (incoming.length === 0 || incoming.length === legs.length)
    return 'An EXCHANGE has at least one outgoing and one incoming leg.'
  if (legs.some((leg) => leg.brokerId !== legs[0]?.brokerId)) return 'All legs of an EXCHANGE are at one broker.'
  if (incoming.length === 1 && incoming[0]?.costShare === null) return undefined
  if (incoming.some((leg) => leg.costShare === null) || sum(incoming.map((leg) => leg.costShare ?? ZERO)) !== ONE)
    return 'The cost_share of the incoming legs of an EXCHANGE must add up to 1.'
  return undefined
}

function gross(leg: TransactionFields): Decimal {
  return add(add(leg.amount, leg.fees), leg.taxes)
}
