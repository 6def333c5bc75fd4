import { add, type Decimal, multiply, subtract, sum, ZERO } from '../shared/decimal.ts'
import type { Book } from './book.ts'
import type { Asked } from './request.ts'
import { applyLine, emptyStanding, type Standing, valueStanding } from './standing.ts'

export const ALLOCATION_KEYS = ['asset', 'type', 'broker', 'currency', 'country', 'sector'] as const
export type AllocationKey = (typeof ALLOCATION_KEYS)[number]

/** A slice of the portfolio; `weight` is its part of all slices. */
export type Slice = { readonly key: string; readonly label: string; readonly value: Decimal; readonly weight: number | null }

/** Parts of 1 by country or sector; what they leave is not known. */
export type PartsOf = (assetId: number) => ReadonlyMap<string, Decimal>

const UNKNOWN = 'unknown'
const CASH = 'cash'

/** The value at the end of the last day, divided; largest first. The slices add up to the value of the holdings exactly. */
export function allocationOf(
  book: Book,
  asked: Asked,
  by: AllocationKey,
  partsOf: PartsOf,
  brokerNameOf: (id: number) => string,
): Slice[] {
  const slices = new Map<string, { label: string; value: Decimal }>()
  const put = (key: string, label: string, value: Decimal) => {
    const known = slices.get(key)
    slices.set(key, { label, value: add(known?.value ?? ZERO, value) })
  }
  for (const [brokerId, standing] of standingsOf(book, asked.to)) {
    const valued = valueStanding(book, standing, asked.to)
    for (const [assetId, value] of valued.assets) {
      if (value === null) continue
      const shares =
        by === 'country' || by === 'sector'
          ? divided(value, partsOf(assetId))
          : [{ ...keyOf(book, by, assetId, brokerId, brokerNameOf), value }]
      for (const share of shares) put(share.key, share.label, share.value)
    }
    if (asked.scope === 'assets') continue
    for (const [currency, value] of valued.cash) {
      if (value === null) continue
      if (by === 'broker') put(String(brokerId), brokerNameOf(brokerId), value)
      else if (by === 'currency') put(currency, currency, value)
      else if (by === 'asset') put(`${CASH}:${currency}`, `Cash ${currency}`, value)
      else put(CASH, 'Cash', value)
    }
  }
  const whole = sum([...slices.values()].map((slice) => slice.value))
  return [...slices]
    .map(([key, { label, value }]) => ({ key, label, value, weight: whole === ZERO ? null : Number(value) / Number(whole) }))
    .sort((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : a.key < b.key ? -1 : 1))
}

function standingsOf(book: Book, day: string): Map<number, Standing> {
  const standings = new Map<number, Standing>()
  for (const line of book.lines) {
    if (line.date > day) break
    const standing = standings.get(line.brokerId) ?? emptyStanding()
    standings.set(line.brokerId, standing)
    applyLine(standing, line)
  }
  return standings
}

function keyOf(book: Book, by: AllocationKey, assetId: number, brokerId: number, brokerNameOf: (id: number) => string) {
  const asset = book.assetOf(assetId)
  if (by === 'type') return { key: asset.type, label: asset.type }
  if (by === 'currency') return { key: asset.currency, label: asset.currency }
  if (by === 'broker') return { key: String(brokerId), label: brokerNameOf(brokerId) }
  return { key: String(assetId), label: asset.symbol }
}

function divided(value: Decimal, parts: ReadonlyMap<string, Decimal>): { key: string; label: string; value: Decimal }[] {
  let left = value
  const shares = [...parts].map(([key, part]) => {
    const share = multiply(value, part)
    left = subtract(left, share)
    return { key, label: key, value: share }
  })
  return left === ZERO ? shares : [...shares, { key: UNKNOWN, label: 'Unknown', value: left }]
}
