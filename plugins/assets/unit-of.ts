/** What the listings of a source are quoted in, where its rows do not say. */

import type { PriceConfig, PriceFault } from './contract.ts'
import { CURRENCY_OPTION } from './provider.ts'

/** By the option `currency`, else by the exchange in the identifier (after the last point or colon; `''` = none), else the asset's. */
export function unitOf({ identifier, options, currency }: PriceConfig, exchanges: Readonly<Record<string, string>>): string {
  return options[CURRENCY_OPTION.name] ?? exchanges[exchangeIn(identifier)] ?? currency
}

/** London quotes in pence, pounds, dollars or euros: a guess would be wrong a hundredfold. */
export function londonFaults({ identifier, options }: PriceConfig, london: readonly string[]): PriceFault[] {
  if (!london.includes(exchangeIn(identifier)) || options[CURRENCY_OPTION.name] !== undefined) return []
  return [{ pointer: '/options/currency', detail: 'Say what London quotes it in: GBX (pence), GBP, USD or EUR.' }]
}

/** The exchange of `BMW.XETRA` or `IWDA:XAMS` in upper case; `''` where there is none, also for class shares such as BRK.B. */
function exchangeIn(identifier: string): string {
  return /[.:]([A-Z0-9]{2,8})$/i.exec(identifier)?.[1]?.toUpperCase() ?? ''
}
