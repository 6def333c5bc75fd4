import type { Cost } from '../../lots/cost.ts'
import { absolute, add, type Decimal, negate, ONE, subtract, sum, ZERO } from '../../shared/decimal.ts'
import { costChangeOf } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportScope } from '../ledger/request.ts'
import { marketValue, type ReportInputs } from '../valuation/inputs.ts'
import { worthOf } from '../valuation/lot-entries.ts'

/** What a ledger line means for the gain of a range, in the currency of the report. */
export type Booking = {
  readonly line: Line
  /** A leg of a transfer within the brokers that count, or of an exchange that is whole: nothing came or went. */
  readonly isInternal: boolean
  /** The owner's money: in is positive. */
  readonly flow: Decimal
  readonly income: Decimal
  /** Negative = cost. */
  readonly fees: Decimal
  readonly taxes: Decimal
  /** The change of the cash balance that the other figures explain. */
  readonly cash: Decimal
  /** Of a trade, before fees and taxes, with the sign of the quantity; without units a change of cost; `null` = at market value. */
  readonly worth: Cost | null
}

type How = { readonly scope: ReportScope; readonly isInternal: boolean }
type Money = { readonly net: Decimal; readonly gross: Decimal; readonly fees: Decimal; readonly taxes: Decimal }

/** Groups by which nothing comes or goes: transfers whose legs are all among these lines, on one day, and cancel out; exchanges that are whole. */
export function internalGroups(lines: readonly Line[]): Set<string> {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    if ((line.type !== 'TRANSFER' && line.type !== 'EXCHANGE') || line.groupId === null) continue
    const legs = groups.get(line.groupId)
    if (legs) legs.push(line)
    else groups.set(line.groupId, [line])
  }
  const found = new Set<string>()
  for (const [id, legs] of groups)
    if (isSameDay(legs) && (legs[0]?.type === 'EXCHANGE' ? isWhole(legs) : cancels(legs))) found.add(id)
  return found
}

function isSameDay(legs: readonly Line[]): boolean {
  return legs.every((leg) => leg.date === legs[0]?.date)
}

/** Something goes out, and all that it cost comes in. */
function isWhole(legs: readonly Line[]): boolean {
  const incoming = legs.filter((leg) => leg.quantity > ZERO)
  if (incoming.length === 0 || incoming.length === legs.length) return false
  return incoming.some((leg) => leg.costShare === null) || sum(incoming.map((leg) => leg.costShare ?? ZERO)) === ONE
}

function cancels(legs: readonly Line[]): boolean {
  const totals = new Map<string, Decimal>()
  for (const line of legs) {
    const unit = line.quantity === ZERO ? (line.currency ?? '') : String(line.assetId)
    const gross = add(add(line.amount, line.fees), line.taxes)
    totals.set(unit, add(totals.get(unit) ?? ZERO, line.quantity === ZERO ? gross : line.quantity))
  }
  return [...totals.values()].every((total) => total === ZERO)
}

/** With `scope` assets, purchases and costs are flows in; sales and income flows out. So are they where cash is not tracked: what a line brings is taken out at once. */
export function bookLine(inputs: ReportInputs, line: Line, how: How): Booking {
  const money = moneyOf(inputs, line)
  const booked = bookTracked(inputs, line, how, money)
  if (!line.isUntracked || how.scope === 'assets' || money.net === ZERO) return booked
  return { ...booked, flow: subtract(booked.flow, money.net), cash: subtract(booked.cash, money.net) }
}

function bookTracked(inputs: ReportInputs, line: Line, how: How, money: Money): Booking {
  const base: Booking = {
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
    case 'RETURN_OF_CAPITAL':
      return { ...base, worth: tradeWorth(inputs, line, money) }
    case 'DIVIDEND':
    case 'INTEREST':
      return incomeBooking(inputs, line, base, money)
    case 'FEE':
    case 'TAX':
      return { ...base, ...costsOfLine(inputs, line) }
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
      return { ...base, flow: add(base.flow, how.isInternal ? ZERO : inKind(inputs, line)) }
    case 'EXCHANGE':
      return how.isInternal ? base : { ...base, flow: add(base.flow, inKind(inputs, line)) }
    case 'ADJUSTMENT':
      return { ...base, flow: add(base.flow, inKind(inputs, line)) }
    default:
      return base
  }
}

/** Income that stays in a fund is paid into what is held, so that it costs more. */
function incomeBooking(inputs: ReportInputs, line: Line, base: Booking, money: Money): Booking {
  const stated = costChangeOf(line)
  if (stated === null) return { ...base, income: add(money.gross, inKind(inputs, line)) }
  const { worth } = worthOf(inputs, stated, line)
  return { ...base, income: add(money.gross, worth.inReport), worth }
}

function moneyOf({ exchange }: ReportInputs, line: Line): Money {
  const net = exchange.atBookedRate(line.amount, line) ?? ZERO
  const taxes = exchange.atBookedRate(line.taxes, line) ?? ZERO
  const fees = isTrade(line) ? (exchange.atBookedRate(line.fees, line) ?? ZERO) : subtract(negate(net), taxes)
  return { net, fees, taxes, gross: add(add(net, fees), taxes) }
}

/** What moves units without a trade moves no money but its costs. */
function isTrade({ quantity, type }: Line): boolean {
  return quantity === ZERO || type === 'BUY' || type === 'SELL'
}

/** The fees and taxes of a line alone, negative = cost: looks at no price or rate that does not matter to them. */
export function costsOfLine(inputs: ReportInputs, line: Line): Pick<Booking, 'fees' | 'taxes'> {
  const converted = (amount: Decimal) => inputs.exchange.atBookedRate(amount, line) ?? ZERO
  if (line.type === 'FEE' || line.type === 'TAX') {
    const paid = add(converted(line.amount), inKind(inputs, line))
    return line.type === 'FEE' ? { fees: paid, taxes: ZERO } : { fees: ZERO, taxes: paid }
  }
  const taxes = converted(line.taxes)
  return { fees: isTrade(line) ? negate(converted(line.fees)) : add(converted(line.amount), taxes), taxes: negate(taxes) }
}

function tradeWorth(inputs: ReportInputs, line: Line, money: Money): Cost {
  const inReport = negate(money.gross)
  const isLocal = line.assetId !== null && line.currency === inputs.assetCurrencyOf(line.assetId)
  if (isLocal && line.currency === inputs.currency) return { inReport, inAsset: inReport, paid: inReport }
  const gross = add(add(line.amount, line.fees), line.taxes)
  const local = isLocal && money.net !== ZERO ? negate(gross) : worthOf(inputs, negate(gross), line).worth.inAsset
  return { inReport, inAsset: local, paid: local }
}

/** The market value of the units of a line, with the sign of its quantity. */
export function inKind(inputs: ReportInputs, line: Line): Decimal {
  if (line.assetId === null || line.quantity === ZERO) return ZERO
  const value = marketValue(inputs, line.assetId, absolute(line.quantity), line.date) ?? ZERO
  return line.quantity < ZERO ? negate(value) : value
}
