import { fromMinorUnit } from '../shared/currency.ts'
import { type Decimal, divide, multiply, whole } from '../shared/decimal.ts'
import type { TransactionInput } from './transaction.ts'

/** Turns pence and the like (GBX, ILA, ZAc) into the ISO currency: amounts and prices by their divisor, `fxRate` so that values stay. */
export function inIsoUnits(input: TransactionInput): TransactionInput {
  const money = input.currency == null ? undefined : fromMinorUnit(input.currency)
  const pricing = fromMinorUnit(input.priceCurrency ?? input.currency ?? '')
  if (money === undefined && pricing === undefined) return input
  const scaled = (value: Decimal | null | undefined, divisor: number | undefined) =>
    value == null || divisor === undefined ? value : divide(value, whole(divisor))
  const rate = (value: Decimal | null | undefined) => {
    if (value == null) return value
    const inMajorPrice = pricing === undefined ? value : multiply(value, whole(pricing.divisor))
    return money === undefined ? inMajorPrice : divide(inMajorPrice, whole(money.divisor))
  }
  return {
    ...input,
    currency: money?.currency ?? input.currency,
    priceCurrency: input.priceCurrency == null ? input.priceCurrency : (pricing?.currency ?? input.priceCurrency),
    price: scaled(input.price, pricing?.divisor),
    fxRate: rate(input.fxRate),
    amount: scaled(input.amount, money?.divisor),
    fees: scaled(input.fees, money?.divisor),
    taxes: scaled(input.taxes, money?.divisor),
    costBasis: scaled(input.costBasis, money?.divisor),
  }
}
