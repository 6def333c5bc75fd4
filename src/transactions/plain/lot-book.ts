/** What is left of the acquisitions of each holding, first in first out: for ledgers that name the lots of a sale. Pure. */
import {
  add,
  type Decimal,
  divide,
  maximum,
  minimum,
  multiply,
  multiplyDivide,
  negate,
  subtract,
  ZERO,
} from '../../shared/decimal.ts'

/** What one unit cost. */
export type Cost = { readonly number: Decimal; readonly currency: string; readonly date: string }
/** A change of a holding, of one lot; `cost` is null where nobody knows it. */
export type Part = { readonly quantity: Decimal; readonly cost: Cost | null }
/** `id` = the transaction that opened it; a quantity below zero was sold short. */
type Lot = Part & { readonly id: number }
/** Which lots a sale names. */
type Named = readonly { readonly id: number; readonly quantity: Decimal }[]

/** Lots by holding, whose key the caller makes. Every function returns what it changed; the quantities add up to what was requested. */
export type LotBook = {
  /** A lot that comes in; what was sold short goes first. `quantity` > 0. */
  readonly put: (key: string, lot: Lot) => Part[]
  /** The lots that go out: those that are named, then the oldest; what is not there is sold short. `quantity` > 0, the parts are below zero. */
  readonly take: (key: string, quantity: Decimal, id: number, named?: Named) => Part[]
  /** All lots with another number of units for the same cost, in all `change` more; `id` opens what nothing held becomes. */
  readonly resize: (key: string, change: Decimal, id: number) => Part[]
  /** All lots with another cost, together `change` more and never below zero, in this currency. */
  readonly revalue: (key: string, change: Decimal, currency: string) => Part[]
}

type Books = Map<string, Lot[]>

/** A book without any lots. */
export function createLotBook(): LotBook {
  const books: Books = new Map()
  return {
    put: (key, lot) => putLot(books, key, lot),
    take: (key, quantity, id, named = []) => takeLots(lotsOf(books, key), quantity, id, named),
    resize: (key, change, id) => resizeLots(books, key, change, id),
    revalue: (key, change, currency) => revalueLots(books, key, change, currency),
  }
}

function lotsOf(books: Books, key: string): Lot[] {
  const lots = books.get(key) ?? []
  books.set(key, lots)
  return lots
}

function putLot(books: Books, key: string, lot: Lot): Part[] {
  const lots = lotsOf(books, key)
  const covered = minimum(lot.quantity, negate(shortOf(lots)))
  if (covered === ZERO) {
    lots.push(lot)
    return [lot]
  }
  const rest = subtract(lot.quantity, covered)
  const left = rest > ZERO ? [{ ...lot, quantity: rest }] : []
  books.set(key, [...lessShort(lots, covered), ...left])
  return [{ quantity: covered, cost: null }, ...left]
}

function takeLots(lots: Lot[], quantity: Decimal, id: number, named: Named): Part[] {
  const taken: Part[] = []
  let missing = quantity
  for (const one of named)
    missing = subtract(
      missing,
      takeFrom(lots, minimum(one.quantity, missing), taken, (lot) => lot.id === one.id),
    )
  missing = subtract(
    missing,
    takeFrom(lots, missing, taken, () => true),
  )
  if (missing === ZERO) return taken
  lots.push({ id, quantity: negate(missing), cost: null })
  return [...taken, { quantity: negate(missing), cost: null }]
}

function resizeLots(books: Books, key: string, change: Decimal, id: number): Part[] {
  const lots = lotsOf(books, key)
  const held = totalOf(lots)
  const after = add(held, change)
  if (change === ZERO) return []
  if (held <= ZERO || after <= ZERO) {
    lots.push({ id, quantity: change, cost: null })
    return [{ quantity: change, cost: null }]
  }
  const resized = scaled(lots, held, after)
  books.set(key, resized)
  return [...lots.map(reversed), ...resized]
}

function revalueLots(books: Books, key: string, change: Decimal, currency: string): Part[] {
  const lots = lotsOf(books, key)
  const held = totalOf(lots)
  const fits = held > ZERO && lots.every(({ cost }) => cost === null || cost.currency === currency)
  if (!fits) return []
  const each = divide(change, held)
  const revalued = lots.map((lot) =>
    lot.cost === null ? lot : { ...lot, cost: { ...lot.cost, number: maximum(add(lot.cost.number, each), ZERO) } },
  )
  books.set(key, revalued)
  return [...lots.map(reversed), ...revalued]
}

/** Takes units out of the lots that fit, oldest first, and notes them; returns how many there were. */
function takeFrom(lots: Lot[], wanted: Decimal, taken: Part[], fits: (lot: Lot) => boolean): Decimal {
  let missing = wanted
  for (let place = 0; missing > ZERO && place < lots.length; ) {
    const lot = lots[place]
    const units = lot !== undefined && fits(lot) && lot.quantity > ZERO ? minimum(lot.quantity, missing) : ZERO
    if (lot === undefined || units === ZERO) {
      place++
      continue
    }
    taken.push({ quantity: negate(units), cost: lot.cost })
    missing = subtract(missing, units)
    if (units === lot.quantity) lots.splice(place, 1)
    else lots[place] = { ...lot, quantity: subtract(lot.quantity, units) }
  }
  return subtract(wanted, missing)
}

function scaled(lots: readonly Lot[], held: Decimal, after: Decimal): Lot[] {
  let left = after
  return lots.map((lot, index) => {
    const quantity = index === lots.length - 1 ? left : multiplyDivide(lot.quantity, after, held)
    left = subtract(left, quantity)
    if (lot.cost === null || quantity === ZERO) return { ...lot, quantity, cost: null }
    return { ...lot, quantity, cost: { ...lot.cost, number: divide(multiply(lot.quantity, lot.cost.number), quantity) } }
  })
}

function lessShort(lots: readonly Lot[], covered: Decimal): Lot[] {
  let open = covered
  return lots.flatMap((lot) => {
    if (lot.quantity >= ZERO) return [lot]
    const part = minimum(open, negate(lot.quantity))
    open = subtract(open, part)
    const quantity = add(lot.quantity, part)
    return quantity === ZERO ? [] : [{ ...lot, quantity }]
  })
}

function shortOf(lots: readonly Lot[]): Decimal {
  return totalOf(lots.filter(({ quantity }) => quantity < ZERO))
}

function totalOf(lots: readonly Lot[]): Decimal {
  return lots.reduce((total, { quantity }) => add(total, quantity), ZERO)
}

function reversed({ quantity, cost }: Lot): Part {
  return { quantity: negate(quantity), cost }
}
