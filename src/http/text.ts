import { z } from '@hono/zod-openapi'
import { isCurrency, normaliseCurrency } from '../shared/currency.ts'
import { replacementOf } from '../shared/currency-notice.ts'

/** A text of at most `max` characters for which `isValid` holds; one fault, whichever it breaks. */
export function checkedText(isValid: (text: string) => boolean, max: number, fault: string) {
  return z.string().max(max, { error: fault, abort: true }).refine(isValid, fault)
}

/** The code of a currency, in any letter case; `isValid` says which there may be. */
export function currencyText(fault: string, isValid = isCurrency) {
  const error = ({ input }: { readonly input?: unknown }) => fault + (typeof input === 'string' ? replacementOf(input) : '')
  return z.string().max(4, { error: fault, abort: true }).overwrite(normaliseCurrency).refine(isValid, { error })
}

/** A code that is written in capitals, such as that of a country or a provider, in any letter case. */
export function codeText(max: number) {
  return z.string().max(max).toUpperCase()
}
