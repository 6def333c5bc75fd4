/** What a row gives: the terms of the importer, else the columns of these names, as exact figures. */
import { fromMinorUnit, normaliseCurrency } from '#src/shared/currency.ts'
import { type Decimal, formatDecimal, maximum, negate, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { ImportOptions, TransactionDraft, TransactionType } from '../../brim/contract.ts'
import { inUnit } from '../figures.ts'
import type { NumberStyle } from '../number.ts'
import { refuse } from '../refuse.ts'
import { squeeze } from '../text.ts'
import type { AnyLine, AssetTerms, Terms } from './book.ts'
import type { RawLine } from './cells.ts'
import type { Unit } from './columns.ts'
import type { Layout } from './layout.ts'

export type Costs = {
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly refundedFees: Decimal
  readonly refundedTaxes: Decimal
}
type Column = keyof Terms | 'isin' | 'symbol' | 'name'
type Figure = 'quantity' | 'price' | 'rate' | 'amount' | 'cost'

export const MAX_DESCRIPTION = 2000
/** A row that is booked as its columns stand. */
export const NO_TERMS: Terms = {}
const MAX_UNITS = 1_000
/** Below it no decimal has too many digits. */
const CERTAIN = 10n ** 28n
export const NO_COSTS: Costs = { fees: ZERO, taxes: ZERO, refundedFees: ZERO, refundedTaxes: ZERO }

/** `numbers`: the decimal sign of the table; `money`: which codes are money, where the layout says it; `units`: codes that were read before. */
export type Source = {
  readonly layout: Layout
  readonly options: ImportOptions
  readonly numbers: NumberStyle
  readonly money: ReadonlySet<string> | undefined
  readonly units: Map<string, Unit>
}

/** A draft that is being written. */
export type OpenDraft = { -readonly [K in keyof TransactionDraft]: TransactionDraft[K] }

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
  const parsed = exactIn(given, name)
  if (parsed === undefined) return undefined
  if (name === 'amount' || name === 'cost') return inUnit(parsed, unitOf(given))
  return name === 'price' ? inUnit(parsed, quotedIn(given)) : parsed
}

function exactIn(given: Given, name: Figure | 'fees' | 'taxes'): Decimal | undefined {
  const value = cellOf(given, name)
  // Whatever is a bigint in the terms is a decimal.
  if (typeof value === 'bigint') return exact(value as Decimal)
  return typeof value !== 'string' || value === '' || value === 'market' ? undefined : exact(value)
}

/** A figure as a decimal that the ledger can hold. Throws RowRefusal for one with more digits. */
export function exact(value: string | Decimal): Decimal {
  if (typeof value === 'bigint' && value < CERTAIN && value > -CERTAIN) return value
  const text = typeof value === 'string' ? value : formatDecimal(value)
  const parsed = tryDecimal(text)
  return typeof parsed === 'string' ? refuse('invalid-number', `${text} has more digits than can be held.`) : parsed
}

/** The unit of amounts; the layout's where no column says it. Throws RowRefusal for an option that is not given. */
export function unitOf(given: Given): Unit | undefined {
  const own = asUnit(given.source, cellOf(given, 'unit'))
  const { currency } = given.source.layout
  if (own !== undefined || currency === undefined) return own
  if (typeof currency === 'string') return asUnit(given.source, currency)
  return (
    asUnit(given.source, given.source.options[currency.option]) ?? refuse('needs-option', `Give the option "${currency.option}".`)
  )
}

export function requireCurrency(given: Given): string {
  return unitOf(given)?.currency ?? refuse('no-currency', 'The row does not say its currency.')
}

export function quotedIn(given: Given): Unit | undefined {
  return asUnit(given.source, cellOf(given, 'quoted')) ?? unitOf(given)
}

/** Fees and taxes as sizes, and what came back of them. `stated`: only what the importer gives itself. */
export function costsOf(given: Given, onlyStated: boolean): Costs {
  const [fees, taxes] = [costIn(given, 'fees', onlyStated), costIn(given, 'taxes', onlyStated)]
  if (fees === ZERO && taxes === ZERO) return NO_COSTS
  return {
    fees: maximum(fees, ZERO),
    taxes: maximum(taxes, ZERO),
    refundedFees: maximum(negate(fees), ZERO),
    refundedTaxes: maximum(negate(taxes), ZERO),
  }
}

