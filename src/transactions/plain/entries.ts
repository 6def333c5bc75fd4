/** Transactions as entries of a plain-text ledger, in the order of their days. Pure. */
import { absolute, add, type Decimal, decimal, divide, minimum, multiply, negate, subtract, ZERO } from '../../shared/decimal.ts'
import type { TransactionText } from '../list.ts'
import { type Entry, type Flow, inOneLine, type Units } from './entry.ts'
import { type Cost, createLotBook, type LotBook, type Part } from './lot-book.ts'

/** How what a line names is called. */
export type Naming = {
  readonly broker: (id: number) => { readonly account: string; readonly title: string; readonly cash: string }
  readonly asset: (id: number) => { readonly commodity: string; readonly title: string }
}

/** Of legs that belong together: what went out and has not come in yet. */
type Moving = Map<string, Part[]>
type Ledger = { readonly naming: Naming; readonly lots: LotBook; readonly moving: Moving }

const COUNTERS: Readonly<Record<string, string>> = {
  BUY: 'Equity:Rounding',
  SELL: 'Income:Gains',
  DIVIDEND: 'Income:Dividends',
  INTEREST: 'Income:Interest',
  RETURN_OF_CAPITAL: 'Equity:Return-Of-Capital',
  DEPOSIT: 'Equity:Deposits',
  WITHDRAWAL: 'Equity:Deposits',
  FEE: 'Expenses:Fees',
  TAX: 'Expenses:Taxes',
  TRANSFER: 'Equity:Transfers',
  FX_CONVERSION: 'Equity:Conversions',
  SPLIT: 'Equity:Splits',
  EXCHANGE: 'Equity:Exchanges',
}

/** Makes the entries of all lines of a day, one each, in their order; days must come in theirs. Lots are taken by name, else first in first out. */
export function createEntries(naming: Naming): (day: readonly TransactionText[]) => Entry[] {
  const ledger: Ledger = { naming, lots: createLotBook(), moving: new Map() }
  return (day) => {
    const made = new Map<number, Entry>()
    const comesIn = (line: TransactionText) => line.group_id !== null && decimal(line.quantity) > ZERO
    for (const line of [...day.filter((one) => !comesIn(one)), ...day.filter(comesIn)]) made.set(line.id, entryOf(ledger, line))
    return day.flatMap((line) => made.get(line.id) ?? [])
  }
}

function entryOf(ledger: Ledger, line: TransactionText): Entry {
  const broker = ledger.naming.broker(line.broker_id)
  const asset = line.asset_id === null ? undefined : ledger.naming.asset(line.asset_id)
  const text = [line.type, asset?.title, line.description ?? ''].filter((part) => part !== undefined && part !== '')
  return {
    date: line.date,
    payee: inOneLine(broker.title),
    text: inOneLine(text.join(' ')),
    facts: factsOf(line),
    units: unitsOf(ledger, line),
    flows: flowsOf(line, broker.cash),
    counter: COUNTERS[line.type] ?? 'Equity:Adjustments',
  }
}

function factsOf(line: TransactionText): (readonly [string, string])[] {
  const given = [
    ['id', String(line.id)],
    ['type', line.type],
    ['time', line.time],
    ['settled-on', line.settled_on],
    ['group', line.group_id],
    ['external-id', line.external_id],
    ['account', line.account],
    ['tags', line.tags.join(', ')],
  ] as const
  return given.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, inOneLine(value)] as const]))
}

function flowsOf(line: TransactionText, cash: string): Flow[] {
  const { currency } = line
  if (currency === null) return []
  const [amount, fees, taxes] = [decimal(line.amount), decimal(line.fees), decimal(line.taxes)]
  const flows = [
    { account: cash, amount, currency },
    { account: 'Expenses:Fees', amount: fees, currency },
    { account: 'Expenses:Taxes', amount: taxes, currency },
  ]
  return flows.filter((flow) => flow.amount !== ZERO)
}

function unitsOf(ledger: Ledger, line: TransactionText): Units | null {
  if (line.asset_id === null) return null
  const { commodity } = ledger.naming.asset(line.asset_id)
  const account = `${ledger.naming.broker(line.broker_id).account}:${commodity}`
  const quantity = decimal(line.quantity)
  const worth = worthOf(line, quantity)
  const parts = partsOf(ledger, line, quantity, worth?.amount)
  return quantity === ZERO && parts.length === 0 ? null : { account, commodity, quantity, parts, worth }
}

