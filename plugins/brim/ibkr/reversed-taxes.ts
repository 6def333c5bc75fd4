/** `CANCEL WITHHOLDING ON Credit Interest for Feb-2026` takes back `Withholding @ 20% on Credit Interest for Feb-2026`. */
import { decimal, formatDecimal, negate } from '#src/shared/decimal.ts'
import type { Booked } from './dividends.ts'
import { value } from './entry.ts'

const CANCELLED = /^cancel withholding on (.+)$/i
const WITHHELD = /^withholding @ [\d.,]+% on (.+)$/i

/**
 * The drafts, those of cancelled taxes as what takes them back, where the report has the tax with just that amount, on that day or before. A tax of
 * an earlier report is money that comes back.
 */
export function withReversals(booked: readonly Booked[]): readonly Booked[] {
  if (!booked.some(({ entry }) => CANCELLED.test(value(entry, 'description')))) return booked
  const withheld = Map.groupBy(booked, (item) => keyOf(item, WITHHELD, item.draft.amount))
  return booked.map((item) => {
    const key = keyOf(item, CANCELLED, formatDecimal(negate(decimal(item.draft.amount ?? '0'))))
    const same = key === undefined ? [] : (withheld.get(key) ?? [])
    const at = same.findIndex(({ draft }) => draft.date <= item.draft.date)
    if (at < 0) return item
    same.splice(at, 1)
    return { ...item, draft: { ...item.draft, reverses: 'same' } }
  })
}

/** What a tax and its cancellation have in common. */
function keyOf({ entry, draft }: Booked, pattern: RegExp, amount: string | undefined): string | undefined {
  const what = pattern.exec(value(entry, 'description'))?.[1]
  return what === undefined || draft.type !== 'TAX'
    ? undefined
    : `${entry.account}|${what.toLowerCase()}|${amount}|${draft.currency}`
}
