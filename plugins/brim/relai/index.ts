/** Relai: purchases and sales of bitcoin, paid from and to a bank account. */
import {
  add,
  type Decimal,
  decimal,
  isZero,
  layout,
  moment,
  negate,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
  type Unit,
  unit,
} from '#plugins/kit/index.ts'
import { required } from '../coins.ts'

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  zone: 'UTC',
  numbers: 'dot',
  amounts: 'gross',
  signs: 'sizes',
  assetType: 'CRYPTO',
  unique: ['id'],
  columns: {
    ...moment('Date'),
    kind: text('Transaction Type'),
    quantity: number('BTC Amount'),
    price: number('BTC Price'),
    pair: optional(text('Currency Pair')),
    amount: number('Fiat Amount (excl. fees)'),
    unit: unit('Fiat Currency'),
    fees: number('Fee'),
    feeUnit: unit('Fee Currency'),
    destination: optional(text('Destination')),
    id: text('Operation ID'),
    counterparty: optional(text('Counterparty')),
  },
  rows: {
    // Relai has no balance of money: what is paid comes in for it, and what is got goes out.
    Buy: (line, book) => {
      const [amount, fees] = [paidOf(line), feeOf(line)]
      book.cash('DEPOSIT', { amount: add(amount, fees), id: undefined })
      book.trade({ asset: 'BTC', fees }, 'BUY')
    },
    Sell: (line, book) => {
      const [quantity, fees] = [decimal(required(line.quantity, 'BTC amount')), feeOf(line)]
      book.trade({ asset: 'BTC', quantity: negate(quantity), fees }, 'SELL')
      book.cash('WITHDRAWAL', { amount: subtract(paidOf(line), fees), id: undefined })
    },
  },
})

/** Without the fee. */
function paidOf({ amount }: { readonly amount: string | undefined }) {
  return isZero(amount) ? refuse('no-amount', 'The row has no amount. Enter it by hand.') : decimal(amount ?? '0')
}

type Costs = { readonly fees: string | undefined; readonly unit: Unit | undefined; readonly feeUnit: Unit | undefined }

function feeOf({ fees = '0', unit: paid, feeUnit }: Costs): Decimal {
  if (feeUnit === undefined || feeUnit.currency === paid?.currency || isZero(fees)) return decimal(fees)
  return refuse('foreign-fee', `The fee is in ${feeUnit.currency}, not in the currency of the purchase. Enter it by hand.`)
}

export const relai = tableImporter(
  {
    code: 'relai',
    name: 'Relai',
    website: 'https://relai.app',
    version: '3',
    description:
      'Purchases and sales of bitcoin in the Relai app. Money comes from the bank for each purchase and goes back after each sale.',
    docs: 'App: Profile > Transaction history > Export (CSV).',
    colour: '#e88407',
  },
  [transactions],
)
