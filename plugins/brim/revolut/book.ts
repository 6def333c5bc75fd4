/** What a statement has been turned into so far, and what several of them book alike. */
import type { AssetType, TransactionDraft } from '#plugins/brim/contract.ts'
import { agrees, attempt, isinOrSymbol, type RowBook, type Spot, squeeze } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, multiply, negate } from '#src/shared/decimal.ts'
import type { Stamp } from './money.ts'

/** `assetType`: of whatever the statement holds; `unpriced`: rows whose price does not give their amount. */
export type Book = RowBook & { readonly assetType: AssetType | undefined; readonly unpriced: number[] }

/** What every row that could be read has. */
export type Dated = Spot & Stamp
/** What a row names an asset by. */
type Named = { readonly symbol: string; readonly currency: string | undefined; readonly name?: string }
type OfUnits = Dated & Named & { readonly type: string; readonly quantity: Decimal }

/** What every draft of a row has. */
export function beginDraft({ row, date, time, type }: Dated & { readonly type: string }, description = type) {
  return { rows: [row] as const, date, time, description }
}

/** Books each row; one that is refused becomes an error. */
export function bookEach<Row extends Spot>(book: Book, rows: Iterable<Row>, bookRow: (row: Row) => void): void {
  for (const row of rows) attempt(book, [row], () => bookRow(row))
}

/** The `ref` of a row's asset, by its ticker (bonds have their ISIN there); its currency is stated only while all rows agree on it. */
export function assetRef({ assets, assetType }: Book, { symbol, currency, name = '' }: Named): string {
  const known = assets.get(symbol) ?? { name: undefined, currency }
  const code = isinOrSymbol(symbol)
  assets.set(symbol, {
    ref: symbol,
    ...code,
    name: known.name ?? (squeeze(name) || undefined),
    currency: currency === undefined || currency === known.currency ? known.currency : undefined,
    type: assetType ?? ('isin' in code ? 'BOND' : undefined),
  })
  return symbol
}

/** Sizes: `value` is what the trade was worth, `net` what it did to the balance. */
type Trade = Pick<TransactionDraft, 'fees' | 'reverses'> & { readonly value: Decimal; readonly net?: Decimal }

/** Adds a trade, turned round where it is taken back; the price is used where it gives the value. */
export function addPriced(
  book: Book,
  row: OfUnits & { readonly price: Decimal | undefined },
  type: 'BUY' | 'SELL',
  { value, net = value, fees, reverses }: Trade,
): void {
  const { price, currency } = row
  const quantity = absolute(row.quantity)
  const isPriced = price !== undefined && price !== 0n && agrees(absolute(multiply(quantity, price)), value)
  if (!isPriced) book.unpriced.push(row.row)
  const isIncoming = (type === 'BUY') === (reverses === undefined)
  book.transactions.push({
    ...beginDraft(row),
    asset: assetRef(book, row),
    currency,
    fees,
    reverses,
    type,
    quantity: formatDecimal(isIncoming ? quantity : negate(quantity)),
    price: isPriced ? formatDecimal(absolute(price)) : undefined,
    amount: formatDecimal(isIncoming ? negate(net) : net),
  })
}

/** Units given for other units of the same day. */
export function addExchange(book: Book, given: OfUnits, taken: OfUnits, time: string | undefined): void {
  const group = `exchange-${Math.min(given.row, taken.row)}`
  for (const row of [given, taken])
    book.transactions.push({
      ...beginDraft({ ...row, time }),
      type: 'EXCHANGE',
      asset: assetRef(book, row),
      quantity: formatDecimal(row.quantity),
      costShare: row === taken ? '1' : undefined,
      group,
    })
}
