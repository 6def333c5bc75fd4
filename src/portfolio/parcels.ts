import { absolute, add, type Decimal, multiply, multiplyDivide, negate, subtract, ZERO } from '../shared/decimal.ts'

/** One sum of money twice: in the currency of the report, and in the currency of the asset. Both divide together and lose nothing. */
export type Worth = { readonly report: Decimal; readonly local: Decimal }

/** A part of a holding that was acquired at once. `quantity` < 0: sold short, then `cost` is negative too: what the sale brought. */
export type Parcel = {
  readonly transactionId: number
  readonly brokerId: number
  readonly assetId: number
  readonly acquiredOn: string
  /** Made of several acquisitions (average cost, pool): `acquiredOn` is the first. */
  readonly mixed: boolean
  readonly quantity: Decimal
  readonly cost: Worth
  /** False when it came in without purchase and nobody said what it cost, or a rate was missing. */
  readonly known: boolean
}

export type TakingOrder = 'FIFO' | 'LIFO' | 'HIFO' | 'AVERAGE'

export const NOTHING: Worth = { report: ZERO, local: ZERO }

export function addWorth(a: Worth, b: Worth): Worth {
  return { report: add(a.report, b.report), local: add(a.local, b.local) }
}

export function subtractWorth(a: Worth, b: Worth): Worth {
  return { report: subtract(a.report, b.report), local: subtract(a.local, b.local) }
}

export function negateWorth({ report, local }: Worth): Worth {
  return { report: negate(report), local: negate(local) }
}

/** worth x part / whole. */
export function shareOfWorth({ report, local }: Worth, part: Decimal, whole: Decimal): Worth {
  return part === whole
    ? { report, local }
    : {
        report: multiplyDivide(report, part, whole),
        local: report === local ? multiplyDivide(report, part, whole) : multiplyDivide(local, part, whole),
      }
}

export function totalQuantity(parcels: readonly Parcel[]): Decimal {
  return parcels.reduce((total, parcel) => add(total, parcel.quantity), ZERO)
}

/** Takes `quantity` (> 0) out of parcels of one sign, changing the list; `missing` is what they did not have. What is taken and what stays add up exactly. */
export function takeParcels(parcels: Parcel[], quantity: Decimal, order: TakingOrder): { taken: Parcel[]; missing: Decimal } {
  const taken: Parcel[] = []
  let missing = quantity
  while (missing > ZERO && parcels.length > 0) {
    const index = nextIndex(parcels, order)
    const parcel = parcels[index]
    if (parcel === undefined) break
    const size = absolute(parcel.quantity)
    if (size <= missing) {
      taken.push(parcel)
      parcels.splice(index, 1)
      missing = subtract(missing, size)
    } else {
      const [out, rest] = splitParcel(parcel, missing)
      taken.push(out)
      parcels[index] = rest
      missing = ZERO
    }
  }
  return { taken, missing }
}

/** Puts parcels among others in the order of their days; AVERAGE makes one of all. */
export function putParcels(parcels: Parcel[], incoming: readonly Parcel[], order: TakingOrder): void {
  for (const parcel of incoming) {
    const last = parcels.at(-1)
    if (last === undefined) parcels.push(parcel)
    else if (order === 'AVERAGE') parcels[0] = joined(last, parcel)
    else if (last.acquiredOn <= parcel.acquiredOn) parcels.push(parcel)
    else
      parcels.splice(
        parcels.findIndex((other) => other.acquiredOn > parcel.acquiredOn),
        0,
        parcel,
      )
  }
}

function joined(a: Parcel, b: Parcel): Parcel {
  const first = a.acquiredOn <= b.acquiredOn ? a : b
  return {
    ...first,
    mixed: a.mixed || b.mixed || a.acquiredOn !== b.acquiredOn,
    quantity: add(a.quantity, b.quantity),
    cost: addWorth(a.cost, b.cost),
    known: a.known && b.known,
  }
}

function splitParcel(parcel: Parcel, part: Decimal): [Parcel, Parcel] {
  const quantity = parcel.quantity < ZERO ? negate(part) : part
  const cost = shareOfWorth(parcel.cost, quantity, parcel.quantity)
  const rest = { ...parcel, quantity: subtract(parcel.quantity, quantity), cost: subtractWorth(parcel.cost, cost) }
  return [{ ...parcel, quantity, cost }, rest]
}

function nextIndex(parcels: readonly Parcel[], order: TakingOrder): number {
  if (order === 'LIFO') return parcels.length - 1
  if (order !== 'HIFO') return 0
  let best = 0
  parcels.forEach((parcel, index) => {
    const leader = parcels[best]
    if (leader !== undefined && dearer(parcel, leader)) best = index
  })
  return best
}

function dearer(a: Parcel, b: Parcel): boolean {
  return multiply(absolute(a.cost.report), absolute(b.quantity)) > multiply(absolute(b.cost.report), absolute(a.quantity))
}
