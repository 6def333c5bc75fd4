import { absolute, add, type Decimal, negate, subtract, ZERO } from '../shared/decimal.ts'
import { type Book, marketValue } from './book.ts'
import { worthOf } from './entries.ts'
import type { Line } from './lines.repository.ts'
import type { ReportScope } from './request.ts'
import type { Worth } from './worth.ts'

/** What a ledger line means for the gain of a range, in the currency of the report. */
export type Booking = {
  readonly line: Line
  /** A leg of a transfer within the brokers that count: nothing came or went. */
  readonly isInternal: boolean
  /** The owner's money: in is positive. */
  readonly flow: Decimal
  readonly income: Decimal
  /** Negative = cost. */
  readonly fees: Decimal
  readonly taxes: Decimal
  /** The change of the cash balance that the other figures explain. */
  readonly cash: Decimal
  /** Of a trade, before fees and taxes, with the sign of the quantity; `null` = at market value. */
  readonly worth: Worth | null
}

type How = { readonly scope: ReportScope; readonly isInternal: boolean }
type Money = { readonly net: Decimal; readonly gross: Decimal; readonly fees: Decimal; readonly taxes: Decimal }

/** Transfers whose legs are all among these lines, on one day, and cancel out. */
export function internalGroups(lines: readonly Line[]): Set<string> {
  const groups = new Map<string, { date: string; totals: Map<string, Decimal>; sameDay: boolean }>()
  for (const line of lines) {
    if (line.type !== 'TRANSFER' || line.groupId === null) continue
    const group = groups.get(line.groupId) ?? { date: line.date, totals: new Map(), sameDay: true }
    groups.set(line.groupId, group)
    group.sameDay &&= group.date === line.date
    const unit = line.quantity === ZERO ? (line.currency ?? '') : String(line.assetId)
    const gross = add(add(line.amount, line.fees), line.taxes)
    group.totals.set(unit, add(group.totals.get(unit) ?? ZERO, line.quantity === ZERO ? gross : line.quantity))
  }
  const cancels = (totals: ReadonlyMap<string, Decimal>) => [...totals.values()].every((total) => total === ZERO)
  return new Set([...groups].filter(([, group]) => group.sameDay && cancels(group.totals)).map(([id]) => id))
}

/** With `scope` assets, purchases and costs are flows in; sales and income flows out. */
export function bookLine(book: Book, line: Line, how: How): Booking {
  const money = moneyOf(book, line)
  const base: { -readonly [K in keyof Booking]: Booking[K] } = {
    line,
    isInternal: how.isInternal,
    flow: how.scope === 'assets' ? negate(money.net) : ZERO,
    income: ZERO,
    fees: negate(money.fees),
    taxes: negate(money.taxes),
    cash: money.net,
    worth: null,
  }
  switch (line.type) {
    case 'BUY':
    case 'SELL':
      base.worth = tradeWorth(book, line, money)
      return base
    case 'DIVIDEND':
    case 'INTEREST':
      return { ...base, income: add(money.gross, inKind(book, line)) }
    case 'FEE':
      return { ...base, fees: add(money.net, inKind(book, line)), taxes: ZERO }
    case 'TAX':
      return { ...base, taxes: add(money.net, inKind(book, line)), fees: ZERO }
    case 'FX_CONVERSION':
      return { ...base, cash: negate(add(money.fees, money.taxes)) }
    case 'DEPOSIT':
    case 'WITHDRAWAL':
      return { ...base, flow: money.gross }
    case 'TRANSFER':
      if (line.quantity === ZERO)
        return {
          ...base,
          flow: how.isInternal ? ZERO : money.gross,
          cash: how.isInternal ? subtract(money.net, money.gross) : money.net,
        }
      return { ...base, flow: add(base.flow, how.isInternal ? ZERO : inKind(book, line)) }
    case 'ADJUSTMENT':
      return { ...base, flow: add(base.flow, inKind(book, line)) }
    default:
      return base
  }
}

function moneyOf(book: Book, line: Line): Money {
  const convert = (amount: Decimal) => book.exchange.booked(amount, line) ?? ZERO
  const [net, taxes] = [convert(line.amount), convert(line.taxes)]
  const isTrade = line.quantity === ZERO || line.type === 'BUY' || line.type === 'SELL'
  const fees = isTrade ? convert(line.fees) : subtract(negate(net), taxes)
  return { net, fees, taxes, gross: add(add(net, fees), taxes) }
}

function tradeWorth(book: Book, line: Line, money: Money): Worth {
  const gross = add(add(line.amount, line.fees), line.taxes)
  const isLocal = line.assetId !== null && line.currency === book.assetCurrencyOf(line.assetId)
  const local = isLocal && money.net !== ZERO ? negate(gross) : worthOf(book, negate(gross), line).worth.local
  return { report: negate(money.gross), local }
}

/** The market value of the units of a line, with the sign of its quantity. */
export function inKind(book: Book, line: Line): Decimal {
  if (line.assetId === null || line.quantity === ZERO) return ZERO
  const value = marketValue(book, line.assetId, absolute(line.quantity), line.date) ?? ZERO
  return line.quantity < ZERO ? negate(value) : value
}
