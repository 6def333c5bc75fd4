import { ACTIVE_CURRENCY_ROWS } from './currency-active.ts'
import { HISTORIC_CURRENCY_ROWS } from './currency-historic.ts'

/** `minorUnits` is the number of decimal places, null where ISO names none (gold, SDR); `lastDay` is null while the code is in force. */
export type Currency = {
  readonly code: string
  readonly numeric: string
  readonly minorUnits: number | null
  readonly lastDay: string | null
}

/** What a quotation in pence or cents means: an amount divided by `divisor` is an amount in `currency`. */
export type MinorUnit = { readonly currency: string; readonly divisor: number }

const ACTIVE: readonly Currency[] = ACTIVE_CURRENCY_ROWS.map(([code, numeric, minorUnits]) => ({
  code,
  numeric,
  minorUnits,
  lastDay: null,
}))
const HISTORIC: readonly Currency[] = HISTORIC_CURRENCY_ROWS.map(([code, numeric, minorUnits, lastDay]) => ({
  code,
  numeric,
  minorUnits,
  lastDay,
}))
const BY_CODE: ReadonlyMap<string, Currency> = new Map([...HISTORIC, ...ACTIVE].map((currency) => [currency.code, currency]))

const PENCE: MinorUnit = { currency: 'GBP', divisor: 100 }
const AGOROT: MinorUnit = { currency: 'ILS', divisor: 100 }
const RAND_CENTS: MinorUnit = { currency: 'ZAR', divisor: 100 }
const US_CENTS: MinorUnit = { currency: 'USD', divisor: 100 }
const KUWAITI_FILS: MinorUnit = { currency: 'KWD', divisor: 1000 }

/** Listed one by one, never derived from the letter case: a sloppy `Eur` must not become a hundredth of a euro. */
const MINOR_UNITS: ReadonlyMap<string, MinorUnit> = new Map([
  ['GBX', PENCE],
  ['GBx', PENCE],
  ['GBp', PENCE],
  ['ILA', AGOROT],
  ['ILa', AGOROT],
  ['ILs', AGOROT],
  ['ZAC', RAND_CENTS],
  ['ZAc', RAND_CENTS],
  ['ZAr', RAND_CENTS],
  ['USX', US_CENTS],
  ['USx', US_CENTS],
  ['USd', US_CENTS],
  ['KWF', KUWAITI_FILS],
  ['KWf', KUWAITI_FILS],
  ['KWd', KUWAITI_FILS],
])

/** Every currency in force, by code. */
export function currencies(): readonly Currency[] {
  return ACTIVE
}

/** Currencies that ended since 1999, by code. */
export function historicCurrencies(): readonly Currency[] {
  return HISTORIC
}

/** The currency in force or historic with exactly this code; no other letter case, no blanks. */
export function findCurrency(code: string): Currency | undefined {
  return BY_CODE.get(code)
}

/** Whether a ledger may hold it: in force, or ended since 1999. */
export function isCurrency(code: string): boolean {
  return BY_CODE.has(code)
}

/** A code in any letter case as ISO writes it; codes of minor units, which the case may tell apart from their currency, stay as they are. */
export function normaliseCurrency(text: string): string {
  return isCurrency(text) || fromMinorUnit(text) !== undefined ? text : text.toUpperCase()
}

/** Whether ISO 4217 has it in force. */
export function isActiveCurrency(code: string): boolean {
  return BY_CODE.get(code)?.lastDay === null
}

/** Whether an importer may give an amount in it: a currency, or the minor unit of one, which the host turns into it. */
export function isMoneyUnit(code: string): boolean {
  return isCurrency(code) || fromMinorUnit(code) !== undefined
}

/** Decimal places of the currency's minor unit (JPY 0, EUR 2, KWD 3); null for metals, units of account and unknown codes. */
export function minorUnits(code: string): number | null {
  return BY_CODE.get(code)?.minorUnits ?? null
}

/** The ISO currency behind a code that exchanges and data vendors use for its minor unit (`GBX`, `GBp`, `ILA`, `ZAc`, ...); undefined for every other text. */
export function fromMinorUnit(code: string): MinorUnit | undefined {
  return MINOR_UNITS.get(code)
}
