/** What the row of each type means in the ledger: signs, amounts, and what must not be there. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { refuse, textOf } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate } from '#src/shared/decimal.ts'
import { readRatio } from './figures.ts'
import { type Line, netOf } from './line.ts'
import type { Reading } from './reading.ts'
import { tradeDraft } from './trade.ts'

/** A draft without its asset, whether it has one, and the number of units that prices of the asset are for, when not 1. `type`: when not that of the row. */
export type Half = Partial<Omit<TransactionDraft, 'rows' | 'date' | 'asset'>> & {
  readonly hasAsset: boolean
  readonly per?: string | undefined
}

const MAKERS: Readonly<Record<TransactionType, (line: Line, reading: Reading) => Half>> = {
  BUY: tradeDraft,
  SELL: tradeDraft,
  DIVIDEND: incomeDraft,
  INTEREST: incomeDraft,
  RETURN_OF_CAPITAL: incomeDraft,
  DEPOSIT: cashDraft,
  WITHDRAWAL: cashDraft,
  FEE: chargeDraft,
  TAX: chargeDraft,
  TRANSFER: transferDraft,
  FX_CONVERSION: conversionDraft,
  SPLIT: splitDraft,
  EXCHANGE: holdingDraft,
  ADJUSTMENT: holdingDraft,
}

/** Throws RowRefusal. */
export function draftOf(line: Line, reading: Reading): Half {
  return MAKERS[line.kind.type](line, reading)
}

/** The owner's money. A type that only an option gave follows the sign of the amount. */
function cashDraft(line: Line, { sign }: Reading): Half {
  const { symbol, isin } = line.cells
  if (line.quantity && symbol + isin !== '')
    refuse('asset-in-cash-row', 'A deposit or withdrawal is of money. An asset that comes or goes is a TRANSFER.')
  const given = amountOf(line)
  const isAssumed = line.kind.assumed === true && sign !== 'by_type'
  const type = isAssumed ? (given > 0n ? 'DEPOSIT' : 'WITHDRAWAL') : line.kind.type
  const isLiteral = isAssumed || sign === 'as_is'
  const size = type === 'WITHDRAWAL' ? negate(absolute(given)) : sign === 'by_type' ? absolute(given) : given
  const settled = netOf(line, isLiteral ? given : size)
  if (settled > 0n !== (type === 'DEPOSIT'))
    refuse(
      'wrong-sign',
      `A ${type} of ${formatDecimal(settled)}: money comes in with a DEPOSIT (+) and leaves with a WITHDRAWAL (-).`,
    )
  const named = symbol || isin
  if (named !== '' && named !== line.unit?.currency) note(line, 'asset-left-out', `A ${type} is of money: ${named} was left out.`)
  return { type, ...money(line, settled), hasAsset: false }
}

/** Cash, or units in kind when the amount is 0 or only a cost basis is given; a cost basis without units stays in the fund. */
function incomeDraft(line: Line, { sign }: Reading): Half {
  const { quantity, amount, costBasis, fees, taxes } = line
  const { type } = line.kind
  if (type !== 'RETURN_OF_CAPITAL') {
    if (!quantity && costBasis && (amount ?? 0n) + fees + taxes === 0n)
      return { ...money(line, negate(add(fees, taxes))), ...basis(line), hasAsset: true }
    if (quantity !== undefined && quantity > 0n && (amount === 0n || (amount === undefined && costBasis !== undefined)))
      return { fees: textOf(fees), taxes: textOf(taxes), ...inKind(line, quantity) }
  }
  const given = amountOf(line)
  if (quantity)
    note(line, 'quantity-left-out', `A ${type} in cash changes no holding; the quantity is taken for what it was paid on.`)
  const signed = sign === 'by_type' ? absolute(given) : given
  if (line.isGross && signed < 0n && taxes > 0n)
    refuse(
      'sign-unclear',
      `A ${type} that is taken back, with taxes: whether these came back, too, is not said. Enter it by hand.`,
    )
  return { ...money(line, netOf(line, signed)), hasAsset: type !== 'INTEREST' || hasAsset(line) }
}

