/** What the CSV reports look like, for lists and near misses; a Flex Query has whichever columns its owner chose. */
import type { LayoutFacts } from '#plugins/brim/contract.ts'
import { wordsFor, wordsIn } from './languages.ts'

const COMMON = 'ClientAccountID | Symbol | ISIN | AssetClass | Description | Conid | TransactionID | TradeID | Multiplier'
const DERIVATIVES = 'Strike | Expiry | Put/Call | UnderlyingSymbol | OpenCloseIndicator | IBOrderID | TradeTime | DateTime'
const COMMISSIONS = ['Comm in EUR', 'Comm in USD', 'Comm in GBP', 'Comm in CHF']

export const FORMATS: readonly LayoutFacts[] = [
  format('Flex Query: trades', 4, [
    ...wordsIn('CurrencyPrimary | TradeDate / DateTime / Date/Time | Quantity | TradePrice / Price | IBCommission / Commission'),
    ...wordsIn('Buy/Sell | IBCommissionCurrency | Proceeds / TradeMoney | NetCash | Taxes'),
    ...wordsIn(`${COMMON} | ${DERIVATIVES}`),
  ]),
  format('Flex Query: cash transactions', 3, [
    ...wordsIn(`CurrencyPrimary | Type | Amount | SettleDate | Date/Time | ReportDate | ${COMMON}`),
  ]),
  format('Activity statement', 10, [
    ...[['Trades', ...wordsFor('Trades')], ['Header'], ['DataDiscriminator']],
    ...wordsIn('Asset Category | Currency | Symbol | Date/Time | Quantity | T. Price | Proceeds').map(translated),
    [...translated(['Comm/Fee']), ...COMMISSIONS],
    ...wordsIn('Account | C. Price | Basis | Realized P/L | MTM P/L | Code'),
  ]),
  format('Transaction History', 10, [
    ...wordsIn('Transaction History | Header | Date | Account | Description | Transaction Type | Symbol | Quantity | Price'),
    ...wordsIn('Net Amount | Gross Amount | Commission | Price Currency'),
  ]),
]

function format(name: string, required: number, titles: LayoutFacts['titles']): LayoutFacts {
  return { name, holds: 'transactions', titles, required }
}

function translated(titles: readonly string[]): string[] {
  return titles.flatMap((title) => [title, ...wordsFor(title)])
}
