/** What Activity statements call the classes of assets that Flex Queries have codes for. */

const CATEGORIES: Readonly<Record<string, string>> = {
  stocks: 'STK',
  'equity and index options': 'OPT',
  forex: 'CASH',
  bonds: 'BOND',
  'treasury bills': 'BILL',
  futures: 'FUT',
  'options on futures': 'FOP',
  'futures options': 'FOP',
  'mutual funds': 'FUND',
  funds: 'FUND',
  cfds: 'CFD',
  warrants: 'WAR',
  'structured products': 'IOPT',
  cryptocurrencies: 'CRYPTO',
}

/** Statements of 2017 and 2018 say who holds the assets: `Stocks - Held with Interactive Brokers (U.K.) Limited carried by ...`. */
export function categoryCode(category: string): string | undefined {
  return CATEGORIES[category.replace(/ - Held with .*$/, '').toLowerCase()]
}
