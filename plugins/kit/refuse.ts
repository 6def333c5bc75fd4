/** Rows that cannot be imported. */

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
