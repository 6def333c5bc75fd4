import type { ImportOptions } from '#plugins/brim/contract.ts'
import type { CheckSummary } from '../imports/check/summary.ts'

/** What a process of this executable is to check: one importer over the files that lie beside it. */
export type CheckOrder = {
  readonly importer: string
  readonly files: readonly string[]
  readonly options: ImportOptions
  /** No file starts from nothing. */
  readonly isPartial: boolean
}

/** The importer as it says of itself. */
export type CheckedImporter = {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly extensions: readonly string[]
  readonly languages: readonly string[]
}

/**
 * What that process says as it goes. `begin`: what it does from now on, of which `isLook` should take a moment. `foreign`: a file that the importer does
 * not recognise, and what it lacks to be one of its own.
 */
export type CheckMessage =
  | { readonly begin: string; readonly isLook: boolean }
  | { readonly loaded: CheckedImporter }
  | { readonly checked: CheckSummary; readonly confidence: number }
  | { readonly foreign: string; readonly why: string }
  | { readonly fault: string }
  | { readonly end: true }
