/** What the row of each type means in the ledger: signs, amounts, and what must not be there. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate } from '#src/shared/decimal.ts'
import { readRatio } from './figures.ts'
import { type Line, netOf, type Reading } from './line.ts'
import { tradeDraft } from './trade.ts'

/** A draft without its asset, whether it has one, and the number of units that prices of the asset are for, when not 1. */
export type Half = Omit<TransactionDraft, 'rows' | 'date' | 'asset'> & {
  readonly hasAsset: boolean
  readonly per?: string | undefined
}

type Maker = (line: Line, reading: Reading) => Half

const MAKERS: Readonly<Record<TransactionType, Maker>> = {
  BUY: (line, reading) => tradeDraft(line, reading, 'BUY'),
  SELL: (line, reading) => tradeDraft(line, reading, 'SELL'),
  DIVIDEND: (line, reading) => incomeDraft(line, reading, 'DIVIDEND'),
  INTEREST: (line, reading) => incomeDraft(line, reading, 'INTEREST'),
  RETURN_OF_CAPITAL: (line, reading) => incomeDraft(line, reading, 'RETURN_OF_CAPITAL'),
  DEPOSIT: cashDraft,
  WITHDRAWAL: cashDraft,
  FEE: (line, reading) => chargeDraft(line, reading, 'FEE'),
  TAX: (line, reading) => chargeDraft(line, reading, 'TAX'),
  TRANSFER: transferDraft,
  FX_CONVERSION: conversionDraft,
  SPLIT: splitDraft,
  EXCHANGE: (line) => holdingDraft(line, 'EXCHANGE'),
  ADJUSTMENT: (line) => holdingDraft(line, 'ADJUSTMENT'),
}

/** Throws RowRefusal. */
export function draftOf(line: Line, reading: Reading): Half {
  return MAKERS[line.kind.type](line, reading)
}

/** The owner's money. A type that only an option gave follows the sign of the amount. */
function cashDraft(line: Line, { mapping }: Reading): Half {
  if (line.quantity && line.cells.symbol + line.cells.isin !== '')
    refuse('asset-in-cash-row', 'A deposit or withdrawal is of money. An asset that comes or goes is a TRANSFER.')
  const given = amountOf(line)
  const literal = mapping.sign === 'as_is'
  const assumed = line.kind.assumed === true && mapping.sign !== 'by_type'
  const type = assumed ? (given > 0n ? 'DEPOSIT' : 'WITHDRAWAL') : line.kind.type
  const amount = literal || assumed ? given : type === 'WITHDRAWAL' ? negate(absolute(given)) : given
  const settled = netOf(line, type === 'DEPOSIT' && mapping.sign === 'by_type' ? absolute(amount) : amount)
  if (settled > 0n !== (type === 'DEPOSIT'))
    refuse(
      'wrong-sign',
      `A ${type} of ${formatDecimal(settled)}: money comes in with a DEPOSIT (+) and leaves with a WITHDRAWAL (-).`,
    )
  const named = line.cells.symbol || line.cells.isin
  if (named !== '' && named !== line.unit?.currency) note(line, 'asset-left-out', `A ${type} is of money: ${named} was left out.`)
  return { type, ...money(line, settled), ...costs(line), hasAsset: false }
}

/** Cash, or units in kind when the amount is 0 or only a cost basis is given; a cost basis without units stays in the fund. */
function incomeDraft(line: Line, { mapping }: Reading, type: 'DIVIDEND' | 'INTEREST' | 'RETURN_OF_CAPITAL'): Half {
  const { quantity, amount, costBasis } = line
  if (!quantity && costBasis && type !== 'RETURN_OF_CAPITAL' && (amount ?? 0n) + line.fees + line.taxes === 0n)
    return { type, ...money(line, negate(add(line.fees, line.taxes))), ...costs(line), ...basis(line), hasAsset: true }
  const inKind =
    type !== 'RETURN_OF_CAPITAL' &&
    quantity !== undefined &&
    quantity > 0n &&
    (amount === 0n || (amount === undefined && costBasis !== undefined))
  if (inKind) return { type, quantity: formatDecimal(quantity), amount: '0', ...costs(line), ...basis(line), hasAsset: true }
  const given = amountOf(line)
  if (quantity)
    note(line, 'quantity-left-out', `A ${type} in cash changes no holding; the quantity is taken for what it was paid on.`)
  const signed = mapping.sign === 'by_type' ? absolute(given) : given
  if (line.isGross && signed < 0n && line.taxes > 0n)
    refuse(
      'sign-unclear',
      `A ${type} that is taken back, with taxes: whether these came back, too, is not said. Enter it by hand.`,
    )
  const settled = netOf(line, signed)
  return { type, ...money(line, settled), ...costs(line), hasAsset: type !== 'INTEREST' || hasAsset(line) }
}

