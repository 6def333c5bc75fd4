/** Listed options as brokers write them: one contract is for 100 units. */
import type { ContractTerms } from '../brim/contract.ts'
import { parseDay } from './date.ts'
import type { AssetTerms } from './table/terms.ts'

const UNITS = '100'

/** `TSLA  230317P00180000`, `-AAPL240119C150`. */
const PACKED = /^-?([A-Z]{1,6}\d?)\s*(\d{6})([CP])(\d{8}|\d{1,6}(?:\.\d+)?)$/
/** `ONDS 05/15/2026 10.00 P`. */
const SPACED = /^([A-Z]{1,6}\d?) (\d{1,2}\/\d{1,2}\/\d{2,4}) \$?([\d,]+(?:\.\d+)?) ([CP])(?:ALL|UT)?$/i
/** `AAPL 3/15/2024 Call $200.00`. */
const SPOKEN = /^([A-Z]{1,6}\d?) (\d{1,2}\/\d{1,2}\/\d{2,4}) (Call|Put) \$?([\d,]+(?:\.\d+)?)$/i
/** `CALL NET 02/23/24 90 CLOUDFLARE INC`, whatever stands behind it. */
const LEADING = /^(CALL|PUT)\s+([A-Z]{1,6}\d?)\s+(\d{1,2}\/\d{1,2}\/\d{2,4})\s+\$?([\d,]+(?:\.\d+)?)(?:\s|$)/i
/** `NET23Feb24C90.00`. */
const DATED = /^([A-Z]{1,6})(\d{1,2})([A-Z][a-z]{2})(\d{2})([CP])(\d{1,6}(?:\.\d+)?)$/

/**
 * The option that a symbol or a text names, under one symbol however it is written; `undefined` when it names none. The digit of a series that was
 * adjusted (`ASST2`) is left out: brokers rename the series of before without a row that says so.
 */
export function optionOf(text: string): AssetTerms | undefined {
  const packed = PACKED.exec(text)
  if (packed) {
    const [, root = '', day = '', right = '', digits = ''] = packed
    const strike = digits.length === 8 ? `${digits.slice(0, 5)}.${digits.slice(5)}` : digits
    return optionNamed(root, `${day.slice(2, 4)}/${day.slice(4)}/${day.slice(0, 2)}`, right, strike)
  }
  const spaced = SPACED.exec(text)
  if (spaced) return optionNamed(spaced[1], spaced[2], spaced[4], spaced[3])
  const spoken = SPOKEN.exec(text)
  if (spoken) return optionNamed(spoken[1], spoken[2], spoken[3], spoken[4])
  const leading = LEADING.exec(text)
  if (leading) return optionNamed(leading[2], leading[3], leading[1], leading[4])
  const [, root, day = '', month = '', year = '', right, strike] = DATED.exec(text) ?? []
  const place = MONTHS.indexOf(month.toUpperCase()) + 1
  return place === 0 ? undefined : optionNamed(root, `${place}/${day}/${year}`, right, strike)
}

/** `RD C16.00 18JUN21`, as exchanges of Europe name them. */
const EUROPEAN = /^([A-Z][A-Z0-9]{0,5}) ([CP])(\d{1,6}(?:\.\d{1,4})?) (\d{1,2})([A-Z]{3})(\d{2})$/
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** The terms in the name of an option of an exchange in Europe; `undefined` when it is none. */
export function europeanTermsOf(name: string): ContractTerms | undefined {
  const [, root, right, strike, day = '', month = '', year = ''] = EUROPEAN.exec(name) ?? []
  const place = MONTHS.indexOf(month) + 1
  return place === 0 ? undefined : optionNamed(root, `${place}/${day}/${year}`, right, strike)?.contract
}

function optionNamed(root = '', day = '', right = '', strike = ''): AssetTerms | undefined {
  const expiry = parseDay(day, 'mdy')
  if (expiry === undefined) return undefined
  const [whole = '', fraction = ''] = strike.replaceAll(',', '').split('.')
  const isCall = /^c/i.test(right)
  const exact = `${whole.replace(/^0+(?=\d)/, '')}.${fraction}`.replace(/\.?0*$/, '')
  const padded = `${whole.padStart(5, '0')}${fraction.slice(0, 3).padEnd(3, '0')}`
  const underlying = root.toUpperCase().replace(/\d$/, '')
  const symbol = `${underlying}${expiry.slice(2).replaceAll('-', '')}${isCall ? 'C' : 'P'}${padded.slice(-8)}`
  const contract = { underlying, expiry, strike: exact, right: isCall ? 'CALL' : 'PUT', multiplier: UNITS } as const
  return { symbol, type: 'OPTION', priceQuantity: '0.01', contract }
}
