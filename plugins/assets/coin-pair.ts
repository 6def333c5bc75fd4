/** What pairs of crypto exchanges are priced in: a stablecoin is no currency, and one that follows the dollar is not the dollar. */

import { sourceError } from '#plugins/kit/http.ts'
import { earlier } from '#plugins/kit/period.ts'
import { dayOf } from '#src/shared/date.ts'
import type { PriceConfig, PriceFault, PriceOption } from './contract.ts'

const DOLLAR_COINS = ['FDUSD', 'USDT', 'USDC', 'TUSD', 'BUSD', 'USDP', 'DAI']
const DAY_MILLISECONDS = 86_400_000

/** Without it a pair in a coin that follows the dollar is refused. */
export const STABLECOIN_OPTION: PriceOption = {
  name: 'stablecoin_as',
  description: 'Take USDT, USDC and other coins that follow the dollar as USD, although they may differ from it',
  required: false,
  values: ['USD'],
}

/** The currency of a pair whose second part is `quote`; `undefined` where it has none. */
export function pairCurrency(quote: string, currencies: readonly string[], options: PriceConfig['options']): string | undefined {
  if (currencies.includes(quote)) return quote
  return DOLLAR_COINS.includes(quote) ? options[STABLECOIN_OPTION.name] : undefined
}

/**
 * The second part of a pair written as one word, such as `BTCEUR`; `undefined` when it is none of the currencies and dollar coins. A coin whose name ends with that of
 * a currency is left out: `XBTUSD` is not in TUSD.
 */
export function quoteOf(pair: string, currencies: readonly string[]): string | undefined {
  const coins = DOLLAR_COINS.filter((coin) => !currencies.some((currency) => coin.endsWith(currency)))
  return [...coins, ...currencies].find((code) => pair.length > code.length && pair.endsWith(code))
}

/** Why a pair cannot be a price source; `example` = one that can. */
export function pairFaults(
  { identifier, options }: PriceConfig,
  quote: string | undefined,
  currencies: readonly string[],
  example: string,
): PriceFault[] {
  if (quote === undefined || !(currencies.includes(quote) || DOLLAR_COINS.includes(quote)))
    return [{ pointer: '/identifier', detail: `Must be a pair priced in ${currencies.join(', ')}, such as ${example}.` }]
  if (pairCurrency(quote, currencies, options) !== undefined) return []
  const detail = `${identifier} is priced in ${quote}, which is not USD: take a pair such as ${example}, or set this to USD to accept the difference.`
  return [{ pointer: `/options/${STABLECOIN_OPTION.name}`, detail }]
}

/** The UTC day of a bar that opens at this time, in milliseconds. */
export function dayOfBar(milliseconds: string, source: string): string {
  if (/^\d{11,14}$/.test(milliseconds)) return dayOf(new Date(Number(milliseconds)))
  throw sourceError('format', `${source} sent a bar without its time: the format has changed.`)
}

/** The last UTC day that has ended, or `to` where that is earlier: coins are traded around the clock, so today's close may still change. */
export function lastEndedUtcDay(to: string, now: Date): string {
  return earlier(to, dayOf(new Date(now.getTime() - DAY_MILLISECONDS)))
}

/** Whether a search can be for a coin or a pair: the lists of all pairs are long, and nobody's name of a company stands in them. */
export function isCoinQuery(query: string): boolean {
  return /^[A-Z0-9]{2,8}(?:[/-]?[A-Z]{3,5})?$/i.test(query.trim())
}
