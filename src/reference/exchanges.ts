import { AMERICAN_EXCHANGE_ROWS } from './exchanges-americas.ts'
import { OTHER_EXCHANGE_ROWS } from './exchanges-elsewhere.ts'
import { EUROPEAN_EXCHANGE_ROWS } from './exchanges-europe.ts'
import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'

/** Country, currency and city are null for the codes that stand for no exchange (`XOFF`, `XXXX`, `BILT`). */
export type Exchange = {
  readonly mic: string
  /** Its own MIC, or the operator's for a market segment. */
  readonly operatingMic: string
  readonly name: string
  readonly country: string | null
  readonly countryName: string | null
  readonly currency: string | null
  readonly city: string | null
}

const ROWS = [...EUROPEAN_EXCHANGE_ROWS, ...AMERICAN_EXCHANGE_ROWS, ...OTHER_EXCHANGE_ROWS].sort(([a], [b]) => (a < b ? -1 : 1))

const MICS: ReadonlySet<string> = new Set(ROWS.flatMap(([mic, , country]) => (country === null ? [] : [mic])))

/** Whether it is the MIC of one of these exchanges. */
export function isExchange(mic: string): boolean {
  return MICS.has(mic)
}

/** The exchanges with country names in a language, by MIC. */
export const exchangesIn = perLanguage((language) => {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const exchanges = ROWS.map(
    ([mic, name, country, currency, city, operatingMic = mic]): Exchange => ({
      mic,
      operatingMic,
      name,
      country,
      countryName: country === null ? null : (names.of(country) ?? country),
      currency,
      city,
    }),
  )
  return searchable(exchanges, ({ mic, operatingMic, name, country, countryName, city }) => [
    mic,
    operatingMic,
    name,
    country,
    countryName,
    country === null ? null : (english.of(country) ?? null),
    city,
  ])
})
