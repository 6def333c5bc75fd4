import { isCurrency } from '../shared/currency.ts'
import { replacementOf } from '../shared/currency-notice.ts'
import { isDay, isTimeOfDay } from '../shared/date.ts'
import { add, type Decimal, ONE, ZERO } from '../shared/decimal.ts'
import type { Fault } from '../shared/errors.ts'
import { checkNamedLots } from './named-lots.ts'
import { completeTrade, isForeign, isSizedByRatio, type Numbers, readRatio } from './trade.ts'
import type { TransactionFields, TransactionInput, TransactionType } from './transaction.ts'
import { inIsoUnits, type Report } from './units.ts'

/** What a rule needs to know beside the line itself. */
export type RuleFacts = {
  /** The last day that is allowed. */
  readonly lastDay: string
  /** Units that the asset's price is for. */
  readonly priceQuantity: Decimal
  /** Holding before the day, for a SPLIT given by its ratio. */
  readonly holding: Decimal
  /** The figures stand in the ledger already and are not checked against each other again. */
  readonly asStored?: boolean
}

export type Completed =
  | { readonly ok: true; readonly fields: TransactionFields }
  | { readonly ok: false; readonly code: string; readonly faults: readonly Fault[] }

type Sign = '+' | '-' | '0'
type Rule = {
  readonly asset: 'required' | 'optional' | 'none'
  /** Allowed signs of quantity and amount together; the first character is the quantity's, the second the amount's. */
  readonly moves: readonly `${Sign}${Sign}`[]
  readonly says: string
  /** Without units, a cost basis is what the cost of what is held changes by. */
  readonly changesCost?: true
}

const ANY_CASH = ['0+', '0-'] as const

/** api.md section 5, the table of types. */
const RULES: Readonly<Record<TransactionType, Rule>> = {
  BUY: { asset: 'required', moves: ['+-', '+0'], says: 'a BUY has an asset, quantity > 0 and amount <= 0' },
  SELL: { asset: 'required', moves: ['-+', '-0', '--'], says: 'a SELL has an asset and quantity < 0' },
  DIVIDEND: {
    asset: 'required',
    moves: [...ANY_CASH, '+0'],
    says: 'a DIVIDEND has an asset and either an amount other than 0 and quantity 0, or (in kind) quantity > 0 and amount 0, or (retained in the fund) a cost_basis, quantity 0 and amount 0',
    changesCost: true,
  },
  INTEREST: {
    asset: 'optional',
    moves: [...ANY_CASH, '+0'],
    says: 'INTEREST has either an amount other than 0, or (in kind) an asset, quantity > 0 and amount 0, or (retained in the fund) an asset, a cost_basis, quantity 0 and amount 0',
    changesCost: true,
  },
  RETURN_OF_CAPITAL: {
    asset: 'required',
    moves: ANY_CASH,
    says: 'a RETURN_OF_CAPITAL has an asset, quantity 0 and an amount other than 0',
  },
  DEPOSIT: { asset: 'none', moves: ['0+'], says: 'a DEPOSIT has no asset, quantity 0 and amount > 0' },
  WITHDRAWAL: { asset: 'none', moves: ['0-'], says: 'a WITHDRAWAL has no asset, quantity 0 and amount < 0' },
  FEE: {
    asset: 'optional',
    moves: [...ANY_CASH, '-0'],
    says: 'a FEE has either an amount other than 0, or (in kind) an asset, quantity < 0 and amount 0',
  },
  TAX: {
    asset: 'optional',
    moves: [...ANY_CASH, '-0'],
    says: 'a TAX has either an amount other than 0, or (in kind) an asset, quantity < 0 and amount 0',
  },
  TRANSFER: {
    asset: 'optional',
    moves: [...ANY_CASH, '+0', '-0', '+-', '--'],
    says: 'a TRANSFER moves either an asset (quantity other than 0) or cash (amount other than 0)',
  },
  FX_CONVERSION: {
    asset: 'none',
    moves: ANY_CASH,
    says: 'an FX_CONVERSION leg has no asset, quantity 0 and an amount other than 0',
  },
  SPLIT: {
    asset: 'required',
    moves: ['+0', '-0'],
    says: 'a SPLIT has an asset, a quantity other than 0, or a ratio, and amount 0',
  },
  EXCHANGE: {
    asset: 'required',
    moves: ['+0', '-0'],
    says: 'an EXCHANGE leg has an asset, a quantity other than 0 and amount 0',
  },
  ADJUSTMENT: {
    asset: 'required',
    moves: ['+0', '-0'],
    says: 'an ADJUSTMENT has an asset, a quantity other than 0 (or a cost_basis other than 0, which changes what is held) and amount 0',
    changesCost: true,
  },
}

