/** Codes of assets that may be an ISIN or a symbol. */
const FORM = /^[A-Z]{2}[A-Z0-9]{9}\d$/

/** Whether a text has the form of an ISIN; its check digit is not looked at, for reports have made-up ones. */
export const isIsin = (text: string): boolean => FORM.test(text)

/** A code as what it is. */
export function isinOrSymbol(code: string): { readonly isin: string } | { readonly symbol: string } {
  return isIsin(code) ? { isin: code } : { symbol: code }
}