/** A cost, whatever its sign, unless the signs of the file are stated; where others carry a minus nobody can know. */
function chargeDraft(line: Line, { sign, signed }: Reading): Half {
  const { quantity, amount } = line
  const { type } = line.kind
  const leaving = (value: Decimal) => (sign === 'as_is' ? value : negate(absolute(value)))
  if (quantity && !amount) {
    if (line.fees > 0n || line.taxes > 0n) amountOf(line)
    const units = leaving(quantity)
    if (units > 0n) refuse('wrong-sign', `A ${type} in kind takes units away: its quantity is below zero.`)
    return { quantity: formatDecimal(units), amount: '0', hasAsset: true }
  }
  const given = amountOf(line)
  if (given > 0n && sign === 'lenient' && signed())
    refuse(
      'sign-unclear',
      `A ${type} without a minus among others with one: a refund? State options.mapping.sign: "as_is" or "by_type".`,
    )
  if (quantity) note(line, 'quantity-left-out', `A ${type} in cash changes no holding; the quantity was left out.`)
  return { ...money(line, leaving(given)), hasAsset: hasAsset(line) }
}

function transferDraft(line: Line, { sign }: Reading): Half {
  const { direction } = line.kind
  const signed = (value: Decimal): Decimal => {
    if (direction === undefined || sign === 'as_is') return value
    return direction === 'in' ? absolute(value) : negate(absolute(value))
  }
  if (!line.quantity) return { ...money(line, netOf(line, signed(amountOf(line)))), group: groupOf(line), hasAsset: false }
  requireNoCash(line)
  return { ...inKind(line, signed(line.quantity)), group: groupOf(line) }
}

function conversionDraft(line: Line): Half {
  if (line.cells.group === '')
    refuse('missing-group', 'A conversion is two rows, one a currency, with the same text in the column group.')
  return { ...money(line, netOf(line, amountOf(line))), group: groupOf(line), hasAsset: false }
}

function splitDraft(line: Line): Half {
  requireNoCash(line)
  const ratio = readRatio(line.cells.ratio)
  if (ratio === undefined && !line.quantity)
    refuse('missing-ratio', 'A SPLIT needs a ratio such as 10:1, or the change in quantity.')
  return { quantity: textOf(line.quantity), ratio, amount: '0', hasAsset: true }
}

function holdingDraft(line: Line): Half {
  const { type } = line.kind
  requireNoCash(line)
  if (!line.quantity && type === 'ADJUSTMENT' && line.costBasis) return inKind(line, undefined)
  if (!line.quantity) refuse('missing-quantity', `A ${type} changes a holding: it needs a quantity, + in or - out.`)
  const costShare = line.costShare === undefined ? undefined : formatDecimal(line.costShare)
  return { ...inKind(line, line.quantity), costShare, group: groupOf(line) }
}

function amountOf(line: Line): Decimal {
  if (line.amount) return line.amount
  const hint =
    line.fees > 0n || line.taxes > 0n ? ' Costs belong into amount; fees and taxes are the parts of it that were costs.' : ''
  refuse('missing-amount', `A ${line.kind.type} needs an amount: the change of the cash balance.${hint}`)
}

function money(line: Line, amount: Decimal) {
  if (!line.unit)
    refuse('missing-currency', 'The amount has no currency. Add a column currency, or options.mapping.defaults.currency.')
  return { amount: formatDecimal(amount), currency: line.unit.currency, fees: textOf(line.fees), taxes: textOf(line.taxes) }
}

/** Units that come or go without money. */
function inKind(line: Line, quantity: Decimal | undefined): Half {
  return { quantity: textOf(quantity), amount: '0', ...basis(line), hasAsset: true }
}

function basis({ costBasis, quantity, unit }: Line) {
  if (costBasis !== undefined && costBasis < 0n && quantity)
    refuse('wrong-sign', 'The cost_basis of what comes in is not below zero.')
  if (costBasis !== undefined && !unit) refuse('missing-currency', 'The cost_basis has no currency.')
  return { costBasis: costBasis === undefined ? undefined : formatDecimal(costBasis), currency: unit?.currency }
}

function groupOf({ cells: { group } }: Line): string | undefined {
  return group === '' ? undefined : group
}

function requireNoCash(line: Line): void {
  if (line.amount || line.fees > 0n || line.taxes > 0n)
    refuse(
      'cash-in-asset-row',
      `A ${line.kind.type} of an asset moves no money: what it cost belongs into cost_basis, a charge into a FEE row.`,
    )
}

function hasAsset({ cells: { symbol, isin, name } }: Line): boolean {
  return symbol + isin + name !== ''
}

function note(line: Line, code: string, detail: string): void {
  line.notes.push({ code, detail })
}
