import { TRANSACTION_TYPES, type TransactionType as TransactionTypeCode } from '../shared/transaction-type.ts'
import { translated } from './labels.ts'
import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'
import { TRANSACTION_TYPE_NAMES } from './transaction-type-names.ts'

export const SIGNS = ['NEGATIVE', 'ZERO', 'POSITIVE'] as const
type Sign = (typeof SIGNS)[number]
export const ASSET_NEEDS = ['REQUIRED', 'OPTIONAL', 'NONE'] as const
type AssetNeed = (typeof ASSET_NEEDS)[number]

/** What a transaction of a type carries: whether an asset, which signs of quantity and amount, whether legs of one group. */
type TransactionTypeRules = {
  readonly asset: AssetNeed
  readonly quantity: readonly Sign[]
  readonly amount: readonly Sign[]
  readonly grouped: boolean
  readonly description: string
}
export type TransactionType = TransactionTypeRules & { readonly code: TransactionTypeCode; readonly name: string }

const ANY: readonly Sign[] = SIGNS
const OUT_OR_IN: readonly Sign[] = ['NEGATIVE', 'POSITIVE']

const RULES: Readonly<Record<TransactionTypeCode, TransactionTypeRules>> = {
  BUY: {
    asset: 'REQUIRED',
    quantity: ['POSITIVE'],
    amount: ['NEGATIVE', 'ZERO'],
    grouped: false,
    description: 'A purchase. amount = -(value of the quantity) - fees - taxes.',
  },
  SELL: {
    asset: 'REQUIRED',
    quantity: ['NEGATIVE'],
    amount: ANY,
    grouped: false,
    description: 'A sale. amount = value of the quantity sold - fees - taxes; negative only when costs exceed the proceeds.',
  },
  DIVIDEND: {
    asset: 'REQUIRED',
    quantity: ['ZERO', 'POSITIVE'],
    amount: ANY,
    grouped: false,
    description:
      'Income of a share or fund, net of the taxes withheld; a negative amount takes one back. In kind (stock dividend): quantity > 0, amount 0, cost_basis = its value. Retained in an accumulating fund: quantity 0, amount 0, cost_basis = the income, by which the holding costs more.',
  },
  INTEREST: {
    asset: 'OPTIONAL',
    quantity: ['ZERO', 'POSITIVE'],
    amount: ANY,
    grouped: false,
    description:
      'Interest received, or paid when negative. In kind (staking reward): quantity > 0, amount 0, cost_basis = its value. Retained in a fund: as a DIVIDEND.',
  },
  RETURN_OF_CAPITAL: {
    asset: 'REQUIRED',
    quantity: ['ZERO'],
    amount: OUT_OR_IN,
    grouped: false,
    description:
      'Money that was put in coming back: it lowers what the holding cost and is no income; what is more than that cost is a realised gain. A negative amount (capital call, reversal) raises the cost.',
  },
  DEPOSIT: {
    asset: 'NONE',
    quantity: ['ZERO'],
    amount: ['POSITIVE'],
    grouped: false,
    description: "The owner's money coming in.",
  },
  WITHDRAWAL: {
    asset: 'NONE',
    quantity: ['ZERO'],
    amount: ['NEGATIVE'],
    grouped: false,
    description: "The owner's money going out.",
  },
  FEE: {
    asset: 'OPTIONAL',
    quantity: ['NEGATIVE', 'ZERO'],
    amount: ANY,
    grouped: false,
    description:
      'A cost that belongs to no trade; a positive amount is a refund. In kind (network fee in coins): quantity < 0, amount 0.',
  },
  TAX: {
    asset: 'OPTIONAL',
    quantity: ['NEGATIVE', 'ZERO'],
    amount: ANY,
    grouped: false,
    description: 'A tax that belongs to no trade or dividend; a positive amount is a refund. In kind: quantity < 0, amount 0.',
  },
  TRANSFER: {
    asset: 'OPTIONAL',
    quantity: ANY,
    amount: ANY,
    grouped: true,
    description:
      'An asset or cash moving between two brokers: two legs in one group that cancel out; lots keep date and cost. One leg alone is from or to outside; cost_basis tells what an incoming one cost.',
  },
  FX_CONVERSION: {
    asset: 'NONE',
    quantity: ['ZERO'],
    amount: OUT_OR_IN,
    grouped: true,
    description: 'Money of one currency exchanged for another: two legs in one group at one broker.',
  },
  SPLIT: {
    asset: 'REQUIRED',
    quantity: ANY,
    amount: ['ZERO'],
    grouped: false,
    description:
      'A split or reverse split: quantity is the change, or ratio ("10:1") says it, also where nothing is held (quantity 0). Lots are scaled, their cost stays.',
  },
  EXCHANGE: {
    asset: 'REQUIRED',
    quantity: OUT_OR_IN,
    amount: ['ZERO'],
    grouped: true,
    description:
      'A merger, a change of share class or ISIN, a spin-off: legs of one group. The cost of the outgoing lots goes to the incoming legs by cost_share (sum 1), with their dates.',
  },
  ADJUSTMENT: {
    asset: 'REQUIRED',
    quantity: ANY,
    amount: ['ZERO'],
    grouped: false,
    description:
      'A gift, an airdrop, a correction; an incoming one may carry cost_basis. With quantity 0, cost_basis (+ or -) corrects what the holding cost.',
  },
}

/** The types of transactions with names in a language (descriptions in English), in the order of everyday use. */
export const transactionTypesIn = perLanguage((language) => {
  const names = translated<TransactionTypeCode>(TRANSACTION_TYPE_NAMES, language)
  const types = TRANSACTION_TYPES.map((code): TransactionType => ({ code, name: names[code], ...RULES[code] }))
  return searchable(types, ({ code, name, description }) => [code, name, TRANSACTION_TYPE_NAMES.en[code], description])
})
