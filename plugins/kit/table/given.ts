/** What a row gives: the terms of the importer, else the columns of these names, as exact figures. */
import { absolute, add, type Decimal, formatDecimal, ONE, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { ImportOptions, TransactionDraft } from '../../brim/contract.ts'
import { exact, inUnit, textOf } from '../figures.ts'
import { refuse } from '../refuse.ts'
import { squeeze } from '../text.ts'
import type { CellFormat } from './cells.ts'
import type { Unit } from './columns.ts'
import type { Layout } from './layout.ts'
import { isNamed, nameAsset, type OpenDraft, type Pages, refOf } from './pages.ts'
import type { AnyLine, AssetTerms, Terms } from './terms.ts'

type Column =
  | Exclude<keyof Terms, 'asset' | 'tags' | 'reverses' | 'also'>
  | 'isin'
  | 'symbol'
  | 'name'
  | 'balance'
  | 'balanceUnit'
/** Which columns there are is known at run time only. */
type Cells = AnyLine & { readonly [K in Column]?: unknown }
type Defaults = { readonly [K in keyof Terms]?: (line: Cells) => unknown }

const MAX_DESCRIPTION = 2000
/** A row that is booked as its columns stand. */
const NO_TERMS: Terms = {}
const NO_DEFAULTS: Defaults = {}

/** What the rows below a header have in common; `toUnit` reads the code of a unit. */
export type Source = CellFormat & {
  readonly layout: Layout
  readonly options: ImportOptions
  readonly toUnit: (code: string) => Unit
  readonly pages: Pages
}

/** `own`: what the layout says where the terms do not; `unit`: that of amounts, once it is known. */
export type Given = {
  readonly source: Source
  readonly line: Cells
  readonly terms: Terms
  readonly own: Defaults
  unit: Unit | undefined
}

export function givenBy(source: Source, line: AnyLine, terms = NO_TERMS): Given {
  return { source, line, terms, own: source.layout.defaults ?? NO_DEFAULTS, unit: undefined }
}

type Read = (given: Given) => unknown

/** The terms, else the defaults, else the column. The engine finds a member whose name stands in the code much faster than one whose name is in a variable. */
export const CELLS: Readonly<Record<Column, Read>> = {
  date: ({ terms, own, line }) => ('date' in terms ? terms.date : 'date' in own ? own.date?.(line) : line.date),
  time: ({ terms, own, line }) => ('time' in terms ? terms.time : 'time' in own ? own.time?.(line) : line.time),
  account: ({ terms, own, line }) => ('account' in terms ? terms.account : 'account' in own ? own.account?.(line) : line.account),
  settledOn: ({ terms, own, line }) =>
    'settledOn' in terms ? terms.settledOn : 'settledOn' in own ? own.settledOn?.(line) : line.settledOn,
  quantity: ({ terms, own, line }) =>
    'quantity' in terms ? terms.quantity : 'quantity' in own ? own.quantity?.(line) : line.quantity,
  price: ({ terms, own, line }) => ('price' in terms ? terms.price : 'price' in own ? own.price?.(line) : line.price),
  quoted: ({ terms, own, line }) => ('quoted' in terms ? terms.quoted : 'quoted' in own ? own.quoted?.(line) : line.quoted),
  rate: ({ terms, own, line }) => ('rate' in terms ? terms.rate : 'rate' in own ? own.rate?.(line) : line.rate),
  amount: ({ terms, own, line }) => ('amount' in terms ? terms.amount : 'amount' in own ? own.amount?.(line) : line.amount),
  unit: ({ terms, own, line }) => ('unit' in terms ? terms.unit : 'unit' in own ? own.unit?.(line) : line.unit),
  fees: ({ terms, own, line }) => ('fees' in terms ? terms.fees : 'fees' in own ? own.fees?.(line) : line.fees),
  taxes: ({ terms, own, line }) => ('taxes' in terms ? terms.taxes : 'taxes' in own ? own.taxes?.(line) : line.taxes),
  cost: ({ terms, own, line }) => ('cost' in terms ? terms.cost : 'cost' in own ? own.cost?.(line) : line.cost),
  id: ({ terms, own, line }) => ('id' in terms ? terms.id : 'id' in own ? own.id?.(line) : line.id),
  description: ({ terms, own, line }) =>
    'description' in terms ? terms.description : 'description' in own ? own.description?.(line) : line.description,
  group: ({ terms, own, line }) => ('group' in terms ? terms.group : 'group' in own ? own.group?.(line) : line.group),
  isin: ({ line }) => line.isin,
  symbol: ({ line }) => line.symbol,
  name: ({ line }) => line.name,
  balance: ({ line }) => line.balance,
  balanceUnit: ({ line }) => line.balanceUnit,
}

export function textIn(given: Given, read: Read): string | undefined {
  const value = read(given)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A figure in whole units of its currency. Throws RowRefusal for one with more digits than the ledger can hold. */
export function figureIn(given: Given, read: Read): Decimal | undefined {
  const value = read(given)
  // Whatever is a bigint in the terms is a decimal.
  const figure = typeof value === 'bigint' ? (value as Decimal) : typeof value === 'string' && value !== '' ? value : undefined
  if (figure === undefined || figure === 'market') return undefined
  const size = exact(figure)
  if (read === CELLS.quantity || read === CELLS.rate) return size
  return inUnit(size, read === CELLS.price ? quotedIn(given) : unitIn(given))
}

/** Fees and taxes as a draft has them, and their sum; `onlyStated`: those that the importer gives itself. */
export function costsIn(given: Given, onlyStated: boolean) {
  const [fees, taxes] = [costIn(given, 'fees', onlyStated), costIn(given, 'taxes', onlyStated)]
  return { sum: add(fees, taxes), fees: textOf(fees), taxes: textOf(taxes) }
}

function costIn(given: Given, name: 'fees' | 'taxes', onlyStated: boolean): Decimal {
  const cost = (onlyStated && !(name in given.terms) ? undefined : figureIn(given, CELLS[name])) ?? ZERO
  return cost < ZERO ? refuse('unexpected-sign', `The ${name} are ${formatDecimal(cost)}; they cannot be negative.`) : cost
}

/** The unit of amounts; the layout's where no column says it. Throws RowRefusal for an option that is not given. */
export function unitIn(given: Given): Unit | undefined {
  given.unit ??= findUnit(given)
  return given.unit
}

function findUnit(given: Given): Unit | undefined {
  const { layout, options, toUnit } = given.source
  const own = asUnit(given.source, CELLS.unit(given))
  if (own !== undefined || layout.currency === undefined) return own
  if (typeof layout.currency === 'string') return toUnit(layout.currency)
  const { option } = layout.currency
  return asUnit(given.source, options[option]) ?? refuse('needs-option', `Give the option "${option}".`)
}

export function quotedIn(given: Given): Unit | undefined {
  return asUnit(given.source, CELLS.quoted(given)) ?? unitIn(given)
}

/** A unit, or its code. */
export function asUnit({ toUnit }: Source, value: unknown): Unit | undefined {
  return typeof value === 'string' ? (value === '' ? undefined : toUnit(value)) : (value as Unit | undefined)
}

export function requireCurrency(given: Given): string {
  return unitIn(given)?.currency ?? refuse('no-currency', 'The row does not say its currency.')
}

/** A price of 0 tells nothing of an amount that the row states. */
export function priceIn(given: Given, amount: Decimal | undefined): Decimal | undefined {
  const price = figureIn(given, CELLS.price)
  return price === ZERO && amount === undefined ? price : positive(price)
}

/** Prices and rates are sizes, whatever sign a file gives them; 0 tells nothing. */
export function positive(value: Decimal | undefined): Decimal | undefined {
  return value === undefined || value === ZERO ? undefined : absolute(value)
}

/** Units that a price is for, which only the importer can give. */
export function priceQuantityIn(given: Given): Decimal {
  const units = ownAsset(given)?.priceQuantity
  const parsed = units === undefined ? ONE : tryDecimal(units)
  return typeof parsed === 'string' || parsed <= ZERO ? ONE : parsed
}

/** The ref of what the row names, `''` where it names nothing; `byCode`: by an ISIN or a symbol only, for rows whose name is a sentence. */
export function refIn(given: Given, byCode = false): string {
  const asset = ownAsset(given)
  if (asset !== undefined) return asset === null ? '' : refOf(asset)
  return textIn(given, CELLS.isin) ?? textIn(given, CELLS.symbol) ?? (byCode ? undefined : textIn(given, CELLS.name)) ?? ''
}

/** The asset that the importer names, `null` where it says that there is none; nothing where the columns tell it. */
export function ownAsset(given: Given): AssetTerms | null | undefined {
  const { terms, own, line } = given
  if (!('asset' in terms) && own.asset === undefined) return undefined
  const asset = 'asset' in terms ? terms.asset : own.asset?.(line)
  return typeof asset === 'string' ? { symbol: asset } : (asset ?? null)
}

/** The ref of the asset that the row names, which is written down; `currency`: the one that it trades in where nothing else says it. */
export function assetIn(given: Given, byTrade: boolean, ref = refIn(given), currency?: string): string {
  const { layout, pages } = given.source
  if (ref === '') refuse('no-asset', 'The row names no asset.')
  if (isNamed(pages, ref, byTrade)) return ref
  const terms = ownAsset(given) ?? {
    isin: textIn(given, CELLS.isin),
    symbol: textIn(given, CELLS.symbol),
    name: textIn(given, CELLS.name),
  }
  return nameAsset(pages, terms, byTrade, { type: layout.assetType, currency })
}

export function dateIn(given: Given): string {
  return textIn(given, CELLS.date) ?? refuse('invalid-date', 'The row has no day.')
}

/** Begins a draft with what every draft of the row has. All have the same members in one order, which makes them small. */
export function draftIn(given: Given, type: TransactionDraft['type']): OpenDraft {
  const { source, line, terms } = given
  const draft: OpenDraft = {
    rows: terms.also === undefined ? [line.row] : [line.row, ...terms.also.map(({ row }) => row)],
    type,
    date: dateIn(given),
    time: textIn(given, CELLS.time),
    settledOn: textIn(given, CELLS.settledOn),
    account: textIn(given, CELLS.account),
    tags: terms.tags,
    reverses: terms.reverses,
    description: said(textIn(given, CELLS.description)),
    externalId: textIn(given, CELLS.id),
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
    group: undefined,
  }
  source.pages.transactions.push(draft)
  return draft
}

/** A text as a description has it. */
export function said(text: string | undefined): string | undefined {
  return text === undefined ? undefined : squeeze(text).slice(0, MAX_DESCRIPTION)
}
