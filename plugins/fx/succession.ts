/**
 * Currencies that replaced others (ISO 4217 lists one and three; conversion rates of the Council of the European Union).
 * One unit of `successor` = `units` of `code`, from the day `since` on.
 */
type Succession = { readonly code: string; readonly successor: string; readonly units: string; readonly since: string }

const EURO: readonly (readonly [string, string, string])[] = [
  ['ATS', '13.7603', '1999-01-01'],
  ['BEF', '40.3399', '1999-01-01'],
  ['DEM', '1.95583', '1999-01-01'],
  ['ESP', '166.386', '1999-01-01'],
  ['FIM', '5.94573', '1999-01-01'],
  ['FRF', '6.55957', '1999-01-01'],
  ['IEP', '0.787564', '1999-01-01'],
  ['ITL', '1936.27', '1999-01-01'],
  ['LUF', '40.3399', '1999-01-01'],
  ['NLG', '2.20371', '1999-01-01'],
  ['PTE', '200.482', '1999-01-01'],
  ['GRD', '340.750', '2001-01-01'],
  ['SIT', '239.640', '2007-01-01'],
  ['CYP', '0.585274', '2008-01-01'],
  ['MTL', '0.429300', '2008-01-01'],
  ['SKK', '30.1260', '2009-01-01'],
  ['EEK', '15.6466', '2011-01-01'],
  ['LVL', '0.702804', '2014-01-01'],
  ['LTL', '3.45280', '2015-01-01'],
  ['HRK', '7.53450', '2023-01-01'],
  ['BGN', '1.95583', '2026-01-01'],
]

const REDENOMINATIONS: readonly (readonly [string, string, string, string])[] = [
  ['TRL', 'TRY', '1000000', '2005-01-01'],
  ['ROL', 'RON', '10000', '2005-07-01'],
  ['ZMK', 'ZMW', '1000', '2013-01-01'],
  ['BYR', 'BYN', '10000', '2016-07-01'],
  ['STD', 'STN', '1000', '2018-01-01'],
  ['VEF', 'VES', '100000', '2018-08-20'],
  ['SLL', 'SLE', '1000', '2022-07-01'],
]

/** Euro entries and redenominations. */
export const SUCCESSIONS: readonly Succession[] = [
  ...EURO.map(([code, units, since]) => ({ code, successor: 'EUR', units, since })),
  ...REDENOMINATIONS.map(([code, successor, units, since]) => ({ code, successor, units, since })),
]

/** Codes that publishers have also used for what went before, with the first day of today's money. */
const RENEWED: readonly (readonly [string, string])[] = [
  ['PEN', '1991-07-01'],
  ['MXN', '1993-01-01'],
  ['UYU', '1993-03-01'],
  ['BRL', '1994-07-01'],
  ['PLN', '1995-01-01'],
  ['UAH', '1996-09-02'],
  ['RUB', '1998-01-01'],
  ['BGN', '1999-07-05'],
  ['AOA', '1999-12-01'],
  ['TJS', '2000-10-30'],
  ['AFN', '2002-10-07'],
  ['SRD', '2004-01-01'],
  ['MGA', '2005-01-01'],
  ['AZN', '2006-01-01'],
  ['MZN', '2006-07-01'],
  ['SDG', '2007-01-10'],
  ['GHS', '2007-07-01'],
  ['VEF', '2008-01-01'],
  ['TMT', '2009-01-01'],
  ['MRU', '2018-01-01'],
  ['ZWG', '2024-04-05'],
  ['XCG', '2025-03-31'],
]

const STARTED: ReadonlyMap<string, string> = new Map([
  ...RENEWED,
  ...REDENOMINATIONS.map(([, successor, , since]) => [successor, since] as const),
  ['EUR', '1999-01-01'],
])

const ENDED: ReadonlyMap<string, string> = new Map(EURO.map(([code, , since]) => [code, since]))

/** The first day on which the code means its currency, where a publisher might use it for a forerunner (old lira, the ECU); else `undefined`. */
export function startOf(currency: string): string | undefined {
  return STARTED.get(currency)
}

/** The first day of the euro in place of the currency; `undefined` where that has not happened. */
export function euroSince(currency: string): string | undefined {
  return ENDED.get(currency)
}
