/** Names of transaction types and asset types, as people write them. */
import type { AssetType, TransactionTag, TransactionType } from '#plugins/brim/contract.ts'
import { titleKey } from './columns.ts'

/** What a row is. `direction` is what the name says beyond the type; `assumed` = the row does not name a type, an option does. */
export type Kind = {
  readonly type: TransactionType
  readonly direction?: 'in' | 'out'
  readonly assumed?: boolean
  /** What it is beyond the type. */
  readonly tag?: TransactionTag
}

const NAMES: Readonly<Record<TransactionType, string>> = {
  BUY: 'buy bought purchase purchased',
  SELL: 'sell sold sale',
  DIVIDEND: 'dividend dividends div cashdividend distribution',
  INTEREST: 'interest coupon',
  RETURN_OF_CAPITAL: 'returnofcapital capitalreturn roc',
  DEPOSIT: 'deposit cashdeposit contribution',
  WITHDRAWAL: 'withdrawal withdraw cashwithdrawal',
  FEE: 'fee fees commission charge charges',
  TAX: 'tax taxes withholdingtax',
  TRANSFER: 'transfer',
  FX_CONVERSION: 'fxconversion fx forex currencyconversion currencyexchange',
  SPLIT: 'split stocksplit',
  EXCHANGE: 'exchange merger spinoff',
  ADJUSTMENT: 'adjustment gift',
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...[...byName(NAMES)].map(([name, type]) => [name, { type }] as const),
  ['stakingreward', { type: 'INTEREST', tag: 'staking' }],
  ['staking', { type: 'INTEREST', tag: 'staking' }],
  ['airdrop', { type: 'ADJUSTMENT', tag: 'airdrop' }],
  ['transferin', { type: 'TRANSFER', direction: 'in' }],
  ['transferout', { type: 'TRANSFER', direction: 'out' }],
])

const ASSET_NAMES: Readonly<Record<AssetType, string>> = {
  STOCK: 'stock stocks share shares equity',
  ETF: 'etf etfs',
  FUND: 'fund funds mutualfund',
  BOND: 'bond bonds',
  CRYPTO: 'crypto cryptocurrency coin token',
  COMMODITY: 'commodity commodities',
  INDEX: 'index',
  OPTION: 'option options',
  FUTURE: 'future futures',
  CFD: 'cfd cfds',
  WARRANT: 'warrant warrants certificate',
  REAL_ESTATE: 'realestate property',
  LOAN: 'loan loans p2p',
  OTHER: 'other',
}

const ASSET_TYPES = byName(ASSET_NAMES)

/** What is called by names, which stand between blanks. */
export function byName<T extends string>(names: Readonly<Partial<Record<T, string>>>): ReadonlyMap<string, T> {
  const entries = Object.entries(names) as [T, string][]
  return new Map(entries.flatMap(([what, words]) => words.split(' ').map((word) => [word, what] as const)))
}

/** A type by its name, whatever the case (`buy`, `Stock split`, `TRANSFER_IN`); `undefined` when it is none of ours. */
export function kindNamed(name: string): Kind | undefined {
  return KINDS.get(name) ?? KINDS.get(titleKey(name))
}

export function assetTypeNamed(name: string): AssetType | undefined {
  return ASSET_TYPES.get(titleKey(name))
}
