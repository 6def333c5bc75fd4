import { iso31661 } from 'iso-3166'
import { COUNTRIES_OF_CURRENCY } from './country-currencies.ts'
import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'

export const REGIONS = ['AFRICA', 'AMERICAS', 'ANTARCTICA', 'ASIA', 'EUROPE', 'OCEANIA'] as const
type Region = (typeof REGIONS)[number]

export type Country = {
  readonly code: string
  readonly alpha3: string
  readonly numeric: string
  readonly name: string
  readonly region: Region
  readonly regionName: string
  /** ISO 4217, the main one first; empty for Antarctica. */
  readonly currencies: readonly string[]
}

/** The regions of the United Nations' M49 (Taiwan, which M49 does not list, with Asia; Antarctica by itself). */
const COUNTRIES_OF_REGION: Readonly<Record<Region, string>> = {
  AFRICA:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW ' +
    'SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  AMERICAS:
    'AG AI AR AW BB BL BM BO BQ BR BS BV BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GS GT GY HN HT JM KN KY LC MF MQ MS MX NI PA ' +
    'PE PM PR PY SR SV SX TC TT US UY VC VE VG VI',
  ANTARCTICA: 'AQ',
  ASIA:
    'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH ' +
    'TJ TL TM TR TW UZ VN YE',
  EUROPE:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
    'RU SE SI SJ SK SM UA VA',
  OCEANIA: 'AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
}

/** What Intl calls a region by: the M49 number, or the country code. */
const REGION_SUBTAGS: Readonly<Record<Region, string>> = {
  AFRICA: '002',
  AMERICAS: '019',
  ANTARCTICA: 'AQ',
  ASIA: '142',
  EUROPE: '150',
  OCEANIA: '009',
}

const REGION_OF: ReadonlyMap<string, Region> = new Map(
  REGIONS.flatMap((region) => COUNTRIES_OF_REGION[region].split(' ').map((code) => [code, region] as const)),
)
const CURRENCIES_OF: ReadonlyMap<string, readonly string[]> = currenciesByCountry()
const ASSIGNED = [...iso31661].sort((a, b) => (a.alpha2 < b.alpha2 ? -1 : 1))
const CODES: ReadonlySet<string> = new Set(ASSIGNED.map(({ alpha2 }) => alpha2))

/** Whether ISO 3166-1 has assigned the two-letter code; capitals only. */
export function isCountry(code: string): boolean {
  return CODES.has(code)
}

/** The 249 countries of ISO 3166-1 with names in a language, by code. */
export const countriesIn = perLanguage((language) => {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' })
  const countries = ASSIGNED.map(({ alpha2, alpha3, numeric, name }): Country => {
    const region = REGION_OF.get(alpha2) ?? 'ANTARCTICA'
    const regionName = names.of(REGION_SUBTAGS[region]) ?? region
    return {
      code: alpha2,
      alpha3,
      numeric,
      name: names.of(alpha2) ?? name,
      region,
      regionName,
      currencies: CURRENCIES_OF.get(alpha2) ?? [],
    }
  })
  const official = new Map(ASSIGNED.map(({ alpha2, name }) => [alpha2, name]))
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return searchable(countries, ({ code, alpha3, numeric, name, regionName, currencies }) => [
    code,
    alpha3,
    numeric,
    name,
    english.of(code) ?? null,
    official.get(code) ?? null,
    regionName,
    ...currencies,
  ])
})

function currenciesByCountry(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [currency, countries] of COUNTRIES_OF_CURRENCY) {
    for (const country of countries.split(' ')) found.set(country, [...(found.get(country) ?? []), currency])
  }
  return found
}
