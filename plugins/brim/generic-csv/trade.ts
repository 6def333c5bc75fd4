/** BUY and SELL: amount = -(quantity x price x rate) - fees - taxes, checked where the row says both sides, computed where it does not. */
import { agrees, refuse } from '#plugins/kit/index.ts'
import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  multiplyDivide,
  negate,
  ONE,
  subtract,
  whole,
  ZERO,
} from '#src/shared/decimal.ts'
import type { Half } from './drafts.ts'
import { assetTypeNamed } from './kinds.ts'
import { type Line, netOf, written } from './line.ts'
import type { Reading } from './reading.ts'

const TOLERANCE = decimal('0.02')
const HUNDRED = decimal('100')
const HUNDREDTH = decimal('0.01')

/** The price of a trade: in ISO currency, with its rate, and the number of units that it is for. */
type Terms = { readonly price: Decimal; readonly priceCurrency: string; readonly rate: Decimal; readonly per: Decimal }

/** Throws RowRefusal. */
export function tradeDraft(line: Line, reading: Reading): Half {
  const { type } = line.kind
  const quantity = signedQuantity(line, reading)
  if (!line.unit)
    refuse('missing-currency', 'The trade has no currency. Add a column currency, or options.mapping.defaults.currency.')
  const { currency } = line.unit
  const signed = signedAmount(line, reading)
  const stated = signed && netOf(line, signed)
  const terms = line.price === undefined ? undefined : termsOf(line, quantity, stated, currency, reading.layout.own)
  const amount = stated ?? (terms && expected(line, quantity, terms))
  if (amount === undefined) refuse('missing-amount', `A ${type} needs a price or an amount.`)
  if (type === 'BUY' && amount > 0n) refuse('wrong-sign', 'A BUY does not bring money in: its amount is not above zero.')
  const { figures } = line
  const foreign = terms !== undefined && terms.priceCurrency !== currency
  return {
    quantity: written(quantity, figures.quantity),
    amount: written(amount, figures.amount),
    currency,
    fees: line.fees === ZERO ? undefined : written(line.fees, figures.fees),
    taxes: line.taxes === ZERO ? undefined : written(line.taxes, figures.taxes),
    price: terms && written(terms.price, figures.price),
    priceCurrency: foreign ? terms.priceCurrency : undefined,
    fxRate: foreign ? formatDecimal(terms.rate) : undefined,
    hasAsset: true,
    per: terms === undefined || terms.per === ONE ? undefined : formatDecimal(terms.per),
  }
}

function signedQuantity({ quantity, kind: { type } }: Line, { sign }: Reading): Decimal {
  if (!quantity) refuse('missing-quantity', `A ${type} needs a quantity other than 0.`)
  const byType = type === 'BUY' ? absolute(quantity) : negate(absolute(quantity))
  const free = sign === 'by_type' || (sign === 'lenient' && type === 'SELL')
  if (!free && quantity !== byType)
    refuse(
      'wrong-sign',
      `A ${type} of ${formatDecimal(quantity)}: a BUY adds units (+), a SELL takes them away (-). State options.mapping.sign.`,
    )
  return byType
}

function signedAmount({ amount, price, fees, taxes, kind }: Line, { sign }: Reading): Decimal | undefined {
  if (amount === undefined || sign === 'as_is') return amount
  if (kind.type === 'BUY') return amount <= 0n ? amount : negate(amount)
  if (sign === 'by_type') return absolute(amount)
  if (price === undefined && amount < 0n && absolute(amount) > add(fees, taxes))
    refuse(
      'sign-unclear',
      'A SELL that costs money, and no price to check it with. State options.mapping.sign: "as_is" or "by_type".',
    )
  return amount
}

/** The figure of the terms that fits the amount of the row; where it has none there must be only one way to read them. */
function termsOf(line: Line, quantity: Decimal, amount: Decimal | undefined, currency: string, own: boolean): Terms | undefined {
  const { price = ZERO, priceUnit, fxRate } = line
  if (price < 0n) refuse('wrong-sign', 'A price is not below zero.')
  const priceCurrency = priceUnit?.currency ?? currency
  const plain = { price, priceCurrency, rate: ONE, per: ONE }
  if (amount !== undefined && priceCurrency === currency && fxRate === undefined && makes(line, quantity, plain, amount))
    return plain
  const rates = ratesOf(line, quantity, amount, priceCurrency === currency)
  const pers = perOf(line, own)
  for (const rate of rates) {
    for (const per of pers) {
      const terms = { price, priceCurrency, rate, per }
      if (amount === undefined || makes(line, quantity, terms, amount)) return terms
    }
  }
  if (own) {
    const detail = 'The price is for a number of units that this file does not tell; it was left out, the amount stands.'
    line.notes.push({ code: 'price-left-out', detail })
    return undefined
  }
  const [rate = ONE] = rates
  return mismatch(line, quantity, { price, priceCurrency, rate, per: pers[0] ?? ONE }, amount ?? ZERO, fxRate)
}

