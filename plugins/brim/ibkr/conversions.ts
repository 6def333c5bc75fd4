/** Trades of currency pairs: two legs in one group. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { type Decimal, multiply, negate, ZERO } from '#src/shared/decimal.ts'
import { afterCosts, type Book, externalId, externalIdPart } from './book.ts'
import { currencyNamed, currencyOf, type Entry, figure, requiredFigure, value } from './entry.ts'
import { costDrafts, costsOf, signedQuantity, tradeDays } from './trade-fields.ts'

/** A trade of `EUR.USD` in the currency USD: quantity in EUR, proceeds in USD, commission in either or in a third currency. */
export function conversionDrafts(book: Book, entry: Entry): TransactionDraft[] {
  const pair = /^([A-Z]{3})\.([A-Z]{3})$/.exec(value(entry, 'symbol', 'description'))
  if (!pair) refuse('currency-pair-missing', 'The currency pair is missing. Add the field Symbol to the query.')
  const quote = currencyOf(entry, 'currency')
  const base = currencyNamed(pair[1] ?? '')
  const quantity = signedQuantity(entry)
  const proceeds = figure(entry, 'proceeds') ?? negate(multiply(quantity, requiredFigure(entry, 'tradeprice', 'price')))
  const said = `${value(entry, 'quantity')} against ${value(entry, 'proceeds')}`
  if (quantity === 0n || proceeds === 0n || quantity > 0n === proceeds > 0n)
    refuse('conversion-unclear', `It is not clear what was paid for what: ${said}.`)
  const costs = costsOf(entry, [quote, base])
  const id = externalId('trade', entry)
  const group = `conversion-${entry.row}`
  const common = { rows: [entry.row] as const, type: 'FX_CONVERSION' as const, ...tradeDays(book, entry), group }
  const leg = (currency: string, gross: Decimal, taxes: Decimal, externalId: string | undefined): TransactionDraft => {
    const fees = costs.feeCurrency === currency ? costs.fees : ZERO
    return { ...common, ...afterCosts(gross, currency, fees, taxes), externalId }
  }
  const first = leg(base, quantity, ZERO, id)
  return [first, leg(quote, proceeds, costs.taxes, externalIdPart(id, 'quote')), ...costDrafts(costs, first)]
}
