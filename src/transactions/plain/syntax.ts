import type { Decimal } from '../../shared/decimal.ts'
import type { Entry } from './entry.ts'

/** How a program writes what a plain-text ledger has, in lines. */
export type Syntax = {
  readonly head: (title: string, currency: string) => string[]
  readonly account: (date: string, account: string) => string[]
  readonly commodity: (date: string, commodity: string, name: string) => string[]
  readonly currency: (code: string) => string[]
  /** For one unit. */
  readonly price: (date: string, commodity: string, price: Decimal, currency: string) => string
  readonly entry: (entry: Entry) => string[]
}
