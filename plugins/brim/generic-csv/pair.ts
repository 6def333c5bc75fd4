/** What is traded, and for what: `BTC/EUR`. */
import { isCurrency, isMoneyUnit } from '#src/shared/currency.ts'

const PAIR = /^([A-Za-z0-9]{2,10})\s?[/_:-]\s?([A-Za-z]{3,5})$/
/** Coins that others are bought with. */
const COINS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'DAI', 'BUSD', 'TUSD', 'BTC', 'XBT', 'ETH', 'BNB'])

/** The two sides of a pair of coins, or of a coin and money; `undefined` for any other text, among them two currencies. */
export function pairIn(text: string): { readonly base: string; readonly quote: string } | undefined {
  const [, base = '', quote = ''] = PAIR.exec(text)?.map((part) => part.toUpperCase()) ?? []
  return base !== quote && !isCurrency(base) && (isMoneyUnit(quote) || COINS.has(quote)) ? { base, quote } : undefined
}
