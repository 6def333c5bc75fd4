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

type Figure = 'quantity' | 'price' | 'rate' | 'amount' | 'cost' | 'fees' | 'taxes' | 'balance'
type Column = Exclude<keyof Terms, 'tags' | 'reverses' | 'also'> | Figure | 'isin' | 'symbol' | 'name' | 'balanceUnit'
/** Which columns there are is known at run time only. */
type Cells = AnyLine & { readonly [K in Column]?: unknown }

const MAX_DESCRIPTION = 2000
/** A row that is booked as its columns stand. */
const NO_TERMS: Terms = {}

/** What the rows below a header have in common; `toUnit` reads the code of a unit. */
export type Source = CellFormat & {
  readonly layout: Layout
  readonly options: ImportOptions
  readonly toUnit: (code: string) => Unit
  readonly pages: Pages
}

/** `unit`: that of amounts, once it is known. */
export type Given = { readonly source: Source; readonly line: Cells; readonly terms: Terms; unit: Unit | undefined }

export function givenBy(source: Source, line: AnyLine, terms = NO_TERMS): Given {
  return { source, line, terms, unit: undefined }
}

/** The engine finds a member whose name stands in the code much faster than one whose name is in a variable. */
const CELLS: Readonly<Record<Column, (line: Cells) => unknown>> = {
  date: (line) => line.date,
  time: (line) => line.time,
  account: (line) => line.account,
  settledOn: (line) => line.settledOn,
  quantity: (line) => line.quantity,
  price: (line) => line.price,
  quoted: (line) => line.quoted,
  rate: (line) => line.rate,
  amount: (line) => line.amount,
  unit: (line) => line.unit,
  fees: (line) => line.fees,
  taxes: (line) => line.taxes,
  cost: (line) => line.cost,
  id: (line) => line.id,
  description: (line) => line.description,
  group: (line) => line.group,
  isin: (line) => line.isin,
  symbol: (line) => line.symbol,
  name: (line) => line.name,
  balance: (line) => line.balance,
  balanceUnit: (line) => line.balanceUnit,
  asset: () => undefined,
}

export function cellOf({ source, terms, line }: Given, name: Column): unknown {
  if (terms !== NO_TERMS && name in terms) return terms[name as keyof Terms]
  const { defaults } = source.layout
  if (defaults !== undefined && name in defaults) return defaults[name as keyof Terms]?.(line as never)
  return CELLS[name](line)
}

export function textIn(given: Given, name: Column): string | undefined {
  const value = cellOf(given, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A figure in whole units of its currency. Throws RowRefusal for one with more digits than the ledger can hold. */
export function figureIn(given: Given, name: Figure): Decimal | undefined {
  const value = cellOf(given, name)
  // Whatever is a bigint in the terms is a decimal.
  const figure = typeof value === 'bigint' ? (value as Decimal) : typeof value === 'string' && value !== '' ? value : undefined
  if (figure === undefined || figure === 'market') return undefined
  const size = exact(figure)
  if (name === 'quantity' || name === 'rate') return size
  return inUnit(size, name === 'price' ? quotedIn(given) : unitIn(given))
}

/** Fees and taxes as a draft has them, and their sum; `onlyStated`: those that the importer gives itself. */
export function costsIn(given: Given, onlyStated: boolean) {
  const [fees, taxes] = [costIn(given, 'fees', onlyStated), costIn(given, 'taxes', onlyStated)]
  return { sum: add(fees, taxes), fees: textOf(fees), taxes: textOf(taxes) }
}

function costIn(given: Given, name: 'fees' | 'taxes', onlyStated: boolean): Decimal {
  const cost = (onlyStated && !(name in given.terms) ? undefined : figureIn(given, name)) ?? ZERO
  return cost < ZERO ? refuse('unexpected-sign', `The ${name} are ${formatDecimal(cost)}; they cannot be negative.`) : cost
}

/** The unit of amounts; the layout's where no column says it. Throws RowRefusal for an option that is not given. */
export function unitIn(given: Given): Unit | undefined {
  given.unit ??= findUnit(given)
  return given.unit
}

function findUnit(given: Given): Unit | undefined {
  const { layout, options, toUnit } = given.source
  const own = asUnit(given.source, cellOf(given, 'unit'))
  if (own !== undefined || layout.currency === undefined) return own
  if (typeof layout.currency === 'string') return toUnit(layout.currency)
  const { option } = layout.currency
  return asUnit(given.source, options[option]) ?? refuse('needs-option', `Give the option "${option}".`)
}

export function quotedIn(given: Given): Unit | undefined {
  return asUnit(given.source, cellOf(given, 'quoted')) ?? unitIn(given)
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
  const price = figureIn(given, 'price')
  return price === ZERO && amount === undefined ? price : positive(price)
}

/** Prices and rates are sizes, whatever sign a file gives them; 0 tells nothing. */
export function positive(value: Decimal | undefined): Decimal | undefined {
  return value === undefined || value === ZERO ? undefined : absolute(value)
}

/** Units that a price is for, which only the importer can give. */
export function priceQuantityIn(given: Given): Decimal {
  const parsed = tryDecimal(ownAsset(given)?.priceQuantity ?? '1')
  return typeof parsed === 'string' || parsed <= ZERO ? ONE : parsed
}

/** The ref of what the row names, `''` where it names nothing; `byCode`: by an ISIN or a symbol only, for rows whose name is a sentence. */
export function refIn(given: Given, byCode = false): string {
  const asset = ownAsset(given)
  if (asset !== undefined) return asset === null ? '' : refOf(asset)
  return textIn(given, 'isin') ?? textIn(given, 'symbol') ?? (byCode ? undefined : textIn(given, 'name')) ?? ''
}

/** The asset that the importer names, `null` where it says that there is none; nothing where the columns tell it. */
export function ownAsset(given: Given): AssetTerms | null | undefined {
  if (!('asset' in given.terms) && given.source.layout.defaults?.asset === undefined) return undefined
  const asset = cellOf(given, 'asset') as Terms['asset']
  return typeof asset === 'string' ? { symbol: asset } : (asset ?? null)
}

/** The ref of the asset that the row names, which is written down; `currency`: the one that it trades in where nothing else says it. */
export function assetIn(given: Given, byTrade: boolean, ref = refIn(given), currency?: string): string {
  const { layout, pages } = given.source
  if (ref === '') refuse('no-asset', 'The row names no asset.')
  if (isNamed(pages, ref, byTrade)) return ref
  const terms = ownAsset(given) ?? { isin: textIn(given, 'isin'), symbol: textIn(given, 'symbol'), name: textIn(given, 'name') }
  return nameAsset(pages, terms, byTrade, { type: layout.assetType, currency })
}

export function dateIn(given: Given): string {
  return textIn(given, 'date') ?? refuse('invalid-date', 'The row has no day.')
}

/** Begins a draft with what every draft of the row has. All have the same members in one order, which makes them small. */
export function draftIn(given: Given, type: TransactionDraft['type']): OpenDraft {
  const { source, line, terms } = given
  const draft: OpenDraft = {
    rows: terms.also === undefined ? [line.row] : [line.row, ...terms.also.map(({ row }) => row)],
    type,
    date: dateIn(given),
    time: textIn(given, 'time'),
    settledOn: textIn(given, 'settledOn'),
    account: textIn(given, 'account'),
    tags: terms.tags,
    reverses: terms.reverses,
    description: said(textIn(given, 'description')),
    externalId: textIn(given, 'id'),
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
