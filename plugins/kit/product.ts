import { formatDecimal, multiply } from '#src/shared/decimal.ts'
import { exact } from './figures.ts'
import { refuse } from './refuse.ts'

/** Two figures of a row multiplied, for reports that state units and a price instead of an amount. Throws RowRefusal where one is missing. */
export function product(a: string | undefined, b: string | undefined): string {
  if (a === undefined || b === undefined) return refuse('no-amount', 'The row has neither an amount nor what it follows from.')
  return formatDecimal(multiply(exact(a), exact(b)))
}
