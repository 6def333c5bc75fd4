import type { NamedLot } from '../lots/lot.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import type { BatchInput } from './service.ts'
import type { TransactionFields } from './transaction.ts'

/** A lot of a batch: the id of a transaction, or the `ref` of an item that the same batch makes. */
export type LotChoice = NamedLot | { readonly ref: string; readonly quantity: NamedLot['quantity'] }

type Items = Pick<BatchInput, 'create' | 'update'>

/**
 * The items of a batch with their lots by id. What an item names by `ref` has no id yet: it stands as a negative number, -1 for the first item to be
 * made. Throws `transaction/invalid` for a `ref` that two items have, and `transaction/lot-unknown` for one that none has (both 422).
 */
export function numberOwnLots({ create, update }: Items): Items {
  const faults: Fault[] = []
  const places = new Map<string, number>()
  create.forEach(({ ref }, index) => {
    if (ref === null) return
    if (places.has(ref)) faults.push({ pointer: `/create/${index}/ref`, detail: 'Another item has this ref.' })
    else places.set(ref, index)
  })
  if (faults.length > 0) throw refusal('invalid', faults)
  const numbered = (lots: readonly LotChoice[], pointer: string) =>
    lots.map((lot, at): NamedLot => {
      if (!('ref' in lot)) return lot
      const place = places.get(lot.ref)
      if (place === undefined)
        faults.push({ pointer: `${pointer}/lots/${at}/ref`, detail: 'No item of this batch has this ref.' })
      return { lotId: -1 - (place ?? 0), quantity: lot.quantity }
    })
  const made = create.map((item, index) =>
    item.lots === null ? item : { ...item, input: { ...item.input, lots: numbered(item.lots, `/create/${index}`) } },
  )
  const changed = update.map((item, index) =>
    item.lots === null ? item : { ...item, patch: { ...item.patch, lots: numbered(item.lots, `/update/${index}`) } },
  )
  if (faults.length > 0) throw refusal('lot-unknown', faults)
  return { create: made, update: changed }
}

/** Whether a line takes lots that have no ids yet. */
export function takesOwnLots({ lots }: Pick<TransactionFields, 'lots'>): boolean {
  return lots?.some(({ lotId }) => lotId < 0) ?? false
}

/** The order in which items are made: that of the request, but an item that names others comes after them. */
export function orderOfMaking(items: readonly { readonly fields: Pick<TransactionFields, 'lots'> }[]): number[] {
  const order: number[] = []
  const made = new Set<number>()
  const waiting = new Map<number, number[]>()
  const needs = (index: number) =>
    items[index]?.fields.lots
      ?.flatMap(({ lotId }) => (lotId < 0 ? -1 - lotId : []))
      .find((place) => place !== index && !made.has(place))
  const make = (first: number) => {
    const ready = [first]
    for (let index = ready.shift(); index !== undefined; index = ready.shift()) {
      const place = needs(index)
      if (place !== undefined) {
        waiting.set(place, [...(waiting.get(place) ?? []), index])
        continue
      }
      order.push(index)
      made.add(index)
      ready.push(...(waiting.get(index) ?? []))
      waiting.delete(index)
    }
  }
  for (const index of items.keys()) make(index)
  const left = [...items.keys()].filter((index) => !made.has(index))
  return [...order, ...left]
}

/** The lots of an item, by the ids that its companions have got. */
export function ownLots(lots: readonly NamedLot[] | null, idAt: (place: number) => number): readonly NamedLot[] | null {
  return lots?.map((lot) => (lot.lotId < 0 ? { ...lot, lotId: idAt(-1 - lot.lotId) } : lot)) ?? null
}

function refusal(code: 'invalid' | 'lot-unknown', errors: readonly Fault[]): AppError {
  return new AppError('invalid', `transaction/${code}`, errors[0]?.detail ?? '', { errors })
}
