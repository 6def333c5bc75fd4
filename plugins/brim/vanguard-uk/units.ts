/** Trades at Vanguard, and what only its second table tells: the units of a sale that pays a fee, and what has a new name. */
import {
  type AnyLine,
  type AssetTerms,
  type Book,
  decimal,
  parseNumber,
  refuse,
  sizeOf,
  squeeze,
  sum,
} from '#plugins/kit/index.ts'

/** A row of the first table. */
export type Money = AnyLine & { readonly date: string; readonly description: string; readonly amount: string | undefined }
type Units = Money & { readonly name: string; readonly quantity: string | undefined; readonly price: string | undefined }

export const TRADE = /^(Bought|Sold) ([\d.,]+) (.+)$/i
const FEE_SALE = /^selling of account investments for payment of account fee\b/i
/** Two rows: `NameChange: OLD`, and `NameChange: OLD replaced with NEW`. */
const RENAMED = /^NameChange:\s*(.+?)(?:\s+replaced with\s+(.+))?$/i

/** What the text of a trade says of it. */
export function tradedIn(text: string) {
  const [, word = '', size, what = ''] = TRADE.exec(text) ?? []
  const direction = /^b/i.test(word) ? ('BUY' as const) : ('SELL' as const)
  return { direction, quantity: parseNumber(size, 'dot'), asset: assetIn(what) }
}

export function trade({ description, traded }: Money & { readonly traded: ReturnType<typeof tradedIn> }, book: Book): void {
  const { direction, quantity, asset } = traded
  if (quantity === undefined) refuse('no-quantity', `"${description}" does not tell how many.`)
  book.trade({ asset, quantity }, direction)
}

/** Money and units of one sale have the same text, the two rows of a new name the same old one. */
export const keyOf = (text: string) => (FEE_SALE.test(text) ? text : RENAMED.exec(text)?.[1])

export function bookTogether(lines: readonly [Money, ...Money[]], book: Book): void {
  const [units, money] = [lines.filter(isUnits), lines.filter((line) => !isUnits(line))]
  if (FEE_SALE.test(lines[0].description)) sell(money, units, book)
  else rename(units, book)
}

function sell(money: readonly Money[], units: readonly Units[], book: Book): void {
  const [paid] = money
  if (paid === undefined || units.length === 0)
    refuse('no-pair', 'This sale is in one of the two tables only. Import the whole sheet, with both.')
  if (new Set(money.map(({ date }) => date)).size > 1)
    refuse('unclear-event', 'Sales of several days have the same text. Enter them by hand.')
  const isTaken = units.some(({ quantity }) => !quantity?.startsWith('-')) || money.some(({ amount }) => amount?.startsWith('-'))
  if (isTaken) refuse('unexpected-sign', 'Units of this sale come in, or its money goes out. Enter it by hand.')
  const [got, taken] = [money, units].map((lines) => sum(lines.map(({ amount }) => decimal(needed(amount)))))
  if (got !== taken) refuse('unclear-amount', 'The two tables have different money of this sale. Enter it by hand.')
  for (const line of units) {
    const terms = { asset: assetIn(line.name), quantity: needed(line.quantity), amount: needed(line.amount), price: line.price }
    book.on(paid).trade({ ...terms, quoted: 'GBP', also: [line] }, 'SELL')
  }
}

function rename(units: readonly Units[], book: Book): void {
  const [, old, name] = units.map(({ description }) => RENAMED.exec(description)).find((match) => match?.[2] !== undefined) ?? []
  const [quantity = '', other] = new Set(units.map((line) => needed(line.quantity)))
  if (old === undefined || name === undefined || units.length !== 2 || other !== undefined)
    refuse('no-pair', 'Of a new name there must be two rows with as many units. Enter it by hand.')
  book.swap([{ asset: codeIn(old), quantity }], [{ asset: codeIn(name), quantity }])
}

const isUnits = (line: Money): line is Units => 'name' in line

const needed = (figure: string | undefined) =>
  sizeOf(figure ?? refuse('no-figure', 'Of this row a quantity or an amount is missing.'))

/** `Name (SYMBOL)`, or the name of a fund alone; dashes are written in several ways. */
function assetIn(what: string): AssetTerms {
  const [, name = what, symbol] = /^(.+?) \(([A-Z0-9.]+)\)$/.exec(what) ?? []
  return { name: squeeze(name.replace(/[–—]/g, '-')), symbol }
}

/** `SYMBOL.XLON.GB`, `SYMBOL`, or a name. */
function codeIn(what: string): AssetTerms {
  const [, symbol] = /^([A-Z0-9]+)(?:\.\S+)?$/.exec(what) ?? []
  return symbol === undefined ? assetIn(what) : { symbol }
}
