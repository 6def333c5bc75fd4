import { currencies, historicCurrencies } from '../shared/currency.ts'
import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'

/** `lastDay` is null while ISO 4217 has the currency in force. */
export type NamedCurrency = {
  readonly code: string
  readonly numeric: string
  readonly name: string
  readonly symbol: string
  readonly minorUnits: number | null
  readonly lastDay: string | null
}

/** What the Unicode data have no name for. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  XAD: 'Arab Accounting Dinar',
  ZWN: 'Zimbabwean Dollar (2006–2008)',
}

/** The currencies in force with names in a language, by code. */
export const currenciesIn = perLanguage((language) => named(language, currencies()))

/** The currencies in force and those that ended since 1999, by code. */
export const allCurrenciesIn = perLanguage((language) =>
  named(
    language,
    [...currencies(), ...historicCurrencies()].sort((a, b) => (a.code < b.code ? -1 : 1)),
  ),
)

function named(language: string, listed: ReturnType<typeof currencies>) {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'currency', fallback: 'none' })
  const english = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  const englishName = (code: string) => english.of(code) ?? OWN_NAMES[code] ?? code
  const entries: NamedCurrency[] = listed.map((currency) => ({
    ...currency,
    name: names.of(currency.code) ?? englishName(currency.code),
    symbol: symbolOf(language, currency.code),
  }))
  return searchable(entries, (entry) => [entry.code, entry.numeric, entry.name, englishName(entry.code), entry.symbol])
}

function symbolOf(language: string, currency: string): string {
  const parts = new Intl.NumberFormat([language, 'en'], { style: 'currency', currency }).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? currency
}
