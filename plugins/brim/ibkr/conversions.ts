/** Trades of currency pairs: two legs in one group. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { refuse, textOf } from '#plugins/kit/index.ts'
import { type Decimal, formatDecimal, multiply, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { type Book, externalId, externalIdPart } from './book.ts'
import { costDrafts, costsOf } from './costs.ts'
import { currencyOf, type Entry, figure, requiredFigure, value } from './entry.ts'
import { signedQuantity, tradeDays } from './trade-fields.ts'

/** A trade of `EUR.USD` in the currency USD: quantity in EUR, proceeds in USD, commission in either or in a third currency. */
export function conversionDrafts(book: Book, entry: Entry): TransactionDraft[] {
  const pair = /^([A-Z]{3})\.([A-Z]{3})$/.exec(value(entry, 'symbol', 'description'))
  if (!pair) refuse('currency-pair-missing', 'The currency pair is missing. Add the field Symbol to the query.')
  const quote = currencyOf(entry, 'currency')
  const base = currencyOf({ ...entry, values: { base: pair[1] ?? '' } }, 'base')
  const quantity = signedQuantity(entry)
  const proceeds = figure(entry, 'proceeds') ?? negate(multiply(quantity, requiredFigure(entry, 'tradeprice', 'price')))
  if (quantity === 0n || proceeds === 0n || quantity > 0n === proceeds > 0n)
    refuse(
      'conversion-unclear',
      `It is not clear what was paid for what: ${value(entry, 'quantity')} against ${value(entry, 'proceeds')}.`,
    )
  const costs = costsOf(entry, [quote, base])
  const id = externalId('trade', entry)
  const common = {
    rows: [entry.row] as const,
    type: 'FX_CONVERSION' as const,
    ...tradeDays(book, entry),
    group: `conversion-${entry.row}`,
  }
  const leg = (currency: string, gross: Decimal, taxes: Decimal, part: string): TransactionDraft => {
    const fees = costs.feeCurrency === currency ? costs.fees : ZERO
    return {
      ...common,
      amount: formatDecimal(subtract(subtract(gross, fees), taxes)),
      currency,
      fees: textOf(fees),
      taxes: textOf(taxes),
      externalId: part === '' ? id : externalIdPart(id, part),
    }
  }
  const { rows, date, time } = common
  return [
    leg(base, quantity, ZERO, ''),
    leg(quote, proceeds, costs.taxes, 'quote'),
    ...costDrafts(costs, { rows, date, time }, id),
  ]
}
