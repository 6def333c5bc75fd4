/** The Transaction History report in CSV: every amount is in the base currency of the account. */
import { isMoneyUnit } from '#src/shared/currency.ts'
import { isIsin } from '#src/shared/identifier.ts'
import { type Cells, get } from './cells.ts'
import { type Entry, UNKNOWN } from './entry.ts'

const TRADES: Readonly<Record<string, string>> = { Buy: 'BUY', Sell: 'SELL' }
/** The report's transaction types in the words of the cash transactions. */
const TYPES: Readonly<Record<string, string>> = {
  Dividend: 'Dividends',
  'Payment in Lieu': 'Payment In Lieu Of Dividends',
  'Foreign Tax Withholding': 'Withholding Tax',
  'Payment in Lieu of Dividend': 'Payment In Lieu Of Dividends',
  Deposit: 'Deposits/Withdrawals',
  Withdrawal: 'Deposits/Withdrawals',
  Adjustment: 'Currency translation fee',
  'Forex Trade Component': 'Currency translation fee',
}

/** One row of the section Transaction History as a trade or a cash transaction in `base`; without it nobody knows what the amounts are counted in. */
export function historyEntry(cells: Cells, base: string): Entry {
  const type = get(cells, 'Transaction Type')
  const side = TRADES[type]
  const priceCurrency = get(cells, 'Price Currency')
  const frame = { row: cells.row.number, account: get(cells, 'Account'), statement: 1 }
  const common = {
    accountid: frame.account,
    currency: base,
    // A dash says nothing, and the base currency is not that of the security.
    tradingcurrency: isMoneyUnit(priceCurrency) ? priceCurrency : UNKNOWN,
    symbol: pairless(get(cells, 'Symbol')),
    isin: describedIsin(get(cells, 'Description')),
  }
  // Shares move so, too; then the amount is what they are worth.
  const isMoneyMoved = type === 'System Transfer' && get(cells, 'Symbol') === ''
  if (side === undefined)
    return {
      ...frame,
      kind: 'CashTransaction',
      values: {
        ...common,
        type: isMoneyMoved ? 'Internal Transfer' : (TYPES[type] ?? type),
        datetime: get(cells, 'Date'),
        description: get(cells, 'Description'),
        amount: get(cells, 'Net Amount'),
      },
    }
  return {
    ...frame,
    kind: 'Trade',
    values: {
      ...common,
      buysell: side,
      tradedate: get(cells, 'Date'),
      description: get(cells, 'Description'),
      quantity: get(cells, 'Quantity'),
      tradeprice: get(cells, 'Price'),
      pricecurrency: priceCurrency,
      proceeds: get(cells, 'Gross Amount'),
      ibcommission: get(cells, 'Commission'),
      // Stamp duty and the like.
      taxes: get(cells, 'Transaction Fees'),
      ...optionFields(cells),
      netcash: get(cells, 'Net Amount'),
    },
  }
}

/** `CRWD  260717C00400000`; its size is 100 where no column says it. */
function optionFields(cells: Cells): Record<string, string> {
  const [, root = '', day = '', right = '', strike = ''] = /^(\S+)\s+(\d{6})([CP])(\d{8})$/.exec(get(cells, 'Symbol')) ?? []
  if (root === '') return {}
  return {
    assetcategory: 'OPT',
    multiplier: get(cells, 'Multiplier') || '100',
    underlyingsymbol: root,
    expiry: `20${day}`,
    strike: `${strike.slice(0, 5)}.${strike.slice(5)}`,
    putcall: right,
  }
}

function pairless(symbol: string): string {
  return /^[A-Z]{3}\.[A-Z]{3}$/.test(symbol) ? '' : symbol
}

/** The ISIN in `VT(US9220427424) Cash Dividend USD 0.50 per Share`. */
function describedIsin(description: string): string {
  const isin = /^[^()]{1,20}\(([A-Z0-9]{12})\)/.exec(description)?.[1] ?? ''
  return isIsin(isin) ? isin : ''
}
