import type { ContractTerms } from '#plugins/brim/contract.ts'
import type { AssetType } from '../shared/asset-type.ts'
import { isDay } from '../shared/date.ts'
import { type Decimal, decimal, divide, formatDecimal, ONE, tryDecimal, ZERO } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { fold } from '../shared/fold.ts'
import type { AssetFields } from './asset.ts'

/** What a derivative is a contract on. `multiplier` = units of the underlying for one contract. */
export type Contract = {
  readonly underlying: string
  readonly expiry: string | null
  readonly strike: Decimal | null
  readonly right: 'CALL' | 'PUT' | null
  readonly multiplier: Decimal
}

type Stored = Readonly<Record<'underlying' | 'multiplier', string>> &
  Readonly<Record<'expiry' | 'strike', string | null>> &
  Pick<Contract, 'right'>

const TYPES: ReadonlySet<AssetType> = new Set<AssetType>(['OPTION', 'FUTURE', 'CFD', 'WARRANT'])
/** Those whose prices are for one unit of the underlying. */
const QUOTED_BY_UNIT: ReadonlySet<AssetType> = new Set<AssetType>(['OPTION', 'FUTURE'])
const MAX_UNDERLYING = 60

/** One text for the terms, the same for the same contract however it is written. */
export function contractKeyOf({ underlying, expiry, strike, right, multiplier }: Contract): string {
  const figures = [strike === null ? '' : formatDecimal(strike), right ?? '', formatDecimal(multiplier)]
  return [fold(underlying), expiry ?? '', ...figures].join('|')
}

/** The column `contract`. */
export function contractText(contract: Contract): string {
  const { strike, multiplier } = contract
  const stored: Stored = {
    ...contract,
    strike: strike === null ? null : formatDecimal(strike),
    multiplier: formatDecimal(multiplier),
  }
  return JSON.stringify(stored)
}

export function readContract(text: string): Contract {
  const stored: Stored = JSON.parse(text)
  return {
    ...stored,
    strike: stored.strike === null ? null : decimal(stored.strike),
    multiplier: decimal(stored.multiplier),
  }
}

/** Units that a price is for where nobody says it: a price of one unit of the underlying counts `multiplier` times, once. */
export function priceQuantityBy(type: AssetType | null, contract: Contract | null): Decimal | undefined {
  if (contract === null || type === null || !QUOTED_BY_UNIT.has(type)) return undefined
  const part = divide(ONE, contract.multiplier)
  return part === ZERO ? undefined : part
}

/** The terms of a draft; `null` where there are none that make sense, or where its type has none. */
export function contractOf(terms: ContractTerms | undefined, type: AssetType | null): Contract | null {
  if (terms === undefined || type === null || !TYPES.has(type)) return null
  const { underlying, expiry = null, strike, right = null } = terms
  const [multiplier, price] = [figure(terms.multiplier), strike === undefined ? null : figure(strike)]
  const name = underlying.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const isSound = name !== '' && name.length <= MAX_UNDERLYING && (expiry === null || isDay(expiry))
  if (!isSound || multiplier === undefined || multiplier <= ZERO || price === undefined) return null
  return { underlying: name.toWellFormed(), expiry, strike: price, right, multiplier }
}

/** Whether there is one listed contract of these terms: an option has day, price and right, a future its day. */
export function isOneOfItsKind(type: AssetType, { expiry, strike, right }: Contract): boolean {
  if (type === 'OPTION') return expiry !== null && strike !== null && right !== null
  return type === 'FUTURE' && expiry !== null
}

/** Throws `asset/contract` (422) for an asset of a type that is no contract. */
export function requireContractType({ type, contract }: Pick<AssetFields, 'type' | 'contract'>): void {
  if (contract === null || TYPES.has(type)) return
  const detail = `Only ${[...TYPES].join(', ')} have a contract, and this is a ${type}. Change the type, or leave the contract out.`
  throw new AppError('invalid', 'asset/contract', detail, { errors: [{ pointer: '/contract', detail }] })
}

function figure(text: string): Decimal | undefined {
  const parsed = tryDecimal(text)
  return typeof parsed === 'string' ? undefined : parsed
}
