/** Amounts, quantities and times as Revolut's statements write them: `-$30.93`, `USD 85.11`, `76.94 SEK`, `May 5, 2020, 10:10:57 PM`. */
import { type DayOrder, type NumberStyle, parseDay, parseNumber, parseTime, provenStyle, remembered } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { type Decimal, tryDecimal } from '#src/shared/decimal.ts'

/** `September 15, 2020, 10:10:57 PM` */
const LONGEST_STAMP = 40

/** Longer signs first: `A$` is not `$`. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['HK$', 'HKD'],
  ['NZ$', 'NZD'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['¥', 'JPY'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['lei', 'RON'],
  ['Ft', 'HUF'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
]

/** The currency or minor unit that an amount names by its code or sign; `undefined` when it names none. */
export function currencyIn(cell: string): string | undefined {
  if (cell.length === 3 && isMoneyUnit(cell)) return cell
  const code = /(?<![A-Za-z])[A-Z]{2}[A-Za-z](?![A-Za-z])/.exec(cell)?.[0]
  if (code !== undefined && isMoneyUnit(code)) return code
  return SIGNS.find(([sign]) => cell.includes(sign))?.[1]
}

/** An exact figure: its own decimal sign where the cell proves one, else `style`; `undefined` when it is none that the ledger can hold. */
export function figureOf(cell: string, style: NumberStyle | undefined): Decimal | undefined {
  const text = parseNumber(cell, provenStyle(cell) ?? style ?? 'dot')
  const value = text === undefined ? 'not-a-number' : tryDecimal(text)
  return typeof value === 'string' ? undefined : value
}

/** The order of day and month in dates made of digits only, proven by a number above 12; day first when no date proves it. */
export function dayOrder(cells: Iterable<string>): DayOrder {
  let before: string | undefined
  for (const cell of cells) {
    if (cell !== before && Number(/^\d{1,2}[/.-](\d{1,2})[/.-]\d{4}/.exec(cell)?.[1] ?? 0) > 12) return 'mdy'
    before = cell
  }
  return 'dmy'
}

export type Stamp = { readonly date: string; readonly time: string | undefined }

/** `stampOf` for the cells of one file, each of which is read more than once. */
export function openStamps(order: DayOrder): (cell: string) => Stamp | undefined {
  return remembered((cell) => stampOf(cell, order), LONGEST_STAMP)
}

/** The day and time of a cell: ISO, month by name, or digits in the given order; `undefined` when it is no day. */
function stampOf(cell: string, order: DayOrder): Stamp | undefined {
  const shape: DayOrder = /^\d{4}/.test(cell)
    ? 'ymd'
    : /^\p{L}/u.test(cell)
      ? 'mdy'
      : /^\d{1,2}[ .]+\p{L}/u.test(cell)
        ? 'dmy'
        : order
  const date = parseDay(cell, shape)
  return date === undefined ? undefined : { date, time: parseTime(cell) }
}
