/** What the CSV reports look like, for lists and near misses; a Flex Query has whichever columns its owner chose. */
import type { LayoutFacts } from '#plugins/brim/contract.ts'
import { wordsFor } from './languages.ts'

const COMMON = [
  'ClientAccountID',
  'Symbol',
  'ISIN',
  'AssetClass',
  'Description',
  'Conid',
  'TransactionID',
  'TradeID',
  'Multiplier',
]
const DERIVATIVES = [
  'Strike',
  'Expiry',
  'Put/Call',
  'UnderlyingSymbol',
  'OpenCloseIndicator',
  'IBOrderID',
  'TradeTime',
  'DateTime',
]
const optional = (titles: readonly string[]) => titles.map((title) => [title])
const named = (title: string) => [title, ...wordsFor(title)]

export const FORMATS: readonly LayoutFacts[] = [
  {
    name: 'Flex Query: trades',
    holds: 'transactions',
    titles: [
      ...[['CurrencyPrimary'], ['TradeDate', 'DateTime', 'Date/Time'], ['Quantity'], ['TradePrice', 'Price']],
      ...[
        ['IBCommission', 'Commission'],
        ['Buy/Sell'],
        ['IBCommissionCurrency'],
        ['Proceeds', 'TradeMoney'],
        ['NetCash'],
        ['Taxes'],
      ],
      ...optional([...COMMON, ...DERIVATIVES]),
    ],
    required: 4,
  },
  {
    name: 'Flex Query: cash transactions',
    holds: 'transactions',
    titles: [['CurrencyPrimary'], ['Type'], ['Amount'], ['SettleDate'], ['Date/Time'], ['ReportDate'], ...optional(COMMON)],
    required: 3,
  },
  {
    name: 'Activity statement',
    holds: 'transactions',
    titles: [
      ...[['Trades', ...wordsFor('Trades')], ['Header'], ['DataDiscriminator']],
      ...['Asset Category', 'Currency', 'Symbol', 'Date/Time', 'Quantity', 'T. Price', 'Proceeds'].map(named),
      [...named('Comm/Fee'), 'Comm in EUR', 'Comm in USD', 'Comm in GBP', 'Comm in CHF'],
      ...optional(['Account', 'C. Price', 'Basis', 'Realized P/L', 'MTM P/L', 'Code']),
    ],
    required: 10,
  },
  {
    name: 'Transaction History',
    holds: 'transactions',
    titles: [
      ...optional([
        'Transaction History',
        'Header',
        'Date',
        'Account',
        'Description',
        'Transaction Type',
        'Symbol',
        'Quantity',
        'Price',
      ]),
      ...optional(['Net Amount', 'Gross Amount', 'Commission', 'Price Currency']),
    ],
    required: 10,
  },
]
