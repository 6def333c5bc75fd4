import { isIsin } from '../../shared/identifier.ts'

const READABLE = /[\p{L}\p{N}]/u

/** What an asset is called where there is room for one word: its symbol, or its name where the symbol says nothing, such as an ISIN. */
export function shortNameOf({ symbol, name }: { readonly symbol: string; readonly name: string }): string {
  return READABLE.test(name) && (isIsin(symbol.toUpperCase()) || !READABLE.test(symbol)) ? name : symbol
}
