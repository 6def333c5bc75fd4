import { translated } from './labels.ts'
import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'
import { SECTOR_NAMES } from './sector-names.ts'

export type Sector = { readonly code: SectorCode; readonly name: string; readonly description: string }

/**
 * Our own neutral division of an economy: eleven trades, then public issuers and the rest. The known classifications (GICS, ICB) are
 * proprietary; neither their codes nor their texts are used.
 */
export const SECTOR_CODES = [
  'COMMUNICATION',
  'CONSUMER_CYCLICAL',
  'CONSUMER_DEFENSIVE',
  'ENERGY',
  'FINANCIALS',
  'HEALTH',
  'INDUSTRIALS',
  'MATERIALS',
  'REAL_ESTATE',
  'TECHNOLOGY',
  'UTILITIES',
  'GOVERNMENT',
  'OTHER',
] as const
export type SectorCode = (typeof SECTOR_CODES)[number]

const DESCRIPTIONS: Readonly<Record<SectorCode, string>> = {
  COMMUNICATION: 'Telephone and data networks, publishing, broadcasting, games, social networks.',
  CONSUMER_CYCLICAL: 'What households buy when they can afford it: cars, clothes, travel, furniture, shops that sell them.',
  CONSUMER_DEFENSIVE: 'What households buy in any case: food, drinks, tobacco, soap, shops that sell them.',
  ENERGY: 'Finding, refining and moving oil, gas and coal, and the equipment for it.',
  FINANCIALS: 'Banks, insurers, brokers, exchanges, payments, asset managers.',
  HEALTH: 'Medicines, biotechnology, medical devices, hospitals, care.',
  INDUSTRIALS: 'Machines, aircraft, building, freight, business services.',
  MATERIALS: 'Chemicals, metals, mining, paper, packaging, building materials.',
  REAL_ESTATE: 'Owners, developers and managers of land and buildings, REITs included.',
  TECHNOLOGY: 'Software, computers, chips, electronics, IT services.',
  UTILITIES: 'Electricity, gas, water and waste for the public, renewable generation included.',
  GOVERNMENT: 'States, regions, municipalities and bodies of several states: the issuers of public bonds.',
  OTHER: 'Everything else, and what is not known.',
}

const CODES: ReadonlySet<string> = new Set(SECTOR_CODES)

/** Whether it is the code of one of our sectors; capitals only. */
export function isSector(code: string): boolean {
  return CODES.has(code)
}

/** The sectors with names in a language (descriptions in English), in a fixed order. */
export const sectorsIn = perLanguage((language) => {
  const names = translated<SectorCode>(SECTOR_NAMES, language)
  const sectors = SECTOR_CODES.map((code): Sector => ({ code, name: names[code], description: DESCRIPTIONS[code] }))
  return searchable(sectors, ({ code, name, description }) => [code, name, SECTOR_NAMES.en[code], description])
})
