import { invalid } from '../../shared/errors.ts'
import type { Explanation } from './explainer.ts'

/** What is explained at most: a longer answer is read by nobody, and takes everybody's memory. */
const MOST_LINES = 20_000
const MOST_TERMS = 300_000

/**
 * Counts the terms of a report and the transactions that they name. Throws `portfolio/explain-too-long`, at once when the report covers more
 * than 20,000 transactions, else when its terms become more than 300,000.
 */
export function createTermCounter(lineCount: number): (explanations: readonly Explanation[]) => void {
  if (lineCount > MOST_LINES) throw tooLong(`at most ${MOST_LINES} transactions; this one covers ${lineCount}`)
  let count = 0
  return (explanations) => {
    for (const { terms } of explanations) for (const { events } of terms) count += 1 + (events?.length ?? 0)
    if (count > MOST_TERMS) throw tooLong(`at most ${MOST_TERMS} terms; this one has more`)
  }
}

function tooLong(what: string) {
  const detail = `With explain a report covers ${what}. Ask for fewer brokers or days, or without explain.`
  return invalid('portfolio/explain-too-long', '/query/explain', detail)
}
