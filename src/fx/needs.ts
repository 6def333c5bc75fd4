/** Which currencies a user needs rates of, and for which days: those of lines and prices at the brokers that they may read. */
import { earlier, later, monthsOf } from '#plugins/kit/period.ts'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { add, type Decimal, decimal, ZERO } from '../shared/decimal.ts'
import { createYielder } from '../shared/event-loop.ts'
import { successionOf } from './legacy-currencies.ts'
import {
  eachChange,
  findLedgerSpan,
  listAssetCurrencies,
  listCloseCurrencies,
  listLineAssets,
  listLineCurrencies,
  readLedgerVersion,
  type Span,
} from './needs.repository.ts'

/** The days for which rates of a currency are needed; `to` is `null` while something in it is held. */
export type Need = { readonly from: string; readonly to: string | null }

/** What the lines of a broker name, while they stay the same. */
type BrokerNeeds = {
  readonly version: number
  readonly currencies: ReadonlyMap<string, Need>
  readonly assets: ReadonlyMap<number, Need>
}
type CloseCurrencies = { readonly version: number; readonly currencies: readonly string[] }

const ofBrokers = memoryKey('fx/broker-needs', () => new Map<number, BrokerNeeds>())
const ofCloses = memoryKey('fx/close-currencies', () => new Map<number, CloseCurrencies>())

/** The lines of so many are read at once; of more, month by month. */
const AT_ONCE = 5_000
/** More are not remembered. */
const MOST_REMEMBERED = 20_000

/** The currencies other than `to` that occur at some brokers, by code; with those that replaced ended ones. */
export async function neededCurrencies(
  deps: Pick<Deps, 'reader' | 'memory'>,
  brokerIds: readonly number[],
  to: string,
): Promise<Map<string, Need>> {
  const needs = new Map<string, Need>()
  const assets = new Map<number, Need>()
  for (const id of brokerIds) {
    const broker = await brokerNeeds(deps, id)
    for (const [code, need] of broker.currencies) widen(needs, code, need)
    for (const [assetId, need] of broker.assets) widen(assets, assetId, need)
  }
  const yieldWhenDue = createYielder()
  for (const { id, currency, version } of await listAssetCurrencies(deps.reader, [...assets.keys()])) {
    const need = assets.get(id)
    if (need) for (const code of [currency, ...(await closeCurrencies(deps, id, version))]) widen(needs, code, need)
    await yieldWhenDue()
  }
  addSuccessors(needs)
  needs.delete(to)
  return new Map([...needs].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function widen<K>(needs: Map<K, Need>, key: K, { from, to }: Need): void {
  const known = needs.get(key)
  if (known === undefined) needs.set(key, { from, to })
  else
    needs.set(key, {
      from: earlier(from, known.from),
      to: to === null || known.to === null ? null : later(to, known.to),
    })
}

/** An ended currency is converted by way of the one that replaced it, on the days since then. */
function addSuccessors(needs: Map<string, Need>): void {
  const queue = [...needs.keys()]
  for (let code = queue.shift(); code !== undefined; code = queue.shift()) {
    const [need, succession] = [needs.get(code), successionOf(code)]
    if (!need || !succession || (need.to !== null && need.to < succession.since)) continue
    widen(needs, succession.successor, { from: later(need.from, succession.since), to: need.to })
    queue.push(succession.successor)
  }
}

async function closeCurrencies(
  { reader, memory }: Pick<Deps, 'reader' | 'memory'>,
  assetId: number,
  version: number,
): Promise<readonly string[]> {
  if (version === 0) return []
  const known = memory.of(ofCloses)
  const found = known.get(assetId)
  if (found?.version === version) return found.currencies
  const currencies = await listCloseCurrencies(reader, assetId)
  remember(known, assetId, { version, currencies })
  return currencies
}

async function brokerNeeds({ reader, memory }: Pick<Deps, 'reader' | 'memory'>, brokerId: number): Promise<BrokerNeeds> {
  const known = memory.of(ofBrokers)
  const version = await readLedgerVersion(reader, brokerId)
  const found = known.get(brokerId)
  if (found?.version === version) return found
  const needs = await readNeeds(reader, brokerId, version)
  remember(known, brokerId, needs)
  return needs
}

function remember<K, V>(known: Map<K, V>, key: K, value: V): void {
  const [oldest] = known.size < MOST_REMEMBERED ? [] : known.keys()
  if (oldest !== undefined) known.delete(oldest)
  known.set(key, value)
}

async function readNeeds(reader: Deps['reader'], brokerId: number, version: number): Promise<BrokerNeeds> {
  const [currencies, assets] = [new Map<string, Need>(), new Map<number, Need>()]
  const span = await findLedgerSpan(reader, brokerId)
  if (span === undefined) return { version, currencies, assets }
  const held = await heldUnits(reader, brokerId)
  const needOf = ({ from, to }: Span, unit: string): Need => ({ from, to: held.has(unit) ? null : to })
  const yieldWhenDue = createYielder()
  for (const { from, to } of span.lines > AT_ONCE ? monthsOf(span) : [span]) {
    for (const one of await listLineCurrencies(reader, { brokerId, from, to }))
      widen(currencies, one.currency, needOf(one, one.currency))
    await yieldWhenDue()
    for (const one of await listLineAssets(reader, { brokerId, from, to }))
      widen(assets, one.assetId, needOf(one, `#${one.assetId}`))
    await yieldWhenDue()
  }
  return { version, currencies, assets }
}

/** Currencies and assets of which the broker has something, or owes it, in the end. */
async function heldUnits(reader: Deps['reader'], brokerId: number): Promise<ReadonlySet<string>> {
  const sums = new Map<string, Decimal>()
  await eachChange(reader, brokerId, ({ unit, change }) => {
    sums.set(unit, add(sums.get(unit) ?? ZERO, decimal(change)))
  })
  return new Set([...sums].filter(([, sum]) => sum !== ZERO).map(([unit]) => unit))
}
