/** Figures of DEGIRO reports: the decimal sign follows the language of the site and may change within one file. */
import { type NumberStyle, parseNumber, provenStyle } from '#plugins/kit/index.ts'
import { type Decimal, tryDecimal } from '#src/shared/decimal.ts'

/** A cell as an exact decimal: its own proof first, then the style of the file; `undefined` when it is no number that the ledger can hold. */
export function readFigure(cell: string, style: NumberStyle | undefined): Decimal | undefined {
  const text = parseNumber(cell, provenStyle(cell) ?? style)
  const value = text === undefined ? 'not-a-number' : tryDecimal(text)
  return typeof value === 'string' ? undefined : value
}
