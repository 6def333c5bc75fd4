/** Taxes are reported apart: with the dividend that they belong to beyond doubt they become one line, and some are taken back. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { type Decimal, decimal, formatDecimal, negate, subtract, sum } from '#src/shared/decimal.ts'
import { type Entry, value } from './entry.ts'

/** Of dividends of one security and day so many are compared: a bound, not a limit that real reports reach. */
const MOST_NEIGHBOURS = 200
const LONGEST = 500

export type Booked = { readonly entry: Entry; readonly draft: TransactionDraft }

/**
 * The drafts with each tax joined into the one dividend of the same account, security, currency and day whose text and action fit, if
 * both are ordinary (dividend paid, tax withheld, not more than the dividend). Corrections and everything unclear stay apart.
 */
export function joinTaxes(booked: readonly Booked[]): TransactionDraft[] {
  const groups = Map.groupBy(
    booked.filter(isIncome),
    ({ entry, draft }) => `${entry.account}|${draft.asset ?? ''}|${draft.currency ?? ''}|${draft.date}`,
  )
  const joined = new Map<Booked, TransactionDraft>()
  const gone = new Set<Booked>()
  const several = [...groups.values()].filter(({ length }) => length > 1)
  for (const [dividend, taxes] of several.flatMap((group) => [...pairs(group)])) {
    if (dividend === undefined) continue
    const { draft } = dividend
    const withheld = negate(sum(taxes.map((tax) => amountOf(tax.draft))))
    const paid = subtract(amountOf(draft), withheld)
    if (paid < 0n) continue
    const rows = [draft.rows[0], ...taxes.map(({ entry }) => entry.row)] as const
    joined.set(dividend, { ...draft, rows, amount: formatDecimal(paid), taxes: formatDecimal(withheld) })
    for (const tax of taxes) gone.add(tax)
  }
  return booked.filter((item) => !gone.has(item)).map((item) => joined.get(item) ?? item.draft)
}

/** The taxes of each dividend. */
function pairs(group: readonly Booked[]): Map<Booked | undefined, Booked[]> {
  if (group.some((item) => isPaid(item) !== amountOf(item.draft) > 0n)) return new Map()
  const dividends = group.filter(isPaid)
  const taxes = group.filter(({ draft }) => draft.type === 'TAX')
  const [only, ...more] = dividends
  if (only !== undefined && more.length === 0) {
    const own = taxes.filter((tax) => mayBelong(only.entry, tax.entry))
    return new Map(own.length === 0 ? [] : [[only, own]])
  }
  const byHeading = Map.groupBy(dividends, headingIn)
  return Map.groupBy(taxes, (tax) => {
    const named = two(byHeading.get(headingIn(tax)) ?? [], tax)
    const [dividend, ...others] = named.length > 0 ? named : two(dividends, tax)
    return others.length > 0 ? undefined : dividend
  })
}

const headingIn = ({ entry }: Booked) => headingOf(value(entry, 'description'))

/** The first dividends that a tax may belong to, two at most: more than one leaves it open. Of many so many are looked at. */
function two(dividends: readonly Booked[], tax: Booked): Booked[] {
  const fitting: Booked[] = []
  for (const dividend of dividends.length > MOST_NEIGHBOURS ? [] : dividends) {
    if (mayBelong(dividend.entry, tax.entry)) fitting.push(dividend)
    if (fitting.length === 2) break
  }
  return fitting
}

function isIncome(item: Booked): boolean {
  return item.draft.asset !== undefined && (isPaid(item) || item.draft.type === 'TAX')
}

/** Capital that comes back may be taxed, too. */
function isPaid({ draft }: Booked): boolean {
  return draft.type === 'DIVIDEND' || draft.type === 'RETURN_OF_CAPITAL'
}

function mayBelong(dividend: Entry, tax: Entry): boolean {
  const [one, other] = [value(dividend, 'actionid'), value(tax, 'actionid')]
  return one === '' || other === '' || one === other
}

/** `VT(US9220427424) CASH DIVIDEND USD 0.65 PER SHARE` of both `... (Ordinary Dividend)` and `... - US TAX`, also in other languages. */
export function headingOf(description: string): string {
  return description
    .slice(0, LONGEST)
    .toUpperCase()
    .replace(/\s+-\s+[A-Z]{2}\s+(TAX\b|STEUER\b|IMPUESTOS\b|税收).*$/, '')
    .replace(/\s*\([^()]*\)\s*$/, '')
}

function amountOf({ amount = '0' }: TransactionDraft): Decimal {
  return decimal(amount)
}

/** `CANCEL WITHHOLDING ON Credit Interest for Feb-2026` takes back `Withholding @ 20% on Credit Interest for Feb-2026`. */
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
    const key = keyOf(item, CANCELLED, formatDecimal(negate(amountOf(item.draft))))
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