/** What a trade was for; `null` where the money went the other way than the units say. */
function worthOf(line: TransactionText, quantity: Decimal): Units['worth'] {
  if ((line.type !== 'BUY' && line.type !== 'SELL') || line.currency === null) return null
  const gross = add(add(decimal(line.amount), decimal(line.fees)), decimal(line.taxes))
  if (gross !== ZERO && gross > ZERO === quantity > ZERO) return null
  return { amount: absolute(gross), currency: line.currency }
}

function partsOf(ledger: Ledger, line: TransactionText, quantity: Decimal, worth: Decimal | undefined): Part[] {
  const key = `${line.broker_id}/${line.asset_id}`
  const { id, currency, date } = line
  if (line.type === 'SPLIT') return ledger.lots.resize(key, quantity, id)
  if (quantity < ZERO) return outgoing(ledger, line, key, absolute(quantity))
  if (quantity === ZERO) {
    const change =
      line.type === 'RETURN_OF_CAPITAL' ? netAmount(line) : line.cost_basis === null ? ZERO : decimal(line.cost_basis)
    return change === ZERO || currency === null ? [] : ledger.lots.revalue(key, change, currency)
  }
  const moved = line.group_id === null ? undefined : incoming(ledger.moving, line, quantity)
  const total = worth ?? (line.cost_basis === null ? undefined : decimal(line.cost_basis))
  const cost = total === undefined || currency === null ? null : { number: divide(total, quantity), currency, date }
  return (moved ?? [{ quantity, cost }]).flatMap((part) => ledger.lots.put(key, { ...part, id }))
}

function netAmount(line: TransactionText): Decimal {
  return negate(add(add(decimal(line.amount), decimal(line.fees)), decimal(line.taxes)))
}

function outgoing({ lots, moving }: Ledger, line: TransactionText, key: string, quantity: Decimal): Part[] {
  const named = line.lots?.map((lot) => ({ id: lot.lot_id, quantity: decimal(lot.quantity) }))
  const taken = lots.take(key, quantity, line.id, named)
  if (line.group_id === null) return taken
  const group = `${line.type} ${line.group_id}`
  moving.set(group, [...(moving.get(group) ?? []), ...taken.map((part) => ({ ...part, quantity: negate(part.quantity) }))])
  return taken
}

/** What comes in of what went out in the same group: with a transfer its lots, with an exchange its part of their cost. */
function incoming(moving: Moving, line: TransactionText, quantity: Decimal): Part[] | undefined {
  const parts = moving.get(`${line.type} ${line.group_id}`)
  if (parts === undefined) return undefined
  if (line.type === 'EXCHANGE') {
    const total = costOf(parts)
    if (total === undefined) return undefined
    const share = line.cost_share === null ? total.number : multiply(total.number, decimal(line.cost_share))
    return [{ quantity, cost: { ...total, number: divide(share, quantity) } }]
  }
  if (line.type !== 'TRANSFER') return undefined
  const moved: Part[] = []
  let missing = quantity
  for (let part = parts.shift(); part !== undefined && missing > ZERO; part = missing > ZERO ? parts.shift() : undefined) {
    const units = minimum(part.quantity, missing)
    moved.push({ ...part, quantity: units })
    if (units < part.quantity) parts.unshift({ ...part, quantity: subtract(part.quantity, units) })
    missing = subtract(missing, units)
  }
  return missing === ZERO ? moved : [...moved, { quantity: missing, cost: null }]
}

/** All that the parts cost, since the first of their days; `undefined` where it is not known, or in several currencies. */
function costOf(parts: readonly Part[]): Cost | undefined {
  let total: Cost | undefined
  for (const { quantity, cost } of parts) {
    if (cost === null || (total !== undefined && total.currency !== cost.currency)) return undefined
    const date = total === undefined || cost.date < total.date ? cost.date : total.date
    total = { currency: cost.currency, date, number: add(total?.number ?? ZERO, multiply(quantity, cost.number)) }
  }
  return total
}
