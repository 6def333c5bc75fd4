/** Why a file cannot be opened at all. */
export type RefusalCode =
  | 'empty'
  | 'not-text'
  | 'unsupported'
  | 'encrypted'
  | 'damaged-zip'
  | 'unsafe-name'
  | 'nested-zip'
  | 'zip-bomb'
  | 'no-report'
  | 'unreadable-sheet'
  | 'too-slow'
  | 'too-many-rows'

/** A file that is refused before any importer sees it. `message` is a sentence for the user. */
export class ReportRefusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
