/** Arithmetic of figures as a row has them: plain decimal texts. A figure with more digits than can be held throws RowRefusal. */
import { formatDecimal, multiply, negate, subtract, sum } from '#src/shared/decimal.ts'
import { exact } from './figures.ts'
import { refuse } from './refuse.ts'

/** All of them added; one that is missing counts as 0. */
export function plus(...figures: readonly (string | undefined)[]): string {
  return formatDecimal(sum(figures.map((figure = '0') => exact(figure))))
}

/** A figure that is missing counts as 0. */
export function minus(a: string | undefined = '0', b: string | undefined = '0'): string {
  return formatDecimal(subtract(exact(a), exact(b)))
}

export function negated(figure: string): string
export function negated(figure: string | undefined): string | undefined
export function negated(figure: string | undefined): string | undefined {
  return figure === undefined ? undefined : formatDecimal(negate(exact(figure)))
}

/** Without its sign. */
export function sizeOf(figure: string): string
export function sizeOf(figure: string | undefined): string | undefined
export function sizeOf(figure: string | undefined): string | undefined {
  return figure?.startsWith('-') ? figure.slice(1) : figure
}

/** Two of them multiplied, for reports that state units and a price instead of an amount. Throws RowRefusal where one is missing. */
export function product(a: string | undefined, b: string | undefined): string {
  if (a === undefined || b === undefined) return refuse('no-amount', 'The row has neither an amount nor what it follows from.')
  return formatDecimal(multiply(exact(a), exact(b)))
}
