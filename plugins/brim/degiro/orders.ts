/** Orders of an account statement: the trade, its fees and taxes and the currency conversion that paid for it are one transaction. */
import { fail, type Nearest, openNearest, warn } from '#plugins/kit/index.ts'
import { absolute, divide, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, rowsOf } from './book.ts'
import type { Conversion, Leg } from './conversions.ts'
import type { TradeText } from './trade-text.ts'
import { addTrade, openIds } from './trades.ts'

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
  const deals: Deal[] = trades.map(({ row, text }) => ({ row, text, charges: [] }))
  const leftConversions = attachConversions(deals, conversions)
  const leftCharges = attachCharges(deals, charges)
  const idOf = openIds(deals.map(({ row }) => row))
  for (const deal of deals) addDeal(book, deal, idOf(deal.row))
  return { charges: leftCharges, conversions: leftConversions }
}

function attachConversions(deals: readonly Deal[], conversions: readonly Conversion[]): Conversion[] {
  const keyOf = ({ row }: Deal) => `${row.currency} ${row.amount}`
  const related = openRelated(deals, keyOf, ({ conversion }) => conversion === undefined)
  return conversions.filter((conversion) => {
    const [out, into] = conversion
    const isPaidBy = ({ row }: Deal) => isOpposite(out, row) || isOpposite(into, row)
    const deal = related(out, isPaidBy, () => conversion.map((leg) => `${leg.currency} ${negate(leg.amount)}`))
    if (deal) deal.conversion = conversion
    return deal === undefined
  })
}

function isOpposite(a: Leg, b: Leg): boolean {
  return a.currency === b.currency && a.amount === negate(b.amount)
}

function attachCharges(deals: readonly Deal[], charges: readonly Charge[]): Charge[] {
  const currencyOf = (deal: Deal) => settlement(deal).currency
  const related = openRelated(deals, currencyOf, () => true)
  return charges.filter((charge) => {
    const { amount, currency } = charge.row
    const isPaidIn = (deal: Deal) => currencyOf(deal) === currency
    const deal = amount < 0n ? related(charge.row, isPaidIn, () => [currency]) : undefined
    deal?.charges.push(charge)
    return deal === undefined
  })
}

/**
 * Finds, of the free deals of a row's day under one of the keys, the nearest one of the same order (same minute first), or, for a row without
 * order id, of the same security and minute. Of two that are as near it is the older one: what a trade costs is booked after it.
 * Most orders are one deal, of which `isWanted` says whether it has one of the keys.
 */
function openRelated(
  deals: readonly Deal[],
  keyOf: (deal: Deal) => string,
  isFree: (deal: Deal) => boolean,
): (row: Leg, isWanted: (deal: Deal) => boolean, keysOf: () => readonly string[]) => Deal | undefined {
  const orders = Map.groupBy(deals, ({ row }) => row.order)
  const unordered = orders.get('') ?? []
  const key = (deal: Deal) => `${deal.row.date} ${keyOf(deal)}`
  const ofOrder = openBy(deals, (deal) => `${key(deal)} ${deal.row.order}`, isFree)
  const ofMinute = openBy(deals, (deal) => `${key(deal)} ${deal.row.order} ${deal.row.time}`, isFree)
  const named = (deal: Deal) => (deal.row.isin === '' ? undefined : `${key(deal)} ${deal.row.isin} ${deal.row.time}`)
  const ofSecurity = openBy(deals, named, isFree)
  const unorderedOfSecurity = openBy(unordered, named, isFree)
  return (row, isWanted, keysOf) => {
    const { place, date, order, isin, time } = row
    if (order !== '' && (isin === '' || unordered.length === 0)) {
      const own = orders.get(order) ?? []
      if (own.length < 2) return own.find((deal) => deal.row.date === date && isFree(deal) && isWanted(deal))
    }
    const keys = keysOf()
    let best: Deal | undefined
    const look = (find: Find, what: string) => {
      for (const one of keys) {
        const found = find(row, `${date} ${one} ${what}`)
        if (found && (best === undefined || Math.abs(found.row.place - place) < Math.abs(best.row.place - place))) best = found
      }
    }
    if (order !== '') look(ofMinute, `${order} ${time}`)
    if (isin !== '') look(order === '' ? ofSecurity : unorderedOfSecurity, `${isin} ${time}`)
    if (best === undefined && order !== '') look(ofOrder, order)
    return best
  }
}

type Find = (row: Leg, key: string) => Deal | undefined

/** Finds the nearest free deal with a key; the deals are sorted by it when one is first looked for. */
function openBy(deals: readonly Deal[], keyOf: (deal: Deal) => string | undefined, isFree: (deal: Deal) => boolean): Find {
  if (deals.length === 0) return () => undefined
  let groups: Map<string | undefined, Deal[]> | undefined
  const open = new Map<string, Nearest<Deal>>()
  return (row, key) => {
    groups ??= Map.groupBy(deals, keyOf)
    const group = groups.get(key)
    if (group === undefined) return undefined
    const known = open.get(key) ?? openNearest(group, (deal) => -deal.row.place, isFree)
    open.set(key, known)
    return known.find(-row.place)
  }
}

/** What the trade alone did to the cash balance, in the currency that it was paid in. */
function settlement({ row, conversion }: Deal): Leg {
  if (conversion === undefined) return row
  return conversion[0].currency === row.currency ? conversion[1] : conversion[0]
}

/** Of a verb that the sign of the amount contradicts. */
const CONTRARY = {
  buy: 'The description says a purchase, but money came in. Correct the row or enter it by hand.',
  sell: 'The description says a sale, but money went out. Correct the row or enter it by hand.',
}

function addDeal(book: Book, deal: Deal, externalId: string | undefined): void {
  const { row, text, charges } = deal
  const { side, price, priceCurrency } = text
  const sources = [row, ...charges.map((charge) => charge.row), ...(deal.conversion ?? [])]
  const asset = assetRef(book, { isin: row.isin || text.isin, name: row.product || row.description, currency: priceCurrency })
  const isContrary = side === 'buy' ? row.amount > 0n : row.amount < 0n
  if (side === undefined || asset === undefined || isContrary) {
    const fault =
      side !== undefined && isContrary ? CONTRARY[side] : 'Whether this is a purchase or a sale is unknown. Enter it by hand.'
    for (const source of sources) fail(book, source, 'bad-trade', fault)
    return
  }
  if (text.isin !== '' && row.isin !== '' && text.isin !== row.isin) {
    const differs = `The ISIN column says ${row.isin}, the description ${text.isin}; the column is used. Check it.`
    warn(book, row, 'isin-differs', differs)
  }
  const { amount: gross, currency } = settlement(deal)
  const costs = { fee: ZERO, tax: ZERO }
  for (const charge of charges) costs[charge.kind] = subtract(costs[charge.kind], charge.row.amount)
  const terms = {
    rows: rowsOf(row, ...sources),
    asset,
    gross,
    currency,
    costs,
    priceCurrency,
    externalId,
    quantity: side === 'buy' ? text.quantity : negate(text.quantity),
    price: row.currency === priceCurrency ? price : undefined,
    rate: currency === row.currency || row.amount === 0n ? undefined : divide(absolute(gross), absolute(row.amount)),
  }
  addTrade(book, row, terms, 'amount')
}
