/** Dividends and returns of capital with the tax withheld from them: booked as separate rows, minutes apart, sometimes cancelled and booked again. */
import { fail, ignore, openNearest, textOf } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, draftOf, rowsOf } from './book.ts'
import type { Leg } from './conversions.ts'

export type Payment = { readonly row: Leg; readonly kind: 'dividend' | 'dividend-tax' | 'capital-return' }

type Paid = 'DIVIDEND' | 'RETURN_OF_CAPITAL'

/**
 * One DIVIDEND per dividend row, with the tax of the same asset, day, value day and currency; where the day has corrections, one that is net of
 * them. A return of capital is one for itself, with the tax only where no dividend came with it. Tax alone or refunded is a TAX of its own.
 */
export function addDividends(book: Book, payments: readonly Payment[]): void {
  const keyOf = ({ row }: Payment) => `${row.isin || row.product}|${row.date}|${row.valueDate}|${row.currency}`
  for (const group of Map.groupBy(payments, keyOf).values()) addGroup(book, group)
}

function addGroup(book: Book, group: readonly Payment[]): void {
  const [first] = group
  if (!first) return
  const asset = assetRef(book, { isin: first.row.isin, name: first.row.product })
  if (asset === undefined) {
    for (const { row } of group)
      fail(book, row, 'no-security', 'The row names no security, so the dividend belongs to none. Enter it by hand.')
    return
  }
  const of: Record<Payment['kind'], Leg[]> = { dividend: [], 'dividend-tax': [], 'capital-return': [] }
  for (const { row, kind } of group) of[kind].push(row)
  const [dividends, taxes, capital] = [of.dividend, of['dividend-tax'], of['capital-return']]
  const isTaxed = capital.length === 0 || dividends.length > 0
  if (isTaxed) addPaid(book, asset, 'DIVIDEND', dividends, taxes)
  if (capital.length > 0) addPaid(book, asset, 'RETURN_OF_CAPITAL', capital, isTaxed ? [] : taxes)
}

function addPaid(book: Book, asset: string, type: Paid, paid: readonly Leg[], taxes: readonly Leg[]): void {
  const isPlain = paid.every((row) => row.amount > 0n) && taxes.every((row) => row.amount < 0n)
  if (!isPlain || paid.length < 2) addNet(book, asset, type, paid, taxes)
  else for (const [one, own] of withTaxes(paid, taxes)) addNet(book, asset, type, [one], own)
}

/** Several dividends of one day: as many taxes belong to them in their order, else each tax to the nearest row. */
function withTaxes(dividends: readonly Leg[], taxes: readonly Leg[]): Map<Leg, Leg[]> {
  const own = new Map(dividends.map((dividend) => [dividend, [] as Leg[]]))
  const sorted = (rows: readonly Leg[]) => rows.toSorted((a, b) => a.place - b.place)
  const nearest = openNearestTo(dividends)
  const inOrder = dividends.length === taxes.length ? sorted(dividends) : undefined
  for (const [index, tax] of sorted(taxes).entries()) own.get(inOrder?.[index] ?? nearest(tax))?.push(tax)
  return own
}

/** The nearest dividend of the same minute, else of any. */
function openNearestTo(dividends: readonly Leg[]): (tax: Leg) => Leg {
  const placeOf = ({ place }: Leg) => place
  const isFree = () => true
  const open = (rows: readonly Leg[]) => openNearest(rows, placeOf, isFree)
  const minutes = new Map([...Map.groupBy(dividends, ({ time }) => time ?? '')].map(([time, rows]) => [time, open(rows)]))
  const all = open(dividends)
  return (tax) => minutes.get(tax.time ?? '')?.find(tax.place) ?? all.find(tax.place) ?? tax
}

function addNet(book: Book, asset: string, type: Paid, dividends: readonly Leg[], taxes: readonly Leg[]): void {
  const gross = sum(dividends.map((row) => row.amount))
  const tax = sum(taxes.map((row) => row.amount))
  const joint = gross !== 0n && tax < 0n && add(gross, tax) !== 0n
  const rows = joint ? [...dividends, ...taxes] : dividends
  addSum(book, asset, type, rows, joint ? add(gross, tax) : gross, joint ? negate(tax) : ZERO)
  if (!joint) addSum(book, asset, 'TAX', taxes, tax, ZERO)
}

function addSum(book: Book, asset: string, type: Paid | 'TAX', rows: readonly Leg[], amount: Decimal, taxes: Decimal): void {
  const shown = shownRow(rows, amount)
  if (!shown) return
  if (amount === 0n) {
    for (const row of rows) ignore(book, row, 'cancelled on the same day: the rows of this payment add up to nothing')
    return
  }
  const terms = { asset, amount: formatDecimal(amount), currency: shown.currency, taxes: textOf(taxes) }
  book.transactions.push(draftOf(shown, type, { rows: rowsOf(shown, ...rows), ...terms }))
}

/** The largest row in the direction of the sum: the payment itself rather than its tax or a correction. */
function shownRow(rows: readonly Leg[], amount: Decimal): Leg | undefined {
  const along = rows.filter((row) => amount === 0n || row.amount < 0n === amount < 0n)
  return along.reduce<Leg | undefined>(
    (best, row) => (best && absolute(best.amount) >= absolute(row.amount) ? best : row),
    undefined,
  )
}
