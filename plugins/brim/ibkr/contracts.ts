/** What a security is by its category: its type, how much one of it is, and what it is a contract on. */
import type { AssetType, ContractTerms } from '#plugins/brim/contract.ts'
import { parseDay, squeeze } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, divide, formatDecimal, multiply, ONE, subtract, ZERO } from '#src/shared/decimal.ts'
import { type Entry, tryFigure, value } from './entry.ts'

/** The types of the broker's asset categories; which stocks are funds only their names say. */
const TYPES: Readonly<Record<string, AssetType>> = {
  ...{ OPT: 'OPTION', FOP: 'OPTION', FSFOP: 'OPTION', FSOPT: 'OPTION', FUT: 'FUTURE', WAR: 'WARRANT', IOPT: 'WARRANT' },
  ...{ BOND: 'BOND', BILL: 'BOND', FUND: 'FUND', CRYPTO: 'CRYPTO', CMDTY: 'COMMODITY', IND: 'INDEX', CFD: 'CFD' },
}
const DERIVATIVES: ReadonlySet<AssetType | undefined> = new Set<AssetType>(['OPTION', 'FUTURE', 'CFD', 'WARRANT'])

export function typeOf(category: string, sub: string, name: string): AssetType | undefined {
  const type = TYPES[category]
  if (type !== undefined) return type
  if (sub === 'ETF' || /\bETF\b|\bUCITS\b/i.test(name)) return 'ETF'
  return category === 'STK' ? 'STOCK' : undefined
}

/** What one unit of a security of this category at a price of 1 is worth, by all that the report says of it; nothing for 1, where nothing says it. */
export function factorOfAll(entries: readonly Entry[], category: string): Decimal | 'unknown' | undefined {
  const positions = entries.filter((entry) => entry.kind !== 'CashTransaction' && entry.kind !== 'StatementOfFundsLine')
  const stated = positions.map((entry) => tryFigure(entry, 'multiplier')).find((number) => number !== undefined && number > 0n)
  const type = TYPES[category]
  if (type === 'BOND') return bondFactor(positions, stated ?? ONE)
  // A CFD is one unit of what it is on.
  return stated ?? (type !== 'CFD' && DERIVATIVES.has(type) ? (contractSize(positions) ?? 'unknown') : undefined)
}

function bondFactor(entries: readonly Entry[], multiplier: Decimal): Decimal {
  const percent = divide(multiplier, decimal('100'))
  const fits = (factor: Decimal) =>
    entries.some((entry) => {
      const { proceeds, value } = tradedIn(entry, 'price')
      return proceeds !== ZERO && isNear(multiply(value, factor), proceeds)
    })
  return fits(multiplier) && !fits(percent) ? multiplier : percent
}

function contractSize(entries: readonly Entry[]): Decimal | undefined {
  for (const entry of entries) {
    const { proceeds, value } = tradedIn(entry)
    if (proceeds === ZERO || value === ZERO) continue
    const size = divide(proceeds, value)
    const whole = decimal(formatDecimal(size).split('.')[0] ?? '1')
    if (whole > 0n && isNear(size, whole)) return whole
  }
  return undefined
}

/** What a trade came to, and quantity x price, 0 where it does not say them. */
function tradedIn(entry: Entry, otherPrice?: string): { readonly proceeds: Decimal; readonly value: Decimal } {
  const value = multiply(tryFigure(entry, 'quantity') ?? ZERO, tryFigure(entry, 'tradeprice', otherPrice) ?? ZERO)
  return { proceeds: absolute(tryFigure(entry, 'proceeds') ?? ZERO), value: absolute(value) }
}

function isNear(a: Decimal, b: Decimal): boolean {
  return absolute(subtract(a, b)) <= multiply(absolute(b), decimal('0.002'))
}

/** The terms of a derivative; nothing where the report does not say all of them. */
export function contractOf(
  entries: readonly Entry[],
  type: AssetType | undefined,
  factor: Decimal | undefined,
): ContractTerms | undefined {
  const first = (name: string) => entries.map((entry) => value(entry, name)).find((text) => text !== '')
  if (!DERIVATIVES.has(type) || factor === undefined) return undefined
  const underlying = first('underlyingsymbol')
  if (underlying === undefined) return undefined
  const expiry = parseDay(first('expiry') ?? '', 'ymd')
  const strike = entries.map((entry) => tryFigure(entry, 'strike')).find((figure) => figure !== undefined && figure > 0n)
  const side = /^(C|P)/i.exec(first('putcall') ?? '')?.[1]?.toUpperCase()
  if (expiry === undefined && type !== 'CFD') return undefined
  if (type === 'OPTION' && (strike === undefined || side === undefined)) return undefined
  return {
    underlying: squeeze(underlying),
    expiry,
    strike: strike === undefined ? undefined : formatDecimal(strike),
    right: side === undefined ? undefined : side === 'C' ? 'CALL' : 'PUT',
    multiplier: formatDecimal(factor),
  }
}
