/** Orders of an account statement: the trade, its fees and taxes and the currency conversion that paid for it are one transaction. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { fail, info, type Nearest, openNearest, textOf, warn } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, divide, formatDecimal, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { addPriced, assetRef, type Book, rowsOf } from './book.ts'
import { type Conversion, groupBy, type Leg } from './conversions.ts'
import { priceQuantityOf } from './figures.ts'
import type { TradeText } from './trade-text.ts'

export type Trade = { readonly row: Leg; readonly text: TradeText }
export type Charge = { readonly row: Leg; readonly kind: 'fee' | 'tax' }

type Deal = Trade & { conversion?: Conversion; readonly charges: Charge[] }

/**
 * Adds one BUY or SELL per trade row. A conversion of exactly the traded amount makes the trade one in the account currency (price and
 * rate stay), as the transactions report has it. Charges join when they are in the same currency. Answers what was left over.
 */
export function addOrders(
  book: Book,
  trades: readonly Trade[],
  charges: readonly Charge[],
  conversions: readonly Conversion[],
): { charges: Charge[]; conversions: Conversion[] } {
  const deals: Deal[] = trades.map((trade) => ({ ...trade, charges: [] }))
  const leftConversions = attachConversions(deals, conversions)
  const leftCharges = attachCharges(deals, charges)
  const perDay = groupBy(deals, ({ row }) => `${row.order} ${row.date}`)
  for (const deal of deals) {
    const only = deal.row.order !== '' && perDay.get(`${deal.row.order} ${deal.row.date}`)?.length === 1
    addDeal(book, deal, only ? `${deal.row.order}/${deal.row.date}` : undefined)
  }
  return { charges: leftCharges, conversions: leftConversions }
}

function attachConversions(deals: readonly Deal[], conversions: readonly Conversion[]): Conversion[] {
  const related = openRelated(
    deals,
    ({ row }) => `${row.currency} ${row.amount}`,
    ({ conversion }) => conversion === undefined,
  )
  return conversions.filter((conversion) => {
    const keys = conversion.map((leg) => `${leg.currency} ${negate(leg.amount)}`)
    const deal = related(conversion[0], keys)
    if (deal) deal.conversion = conversion
    return deal === undefined
  })
}

function attachCharges(deals: readonly Deal[], charges: readonly Charge[]): Charge[] {
  const related = openRelated(
    deals,
    (deal) => settlement(deal).currency,
    () => true,
  )
  return charges.filter((charge) => {
    const deal = charge.row.amount < 0n ? related(charge.row, [charge.row.currency]) : undefined
    deal?.charges.push(charge)
    return deal === undefined
  })
}

/**
 * Finds, of the free deals of a row's day under one of the keys, the nearest one of the same order (same minute first), or, for a row without
 * order id, of the same security and minute. Of two that are as near it is the older one: what a trade costs is booked after it.
 */
function openRelated(
  deals: readonly Deal[],
  keyOf: (deal: Deal) => string,
  isFree: (deal: Deal) => boolean,
): (row: Leg, keys: readonly string[]) => Deal | undefined {
  const placeOf = ({ row }: Deal) => -row.place
  const groups = new Map<string, Deal[]>()
  for (const deal of deals) {
    const { row } = deal
    const key = `${row.date} ${keyOf(deal)}`
    const ofSecurity = row.isin === '' ? [] : [`${key} any ${row.isin} ${row.time}`]
    const ofOrder = [`${key} order ${row.order} ${row.time}`, `${key} order ${row.order}`]
    const places =
      row.order === '' ? [...ofSecurity, ...ofSecurity.map((place) => `${place} unordered`)] : [...ofSecurity, ...ofOrder]
    for (const place of places) {
      const group = groups.get(place)
      if (group) group.push(deal)
      else groups.set(place, [deal])
    }
  }
  const open = new Map<string, Nearest<Deal>>()
  const find = (row: Leg, place: string) => {
    const group = groups.get(place)
    if (group === undefined) return undefined
    const known = open.get(place) ?? openNearest(group, placeOf, isFree)
    open.set(place, known)
    return known.find(-row.place)
  }
  return (row, keys) => {
    const { date, order, isin, time } = row
    let best: Deal | undefined
    const look = (place: string) => {
      const found = find(row, place)
      if (found && (best === undefined || distance(found.row, row) < distance(best.row, row))) best = found
    }
    if (order !== '') for (const key of keys) look(`${date} ${key} order ${order} ${time}`)
    if (isin !== '') for (const key of keys) look(`${date} ${key} any ${isin} ${time}${order === '' ? '' : ' unordered'}`)
    if (best === undefined && order !== '') for (const key of keys) look(`${date} ${key} order ${order}`)
    return best
  }
}

