import { isDay } from '../shared/date.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'

export type OccSymbol = {
  readonly underlying: string
  readonly expiry: string
  readonly right: 'CALL' | 'PUT'
  readonly strike: Decimal
}

/**
 * The terms in the symbol of a listed US option (Options Symbology Initiative): root of up to six characters, padded or not, day as YYMMDD, C or P,
 * strike in thousandths with eight digits. `undefined` for any other text.
 */
export function readOccSymbol(symbol: string): OccSymbol | undefined {
  const match = /^([A-Z][A-Z0-9]{0,5}) *(\d{2})(\d{2})(\d{2})([CP])(\d{5})(\d{3})$/.exec(symbol)
  if (match === null) return undefined
  const [, underlying = '', year, month, day, right, dollars, thousandths] = match
  const expiry = `20${year}-${month}-${day}`
  if (!isDay(expiry)) return undefined
  return { underlying, expiry, right: right === 'C' ? 'CALL' : 'PUT', strike: decimal(`${Number(dollars)}.${thousandths}`) }
}
