/** `Currency conversion`: what left one cash balance and what arrived in another. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { isCurrency } from '#src/shared/currency.ts'
import { absolute, type Decimal, formatDecimal, negate, subtract, tryDecimal } from '#src/shared/decimal.ts'
import { type Book, beginDraft, describe, note } from './book.ts'
import { type Line, type Money, moneyAt, RowRefusal } from './line.ts'

type Conversion = { readonly from: Money; readonly to: Money }

/** `0.50 GBP -> 0.58 EUR`, as the notes of exports up to 2023 tell it. */
const IN_NOTES = /^\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*->\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*$/

/**
 * Two legs of one group. The fee is charged on top, in its own currency: it lowers the leg in that currency, or is a FEE of its own.
 * Throws RowRefusal when the row does not say both amounts.
 */
export function addConversion(book: Book, line: Line): void {
  const { from, to } = fromColumns(line) ?? fromNotes(line) ?? refuse(line)
  const fee = moneyAt(line, 'currency conversion fee', to.currency)
  const cost = fee && fee.value !== 0n ? { value: absolute(fee.value), currency: fee.currency } : undefined
  const group = `conversion-${line.number}`
  const leg = (money: Money, signed: Decimal, part?: string): TransactionDraft => {
    const own = cost?.currency === money.currency ? cost : undefined
    return {
      ...beginDraft(book, line, part),
      type: 'FX_CONVERSION',
      amount: formatDecimal(own ? subtract(signed, own.value) : signed),
      currency: money.currency,
      ...(own ? { fees: formatDecimal(own.value) } : {}),
      group,
      description: describe(line),
    }
  }
  book.transactions.push(leg(from, negate(from.value)), leg(to, to.value, 'to'))
  if (cost && cost.currency !== from.currency && cost.currency !== to.currency) addFee(book, line, cost)
  if (fee && fee.value > 0n)
    note(book, line, 'info', 'conversion-fee', 'The fee of this conversion was taken as charged on top of the two amounts.')
}

function addFee(book: Book, line: Line, cost: Money): void {
  book.transactions.push({
    ...beginDraft(book, line, 'fee'),
    type: 'FEE',
    amount: formatDecimal(negate(cost.value)),
    currency: cost.currency,
    description: describe(line, 'fee'),
  })
}

function fromColumns(line: Line): Conversion | undefined {
  const from = moneyAt(line, 'currency conversion from amount')
  const to = moneyAt(line, 'currency conversion to amount')
  if (!from || !to) return undefined
  return positive({ value: absolute(from.value), currency: from.currency }, { value: absolute(to.value), currency: to.currency })
}

function fromNotes(line: Line): Conversion | undefined {
  const match = IN_NOTES.exec(line.get('notes'))
  if (!match) return undefined
  const [, fromText = '', fromCurrency = '', toText = '', toCurrency = ''] = match
  const [from, to] = [tryDecimal(fromText), tryDecimal(toText)]
  if (typeof from === 'string' || typeof to === 'string' || !isCurrency(fromCurrency) || !isCurrency(toCurrency)) return undefined
  return positive({ value: from, currency: fromCurrency }, { value: to, currency: toCurrency })
}

function positive(from: Money, to: Money): Conversion | undefined {
  return from.value > 0n && to.value > 0n && from.currency !== to.currency ? { from, to } : undefined
}

function refuse(line: Line): never {
  const detail = `The conversion says neither in its columns nor in its notes ("${line.get('notes')}") what left and what arrived. Enter it by hand.`
  throw new RowRefusal('conversion-unclear', detail)
}
