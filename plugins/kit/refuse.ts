/** Rows that cannot be imported. */
import { DivisionByZero } from '#src/shared/decimal.ts'

/** Why nothing is made of a row, or of a case; `code` (kebab-case) and `message` go into its issue. */
export class RowRefusal extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    // Nobody asks where in the code a row was refused, and to note it takes as long as to read the row.
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(detail)
    Error.stackTraceLimit = limit
    this.code = code
  }
}

/** Ends the work on a row, or on a case, with an error that the user reads. Throws RowRefusal. */
export function refuse(code: string, detail: string): never {
  throw new RowRefusal(code, detail)
}

/**
 * What an error refuses a row for: a refusal itself, or a division by figures that are 0 at 12 places, which no importer thinks of everywhere: that is one
 * row, never the whole file. Throws whatever else it is.
 */
export function refusalIn(error: unknown): RowRefusal {
  if (error instanceof RowRefusal) return error
  if (!(error instanceof DivisionByZero)) throw error
  const detail =
    'A price, rate or quantity of this row is 0 at 12 places, so that its other figures cannot be found. Enter it by hand.'
  return new RowRefusal('figure-too-small', detail)
}