/** A cost, whatever its sign, unless the signs of the file are stated; where others carry a minus nobody can know. */
function chargeDraft(line: Line, { mapping, signed }: Reading, type: 'FEE' | 'TAX'): Half {
  const { quantity, amount } = line
  const literal = mapping.sign === 'as_is'
  if (quantity && (amount === undefined || amount === 0n)) {
    if (line.fees > 0n || line.taxes > 0n) amountOf(line)
    const units = literal ? quantity : negate(absolute(quantity))
    if (units > 0n) refuse('wrong-sign', `A ${type} in kind takes units away: its quantity is below zero.`)
    return { type, quantity: formatDecimal(units), amount: '0', hasAsset: true }
  }
  const given = amountOf(line)
  if (given > 0n && mapping.sign === 'lenient' && signed())
    refuse(
      'sign-unclear',
      `A ${type} without a minus among others with one: a refund? State options.mapping.sign: "as_is" or "by_type".`,
    )
  if (quantity) note(line, 'quantity-left-out', `A ${type} in cash changes no holding; the quantity was left out.`)
  return { type, ...money(line, literal ? given : negate(absolute(given))), ...costs(line), hasAsset: hasAsset(line) }
}

function transferDraft(line: Line, { mapping }: Reading): Half {
  const { direction } = line.kind
  const signed = (value: Decimal): Decimal => {
    if (direction === undefined || mapping.sign === 'as_is') return value
    return direction === 'in' ? absolute(value) : negate(absolute(value))
  }
  if (!line.quantity)
    return {
      type: 'TRANSFER',
      ...money(line, netOf(line, signed(amountOf(line)))),
      ...costs(line),
      ...grouped(line),
      hasAsset: false,
    }
  requireNoCash(line)
  return {
    type: 'TRANSFER',
    quantity: formatDecimal(signed(line.quantity)),
    amount: '0',
    ...basis(line),
    ...grouped(line),
    hasAsset: true,
  }
}

function conversionDraft(line: Line): Half {
  if (line.cells.group === '')
    refuse('missing-group', 'A conversion is two rows, one a currency, with the same text in the column group.')
  return { type: 'FX_CONVERSION', ...money(line, netOf(line, amountOf(line))), ...costs(line), ...grouped(line), hasAsset: false }
}

function splitDraft(line: Line): Half {
  requireNoCash(line)
  const ratio = readRatio(line.cells.ratio)
  if (ratio === undefined && !line.quantity)
    refuse('missing-ratio', 'A SPLIT needs a ratio such as 10:1, or the change in quantity.')
  const quantity = line.quantity ? formatDecimal(line.quantity) : undefined
  return {
    type: 'SPLIT',
    ...(quantity === undefined ? {} : { quantity }),
    ...(ratio === undefined ? {} : { ratio }),
    amount: '0',
    hasAsset: true,
  }
}

function holdingDraft(line: Line, type: 'EXCHANGE' | 'ADJUSTMENT'): Half {
  requireNoCash(line)
  if (!line.quantity && type === 'ADJUSTMENT' && line.costBasis) return { type, amount: '0', ...basis(line), hasAsset: true }
  if (!line.quantity) refuse('missing-quantity', `A ${type} changes a holding: it needs a quantity, + in or - out.`)
  const share = line.costShare === undefined ? {} : { costShare: formatDecimal(line.costShare) }
  return { type, quantity: formatDecimal(line.quantity), amount: '0', ...basis(line), ...share, ...grouped(line), hasAsset: true }
}

function amountOf(line: Line): Decimal {
  if (line.amount !== undefined && line.amount !== 0n) return line.amount
  const hint =
    line.fees > 0n || line.taxes > 0n ? ' Costs belong into amount; fees and taxes are the parts of it that were costs.' : ''
  refuse('missing-amount', `A ${line.kind.type} needs an amount: the change of the cash balance.${hint}`)
}

function money(line: Line, amount: Decimal): { amount: string; currency: string } {
  if (!line.unit)
    refuse('missing-currency', 'The amount has no currency. Add a column currency, or options.mapping.defaults.currency.')
  return { amount: formatDecimal(amount), currency: line.unit.currency }
}

function costs(line: Line): { fees?: string; taxes?: string } {
  return {
    ...(line.fees === 0n ? {} : { fees: formatDecimal(line.fees) }),
    ...(line.taxes === 0n ? {} : { taxes: formatDecimal(line.taxes) }),
  }
}

function basis(line: Line): { costBasis?: string; currency?: string } {
  const currency = line.unit === undefined ? {} : { currency: line.unit.currency }
  if (line.costBasis === undefined) return currency
  if (line.costBasis < 0n && line.quantity) refuse('wrong-sign', 'The cost_basis of what comes in is not below zero.')
  if (!line.unit) refuse('missing-currency', 'The cost_basis has no currency.')
  return { costBasis: formatDecimal(line.costBasis), ...currency }
}

function grouped(line: Line): { group?: string } {
  const group = line.cells.group
  return group === '' ? {} : { group }
}

function requireNoCash(line: Line): void {
  if (line.amount || line.fees > 0n || line.taxes > 0n)
    refuse(
      'cash-in-asset-row',
      `A ${line.kind.type} of an asset moves no money: what it cost belongs into cost_basis, a charge into a FEE row.`,
    )
}

function hasAsset(line: Line): boolean {
  return line.cells.symbol + line.cells.isin + line.cells.name !== ''
}

function note(line: Line, code: string, detail: string): void {
  line.notes.push({ severity: 'warning', code, detail })
}
