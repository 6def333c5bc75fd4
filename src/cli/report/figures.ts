import { minorUnits } from '../../shared/currency.ts'
import { type Decimal, decimal, divide, toNumber, ZERO } from '../../shared/decimal.ts'
import type { Cell } from '../table.ts'

/** Figures as the interface has them, exact texts or `null`, as cells: amounts rounded to the digits of the currency. */
export type Writer = {
  readonly money: (amount: string | null) => Cell
  /** With its sign, good or bad. */
  readonly gain: (amount: string | null) => Cell
  readonly ratio: (value: number | null) => Cell
  /** With its sign, good or bad. */
  readonly change: (value: number | null) => Cell
}

export const EMPTY: Cell = { text: '' }
const UNKNOWN: Cell = { text: '-', tone: 'quiet' }
/** Minus zero has no sign. */
const PLAIN = { signDisplay: 'negative' } as const
const SIGNED = { signDisplay: 'exceptZero' } as const

export function createWriter(currency: string): Writer {
  const digits = minorUnits(currency) ?? 2
  const amounts = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options })
    return (amount: string) => format.format(amount as Intl.StringNumericLiteral)
  }
  const ratios = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2, ...options })
  const [plain, signed] = [amounts(PLAIN), amounts(SIGNED)]
  const [part, change] = [ratios(PLAIN), ratios(SIGNED)]
  return {
    money: (amount) => (amount === null ? UNKNOWN : { text: plain(amount) }),
    gain: (amount) => (amount === null ? UNKNOWN : { text: signed(amount), tone: toneOf(decimal(amount), ZERO) }),
    ratio: (value) => (value === null ? UNKNOWN : { text: part.format(value) }),
    change: (value) => (value === null ? UNKNOWN : { text: change.format(value), tone: toneOf(value, 0) }),
  }
}

function toneOf<T extends number | Decimal>(value: T, zero: T): 'good' | 'bad' | null {
  return value > zero ? 'good' : value < zero ? 'bad' : null
}

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 12 })

/** Every digit, in groups of three. */
export function grouped(value: string): string {
  return GROUPED.format(value as Intl.StringNumericLiteral)
}

/** gain / cost; `null` where one is not known, or the cost is no base. */
export function ratioOf(gain: string | null, cost: string | null): number | null {
  if (gain === null || cost === null) return null
  const base = decimal(cost)
  return base <= ZERO ? null : toNumber(divide(decimal(gain), base))
}

export function strong(cell: Cell): Cell {
  return { ...cell, tone: cell.tone ?? 'strong' }
}

/** How the row of totals begins; `hasGaps`: a row above has no figure. */
export function totalLabel(totals: object, hasGaps = false): Cell {
  return { text: hasGaps || isIncomplete(totals) ? 'Total (incomplete)' : 'Total', tone: 'strong' }
}

/** A price, a rate or a cost is missing, and something is left out of the figure. */
export function isIncomplete(totals: object): boolean {
  return 'complete' in totals && totals.complete === false
}