const NO_TAGS: readonly string[] = []
const FIRST_DAY = '1900-01-01'
const KEEPS_COST = new Set<TransactionType>(['DIVIDEND', 'INTEREST', 'TRANSFER', 'ADJUSTMENT'])

/** Checks one line against the rule of its type and fills in what follows from the rest (price, amount, rate, split quantity). Pure. */
export function completeTransaction(given: TransactionInput, facts: RuleFacts): Completed {
  const faults: Fault[] = []
  const fault = (field: string, detail: string) => faults.push({ pointer: `/${field}`, detail })
  const input = inIsoUnits(given, fault)
  checkNumbers(input, fault)
  checkQuantity(input, fault)
  checkNamedLots(input, fault)
  const trade = faults.length === 0 ? completeTrade(input, facts) : undefined
  if (trade !== undefined && 'fault' in trade) faults.push(trade.fault)
  checkDays(input, facts, fault)
  checkCurrencies(input, fault)
  checkAsset(input, fault)
  const fields = trade === undefined || 'fault' in trade ? undefined : fieldsOf(input, trade)
  if (fields !== undefined) checkMoves(fields, fault)
  if (fields !== undefined && faults.length === 0) return { ok: true, fields }
  const code = faults.length === 1 && trade !== undefined && 'code' in trade ? trade.code : undefined
  return { ok: false, code: code ?? 'transaction/invalid', faults }
}

function checkDays(input: TransactionInput, facts: RuleFacts, fault: Report): void {
  if (!isAllowed(input.date) || input.date > facts.lastDay)
    fault('date', `Must be a day that exists, as YYYY-MM-DD, from ${FIRST_DAY} to ${facts.lastDay}.`)
  if (input.time != null && !isTimeOfDay(input.time)) fault('time', 'Must be a time of day as HH:MM or HH:MM:SS.')
  if (input.settledOn != null && !isAllowed(input.settledOn))
    fault('settled_on', `Must be a day that exists, as YYYY-MM-DD, from ${FIRST_DAY}.`)
}

function isAllowed(day: string): boolean {
  return isDay(day) && day >= FIRST_DAY
}

function checkCurrencies({ currency, priceCurrency }: TransactionInput, fault: Report): void {
  if (currency != null && !isCurrency(currency)) fault('currency', noCurrency(currency))
  if (priceCurrency != null && !isCurrency(priceCurrency)) fault('price_currency', noCurrency(priceCurrency))
}

function noCurrency(code: string): string {
  return `Must be an ISO 4217 currency code such as EUR; coins and funds are assets.${replacementOf(code)}`
}

function checkNumbers(input: TransactionInput, fault: Report): void {
  const notNegative = 'Must not be negative.'
  if (input.fees != null && input.fees < ZERO) fault('fees', notNegative)
  if (input.taxes != null && input.taxes < ZERO) fault('taxes', notNegative)
  if (input.costBasis != null && input.costBasis < ZERO && !changesCost(input)) fault('cost_basis', notNegative)
  if (input.fxRate != null && input.fxRate <= ZERO) fault('fx_rate', 'Must be greater than 0.')
  else if (input.fxRate != null && input.fxRate !== ONE && !isForeign(input))
    fault('fx_rate', 'A rate other than 1 needs a price_currency other than the currency of the amount.')
  if (input.ratio != null && input.type !== 'SPLIT') fault('ratio', 'Only a SPLIT has a ratio.')
  else if (input.ratio != null && readRatio(input.ratio) === undefined)
    fault('ratio', 'Must look like "10:1": ten new units for one old.')
  if (input.costShare != null && (input.costShare < ZERO || input.costShare > ONE)) fault('cost_share', 'Must be from 0 to 1.')
  else if (input.costShare != null && (input.type !== 'EXCHANGE' || (input.quantity ?? ZERO) <= ZERO))
    fault('cost_share', 'Only an incoming EXCHANGE leg has a cost share.')
  const isCost = input.type === 'FEE' || input.type === 'TAX'
  if (isCost && ((input.fees ?? ZERO) !== ZERO || (input.taxes ?? ZERO) !== ZERO))
    fault('fees', `The amount of a ${input.type} is the cost itself: leave fees and taxes out.`)
}

