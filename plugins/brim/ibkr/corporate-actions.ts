/** Corporate actions as ledger lines: splits, exchanges, spin-offs, stock dividends, redemptions. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { attempt, ignore, info, refuse, textOf, warn } from '#plugins/kit/index.ts'
import { type Decimal, divide, formatDecimal, multiplyDivide, negate, ONE, subtract, sum, ZERO } from '#src/shared/decimal.ts'
import { type Action, groupActions, type Leg, readAction } from './actions.ts'
import { type Book, externalIdPart } from './book.ts'
import type { Entry } from './entry.ts'
import { countedDetails } from './levels.ts'

export function bookCorporateActions(book: Book, entries: readonly Entry[]): void {
  for (const group of groupActions(book, countedDetails(book, entries, 'quantity')))
    attempt(book, group, () => book.transactions.push(...actionDrafts(book, readAction(book, group))))
}

function actionDrafts(book: Book, action: Action): TransactionDraft[] {
  const idle = action.legs.filter((leg) => leg.quantity === 0n)
  const outs = action.legs.filter((leg) => leg.quantity < 0n)
  const ins = action.legs.filter((leg) => leg.quantity > 0n)
  if (idle.some((leg) => leg.cash !== 0n))
    unclear('pays cash without changing a holding; it may also stand among the cash transactions')
  const drafts = draftsOf(book, action, outs, ins)
  for (const entry of action.entries)
    if (idle.some((leg) => leg.rows.includes(entry.row))) ignore(book, entry, 'changes no holding and no cash')
  return drafts
}

function draftsOf(book: Book, action: Action, outs: readonly Leg[], ins: readonly Leg[]): TransactionDraft[] {
  const cash = sum([...outs, ...ins].map((leg) => leg.cash))
  const [single, ...more] = [...outs, ...ins]
  if (single === undefined) return []
  if (action.kind === 'split' && more.length === 0 && cash === 0n) return [line(action, single, 'SPLIT')]
  if (outs.length > 0 && ins.length > 0)
    return cash < 0n ? subscription(book, action, outs, ins, cash) : exchange(book, action, outs, ins)
  if (ins.length > 0) return incoming(book, action, ins, cash)
  return outgoing(action, outs, cash)
}

/** Shares for shares. Cash next to them is the price of a part of the old shares: cash / (cash + value of the new ones). */
function exchange(book: Book, action: Action, outs: readonly Leg[], ins: readonly Leg[]): TransactionDraft[] {
  const group = `action-${action.entries[0].row}`
  const received = sum(ins.map((leg) => leg.value))
  if (ins.some((leg) => leg.cash !== 0n) || (outs.length > 1 && outs.some((leg) => leg.cash !== 0n)))
    unclear('pays cash for which it is not clear what was given')
  const drafts: TransactionDraft[] = []
  for (const leg of outs) {
    const sold = leg.cash === 0n ? ZERO : partSold(leg, received)
    if (sold !== 0n) {
      const detail = `Of the old shares ${formatDecimal(negate(sold))} are booked as sold for the cash, in proportion to its value; the rest was exchanged.`
      info(book, action.entries[0], 'cash-in-exchange', detail)
      const externalId = externalIdPart(leg.externalId, 'cash')
      drafts.push({ ...line(action, { ...leg, quantity: sold }, 'SELL', moneyOf(leg)), externalId })
    }
    drafts.push(line(action, { ...leg, quantity: subtract(leg.quantity, sold) }, 'EXCHANGE', { group }))
  }
  const shares = costShares(ins)
  for (const [index, leg] of ins.entries())
    drafts.push(line(action, leg, 'EXCHANGE', { costShare: formatDecimal(shares[index] ?? ZERO), group }))
  return drafts
}

function partSold(leg: Leg, received: Decimal): Decimal {
  if (leg.cash < 0n || received === 0n) unclear('pays cash and shares, but the report does not say what the shares were worth')
  return multiplyDivide(leg.quantity, leg.cash, sum([leg.cash, received]))
}

function costShares(ins: readonly Leg[]): Decimal[] {
  if (ins.length === 1) return [ONE]
  const total = sum(ins.map((leg) => leg.value))
  if (ins.some((leg) => leg.value === 0n)) unclear('brings several securities, but not what each was worth')
  const shares = ins.slice(1).map((leg) => divide(leg.value, total))
  return [subtract(ONE, sum(shares)), ...shares]
}

/** Rights and cash for shares: the rights go for nothing, the shares cost the cash. */
function subscription(book: Book, action: Action, outs: readonly Leg[], ins: readonly Leg[], cash: Decimal): TransactionDraft[] {
  const [bought, ...more] = ins
  if (bought === undefined || more.length > 0) unclear('takes cash for several securities')
  const detail = 'What was given up next to the cash is booked as sold for nothing, what came as bought for the cash.'
  info(book, action.entries[0], 'subscription', detail)
  return [
    ...outs.map((leg) => line(action, leg, 'SELL', { amount: '0', currency: leg.currency })),
    line(action, bought, 'BUY', { amount: formatDecimal(cash), currency: cashCurrency([...outs, ...ins]) }),
  ]
}

function incoming(book: Book, action: Action, ins: readonly Leg[], cash: Decimal): TransactionDraft[] {
  if (cash > 0n) unclear('brings shares and cash for nothing')
  if (cash < 0n) return ins.map((leg) => line(action, leg, 'BUY', moneyOf(leg)))
  if (action.kind === 'stock-dividend')
    return ins.map((leg) => line(action, leg, 'DIVIDEND', { amount: '0', currency: leg.currency, costBasis: textOf(leg.value) }))
  if (action.kind !== 'spin-off' && action.kind !== 'rights')
    unclear('brings shares, but what was given for them is not in the file')
  const detail =
    'These shares came without cost. If a part of the cost of the old shares belongs to them, enter an exchange with its share of the cost.'
  warn(book, action.entries[0], 'cost-not-divided', detail)
  return ins.map((leg) => line(action, leg, 'ADJUSTMENT'))
}

function outgoing(action: Action, outs: readonly Leg[], cash: Decimal): TransactionDraft[] {
  const paid = outs.every((leg) => leg.cash > 0n)
  if (!paid && (cash !== 0n || action.kind !== 'worthless')) unclear('takes shares, but what came for them is not in the file')
  return outs.map((leg) => line(action, leg, 'SELL', moneyOf(leg)))
}

function line(action: Action, leg: Leg, type: TransactionType, more: Partial<TransactionDraft> = {}): TransactionDraft {
  const { date, time, description } = action
  const { rows, asset, externalId, quantity } = leg
  return { rows, date, time, asset, externalId, description, type, quantity: formatDecimal(quantity), ...more }
}

function moneyOf(leg: Leg): Pick<TransactionDraft, 'amount' | 'currency'> {
  return { amount: formatDecimal(leg.cash), currency: leg.currency }
}

function cashCurrency(legs: readonly Leg[]): string {
  const [currency, ...more] = new Set(legs.filter((leg) => leg.cash !== 0n).map((leg) => leg.currency))
  if (currency === undefined || more.length > 0) unclear('pays in two currencies')
  return currency
}

function unclear(what: string): never {
  return refuse('corporate-action-unclear', `The corporate action ${what}. Look it up at the broker and enter it by hand.`)
}
