import type { FieldKind } from '../form.ts'
import type { TypeRules } from './world.ts'

/** A field of the form for one line, by the name that the interface has for it. `way` is ours: whether it comes in or goes out. */
export type Box =
  | 'asset_id'
  | 'broker_id'
  | 'date'
  | 'way'
  | 'quantity'
  | 'price'
  | 'fees'
  | 'taxes'
  | 'amount'
  | 'currency'
  | 'ratio'
  | 'cost_basis'
  | Extra
type Extra = (typeof EXTRAS)[number]

type Shape = { readonly main: readonly Box[]; readonly more: readonly Box[]; readonly way?: 'in' | 'out' }

const EXTRAS = ['time', 'settled_on', 'description', 'tags', 'account', 'external_id', 'price_currency', 'fx_rate'] as const
const NOTES: readonly Box[] = ['description', 'tags', 'time', 'settled_on', 'account', 'external_id']
const TRADE: Shape = {
  main: ['asset_id', 'date', 'quantity', 'price', 'fees', 'taxes', 'amount', 'currency', 'broker_id'],
  more: ['price_currency', 'fx_rate', ...NOTES],
}
const INCOME: Shape = {
  main: ['asset_id', 'date', 'amount', 'taxes', 'fees', 'currency', 'way', 'broker_id'],
  more: ['quantity', 'cost_basis', ...NOTES],
  way: 'in',
}
const CASH: Shape = { main: ['date', 'amount', 'currency', 'fees', 'broker_id'], more: NOTES }
const COST: Shape = {
  main: ['date', 'amount', 'currency', 'asset_id', 'way', 'broker_id'],
  more: ['quantity', ...NOTES],
  way: 'out',
}
/** One leg of a group, when it is changed by itself. */
const LEG: Shape = {
  main: ['asset_id', 'date', 'quantity', 'amount', 'fees', 'currency', 'way', 'broker_id'],
  more: ['cost_basis', ...NOTES],
  way: 'in',
}

const SHAPES: Readonly<Record<string, Shape>> = {
  BUY: TRADE,
  SELL: TRADE,
  DIVIDEND: INCOME,
  INTEREST: INCOME,
  RETURN_OF_CAPITAL: { main: ['asset_id', 'date', 'amount', 'currency', 'way', 'broker_id'], more: NOTES, way: 'in' },
  DEPOSIT: CASH,
  WITHDRAWAL: CASH,
  FEE: COST,
  TAX: COST,
  TRANSFER: LEG,
  FX_CONVERSION: { ...LEG, main: ['date', 'amount', 'fees', 'currency', 'way', 'broker_id'], more: NOTES },
  EXCHANGE: { ...LEG, main: ['asset_id', 'date', 'quantity', 'way', 'broker_id'], more: NOTES },
  SPLIT: { main: ['asset_id', 'date', 'ratio', 'broker_id'], more: ['quantity', ...NOTES] },
  ADJUSTMENT: {
    main: ['asset_id', 'date', 'quantity', 'way', 'cost_basis', 'currency', 'broker_id'],
    more: NOTES,
    way: 'in',
  },
}

/** The fields of a type, the usual ones first. */
export function shapeOf(type: string): Shape {
  return SHAPES[type] ?? TRADE
}

/** How the fields of one line become JSON, and which of them are cleared when they are emptied. */
export const KINDS: Readonly<Partial<Record<Box, FieldKind>>> = {
  date: 'text',
  quantity: 'number?',
  price: 'number?',
  fees: 'number?',
  taxes: 'number?',
  amount: 'number?',
  currency: 'text?',
  ratio: 'text?',
  cost_basis: 'number?',
  time: 'text?',
  settled_on: 'text?',
  description: 'text?',
  tags: 'list',
  account: 'text?',
  external_id: 'text?',
  price_currency: 'text?',
  fx_rate: 'number?',
}

export type Direction = 'in' | 'out'

/** Which way units or cash move: by the rules of the type where they allow one way only, else as the form says. */
export function directionOf(rules: TypeRules | undefined, what: 'quantity' | 'amount', way: string): Direction {
  const signs = rules?.[what] ?? []
  const mayComeIn = signs.includes('POSITIVE')
  const mayGoOut = signs.includes('NEGATIVE')
  if (mayComeIn !== mayGoOut) return mayGoOut ? 'out' : 'in'
  return way === 'out' ? 'out' : 'in'
}

/** People type sizes without a sign: the way that they move gives it. A minus that was typed stays. */
export function signed(size: string, direction: Direction): string {
  return direction === 'in' || size.startsWith('-') || !/[1-9]/.test(size) ? size : `-${size}`
}
