/** What options, futures and the like are contracts on. */
import type { AssetType, ContractTerms } from '#plugins/brim/contract.ts'
import { parseDay, squeeze } from '#plugins/kit/index.ts'
import { type Decimal, formatDecimal } from '#src/shared/decimal.ts'
import { type Entry, tryFigure, value } from './entry.ts'

const DERIVATIVES: ReadonlySet<AssetType> = new Set<AssetType>(['OPTION', 'FUTURE', 'CFD', 'WARRANT'])

/** The terms of a derivative; nothing where the report does not say all of them. */
export function contractOf(
  entries: readonly Entry[],
  type: AssetType | undefined,
  factor: Decimal | undefined,
): ContractTerms | undefined {
  const first = (name: string) => entries.map((entry) => value(entry, name)).find((text) => text !== '')
  if (type === undefined || !DERIVATIVES.has(type) || factor === undefined) return undefined
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
