/** The Transaction History report in CSV: every amount is in the base currency of the account. */
import { isMoneyUnit } from '#src/shared/currency.ts'
import type { FileFacts, Section, Values } from './cells.ts'
import { UNKNOWN } from './entry.ts'

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
const COMMON = { accountid: 'Account', currency: '', tradingcurrency: 'Price Currency', symbol: 'Symbol', isin: '' }

/** The types of rows that are trades. */
export const HISTORY_SIDES = new Set(['Buy', 'Sell'])

export const HISTORY_TRADES: Section = {
  kind: 'Trade',
  columns: {
    ...{ ...COMMON, buysell: 'Transaction Type', tradedate: 'Date', description: 'Description', quantity: 'Quantity' },
    ...{ tradeprice: 'Price', pricecurrency: 'Price Currency', proceeds: 'Gross Amount', ibcommission: 'Commission' },
    // Stamp duty and the like.
    taxes: 'Transaction Fees',
    ...{ assetcategory: '', multiplier: 'Multiplier', underlyingsymbol: '', expiry: '', strike: '', putcall: '' },
    netcash: 'Net Amount',
  },
  complete: (values, file) => {
    Object.assign(values, { buysell: values['buysell']?.toUpperCase(), ...optionIn(values) })
    completeCommon(values, file)
  },
}

export const HISTORY_CASH: Section = {
  kind: 'CashTransaction',
  columns: { ...COMMON, type: 'Transaction Type', datetime: 'Date', description: 'Description', amount: 'Net Amount' },
  complete: (values, file) => {
    const { type = '', symbol } = values
    // Shares move so, too; then the amount is what they are worth.
    const isMoneyMoved = type === 'System Transfer' && symbol === ''
    values['type'] = isMoneyMoved ? 'Internal Transfer' : (TYPES[type] ?? type)
    completeCommon(values, file)
  },
}

function completeCommon(values: Values, { base, isinIn }: FileFacts): void {
  const { tradingcurrency = '', symbol = '', description = '' } = values
  values['currency'] = base
  // A dash says nothing, and the base currency is not that of the security.
  values['tradingcurrency'] = isMoneyUnit(tradingcurrency) ? tradingcurrency : UNKNOWN
  if (/^[A-Z]{3}\.[A-Z]{3}$/.test(symbol)) values['symbol'] = ''
  // Of `VT(US9220427424) Cash Dividend USD 0.50 per Share`.
  values['isin'] = isinIn(/^[^()]{1,20}\(([A-Z0-9]{12})\)/.exec(description)?.[1] ?? '')
}

/** `CRWD  260717C00400000`; its size is 100 where no column says it. */
function optionIn({ symbol = '', multiplier = '' }: Values): Values {
  const [, root = '', day = '', right = '', strike = ''] = /^(\S+)\s+(\d{6})([CP])(\d{8})$/.exec(symbol) ?? []
  if (root === '') return { multiplier: '' }
  return {
    ...{ assetcategory: 'OPT', multiplier: multiplier || '100', underlyingsymbol: root, putcall: right },
    ...{ expiry: `20${day}`, strike: `${strike.slice(0, 5)}.${strike.slice(5)}` },
  }
}
