/** What the exports look like, for lists and near misses; which columns are costs follows from each header. */
import type { LayoutFacts } from '#plugins/brim/contract.ts'

/** Older exports name the currency of the account in the title. */
const CURRENCIES = ['GBP', 'EUR', 'USD', 'CHF', 'PLN', 'RON', 'CZK', 'HUF', 'BGN', 'SEK', 'NOK', 'DKK', 'CAD', 'AUD']
const inCurrency = (...titles: string[]) => titles.flatMap((title) => [title, ...CURRENCIES.map((code) => `${title} (${code})`)])
const money = (title: string) => [inCurrency(title), [`Currency (${title})`]]

const TIME = ['Time', 'Time (UTC)']
const TOTAL = inCurrency('Total', 'Net Total', 'Gross Total')
const OF_ROWS = [
  ['Notes'],
  ['ID'],
  ['Currency (Total)', 'Currency (Gross Total)', 'Currency (Net Total)'],
  ['Merchant name'],
  ['Merchant category'],
]

export const FORMATS: readonly LayoutFacts[] = [
  {
    name: 'History',
    holds: 'transactions',
    titles: [
      ...[['Action'], TIME, ['ISIN'], ['Ticker'], ['No. of shares'], ['Price / share'], TOTAL],
      ...[['Name'], ['Currency (Price / share)'], ['Exchange rate'], ...OF_ROWS],
      ...['Result', 'Withholding tax', 'Currency conversion fee', 'Stamp duty reserve tax', 'Stamp duty', 'Taxes'].flatMap(money),
      ...['Charge amount', 'Deposit fee', 'Transaction fee', 'Finra fee', 'French transaction tax'].flatMap(money),
      ...['Currency conversion from amount', 'Currency conversion to amount'].flatMap(money),
    ],
    required: 7,
  },
  { name: 'History of cash only', holds: 'transactions', titles: [['Action'], TIME, TOTAL, ...OF_ROWS], required: 3 },
]
