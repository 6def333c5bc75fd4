/** Currencies that took the place of others: euro entries and redenominations (ISO 4217 lists one and three; conversion rates of the Council of the European Union). Pure. */

/** One unit of `successor` = `units` of `code`, from the day `since` on. */
export type Succession = { readonly code: string; readonly successor: string; readonly units: string; readonly since: string }

type Row = readonly [code: string, successor: string, units: string, since: string]

const EURO: readonly (readonly [string, string, string])[] = [
  ['ADP', '166.386', '1999-01-01'],
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

/**
 * At the ratio that the central bank laid down for the change: Banco Nacional de Angola (AOR), Da Afghanistan Bank (AFA), Central Bank of Azerbaijan (AZM), National Bank
 * of the Republic of Belarus (BYB, BYR), Bulgarian National Bank (BGL), Centrale Bank van Curaçao en Sint Maarten (ANG), Banco Central del Ecuador (ECS, the law of
 * 13 March 2000), Bank of Ghana (GHC), Banky Foiben’i Madagasikara (MGF), Banque Centrale de Mauritanie (MRO), Banco de Moçambique (MZM), Banca Națională a României
 * (ROL), National Bank of Serbia (YUM, CSD: new names), Banco Central de São Tomé e Príncipe (STD), Bank of Sierra Leone (SLL), Central Bank of Sudan (SDD), Centrale
 * Bank van Suriname (SRG), National Bank of Tajikistan (TJR), Central Bank of Turkmenistan (TMM), Türkiye Cumhuriyet Merkez Bankası (TRL), Banco Central de Venezuela
 * (VEB, VEF), Bank of Zambia (ZMK), Reserve Bank of Zimbabwe (ZWL, statement of 5 April 2024).
 */
const REDENOMINATIONS: readonly Row[] = [
  ['BGL', 'BGN', '1000', '1999-07-05'],
  ['AOR', 'AOA', '1000000', '1999-12-01'],
  ['BYB', 'BYR', '1000', '2000-01-01'],
  ['ECS', 'USD', '25000', '2000-09-10'],
  ['TJR', 'TJS', '1000', '2000-10-30'],
  ['AFA', 'AFN', '1000', '2002-10-07'],
  ['YUM', 'CSD', '1', '2003-07-01'],
  ['SRG', 'SRD', '1000', '2004-01-01'],
  ['MGF', 'MGA', '5', '2005-01-01'],
  ['TRL', 'TRY', '1000000', '2005-01-01'],
  ['ROL', 'RON', '10000', '2005-07-01'],
  ['AZM', 'AZN', '5000', '2006-01-01'],
  ['MZM', 'MZN', '1000', '2006-07-01'],
  ['CSD', 'RSD', '1', '2006-10-25'],
  ['SDD', 'SDG', '100', '2007-01-10'],
  ['GHC', 'GHS', '10000', '2007-07-01'],
  ['VEB', 'VEF', '1000', '2008-01-01'],
  ['TMM', 'TMT', '5000', '2009-01-01'],
  ['ZMK', 'ZMW', '1000', '2013-01-01'],
  ['BYR', 'BYN', '10000', '2016-07-01'],
  ['MRO', 'MRU', '10', '2018-01-01'],
  ['STD', 'STN', '1000', '2018-01-01'],
  ['VEF', 'VES', '100000', '2018-08-20'],
  ['SLL', 'SLE', '1000', '2022-07-01'],
  ['ZWL', 'ZWG', '2498.7242', '2024-04-05'],
  ['ANG', 'XCG', '1', '2025-03-31'],
]

/** By which amounts are converted, at a rate that is fixed for good. */
export const SUCCESSIONS: readonly Succession[] = [
  ...EURO.map(([code, units, since]) => ({ code, successor: 'EUR', units, since })),
  ...REDENOMINATIONS.map(toSuccession),
]

/**
 * Not converted by a fixed rate; it is only said what took their place: codes that left ISO 4217 before 1999, which no ledger holds, and RUR, which Russian
 * exchanges and banks went on writing for new roubles, so that 1,000 of them may be one or a thousand.
 */
const EARLIER: readonly Row[] = [
  ['PLZ', 'PLN', '10000', '1995-01-01'],
  ['MXP', 'MXN', '1000', '1993-01-01'],
  ['UYP', 'UYU', '1000', '1993-03-01'],
  ['BRR', 'BRL', '2750', '1994-07-01'],
  ['ARA', 'ARS', '10000', '1992-01-01'],
  ['PEI', 'PEN', '1000000', '1991-07-01'],
  ['UAK', 'UAH', '100000', '1996-09-02'],
  ['ISJ', 'ISK', '100', '1981-01-01'],
  ['XEU', 'EUR', '1', '1999-01-01'],
  ['RUR', 'RUB', '1000', '1998-01-01'],
]

/** Whether a succession led to money that was there before it (US dollar), or of which sources have earlier rates (euro): it has no first day of its own. */
export function isOlder({ successor }: Succession): boolean {
  return successor === 'EUR' || successor === 'USD'
}

/** Every change of money that is known. */
export const MONEY_CHANGES: readonly Succession[] = [...SUCCESSIONS, ...EARLIER.map(toSuccession)]

function toSuccession([code, successor, units, since]: Row): Succession {
  return { code, successor, units, since }
}
