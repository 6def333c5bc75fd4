/** What a row gives: the terms of the importer, else the columns of these names, as exact figures. */
import { fromMinorUnit, normaliseCurrency } from '#src/shared/currency.ts'
import { type Decimal, divide, formatDecimal, negate, tryDecimal, whole, ZERO } from '#src/shared/decimal.ts'
import type { ImportOptions, TransactionDraft } from '../../brim/contract.ts'
import type { NumberStyle } from '../number.ts'
import { squeeze } from '../text.ts'
import type { AnyLine, AssetTerms, Terms } from './book.ts'
import type { RawLine } from './cells.ts'
import type { Unit } from './columns.ts'
import type { Layout } from './layout.ts'
import { refuse } from './refuse.ts'

export type Costs = {
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly refundedFees: Decimal
  readonly refundedTaxes: Decimal
}
type Column = keyof Terms | 'isin' | 'symbol' | 'name'
type Figure = 'quantity' | 'price' | 'rate' | 'amount' | 'cost'

const MAX_DESCRIPTION = 2000
/** A row that is booked as its columns stand. */
export const NO_TERMS: Terms = {}
const NO_COSTS: Costs = { fees: ZERO, taxes: ZERO, refundedFees: ZERO, refundedTaxes: ZERO }

/** `numbers`: the decimal sign of the table. */
export type Source = { readonly layout: Layout; readonly options: ImportOptions; readonly numbers: NumberStyle }

export type Given = { readonly source: Source; readonly line: AnyLine; readonly terms: Terms }

function isGiven(given: Given, name: keyof Terms): boolean {
  return Object.hasOwn(given.terms, name)
}

function cellOf({ terms, line }: Given, name: Column): unknown {
  if (terms !== NO_TERMS && Object.hasOwn(terms, name)) return terms[name as keyof Terms]
  // Which columns there are is known at run time only.
  const known = line as AnyLine & Partial<Pick<RawLine, 'readers'> & Record<Column, unknown>>
  return known.readers === undefined ? known[name] : known.readers[name]?.(line)
}

export function textIn(given: Given, name: Column): string | undefined {
  const value = cellOf(given, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A figure as it stands there, divided where its unit is pence or the like. */
export function figureIn(given: Given, name: Figure): Decimal | undefined {
  const value = textIn(given, name)
  if (value === undefined || value === 'market') return undefined
  const parsed = tryDecimal(value)
  if (typeof parsed === 'string') return refuse('invalid-number', `${value} has more digits than can be held.`)
  const divisor = name === 'amount' || name === 'cost' ? unitOf(given)?.divisor : name === 'price' ? quotedIn(given)?.divisor : 1
  return divisor === undefined || divisor === 1 ? parsed : divide(parsed, whole(divisor))
}

/** The unit of amounts; the layout's where no column says it. Throws RowRefusal for an option that is not given. */
export function unitOf(given: Given): Unit | undefined {
  const own = asUnit(cellOf(given, 'unit'))
  const { currency } = given.source.layout
  if (own !== undefined || currency === undefined) return own
  if (typeof currency === 'string') return asUnit(currency)
  return asUnit(given.source.options[currency.option]) ?? refuse('needs-option', `Give the option "${currency.option}".`)
}

export function requireCurrency(given: Given): string {
  return unitOf(given)?.currency ?? refuse('no-currency', 'The row does not say its currency.')
}

export function quotedIn(given: Given): Unit | undefined {
  return asUnit(cellOf(given, 'quoted')) ?? unitOf(given)
}

/** Fees and taxes as sizes, and what came back of them. `stated`: only what the importer gives itself. */
export function costsOf(given: Given, onlyStated: boolean): Costs {
  const read = (name: 'fees' | 'taxes'): readonly [Decimal, Decimal] => {
    if (onlyStated && !isGiven(given, name)) return [ZERO, ZERO]
    const value = textIn(given, name)
    const parsed = value === undefined ? ZERO : tryDecimal(value)
    if (typeof parsed === 'string') return refuse('invalid-number', `${value} has more digits than can be held.`)
    if (parsed === ZERO) return [ZERO, ZERO]
    const divisor = unitOf(given)?.divisor ?? 1
    const size = divisor === 1 ? parsed : divide(parsed, whole(divisor))
    if (given.source.layout.costs === 'signed') return size < ZERO ? [negate(size), ZERO] : [ZERO, size]
    return size < ZERO ? refuse('unexpected-sign', `The ${name} are ${value}; they cannot be negative.`) : [size, ZERO]
  }
  const [[fees, refundedFees], [taxes, refundedTaxes]] = [read('fees'), read('taxes')]
  return fees === ZERO && taxes === ZERO && refundedFees === ZERO && refundedTaxes === ZERO
    ? NO_COSTS
    : { fees, taxes, refundedFees, refundedTaxes }
}

/** `byCode`: by an ISIN or a symbol only, for rows whose name is a sentence. */
export function assetOf(given: Given, byCode: boolean): AssetTerms | undefined {
  const { layout } = given.source
  const type = layout.assetType === undefined ? {} : { type: layout.assetType }
  if (isGiven(given, 'asset')) {
    const { asset } = given.terms
    return asset === undefined ? undefined : { ...type, ...(typeof asset === 'string' ? { symbol: asset } : asset) }
  }
  const [isin, symbol, name] = [textIn(given, 'isin'), textIn(given, 'symbol'), textIn(given, 'name')]
  if (isin === undefined && symbol === undefined && (byCode || name === undefined)) return undefined
  return { ...type, isin, symbol, name }
}

/** What every draft of the row has. */
export function commonOf(
  given: Given,
): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'settledOn' | 'account' | 'tags' | 'reverses' | 'description'> {
  const date = textIn(given, 'date') ?? refuse('invalid-date', 'The row has no day.')
  const description = textIn(given, 'description')
  return {
    rows: given.terms.also === undefined ? [given.line.row] : [given.line.row, ...given.terms.also.map(({ row }) => row)],
    date,
    time: textIn(given, 'time'),
    settledOn: textIn(given, 'settledOn'),
    account: textIn(given, 'account'),
    tags: given.terms.tags,
    reverses: given.terms.reverses,
    description: description === undefined ? undefined : squeeze(description).slice(0, MAX_DESCRIPTION),
  }
}

function asUnit(value: unknown): Unit | undefined {
  if (typeof value === 'object' && value !== null) return value as Unit
  if (typeof value !== 'string' || value === '') return undefined
  return fromMinorUnit(value) ?? { currency: normaliseCurrency(value), divisor: 1 }
}

/** A decimal as a draft has it; nothing for 0. */
export function textOf(value: Decimal | undefined): string | undefined {
  return value === undefined || value === ZERO ? undefined : formatDecimal(value)
}
