/** How much a contract is, and that bonds are quoted in percent. */
import { absolute, type Decimal, decimal, divide, formatDecimal, multiply, ONE, subtract, ZERO } from '#src/shared/decimal.ts'
import { type Entry, tryFigure } from './entry.ts'

export const OPTION_CATEGORIES = new Set(['OPT', 'FOP', 'FSFOP', 'FSOPT', 'FUT', 'WAR', 'IOPT'])
export const BOND_CATEGORIES = new Set(['BOND', 'BILL'])

/** What one unit of a security of this category at a price of 1 is worth, by all that the report says of it; nothing for 1, where nothing says it. */
export function factorOfAll(entries: readonly Entry[], category: string): Decimal | 'unknown' | undefined {
  const positions = entries.filter((entry) => entry.kind !== 'CashTransaction' && entry.kind !== 'StatementOfFundsLine')
  const stated = positions.map((entry) => tryFigure(entry, 'multiplier')).find((number) => number !== undefined && number > 0n)
  if (BOND_CATEGORIES.has(category)) return bondFactor(positions, stated ?? ONE)
  return stated ?? (OPTION_CATEGORIES.has(category) ? (contractSize(positions) ?? 'unknown') : undefined)
}

function bondFactor(entries: readonly Entry[], multiplier: Decimal): Decimal {
  const percent = divide(multiplier, decimal('100'))
  const fits = (factor: Decimal) =>
    entries.some((entry) => {
      const { proceeds, value } = tradedIn(entry, 'price')
      return proceeds !== ZERO && isNear(multiply(value, factor), proceeds)
    })
  return fits(multiplier) && !fits(percent) ? multiplier : percent
}

function contractSize(entries: readonly Entry[]): Decimal | undefined {
  for (const entry of entries) {
    const { proceeds, value } = tradedIn(entry)
    if (proceeds === ZERO || value === ZERO) continue
    const size = divide(proceeds, value)
    const whole = decimal(formatDecimal(size).split('.')[0] ?? '1')
    if (whole > 0n && isNear(size, whole)) return whole
  }
  return undefined
}

/** What a trade came to, and quantity x price, 0 where it does not say them. */
function tradedIn(entry: Entry, otherPrice?: string): { readonly proceeds: Decimal; readonly value: Decimal } {
  const value = multiply(tryFigure(entry, 'quantity') ?? ZERO, tryFigure(entry, 'tradeprice', otherPrice) ?? ZERO)
  return { proceeds: absolute(tryFigure(entry, 'proceeds') ?? ZERO), value: absolute(value) }
}

function isNear(a: Decimal, b: Decimal): boolean {
  return absolute(subtract(a, b)) <= multiply(absolute(b), decimal('0.002'))
}