/** What was paid; below zero what came back. */
function costIn(given: Given, name: 'fees' | 'taxes', onlyStated: boolean): Decimal {
  if (onlyStated && !isGiven(given, name)) return ZERO
  const parsed = exactIn(given, name) ?? ZERO
  if (parsed === ZERO) return ZERO
  const size = inUnit(parsed, unitOf(given))
  if (given.source.layout.costs === 'signed') return negate(size)
  return size < ZERO
    ? refuse('unexpected-sign', `The ${name} are ${textIn(given, name) ?? formatDecimal(parsed)}; they cannot be negative.`)
    : size
}

/** Whether the row names an asset; `byCode`: by an ISIN or a symbol only, for rows whose name is a sentence. */
export function namesAsset(given: Given, byCode: boolean): boolean {
  if (isGiven(given, 'asset')) return given.terms.asset !== undefined
  const [isin, symbol, name] = [textIn(given, 'isin'), textIn(given, 'symbol'), textIn(given, 'name')]
  return isin !== undefined || symbol !== undefined || (!byCode && name !== undefined)
}

/** The ref of what the row names: an ISIN, else a symbol, else a name; `''` where it names nothing. */
export function refIn(given: Given): string {
  const { asset } = given.terms
  if (typeof asset === 'object') return refOfTerms(asset)
  if (isGiven(given, 'asset')) return asset ?? ''
  return textIn(given, 'isin') ?? textIn(given, 'symbol') ?? textIn(given, 'name') ?? ''
}

export function refOfTerms({ ref, isin, symbol, name }: AssetTerms): string {
  return ref ?? isin ?? (symbol || name || '')
}

/** What is known of an asset that the row names. */
export function assetOf(given: Given): AssetTerms {
  const { assetType } = given.source.layout
  const type = assetType === undefined ? {} : { type: assetType }
  const { asset } = given.terms
  if (asset !== undefined) return { ...type, ...(typeof asset === 'string' ? { symbol: asset } : asset) }
  return { ...type, isin: textIn(given, 'isin'), symbol: textIn(given, 'symbol'), name: textIn(given, 'name') }
}

export function dateOf(given: Given): string {
  return textIn(given, 'date') ?? refuse('invalid-date', 'The row has no day.')
}

/** A draft with what every draft of the row has; all have the same members in one order, which makes them small. */
export function draftOf(given: Given, type: TransactionType): OpenDraft {
  const { line, terms } = given
  const date = dateOf(given)
  const description = textIn(given, 'description')
  return {
    rows: terms.also === undefined ? [line.row] : [line.row, ...terms.also.map(({ row }) => row)],
    type,
    date,
    time: textIn(given, 'time'),
    settledOn: textIn(given, 'settledOn'),
    account: textIn(given, 'account'),
    tags: terms.tags,
    reverses: terms.reverses,
    description: description === undefined ? undefined : squeeze(description).slice(0, MAX_DESCRIPTION),
    asset: undefined,
    quantity: undefined,
    price: undefined,
    priceCurrency: undefined,
    fxRate: undefined,
    amount: undefined,
    currency: undefined,
    fees: undefined,
    taxes: undefined,
    costBasis: undefined,
    ratio: undefined,
    externalId: undefined,
    group: undefined,
  }
}

/** A figure of a draft: the text that the row gives, where it is this value: another one costs far more to write. */
export function writtenIn(given: Given, name: Figure | 'fees' | 'taxes', value: Decimal): string {
  const text = textIn(given, name)
  if (text === undefined || !isShortest(text)) return formatDecimal(value)
  const read = tryDecimal(text)
  if (read === value) return text
  return read === negate(value) ? (text.slice(0, 1) === '-' ? text.slice(1) : `-${text}`) : formatDecimal(value)
}

/** Whether a plain decimal has no zero that could be left out. */
function isShortest(text: string): boolean {
  const start = text.charCodeAt(0) === 45 ? 1 : 0
  if (text.charCodeAt(start) === 48 && text.charCodeAt(start + 1) !== 46) return start === 0 && text.length === 1
  return text.charCodeAt(text.length - 1) !== 48 || !text.includes('.')
}

function asUnit({ units }: Source, value: unknown): Unit | undefined {
  if (typeof value === 'object' && value !== null) return value as Unit
  if (typeof value !== 'string' || value === '') return undefined
  const known = units.get(value)
  if (known !== undefined) return known
  const unit = fromMinorUnit(value) ?? { currency: normaliseCurrency(value), divisor: 1 }
  if (units.size < MAX_UNITS) units.set(value, unit)
  return unit
}

/** A decimal as a draft has it; nothing for 0. */
export function textOf(value: Decimal | undefined): string | undefined {
  return value === undefined || value === ZERO ? undefined : formatDecimal(value)
}
