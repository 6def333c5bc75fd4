import { add, type Decimal, multiply, ONE, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { shortNameOf } from '../valuation/asset-name.ts'
import { applyLine, type Balances, noBalances, type Valued, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'

export const ALLOCATION_KEYS = ['asset', 'type', 'broker', 'currency', 'country', 'sector'] as const
export type AllocationKey = (typeof ALLOCATION_KEYS)[number]

/** A slice of the portfolio; `weight` is its part of all slices. */
export type Slice = {
  readonly key: string
  readonly label: string
  readonly value: Decimal
  readonly weight: number | null
  readonly parts: readonly SlicePart[]
}

/** A holding or a balance that counts in a slice, whole or by a share of it. `quantity` = units, or the balance in `currency`. */
type SlicePart = {
  readonly brokerId: number
  readonly assetId: number | null
  readonly currency: string
  readonly quantity: Decimal
  readonly share: Decimal | null
  readonly value: Decimal
}

/** Parts of 1 by country or sector; what they leave is not known. */
export type PartsOf = (assetId: number) => ReadonlyMap<string, Decimal>

const UNKNOWN = 'unknown'
const CASH = 'cash'

/** The value at the end of the last day, divided; largest first. The slices add up to the value of the holdings exactly. */
export function allocationOf(
  inputs: ReportInputs,
  request: ReportRequest,
  by: AllocationKey,
  partsOf: PartsOf,
  brokerNameOf: (id: number) => string,
): Slice[] {
  const slices = new Map<string, { label: string; value: Decimal; parts: SlicePart[] }>()
  const put = ({ key, label }: { key: string; label: string }, part: SlicePart) => {
    const slice = slices.get(key) ?? { label, value: ZERO, parts: [] }
    slices.set(key, slice)
    slice.value = add(slice.value, part.value)
    slice.parts.push(part)
  }
  const valuesOf = valuedInTurn(inputs, request.to)
  for (const [brokerId, balances] of standingsOf(inputs, request.to)) {
    const valued = valuesOf(balances)
    for (const [assetId, value] of valued.assets) {
      if (value === null) continue
      const shares =
        by === 'country' || by === 'sector'
          ? divided(value, partsOf(assetId))
          : [{ ...keyOf(inputs, by, assetId, brokerId, brokerNameOf), value, share: null }]
      const held = {
        brokerId,
        assetId,
        currency: inputs.assetCurrencyOf(assetId),
        quantity: balances.assets.get(assetId) ?? ZERO,
      }
      for (const { value, share, ...slice } of shares) put(slice, { ...held, value, share })
    }
    if (request.scope === 'assets') continue
    for (const [currency, value] of valued.cash) {
      if (value === null) continue
      const part = { brokerId, assetId: null, currency, quantity: balances.cash.get(currency) ?? ZERO, share: null, value }
      put(cashKey(by, currency, brokerId, brokerNameOf), part)
    }
  }
  const whole = sum([...slices.values()].map((slice) => slice.value))
  return [...slices]
    .map(([key, { label, value, parts }]) => ({
      key,
      label,
      value,
      parts,
      weight: whole === ZERO ? null : Number(value) / Number(whole),
    }))
    .sort((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : a.key < b.key ? -1 : 1))
}

/** Values one after the other by what it adds to all before, so that no digit is lost between them and the value of all together. */
function valuedInTurn(inputs: ReportInputs, day: string): (balances: Balances) => Valued {
  const reached = noBalances()
  const before = { assets: new Map<number, Decimal | null>(), cash: new Map<string, Decimal | null>() }
  return ({ assets, cash }) => {
    reach(reached.assets, assets)
    reach(reached.cash, cash)
    const only = { assets: among(reached.assets, assets), cash: among(reached.cash, cash) }
    const after = valueBalances(inputs, only, day)
    return { assets: changes(before.assets, after.assets), cash: changes(before.cash, after.cash) }
  }
}

function reach<K>(totals: Map<K, Decimal>, held: ReadonlyMap<K, Decimal>): void {
  for (const [key, quantity] of held) totals.set(key, add(totals.get(key) ?? ZERO, quantity))
}

function among<K>(totals: ReadonlyMap<K, Decimal>, held: ReadonlyMap<K, Decimal>): Map<K, Decimal> {
  return new Map([...held.keys()].map((key) => [key, totals.get(key) ?? ZERO]))
}

function changes<K>(before: Map<K, Decimal | null>, after: ReadonlyMap<K, Decimal | null>): Map<K, Decimal | null> {
  const changed = new Map<K, Decimal | null>()
  for (const [key, value] of after) {
    changed.set(key, value === null ? null : subtract(value, before.get(key) ?? ZERO))
    before.set(key, value)
  }
  return changed
}

function cashKey(by: AllocationKey, currency: string, brokerId: number, brokerNameOf: (id: number) => string) {
  if (by === 'broker') return { key: String(brokerId), label: brokerNameOf(brokerId) }
  if (by === 'currency') return { key: currency, label: currency }
  return by === 'asset' ? { key: `${CASH}:${currency}`, label: `Cash ${currency}` } : { key: CASH, label: 'Cash' }
}

function standingsOf(inputs: ReportInputs, day: string): Map<number, Balances> {
  const standings = new Map<number, Balances>()
  for (const line of inputs.lines) {
    if (line.date > day) break
    const balances = standings.get(line.brokerId) ?? noBalances()
    standings.set(line.brokerId, balances)
    applyLine(balances, line)
  }
  return standings
}

function keyOf(inputs: ReportInputs, by: AllocationKey, assetId: number, brokerId: number, brokerNameOf: (id: number) => string) {
  const asset = inputs.assetOf(assetId)
  if (by === 'type') return { key: asset.type, label: asset.type }
  if (by === 'currency') return { key: asset.currency, label: asset.currency }
  if (by === 'broker') return { key: String(brokerId), label: brokerNameOf(brokerId) }
  return { key: String(assetId), label: shortNameOf(asset) }
}

type Share = { readonly key: string; readonly label: string; readonly value: Decimal; readonly share: Decimal }

function divided(value: Decimal, parts: ReadonlyMap<string, Decimal>): Share[] {
  let left = value
  const shares = [...parts].map(([key, part]) => {
    const share = multiply(value, part)
    left = subtract(left, share)
    return { key, label: key, value: share, share: part }
  })
  const rest = subtract(ONE, sum([...parts.values()]))
  return left === ZERO ? shares : [...shares, { key: UNKNOWN, label: 'Unknown', value: left, share: rest }]
}