/** Prices of bonds are in percent, those of options for a hundredth of a contract; our own export has been checked with the asset at hand. */
function perOf(line: Line, own: boolean): readonly Decimal[] {
  if (own) return [ONE, HUNDRED, HUNDREDTH]
  const type = line.cells.asset_type === '' ? undefined : assetTypeNamed(line.cells.asset_type)
  if (line.amount === undefined && (type === 'BOND' || type === 'OPTION'))
    refuse('missing-amount', `A trade of a ${type} needs an amount: its price may be for another number of units.`)
  return type === 'BOND' ? [ONE, HUNDRED] : type === 'OPTION' ? [ONE, HUNDREDTH] : [ONE]
}

function ratesOf(line: Line, quantity: Decimal, amount: Decimal | undefined, same: boolean): readonly Decimal[] {
  const { fxRate, price = ZERO, priceUnit } = line
  const divisor = priceUnit === undefined ? ONE : whole(priceUnit.divisor)
  if (same) {
    if (fxRate === undefined || fxRate === ONE || multiply(fxRate, divisor) === ONE) return [ONE]
    refuse('rate-unclear', 'There is an fx_rate, but price and amount are in the same currency. State price_currency.')
  }
  if (fxRate !== undefined && fxRate <= 0n) refuse('wrong-sign', 'An fx_rate is above zero.')
  if (fxRate !== undefined && divisor === ONE) return [fxRate]
  if (amount === undefined)
    refuse(
      'rate-unclear',
      'Price and cash are in different currencies: add the amount, or an fx_rate (of a whole unit such as GBP, not of pence).',
    )
  if (fxRate !== undefined) return [fxRate, multiply(fxRate, divisor)]
  const gross = absolute(withoutCosts(line, amount))
  const base = absolute(multiply(quantity, price))
  if (base === ZERO || gross === ZERO)
    refuse('rate-unclear', 'Price and cash are in different currencies, and no fx_rate can be found.')
  return [divide(gross, base)]
}

function expected(line: Line, quantity: Decimal, terms: Terms): Decimal {
  return subtract(subtract(negate(grossOf(quantity, terms)), line.fees), line.taxes)
}

function grossOf(quantity: Decimal, { price, rate, per }: Terms): Decimal {
  return rate === ONE && per === ONE ? multiply(quantity, price) : multiplyDivide(multiply(quantity, price), rate, per)
}

/** Whether the terms make the amount of the row: to the last place, which is seen without a division, or within what rounding explains. */
function makes(line: Line, quantity: Decimal, terms: Terms, amount: Decimal): boolean {
  const { price, rate, per } = terms
  const gross = withoutCosts(line, amount)
  if (rate === ONE && per === ONE && quantity * price === -gross * ONE) return true
  return agrees(grossOf(quantity, terms), negate(gross), rate !== ONE)
}

function withoutCosts({ fees, taxes }: Line, amount: Decimal): Decimal {
  return add(add(amount, fees), taxes)
}

function mismatch(line: Line, quantity: Decimal, terms: Terms, amount: Decimal, fxRate: Decimal | undefined): never {
  const value = grossOf(quantity, terms)
  const want = formatDecimal(expected(line, quantity, terms))
  const gross = absolute(subtract(absolute(amount), absolute(value))) <= TOLERANCE && line.fees + line.taxes > 0n
  const hint = gross
    ? 'The amount must be net of fees and taxes; without a column amount it is computed.'
    : fxRate === undefined
      ? 'Prices in pence need price_currency GBX; bonds and options need asset_type.'
      : 'The fx_rate is units of currency for one of price_currency.'
  const text = `The amount ${formatDecimal(amount)} does not fit quantity, price, fees and taxes, which make ${want}. ${hint}`
  return refuse('amount-mismatch', text)
}
