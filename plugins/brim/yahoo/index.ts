/** Portfolios of Yahoo Finance: lots, whose prices are in the currency in which Yahoo quotes the symbol. */
import { type Book, day, layout, number, optional, present, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'

/** By what stands behind the point of a symbol; London quotes pence, Johannesburg cents. */
const QUOTED: Readonly<Record<string, string>> = {
  ...{ AS: 'EUR', AT: 'EUR', BE: 'EUR', BR: 'EUR', DE: 'EUR', DU: 'EUR', F: 'EUR', HA: 'EUR', HE: 'EUR', HM: 'EUR', IR: 'EUR' },
  ...{ LS: 'EUR', MC: 'EUR', MI: 'EUR', MU: 'EUR', PA: 'EUR', SG: 'EUR', VI: 'EUR', L: 'GBX', JO: 'ZAC', SW: 'CHF', CO: 'DKK' },
  ...{ OL: 'NOK', ST: 'SEK', IC: 'ISK', PR: 'CZK', WA: 'PLN', BD: 'HUF', IS: 'TRY', TO: 'CAD', V: 'CAD', NE: 'CAD', CN: 'CAD' },
  ...{ MX: 'MXN', SA: 'BRL', AX: 'AUD', NZ: 'NZD', HK: 'HKD', T: 'JPY', KS: 'KRW', KQ: 'KRW', SI: 'SGD', NS: 'INR', BO: 'INR' },
}
/** Where funds are quoted in several currencies, of which the symbol does not say one. */
const SEVERAL: Readonly<Record<string, string>> = {
  L: 'London quotes shares in pence, but some funds in pounds, dollars or euros',
  SW: 'Zurich quotes shares in francs, but some funds in dollars, euros or pounds',
}
/** Units in US dollars of Canadian funds: `XYZ-U.TO`. */
const US_UNITS = /-U\.(TO|NE|V|CN)$/
const COIN = /^([A-Z0-9]+)-(USD|EUR|GBP|CAD|AUD|CHF|JPY)$/

const MINOR = /^(GBX|ZAC)$/

type Entry = { readonly symbol: string; readonly fees: string | undefined }

const lots = layout({
  name: 'Portfolio',
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    symbol: text('Symbol'),
    ...present('Current Price'),
    ...unused('Date', 'Time', 'Change', 'Open', 'High', 'Low', 'Volume'),
    date: day('Trade Date'),
    price: number('Purchase Price'),
    quantity: number('Quantity'),
    fees: number('Commission'),
    ...unused('High Limit', 'Low Limit'),
    description: optional(text('Comment')),
    kind: optional(text('Transaction Type')),
  },
  skip: (line) => (line.quantity === undefined || line.quantity === '0' ? 'watched, not held' : undefined),
  rows: {
    'BUY|': (line, book) => trade(line, book, 'BUY'),
    SELL: (line, book) => trade(line, book, 'SELL'),
  },
})

function trade({ symbol, fees }: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const [, coin, money] = COIN.exec(symbol) ?? []
  const [, place] = /\.([A-Z]+)$/.exec(symbol) ?? []
  const unit = money ?? (place === undefined || US_UNITS.test(symbol) ? 'USD' : QUOTED[place])
  if (unit === undefined) refuse('no-currency', `In which currency ${symbol} is quoted is not known here. Enter the lot by hand.`)
  const asset = coin === undefined ? { symbol } : { symbol: coin, type: 'CRYPTO' as const }
  const isUnclear = MINOR.test(unit) && fees !== undefined && fees !== '0'
  book.trade({ asset, unit, quoted: unit, fees: isUnclear ? undefined : fees }, direction)
  const several = place === undefined ? undefined : SEVERAL[place]
  if (several !== undefined)
    book.note(
      'warning',
      'currency-assumed',
      `The price is taken for one in ${unit}: ${several}. Change the lot where that is so.`,
    )
  if (isUnclear)
    book.note('warning', 'fees-left-out', `The commission of ${fees} may be pence or pounds (cents or rand): it is left out.`)
}

export const yahoo = tableImporter(
  {
    code: 'yahoo',
    name: 'Yahoo Finance',
    website: 'https://finance.yahoo.com',
    version: '2',
    maturity: 'beta',
    description:
      'Lots of a portfolio at Yahoo Finance, in the currency in which each symbol is quoted (pence in London). Lots need a trade date.',
    docs: 'My Portfolio > the portfolio > Export. Choose the view "My Holdings", so that the lots are in it.',
    colour: '#6001d2',
  },
  [lots],
)
