/** Figures and currencies of a row; what cannot be read refuses the row. */
import { type NumberStyle, parseNumber, provenStyle, refuse, roundedText, type Unit, unitOfCode } from '#plugins/kit/index.ts'
import { type Decimal, decimal, tryDecimal } from '#src/shared/decimal.ts'

/** `text`: the plain decimal; absent where it was rounded. */
export type Figure = { readonly value: Decimal; readonly text?: string; readonly rounded: boolean }

const HINT = 'State options.mapping.decimal: "dot" or "comma".'

/** A cell as an exact decimal; `undefined` when it is empty. More than 12 places are rounded half to even. Throws RowRefusal. */
export function readFigure(cell: string, field: string, style: NumberStyle | undefined): Figure | undefined {
  if (cell === '' || cell === '-') return undefined
  const own = style ?? provenStyle(cell)
  if (own === undefined && /[.,]/.test(cell))
    refuse('ambiguous-number', `${field} "${cell}": the file does not tell whether that is a decimal sign. ${HINT}`)
  const text = parseNumber(cell, own)
  if (text === undefined)
    return refuse('invalid-number', `${field} "${cell}" is no number. ${own === undefined ? '' : HINT}`.trim())
  const value = tryDecimal(text)
  if (value === 'too-many-places') return { value: decimal(roundedText(text)), rounded: true }
  if (typeof value === 'string') return refuse('invalid-number', `${field} "${cell}" has more digits than the ledger can hold.`)
  return { value, text, rounded: false }
}

/** The currency of a code, whatever the case, if there is one; pence, cents and agorot become pounds, rand and shekels. Throws RowRefusal. */
export function readUnit(code: string, field: string): Unit | undefined {
  if (code === '') return undefined
  const unit = unitOfCode(code) ?? unitOfCode(code.toUpperCase())
  return unit ?? refuse('unknown-currency', `${field} "${code}" is no ISO 4217 code, such as EUR.`)
}

const RATIO = /^(\d{1,9}(?:\.\d{1,9})?)\s*(?::|\/|-?for-?|-?to-?)\s*(\d{1,9}(?:\.\d{1,9})?)$/i

/** `10:1`, `10/1`, `10 for 1` as `10:1`: new units for old ones. Throws RowRefusal. */
export function readRatio(cell: string): string | undefined {
  if (cell === '') return undefined
  const match = RATIO.exec(cell)
  const [to, from] = [match?.[1], match?.[2]]
  if (to === undefined || from === undefined || decimal(to) <= 0n || decimal(from) <= 0n)
    refuse('invalid-ratio', `ratio "${cell}" is not like 10:1 (new units : old units).`)
  return `${to}:${from}`
}
