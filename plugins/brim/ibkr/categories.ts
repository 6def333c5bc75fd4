/** What Activity statements call the classes of assets that Flex Queries have codes for. */
const CATEGORIES: Readonly<Record<string, string>> = {
  ...{ stocks: 'STK', funds: 'FUND', 'mutual funds': 'FUND', bonds: 'BOND', 'treasury bills': 'BILL' },
  ...{ 'equity and index options': 'OPT', futures: 'FUT', 'options on futures': 'FOP', 'futures options': 'FOP' },
  ...{ cfds: 'CFD', warrants: 'WAR', 'structured products': 'IOPT', forex: 'CASH', cryptocurrencies: 'CRYPTO' },
}

/** Statements of 2017 and 2018 say who holds the assets: `Stocks - Held with Interactive Brokers (U.K.) Limited carried by ...`. */
export function categoryCode(category: string): string | undefined {
  return CATEGORIES[category.replace(/ - Held with .*$/, '').toLowerCase()]
}