function distance(a: Leg, b: Leg): number {
  return Math.abs(a.place - b.place)
}

/** What the trade alone did to the cash balance, in the currency that it was paid in. */
function settlement({ row, conversion }: Deal): { amount: Decimal; currency: string } {
  const other = conversion?.find((leg) => leg.currency !== row.currency)
  return other ? { amount: other.amount, currency: other.currency } : { amount: row.amount, currency: row.currency }
}

function addDeal(book: Book, deal: Deal, externalId: string | undefined): void {
  const { row, text, charges } = deal
  const sources = [row, ...charges.map((charge) => charge.row), ...(deal.conversion ?? [])]
  const { side } = text
  const asset = assetRef(book, {
    isin: row.isin || text.isin,
    name: row.product || row.description,
    currency: text.priceCurrency,
  })
  const fault = faultOf(deal)
  if (side === undefined || asset === undefined || fault !== undefined) {
    for (const source of sources)
      fail(book, source, 'bad-trade', fault ?? 'Whether this is a purchase or a sale is unknown. Enter it by hand.')
    return
  }
  warnOf(book, deal)
  const gross = settlement(deal)
  const of = (kind: Charge['kind']) =>
    negate(sum(charges.filter((charge) => charge.kind === kind).map((charge) => charge.row.amount)))
  const [fees, taxes] = [of('fee'), of('tax')]
  const draft: TransactionDraft = {
    rows: rowsOf(row, ...sources),
    type: side === 'buy' ? 'BUY' : 'SELL',
    date: row.date,
    time: row.time,
    asset,
    quantity: formatDecimal(side === 'buy' ? text.quantity : negate(text.quantity)),
    amount: formatDecimal(add(gross.amount, negate(add(fees, taxes)))),
    currency: gross.currency,
    fees: textOf(fees),
    taxes: textOf(taxes),
    externalId,
    description: row.description,
  }
  addWithPrice(book, deal, draft, asset)
}

function faultOf({ row, text }: Deal): string | undefined {
  if (text.side === 'buy' && row.amount > 0n)
    return 'The description says a purchase, but money came in. Correct the row or enter it by hand.'
  if (text.side === 'sell' && row.amount < 0n)
    return 'The description says a sale, but money went out. Correct the row or enter it by hand.'
  return undefined
}

function warnOf(book: Book, { row, text }: Deal): void {
  const differs = `The ISIN column says ${row.isin}, the description ${text.isin}; the column is used. Check it.`
  if (text.isin !== '' && row.isin !== '' && text.isin !== row.isin) warn(book, row, 'isin-differs', differs)
}

/** Keeps the price when it gives the booked amount; otherwise the amount counts and the price is left to be derived. */
function addWithPrice(book: Book, deal: Deal, draft: TransactionDraft, asset: string): void {
  const { row, text } = deal
  const gross = settlement(deal)
  const converted = gross.currency !== row.currency
  const rate = converted && row.amount !== 0n ? divide(absolute(gross.amount), absolute(row.amount)) : undefined
  const sold = text.side === 'sell'
  const contrary = gross.amount !== ZERO && gross.amount < 0n === sold
  const quantity =
    row.currency === text.priceCurrency && !contrary ? priceQuantityOf(text.quantity, text.price, rate, gross.amount) : undefined
  if (quantity === undefined) {
    const detail = 'Quantity x price does not give the booked amount; the amount stays and the price derived from it.'
    info(book, row, 'price-left-out', detail)
    book.transactions.push(draft)
    return
  }
  const price = { price: formatDecimal(text.price), priceCurrency: converted ? text.priceCurrency : undefined }
  addPriced(book, { ...draft, ...price, fxRate: rate === undefined ? undefined : formatDecimal(rate) }, asset, quantity)
}