function checkQuantity(input: TransactionInput, fault: Report): void {
  const computed = isSizedByRatio(input)
  const rule = RULES[input.type]
  if (!computed && !changesCost(input) && !isPossible(rule, signOf(input.quantity ?? ZERO)))
    fault('quantity', `Not possible here: ${rule.says}.`)
}

/** Whether a line has no units, and a cost of its own. */
function changesCost({ type, quantity, costBasis }: Pick<TransactionInput, 'type' | 'quantity' | 'costBasis'>): boolean {
  return RULES[type].changesCost === true && (quantity ?? ZERO) === ZERO && costBasis != null
}

function checkAsset(input: TransactionInput, fault: Report): void {
  const rule = RULES[input.type]
  if (rule.asset === 'required' && input.assetId == null) fault('asset_id', `Missing: ${rule.says}.`)
  if (rule.asset === 'none' && input.assetId != null) fault('asset_id', `Leave it out: ${rule.says}.`)
  if (rule.asset !== 'optional' || input.assetId != null) return
  if ((input.quantity ?? ZERO) !== ZERO) fault('asset_id', 'Missing: a quantity needs an asset.')
  else if (input.costBasis != null) fault('asset_id', 'Missing: a cost basis needs an asset.')
}

/** Written out: it runs for every line of an import. */
function fieldsOf(input: TransactionInput, numbers: Numbers): TransactionFields {
  return {
    brokerId: input.brokerId,
    type: input.type,
    date: input.date,
    time: input.time ?? null,
    settledOn: input.settledOn ?? null,
    assetId: input.assetId ?? null,
    quantity: numbers.quantity,
    price: numbers.price,
    priceCurrency: numbers.priceCurrency,
    fxRate: numbers.fxRate,
    amount: numbers.amount,
    currency: input.currency ?? null,
    fees: numbers.fees,
    taxes: numbers.taxes,
    costBasis: input.costBasis ?? null,
    ratio: input.ratio ?? null,
    costShare: input.costShare ?? null,
    externalId: input.externalId ?? null,
    description: input.description ?? null,
    tags: input.tags ?? NO_TAGS,
    lots: input.lots ?? null,
    account: input.account ?? null,
  }
}

function checkMoves(fields: TransactionFields, fault: Report): void {
  const rule = RULES[fields.type]
  const quantity = signOf(fields.quantity)
  if (changesCost(fields)) {
    if (fields.costBasis === ZERO) fault('cost_basis', `It changes nothing: ${rule.says}.`)
    if (netOfCosts(fields) !== ZERO)
      fault('amount', 'Must be 0 but for the fees and taxes: book the cash as a transaction of its own.')
  } else if (isSplitOfNothing(fields)) return
  else if (!isPossible(rule, quantity)) fault('ratio', `It changes nothing: ${rule.says}.`)
  else if (!isPossible(rule, quantity, signOf(fields.amount))) fault('amount', `Not possible here: ${rule.says}.`)
  else if (fields.type !== 'BUY' && fields.type !== 'SELL' && fields.quantity !== ZERO && netOfCosts(fields) !== ZERO)
    fault('amount', 'Must be 0 but for the fees and taxes: book the cash as a transaction of its own.')
  const cash = fields.amount !== ZERO || fields.fees !== ZERO || fields.taxes !== ZERO || fields.costBasis !== null
  if (cash && fields.currency === null) fault('currency', 'Missing: the currency of the amount.')
  if (fields.costBasis !== null && !(KEEPS_COST.has(fields.type) && fields.quantity > ZERO) && !changesCost(fields)) {
    fault('cost_basis', 'Only a holding that comes in without a purchase (in kind, transfer, gift) has a cost basis of its own.')
  }
}

/** By its ratio, where none are held, or by 1:1: the units of the broker are those after the split already. */
function isSplitOfNothing({ type, ratio, quantity, amount }: TransactionFields): boolean {
  return type === 'SPLIT' && quantity === ZERO && amount === ZERO && ratio !== null && readRatio(ratio) !== undefined
}

function netOfCosts(fields: TransactionFields): Decimal {
  return add(add(fields.amount, fields.fees), fields.taxes)
}

/** Whether a quantity of this sign is possible, with an amount of that. */
function isPossible(rule: Rule, quantity: Sign, amount?: Sign): boolean {
  for (const move of rule.moves) if (move[0] === quantity && (amount === undefined || move[1] === amount)) return true
  return false
}

function signOf(value: Decimal): Sign {
  return value > ZERO ? '+' : value < ZERO ? '-' : '0'
}
