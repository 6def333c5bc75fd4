/** What is wrong with a currency code on a day: it had ended, or had not come yet. Pure. */
import { findCurrency } from './currency.ts'
import { isOlder, MONEY_CHANGES, type Succession } from './currency-successions.ts'

export type CurrencyNotice = { readonly code: 'currency-ended' | 'currency-not-yet'; readonly detail: string }

const BY_CODE: ReadonlyMap<string, Succession> = new Map(MONEY_CHANGES.map((one) => [one.code, one]))
/** Their money came with the code, so that earlier amounts in it are in other money. */
const BY_SUCCESSOR: ReadonlyMap<string, Succession> = new Map(
  MONEY_CHANGES.filter((one) => !isOlder(one)).map((one) => [one.successor, one]),
)

/** Of a code that a ledger may hold, on a day; `undefined` where nothing is wrong. */
export function currencyNotice(currency: string, date: string): CurrencyNotice | undefined {
  const lastDay = findCurrency(currency)?.lastDay ?? null
  if (lastDay !== null && date > lastDay)
    return { code: 'currency-ended', detail: `${currency} ended on ${lastDay}. ${instead(currency)}`.trim() }
  const begun = BY_SUCCESSOR.get(currency)
  if (begun === undefined || date >= begun.since) return undefined
  const { code, units, since } = begun
  return {
    code: 'currency-not-yet',
    detail: `${currency} came on ${since}, one for ${units} ${code}: money of ${date} is ${code}.`,
  }
}

/** Whether there are days on which something is wrong with a code. */
export function canBeWrong(currency: string): boolean {
  return BY_SUCCESSOR.has(currency) || (findCurrency(currency)?.lastDay ?? null) !== null
}

/** What is to be written in place of a code that no ledger holds because it ended long ago; empty for every other text. */
export function replacementOf(text: string): string {
  const code = text.toUpperCase()
  return BY_CODE.has(code) && findCurrency(code) === undefined ? ` ${code} ended before. ${instead(code)}` : ''
}

function instead(code: string): string {
  const one = BY_CODE.get(code)
  return one === undefined ? '' : `Since ${one.since} it is ${one.successor}: ${one.units} ${code} are one ${one.successor}.`
}

/** A notice of one item of a request. */
export type CurrencyWarning = CurrencyNotice & { readonly pointer: string }

/** At most so many are listed. */
export const MOST_WARNINGS = 100

/** The notices of dated amounts, by their places. */
export function currencyWarnings(
  items: Iterable<{
    readonly date: string
    readonly currencies: readonly (readonly [pointer: string, code: string | null | undefined])[]
  }>,
): CurrencyWarning[] {
  const warnings: CurrencyWarning[] = []
  for (const { date, currencies } of items)
    for (const [pointer, code] of currencies) {
      const notice = typeof code === 'string' ? currencyNotice(code, date) : undefined
      if (notice !== undefined && warnings.length < MOST_WARNINGS) warnings.push({ pointer, ...notice })
    }
  return warnings
}
