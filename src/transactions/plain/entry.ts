/** What plain-text ledgers say of a transaction, whatever their syntax. Pure. */
import { add, type Decimal, negate, ZERO } from '../../shared/decimal.ts'
import type { Part } from './lot-book.ts'

/** Cash that moves: in the account, as it changes. */
export type Flow = { readonly account: string; readonly amount: Decimal; readonly currency: string }

/** Units that move. `worth` = what a trade was for before fees and taxes, never negative; `null` where it was no trade. */
export type Units = {
  readonly account: string
  readonly commodity: string
  readonly quantity: Decimal
  readonly parts: readonly Part[]
  readonly worth: { readonly amount: Decimal; readonly currency: string } | null
}

export type Entry = {
  readonly date: string
  readonly payee: string
  readonly text: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly units: Units | null
  readonly flows: readonly Flow[]
  /** Where the rest goes that makes the entry even. */
  readonly counter: string
}

/** What the flows of an entry leave over, in the currency that they are in. */
export function restOf(flows: readonly Flow[]): readonly Flow[] {
  const byCurrency = Map.groupBy(flows, ({ currency }) => currency)
  return [...byCurrency].flatMap(([currency, all]) => {
    const amount = negate(all.reduce((total, flow) => add(total, flow.amount), ZERO))
    return amount === ZERO ? [] : [{ account: '', amount, currency }]
  })
}

/** A text in one line, without what no text has. */
export function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
