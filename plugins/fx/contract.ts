/**
 * The contract of a source of exchange rates. A provider is a plain object without state: its lists are data, constant while the server
 * runs, and `fetchRates` is the only function that reaches out, with everything impure passed in.
 */
import type { HttpTools } from '#plugins/kit/http.ts'
import type * as kit from './kit.ts'

/** The functions that providers share, handed to those that cannot import them (in the data folder). */
type FxKit = typeof kit

/**
 * One published series, with ITS OWN direction and unit: the published figure is units of `quote` for `unit` of `base`.
 * `unit` `'stated'`: every record of the answer says for how many units it is.
 */
export type FxSeries = {
  /** The publisher's name of the series, as it stands in the answers. */
  readonly id: string
  /** The foreign one of the two currencies: what a request names. */
  readonly currency: string
  readonly base: string
  readonly quote: string
  readonly unit: string
  /** The figure is multiplied by this first (metals quoted per gram: grams of a troy ounce). */
  readonly times?: string | undefined
  /** First and last day on which the figures mean this currency (redenominations, euro entries). A series with `until` is history only. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Where the series has another rhythm than its source; see `FxSchedule`. */
  readonly frequency?: FxSchedule['frequency'] | undefined
  readonly released?: FxSchedule['released'] | undefined
}

export type FxSchedule = {
  /** The spacing of the values; `monthly` values are dated the first of their month. */
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  /** How often new values come out, when that is less often than their spacing. */
  readonly released?: 'weekly' | 'monthly' | 'never' | undefined
  /** Local time of publication, `HH:MM`, in `timeZone` (IANA). */
  readonly time: string
  readonly timeZone: string
}

/** A key that the publisher wants; without a required one `fetchRates` throws AppError `fx/key-missing`. */
export type FxKey = {
  /** Name of the setting in the environment. */
  readonly setting: string
  readonly required: boolean
  /** Where a user gets one. */
  readonly website: string
}

export type FxRequest = {
  /** The foreign currencies wanted, dead ones included; absent = all that the provider has. */
  readonly currencies?: readonly string[] | undefined
  /** `YYYY-MM-DD`, both included. */
  readonly from: string
  readonly to: string
}

export type FxTools = HttpTools & { readonly key?: string | undefined }

/**
 * `rate` = units of `quote` for ONE `base`, greater than 0, plain decimal text, exactly the published figure divided by its unit.
 * The published direction stays: nothing is inverted here, so nothing is rounded here.
 */
export type FxRate = { readonly date: string; readonly base: string; readonly quote: string; readonly rate: string }

/** A figure that was left out. `code` is kebab-case; `detail` is for the user. */
export type FxIssue = {
  readonly code:
    | 'not-a-rate'
    | 'not-positive'
    | 'not-a-day'
    | 'conflict'
    | 'unknown-unit'
    | 'too-precise'
    | 'other-currency'
    | 'implausible'
  readonly detail: string
  readonly date?: string | undefined
  readonly currency?: string | undefined
}

/** What one call of the publisher gave: at most about a year of rates. */
export type FxChunk = { readonly rates: readonly FxRate[]; readonly issues: readonly FxIssue[] }

export type FxProvider = {
  /** Upper case letters, digits and `_`, unique: `ECB`. */
  readonly code: string
  readonly name: string
  readonly description: string
  readonly website: string
  /** What must be shown where the rates are used. */
  readonly attribution: string
  /** For route discovery: edges are base x target. Today's currencies only. */
  readonly baseCurrencies: readonly string[]
  readonly targetCurrencies: readonly string[]
  /**
   * Target currencies whose rate is set by decree, of a parallel market, out of date or printed with too few digits: among routes of the same rank, those that use
   * one come last.
   */
  readonly lastResort?: readonly string[] | undefined
  readonly series: readonly FxSeries[]
  /** First day with rates; `null` = there are none but those entered by hand. */
  readonly historyFrom: string | null
  readonly schedule: FxSchedule | null
  readonly key?: FxKey | undefined
  /** Files served below `/uploads/plugin/fx/<code>/` (lower case code): name to text. `icon.svg` is the icon. */
  readonly assets: Readonly<Record<string, string>>
  /**
   * The rates of the days from `from` to `to`, in chunks of bounded size, in no fixed order. Days without publication have no row.
   * Throws AppError (`source/*`, `fx/key-missing`); chunks that came before it are good.
   */
  fetchRates(request: FxRequest, tools: FxTools, kit: FxKit): AsyncIterable<FxChunk>
}
