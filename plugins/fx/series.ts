/** Series lists of publishers with one home currency, as data. */
import { addDays } from '#src/shared/date.ts'
import type { FxSeries } from './contract.ts'
import { euroSince, startOf } from './succession.ts'

export type SeriesOptions = {
  /** How many units of its base a figure is for; `stated` = each record says. Default `1`. */
  readonly unit?: string | undefined
  /** The last day of each series that is history only. */
  readonly until?: Readonly<Record<string, string>> | undefined
  /** The first day of today's money, where the code stood for other money before and the table of successions does not say so. */
  readonly since?: Readonly<Record<string, string>> | undefined
}

/** Codes separated by blanks (the series is then named as the currency), or currency -> name of the series. */
export type SeriesNames = string | Readonly<Record<string, string>>

/** Figures that are units of the home currency for `unit` of each foreign one. */
export function homePerForeign(home: string, names: SeriesNames, options: SeriesOptions = {}): FxSeries[] {
  return pairs(names).map(([currency, id]) => ({ id, currency, base: currency, quote: home, ...common(currency, options) }))
}

/** Figures that are units of each foreign currency for `unit` of the home currency. */
export function foreignPerHome(home: string, names: SeriesNames, options: SeriesOptions = {}): FxSeries[] {
  return pairs(names).map(([currency, id]) => ({ id, currency, base: home, quote: currency, ...common(currency, options) }))
}

/** The last day of each of these currencies before the euro: for `SeriesOptions.until`. */
export function untilEuro(codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, addDays(euroSince(code) ?? '9999-12-31', -1)]))
}

function common(currency: string, options: SeriesOptions) {
  return { unit: options.unit ?? '1', since: options.since?.[currency] ?? startOf(currency), until: options.until?.[currency] }
}

function pairs(names: SeriesNames): [string, string][] {
  return typeof names === 'string' ? names.split(/\s+/).map((code) => [code, code]) : Object.entries(names)
}
