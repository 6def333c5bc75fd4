/** Rows that cannot be imported. */

/** Why nothing is made of a row, or of a case; `code` (kebab-case) and `message` go into its issue. */
export class RowRefusal extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Ends the work on a row, or on a case, with an error that the user reads. Throws RowRefusal. */
export function refuse(code: string, detail: string): never {
  throw new RowRefusal(code, detail)
}
